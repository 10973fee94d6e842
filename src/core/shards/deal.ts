/** Deals a plan into shards: whole blocks, round-robin, each with its part of the money; the parts never exceed the whole. */
import type { Block, Plan } from "../../contracts/plan.ts";
import { parseAmount } from "../budget/money.ts";
import type { ShardName } from "./streams.ts";

export const mostShards = 256;

export interface DealtShard extends ShardName {
  readonly blocks: readonly Block[];
  readonly cells: number;
  readonly budget_pico: bigint;
}

/** Blocks that run next to each other go to different shards, so that each sees all cases and a drift meets all alike. */
export function shardOfBlock(block: number, count: number): number {
  return ((block - 1) % count) + 1;
}

/**
 * Money by worst case, in whole pico-units: each shard gets the share that its blocks are of the whole, rounded down,
 * and the first get one pico more each until the budget is given out. Where the whole plan fits its budget, each
 * shard's blocks fit theirs. A shard without a block gets nothing. `worst`: the most a block can cost, in pico.
 */
export function dealShards(
  plan: Pick<Plan, "blocks" | "budget" | "candidates">,
  count: number,
  worst: (block: Block) => bigint,
): DealtShard[] {
  if (!Number.isInteger(count) || count < 1 || count > mostShards)
    throw new RangeError(`a plan has 1 to ${mostShards} shards, got ${count}`);
  const hands = Array.from({ length: count }, (_, at) =>
    plan.blocks.filter((block) => shardOfBlock(block.index, count) === at + 1),
  );
  const most = hands.map((blocks) => blocks.reduce((sum, block) => sum + worst(block), 0n));
  const total = most.reduce((sum, one) => sum + one, 0n);
  const budget = parseAmount(plan.budget).pico;
  // Blocks that cost nothing still share what there is, by their number.
  const weights = total > 0n ? most : hands.map((blocks) => BigInt(blocks.length));
  const whole = weights.reduce((sum, one) => sum + one, 0n);
  const parts = weights.map((weight) => (whole === 0n ? 0n : (budget * weight) / whole));
  let left = budget - parts.reduce((sum, one) => sum + one, 0n);
  return hands.map((blocks, at) => {
    const extra = left > 0n && blocks.length > 0 ? 1n : 0n;
    left -= extra;
    return {
      index: at + 1,
      count,
      blocks,
      cells: blocks.length * plan.candidates.length,
      budget_pico: (parts[at] ?? 0n) + extra,
    };
  });
}
