import fc from "fast-check";
import { expect, test } from "vitest";

import {
  nearestRank,
  orderStatisticInterval,
  quantileType7,
  upperLimitOrder,
} from "../../../src/core/statistics/quantile.ts";

const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 60 });
const fraction = fc.double({ min: 0.001, max: 0.999, noNaN: true });

test("the nearest rank is a value that at least that share does not exceed, and the smallest such", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 99 }), (data, hundredths) => {
      const { value, rank } = nearestRank(data, hundredths / 100);
      expect(data).toContain(value);
      expect(value).toBe(data.toSorted((a, b) => a - b)[rank - 1]);
      expect(rank * 100).toBeGreaterThanOrEqual(hundredths * data.length);
      expect((rank - 1) * 100).toBeLessThan(hundredths * data.length);
    }),
  );
});

test("type 7 stays between its neighbours' values and grows with p", () => {
  fc.assert(
    fc.property(values, fraction, fraction, (data, one, other) => {
      const [p, q] = [Math.min(one, other), Math.max(one, other)];
      expect(quantileType7(data, p)).toBeLessThanOrEqual(quantileType7(data, q) + 1e-9);
      expect(quantileType7(data, p)).toBeGreaterThanOrEqual(Math.min(...data));
      expect(quantileType7(data, q)).toBeLessThanOrEqual(Math.max(...data));
    }),
  );
});

test("a run that never ended has the highest rank", () => {
  expect(nearestRank([3, Number.POSITIVE_INFINITY, 1], 0.95)).toEqual({
    value: Number.POSITIVE_INFINITY,
    rank: 3,
  });
  expect(nearestRank([3, Number.POSITIVE_INFINITY, 1], 0.5).value).toBe(3);
});

test("the p quantile mirrors the 1 - p quantile", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 99 }), (n, at) => {
      const one = orderStatisticInterval(n, at / 100, 0.9);
      const mirrored = orderStatisticInterval(n, 1 - at / 100, 0.9);
      const turned = (order: number | null) => (order === null ? null : n + 1 - order);
      expect(mirrored.lower_order).toBe(turned(one.upper_order));
      expect(mirrored.upper_order).toBe(turned(one.lower_order));
      expect(one.coverage ?? 1).toBeGreaterThanOrEqual(0.9 - 1e-12);
    }),
  );
});

test("refuses no values, NaN and no probability", () => {
  expect(() => nearestRank([], 0.5)).toThrow(RangeError);
  expect(() => nearestRank([1, Number.NaN], 0.5)).toThrow(/NaN/);
  expect(() => quantileType7([1], 1.1)).toThrow(RangeError);
  expect(() => orderStatisticInterval(0, 0.5, 0.95)).toThrow(RangeError);
  expect(() => upperLimitOrder(10, 0, 0.95)).toThrow(RangeError);
});
