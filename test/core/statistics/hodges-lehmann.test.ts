import fc from "fast-check";
import { expect, test } from "vitest";

import {
  hodgesLehmann,
  hodgesLehmannTwoSample,
} from "../../../src/core/statistics/hodges-lehmann.ts";

const some = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 12 });

/** P(V <= k) of the signed-rank sum by listing every set of ranks. */
function signedRankAtMost(n: number, k: number): number {
  let count = 0;
  for (let set = 0; set < 2 ** n; set += 1) {
    let sum = 0;
    for (let rank = 1; rank <= n; rank += 1) if ((set >> (rank - 1)) & 1) sum += rank;
    if (sum <= k) count += 1;
  }
  return count / 2 ** n;
}

test("moves with the data, mirrors with the signs, and lies inside its interval", () => {
  fc.assert(
    fc.property(some, fc.integer({ min: -9, max: 9 }), (values, shift) => {
      const one = hodgesLehmann(values);
      const moved = hodgesLehmann(values.map((value) => value + shift));
      const mirrored = hodgesLehmann(values.map((value) => -value));
      expect(moved.estimate).toBe(one.estimate + shift);
      expect(mirrored.estimate + one.estimate).toBe(0);
      expect(one.low ?? one.estimate).toBeLessThanOrEqual(one.estimate);
      expect(one.high ?? one.estimate).toBeGreaterThanOrEqual(one.estimate);
      expect(one.low === null).toBe(values.length < 6);
    }),
  );
});

test("the level is what listing every set of ranks gives, the largest cut that keeps 95 %", () => {
  for (let n = 6; n <= 14; n += 1) {
    const { level } = hodgesLehmann(Array.from({ length: n }, (_, at) => at));
    let k = 0;
    while (signedRankAtMost(n, k + 1) <= 0.025) k += 1;
    expect(level).toBeCloseTo(1 - 2 * signedRankAtMost(n, k), 12);
  }
});

test("one run that never ended does not make the estimate infinite; runs of both kinds are refused", () => {
  const ended = hodgesLehmann([1, 2, 3, 4, 5, 6, Number.POSITIVE_INFINITY]);
  expect(Number.isFinite(ended.estimate)).toBe(true);
  expect(ended.high).toBe(Number.POSITIVE_INFINITY);
  expect(() => hodgesLehmann([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])).toThrow(
    RangeError,
  );
});

test("two samples: turning them round turns the sign", () => {
  fc.assert(
    fc.property(some, some, (x, y) => {
      expect(hodgesLehmannTwoSample(x, y) + hodgesLehmannTwoSample(y, x)).toBe(0);
    }),
  );
});

test("refuses none, too many and NaN", () => {
  expect(() => hodgesLehmann([])).toThrow(RangeError);
  expect(() => hodgesLehmann(Array.from({ length: 501 }, () => 1))).toThrow(RangeError);
  expect(() => hodgesLehmann([Number.NaN])).toThrow(RangeError);
  expect(() => hodgesLehmann([1], 1)).toThrow(RangeError);
  expect(() => hodgesLehmannTwoSample([], [1])).toThrow(RangeError);
});
