import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { dealShards, shardOfBlock } from "../../../src/core/shards/deal.ts";
import { aPlan } from "../../builders/runs.ts";

const plans = fc.record({
  blocks: fc.integer({ min: 1, max: 60 }),
  count: fc.integer({ min: 1, max: 64 }),
  budget: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  prices: fc.array(fc.bigInt({ min: 0n, max: 10n ** 13n }), { minLength: 60, maxLength: 60 }),
});

function amountOf(pico: bigint): string {
  return `${pico / 10n ** 12n}.${String(pico % 10n ** 12n).padStart(12, "0")} USD`;
}

describe("shards", () => {
  test("every block in one shard, whole, in the plan's order, shard by shard in turn", () => {
    fc.assert(
      fc.property(plans, ({ blocks, count, prices }) => {
        const plan = aPlan({ repetitions: blocks });
        const dealt = dealShards(plan, count, (block) => prices[block.index - 1] ?? 0n);
        expect(dealt.map((one) => one.index)).toEqual(dealt.map((_, at) => at + 1));
        expect(
          dealt.flatMap((one) => one.blocks.map((block) => block.index)).toSorted((a, b) => a - b),
        ).toEqual(plan.blocks.map((block) => block.index));
        for (const one of dealt) {
          expect(one.blocks).toEqual(
            plan.blocks.filter((block) => shardOfBlock(block.index, count) === one.index),
          );
          expect(one.cells).toBe(one.blocks.length * 2);
        }
        const sizes = dealt.map((one) => one.blocks.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("the parts of the money are the whole of it, to the last pico-unit, and none for nothing", () => {
    fc.assert(
      fc.property(plans, ({ blocks, count, budget, prices }) => {
        const plan = aPlan({ repetitions: blocks, overrides: { budget: amountOf(budget) } });
        const dealt = dealShards(plan, count, (block) => prices[block.index - 1] ?? 0n);
        expect(dealt.reduce((sum, one) => sum + one.budget_pico, 0n)).toBe(budget);
        for (const one of dealt.filter((each) => each.blocks.length === 0))
          expect(one.budget_pico).toBe(0n);
      }),
    );
  });

  test("what fits its budget whole fits it in every shard", () => {
    fc.assert(
      fc.property(plans, ({ blocks, count, budget, prices }) => {
        const worst = (index: number): bigint => prices[index - 1] ?? 0n;
        const plan = aPlan({ repetitions: blocks });
        const total = plan.blocks.reduce((sum, { index }) => sum + worst(index), 0n);
        const whole = { ...plan, budget: amountOf(total + budget) };
        for (const one of dealShards(whole, count, ({ index }) => worst(index)))
          expect(one.blocks.reduce((sum, { index }) => sum + worst(index), 0n)).toBeLessThanOrEqual(
            one.budget_pico,
          );
      }),
    );
  });

  test("by hand: five blocks, the dearer case weighs more, the odd pico goes to the first", () => {
    const plan = aPlan({ repetitions: 5, overrides: { budget: "0.000000000010 USD" } });
    const dealt = dealShards(plan, 2, ({ index }) => (index === 2 ? 3n : 1n));
    expect(dealt.map((one) => [one.blocks.map((block) => block.index), one.budget_pico])).toEqual([
      [[1, 3, 5], 5n],
      [[2, 4], 5n],
    ]);
  });

  test("no shard, or too many, is a mistake of the caller", () => {
    for (const count of [0, 257, 1.5])
      expect(() => dealShards(aPlan(), count, () => 1n)).toThrow(RangeError);
  });
});
