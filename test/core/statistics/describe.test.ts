import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  mean,
  median,
  medianAbsoluteDeviation,
  standardDeviation,
  sum,
} from "../../../src/core/statistics/describe.ts";
import { roundDerived } from "../../../src/core/statistics/round.ts";

// how: exact fractions, R and scipy (the project's reference vectors, groups `mad` and `bootstrap`).
const VECTORS = [
  { data: [0.8, -0.3, 1.9, 0.4, 2.6], mean: 1.08, median: 0.8, mad: 1.1, sd: 1.1649034294738772 },
  { data: [4, 0, 0, 7, -2, 5, 0, 12], mean: 3.25, median: 2, mad: 2.5, sd: 4.6827952580239325 },
  {
    data: [18.7, 17.9, 19.4, 18.2, 22.1, 18.0, 41.3, 17.5, 19.9, 18.6],
    mean: 21.16,
    median: 18.65,
    mad: 0.75,
    sd: 7.200030864131378,
  },
  { data: [0.6, 1.1, 0.2], mean: 1.9 / 3, median: 0.6, mad: 0.4, sd: 0.4509249752822895 },
];

describe("location and spread", () => {
  test.each(VECTORS)("matches the reference on $data", (vector) => {
    expect(mean(vector.data)).toBeCloseTo(vector.mean, 9);
    expect(median(vector.data)).toBeCloseTo(vector.median, 9);
    expect(medianAbsoluteDeviation(vector.data)).toBeCloseTo(vector.mad, 9);
    expect(standardDeviation(vector.data)).toBeCloseTo(vector.sd, 9);
  });

  test("the sum keeps what plain addition loses", () => {
    expect(sum([1, 1e100, 1, -1e100])).toBe(2);
    expect(sum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(sum([])).toBe(0);
  });

  test("does not change its input and refuses what has no answer", () => {
    const data = [3, 1, 2];
    median(data);
    expect(data).toEqual([3, 1, 2]);
    expect(() => mean([])).toThrow(RangeError);
    expect(() => standardDeviation([1])).toThrow(RangeError);
  });

  test("mean and median lie between the extremes; spread of equal values is 0", () => {
    const values = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(values, (data) => {
        const [low, high] = [Math.min(...data), Math.max(...data)];
        for (const centre of [mean(data), median(data)]) {
          expect(centre).toBeGreaterThanOrEqual(low);
          expect(centre).toBeLessThanOrEqual(high);
        }
        expect(standardDeviation(data.map(() => low))).toBe(0);
      }),
    );
  });
});

describe("rounding of derived numbers", () => {
  test("keeps nine significant digits and no negative zero", () => {
    expect(roundDerived(99.250266666666)).toBe(99.2502667);
    expect(roundDerived(0.1 + 0.2)).toBe(0.3);
    expect(roundDerived(123456789012)).toBe(123456789000);
    expect(Object.is(roundDerived(-0), 0)).toBe(true);
    expect(() => roundDerived(Number.NaN)).toThrow(RangeError);
    expect(() => roundDerived(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});
