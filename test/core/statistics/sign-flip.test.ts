import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { signFlip } from "../../../src/core/statistics/sign-flip.ts";

// how: exact enumeration of 2^B sign vectors with rationals, two-sided, identity included; checked with R
// (exactRankTests). The project's reference vectors, group `signflip_permutation`.
const VECTORS = [
  { name: "B3 all positive", diffs: [1, 2, 0.5], count: 2, p: 0.25 },
  { name: "B5 all positive", diffs: [1, 2, 3, 4, 5], count: 2, p: 0.0625 },
  { name: "B6 all positive", diffs: [1.2, 0.4, 2.2, 0.9, 0.1, 3], count: 2, p: 0.03125 },
  { name: "B6 one negative", diffs: [1.2, -0.4, 2.2, 0.9, 0.1, 3], count: 6, p: 0.09375 },
  { name: "D1", diffs: [0.8, -0.3, 1.9, 0.4, 2.6], count: 4, p: 0.125 },
  { name: "D2 zeros and ties", diffs: [4, 0, 0, 7, -2, 5, 0, 12], count: 32, p: 0.125 },
  { name: "B10", diffs: [3, -1, 4, 1, 5, -9, 2, 6, 5, 3], count: 232, p: 0.2265625 },
  { name: "float trap", diffs: [0.1, 0.2, -0.3, 0.1, 0.2, 0.3], count: 24, p: 0.375 },
];

const tenths = (diffs: readonly number[]): number[] => diffs.map((one) => Math.round(one * 10));

describe("exact sign-flip test", () => {
  test.each(VECTORS)("$name", ({ diffs, count, p }) => {
    expect(signFlip(tenths(diffs))).toEqual({ count, total: 2 ** diffs.length, p });
  });

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
