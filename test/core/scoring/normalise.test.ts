import fc from "fast-check";
import { expect, test } from "vitest";

import { normalise } from "../../../src/core/scoring/normalise.ts";

// how: the published formula by hand; the project's reference vectors, group `normalise`.
test.each([
  { value: 0, maximum: 0.05, direction: "lower", points: 100, clipped: null, at_bound: true },
  { value: 0.0125, maximum: 0.05, direction: "lower", points: 75, clipped: null, at_bound: false },
  { value: 0.07, maximum: 0.05, direction: "lower", points: 0, clipped: "high", at_bound: true },
  {
    value: 18.706,
    maximum: 300,
    direction: "lower",
    points: 93.76466666666666,
    clipped: null,
    at_bound: false,
  },
  {
    value: 18.706,
    maximum: 30,
    direction: "lower",
    points: 37.646666666666675,
    clipped: null,
    at_bound: false,
  },
  { value: 18.706, maximum: 3, direction: "lower", points: 0, clipped: "high", at_bound: true },
  { value: 100, maximum: 100, direction: "higher", points: 100, clipped: null, at_bound: true },
  { value: -5, maximum: 100, direction: "higher", points: 0, clipped: "low", at_bound: true },
] as const)("$value in 0..$maximum, $direction", ({ value, maximum, direction, ...expected }) => {
  const found = normalise(value, { minimum: 0, maximum, direction });
  expect(found.points).toBeCloseTo(expected.points, 9);
  expect(found.clipped).toBe(expected.clipped);
  expect(found.at_bound).toBe(expected.at_bound);
});

test("stays in 0..100, the directions mirror each other, and only bounds move it", () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(value, fc.double({ min: 0.001, max: 1e6, noNaN: true }), (one, maximum) => {
      const up = normalise(one, { minimum: 0, maximum, direction: "higher" }).points;
      const down = normalise(one, { minimum: 0, maximum, direction: "lower" }).points;
      expect(up).toBeGreaterThanOrEqual(0);
      expect(up).toBeLessThanOrEqual(100);
      expect(up + down).toBeCloseTo(100, 9);
    }),
  );
  expect(() => normalise(Number.NaN, { minimum: 0, maximum: 1, direction: "lower" })).toThrow(
    /NaN/,
  );
});
