import fc from "fast-check";
import { expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import { decideAdmission } from "../../../src/core/leases/admission.ts";
import { matrixStanding } from "../../../src/core/leases/matrix-standing.ts";
import { nextBlock } from "../../../src/core/leases/next-block.ts";

const nobody: ReadonlySet<number> = new Set();

function standing(spent: bigint, admitted: readonly (readonly [number, bigint])[]) {
  return { spent, admitted: new Map(admitted) };
}

test("a block starts when its worst case fits beside all that was spent and is held, to the last unit", () => {
  expect(decideAdmission(standing(30n, [[1, 40n]]), nobody, 30n, 100n)).toBe("admit");
  expect(decideAdmission(standing(30n, [[1, 40n]]), nobody, 31n, 100n)).toBe("wait");
  expect(decideAdmission(standing(30n, [[1, 40n]]), nobody, 70n, 100n)).toBe("wait");
  expect(decideAdmission(standing(30n, [[1, 40n]]), nobody, 71n, 100n)).toBe("refuse");
});

test("what a block holds that waits for a person is no reason to wait", () => {
  expect(decideAdmission(standing(30n, [[1, 40n]]), new Set([1]), 31n, 100n)).toBe("refuse");
  expect(decideAdmission(standing(30n, [[1, 40n]]), new Set([1]), 30n, 100n)).toBe("admit");
});

test("a block whose cost nobody knows counts at what was reserved for it", () => {
  const bodies: RuntimeEvent[] = [
    { type: "block.admitted", block: 1, reserved_pico: "40" },
    { type: "block.settled", block: 1, spent_pico: { missing: "nobody knows" } },
    { type: "block.admitted", block: 2, reserved_pico: "7" },
  ];
  const now = matrixStanding(bodies);
  expect(now.spent).toBe(40n);
  expect([...now.admitted]).toEqual([[2, 7n]]);
  expect([...now.closed]).toEqual([1]);
});

interface Planned {
  readonly worst: bigint;
  readonly cost: bigint;
}

/** Runs the blocks with so many workers; `turns` says which of them acts next. Gives back what was refused. */
function play(blocks: readonly Planned[], budget: bigint, workers: number, turns: number[]) {
  const bodies: RuntimeEvent[] = [];
  const at: (number | null)[] = Array.from({ length: workers }, () => null);
  const indices = blocks.map((_, index) => index + 1);
  const worst = (block: number): bigint => blocks[block - 1]?.worst ?? 0n;
  let turn = 0;
  for (;;) {
    const now = matrixStanding(bodies);
    const held = [...now.admitted.values()].reduce((sum, one) => sum + one, 0n);
    expect(now.spent + held <= budget).toBe(true);
    if (now.closed.size === blocks.length) break;
    const worker = (turns[turn % turns.length] ?? 0) % workers;
    turn += 1;
    const mine = at[worker];
    if (mine !== null && mine !== undefined) {
      const spent_pico = String(blocks[mine - 1]?.cost ?? 0n);
      bodies.push({ type: "block.settled", block: mine, spent_pico });
      at[worker] = null;
      continue;
    }
    const answer = (block: number) => decideAdmission(now, nobody, worst(block), budget);
    const next = nextBlock(indices, now, nobody, (block) => !at.includes(block), answer);
    if (next.kind !== "take") continue;
    const { block } = next;
    if (answer(block) === "refuse") {
      const why = { reason: "budget_not_reserved", message: "no money" } as const;
      bodies.push({ type: "block.refused", block, ...why });
      continue;
    }
    bodies.push({ type: "block.admitted", block, reserved_pico: String(worst(block)) });
    at[worker] = block;
  }
  return bodies.flatMap((body) => (body.type === "block.refused" ? [body.block] : []));
}

const planned = fc
  .tuple(fc.bigInt(0n, 40n), fc.bigInt(0n, 100n))
  .map(([worst, share]) => ({ worst, cost: (worst * share) / 100n }));

test("property: however many work and whoever is faster, the budget holds and the same blocks are refused", () => {
  let refusals = 0;
  fc.assert(
    fc.property(
      fc.array(planned, { minLength: 1, maxLength: 12 }),
      fc.bigInt(0n, 150n),
      fc.integer({ min: 2, max: 5 }),
      fc.array(fc.nat(4), { minLength: 1, maxLength: 60 }),
      (blocks, budget, workers, turns) => {
        // Every worker gets a turn now and then, or a matrix would never end.
        const fair = [...turns, ...Array.from({ length: workers }, (_, index) => index)];
        const one = play(blocks, budget, 1, [0]);
        refusals += one.length;
        expect(play(blocks, budget, workers, fair)).toEqual(one);
      },
    ),
  );
  expect(refusals).toBeGreaterThan(0);
});
