/** How far a matrix has come, read off its own stream: which blocks are open, what they hold and what was spent. */
import type { RuntimeEvent } from "../../contracts/event.ts";

export interface MatrixStanding {
  readonly closed: ReadonlySet<number>;
  /** Blocks that run or stand still, each with the most it may still cost. */
  readonly admitted: ReadonlyMap<number, bigint>;
  readonly recorded: ReadonlySet<string>;
  readonly spent: bigint;
}

/**
 * What nobody knows the cost of counts at what was reserved for it. `earlier`: streams that this one goes on from. What
 * they left open is admitted here once more, and settled whole; what they closed, recorded and spent counts.
 */
export function matrixStanding(
  bodies: Iterable<RuntimeEvent>,
  earlier: Iterable<RuntimeEvent> = [],
): MatrixStanding {
  const before = fold(earlier, { closed: [], recorded: [], spent: 0n });
  return fold(bodies, before);
}

function fold(
  bodies: Iterable<RuntimeEvent>,
  before: {
    readonly closed: Iterable<number>;
    readonly recorded: Iterable<string>;
    readonly spent: bigint;
  },
): MatrixStanding {
  const closed = new Set<number>(before.closed);
  const admitted = new Map<number, bigint>();
  const recorded = new Set<string>(before.recorded);
  let { spent } = before;
  for (const body of bodies) {
    if (body.type === "block.admitted") admitted.set(body.block, known(body.reserved_pico) ?? 0n);
    if (body.type === "block.refused") closed.add(body.block);
    if (body.type === "block.settled") {
      spent += known(body.spent_pico) ?? admitted.get(body.block) ?? 0n;
      admitted.delete(body.block);
      closed.add(body.block);
    }
    if (body.type === "run.recorded") recorded.add(body.run_id);
  }
  return { closed, admitted, recorded, spent };
}

function known(amount: string | object): bigint | null {
  return typeof amount === "string" ? BigInt(amount) : null;
}
