import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  caseWeighted,
  pairedTest,
  signFlip,
  signFlipSampled,
} from "../../../src/core/statistics/sign-flip.ts";

const ramp = (n: number) => Array.from({ length: n }, (_, at) => at - 3);
const addUp = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0);

const heavyAt = (heavy: number) =>
  Array.from({ length: 70 }, (_, at) => (at === heavy || at === 69 - heavy ? 1000 : 1));

describe("exact sign-flip test", () => {
  test("the smallest p of B blocks is 2/2^B", () => {
    for (let blocks = 1; blocks <= 12; blocks += 1) {
      expect(signFlip(Array.from({ length: blocks }, () => 5)).p).toBe(2 / 2 ** blocks);
    }
  });

  test("equals a plain count over all sign vectors, and ignores order and orientation", () => {
    const some = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(some, (diffs) => {
        const observed = Math.abs(diffs.reduce((total, one) => total + one, 0));
        let count = 0;
        for (let mask = 0; mask < 2 ** diffs.length; mask += 1) {
          const total = diffs.reduce((left, one, at) => left + ((mask >> at) & 1 ? -one : one), 0);
          if (Math.abs(total) >= observed) count += 1;
        }
        expect(signFlip(diffs).count).toBe(count);
        const greater = signFlip(diffs).count_greater;
        const less = signFlip(diffs.map((one) => -one)).count_greater;
        expect(Math.min(2 ** diffs.length, 2 * Math.min(greater, less))).toBe(count);
        expect(signFlip(diffs.map((one) => -one)).count).toBe(count);
        expect(signFlip(diffs.toReversed()).count).toBe(count);
      }),
    );
  });

  test("twenty blocks are counted to the last sign; more, none or fractions are refused", () => {
    expect(signFlip(Array.from({ length: 20 }, () => 1)).count).toBe(2);
    expect(() => signFlip(Array.from({ length: 21 }, () => 1))).toThrow(/1 to 20 blocks/);
    expect(() => signFlip([])).toThrow(RangeError);
    expect(() => signFlip([0.5])).toThrow(/integers/);
    expect(() => signFlip([Number.MAX_SAFE_INTEGER, 1])).toThrow(/safe/);
  });
});

describe("sampled sign-flip test", () => {
  const SEED = "0123456789abcdef".repeat(4);

  test("comes near the exact p, and the same seed gives the same p", () => {
    for (const diffs of [
      [3, -1, 4, 1, 5, -9, 2, 6, 5, 3],
      [12, 4, 22, 9, 1, 30, -17, -25, 2, 2, 2, 40, -3],
      Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? -7 : 5)),
    ]) {
      const exact = signFlip(diffs).p;
      const sampled = signFlipSampled(diffs, SEED);
      const error = Math.sqrt((exact * (1 - exact)) / sampled.draws);
      expect(Math.abs(sampled.p - exact)).toBeLessThan(4 * error + 1e-5);
      expect(signFlipSampled(diffs, SEED)).toEqual(sampled);
    }
  });

  test("every block is flipped, beyond the 32nd and the 64th too", () => {
    for (const heavy of [0, 7, 8, 31, 32, 63, 64]) {
      // Two blocks outweigh all others: half of the assignments have them on one side, and of those few reach further.
      const { p } = signFlipSampled(heavyAt(heavy), SEED, 20_000);
      expect(p).toBeLessThan(0.02);
      const alone = heavyAt(heavy).map((one) => (one === 1000 ? one : 0));
      expect(signFlipSampled(alone, SEED, 20_000).p).toBeCloseTo(0.5, 1);
    }
  });

  test("never gives 0: the observed assignment is one of them", () => {
    const many = Array.from({ length: 200 }, () => 9);
    expect(signFlipSampled(many, SEED, 999)).toEqual({ hits: 0, draws: 999, seed: SEED, p: 0.001 });
    expect(() => signFlipSampled([], SEED)).toThrow(RangeError);
    expect(() => signFlipSampled([1], SEED, 0)).toThrow(RangeError);
    expect(() => signFlipSampled([0.5], SEED)).toThrow(/integers/);
  });

  test("twenty blocks are counted, twenty-one are drawn, and the result says which", () => {
    const counted = { p: signFlip(ramp(20)).p, exact: true, draws: null, seed: null };
    expect(pairedTest(ramp(20), SEED)).toEqual(counted);
    const drawn = pairedTest(ramp(21), SEED);
    expect(drawn).toMatchObject({ exact: false, draws: 99_999, seed: SEED });
  });
});

describe("weights of cases", () => {
  test("the weighted sum is the mean over cases of the means over repetitions, times a constant", () => {
    const some = fc.array(
      fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 6 }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(some, (cases) => {
        const weighted = caseWeighted(cases);
        const mean = addUp(cases.map((one) => addUp(one) / one.length)) / cases.length;
        expect(weighted.every(Number.isInteger)).toBe(true);
        const common = cases.map((one) => one.length).reduce(leastCommonMultiple, 1);
        expect(addUp(weighted) / (common * cases.length)).toBeCloseTo(mean, 9);
      }),
    );
  });

  test("equal repetitions change nothing; a case without one is refused", () => {
    expect(
      caseWeighted([
        [3, 1],
        [2, 2],
        [0, 5],
      ]),
    ).toEqual([3, 1, 2, 2, 0, 5]);
    expect(() => caseWeighted([[1], []])).toThrow(RangeError);
  });
});

function leastCommonMultiple(a: number, b: number): number {
  let multiple = a;
  while (multiple % b !== 0) multiple += a;
  return multiple;
}
