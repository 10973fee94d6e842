import fc from "fast-check";
import { expect, test } from "vitest";

import { nearestRank } from "../../../src/core/capability/percentile.ts";

const values = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 60 });
const share = fc.double({ min: 0.01, max: 1, noNaN: true });

test("a percentile is the value of a run, with the share at or below it and less below any smaller one", () => {
  fc.assert(
    fc.property(values, share, (sample, part) => {
      const found = nearestRank(sample, part);
      expect(sample).toContain(found);
      const upTo = sample.filter((one) => one <= found).length;
      const below = sample.filter((one) => one < found).length;
      expect(upTo).toBeGreaterThanOrEqual(part * sample.length - 1e-9);
      expect(below).toBeLessThan(part * sample.length);
    }),
  );
});

test("of twenty values the 95th percentile is the nineteenth, of three the largest", () => {
  const twenty = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect(nearestRank(twenty, 0.95)).toBe(19);
  expect(nearestRank([22.1, 18.7, 19.4], 0.95)).toBe(22.1);
});

test("no values, and no share, have no percentile", () => {
  expect(() => nearestRank([], 0.5)).toThrow("no values have no percentile");
  for (const part of [0, -1, 1.01, Number.NaN])
    expect(() => nearestRank([1], part)).toThrow("is no share of a sample");
});
