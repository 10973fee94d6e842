import fc from "fast-check";
import { expect, test } from "vitest";

import {
  oneAtATime,
  smallestEuclidean,
  smallestTransfer,
  tolerance,
} from "../../../src/core/statistics/weight-sensitivity.ts";

const row = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -30, max: 30 }));
const profile = fc.array(row, { minLength: 2, maxLength: 8 });
const split = (rows: readonly (readonly [number, number])[]) => ({
  weights: rows.map(([weight]) => weight),
  d: rows.map(([, difference]) => difference),
});

function lead(weights: readonly number[], d: readonly number[]): number {
  return weights.reduce((total, weight, at) => total + weight * (d[at] ?? 0), 0);
}

test("nothing depends on which candidate is named first or on the weights' sum", () => {
  fc.assert(
    fc.property(profile, (rows) => {
      const { weights, d } = split(rows);
      const [hundredfold, turned] = [weights.map((one) => one * 100), d.map((one) => 0 - one)];
      expect(tolerance(hundredfold, turned) ?? -1).toBeCloseTo(tolerance(weights, d) ?? -1, 10);
      const [one, other] = [oneAtATime(weights, d), oneAtATime(hundredfold, turned)];
      for (const [at, criterion] of one.entries()) {
        expect(other[at]?.critical_weight ?? -1).toBeCloseTo(criterion.critical_weight ?? -1, 10);
      }
      const moved = smallestTransfer(hundredfold, turned).total_variation ?? -1;
      expect(moved).toBeCloseTo(smallestTransfer(weights, d).total_variation ?? -1, 10);
    }),
  );
});

test("every weight off by the tolerance, each the worst way, ends the lead exactly; none is below 0", () => {
  fc.assert(
    fc.property(profile, (rows) => {
      const { weights, d } = split(rows);
      const found = tolerance(weights, d);
      const sign = Math.sign(lead(weights, d));
      const moved = weights.map(
        (one, at) => one * (1 - (found ?? 0) * sign * Math.sign(d[at] ?? 0)),
      );
      const dominated =
        sign === 0 ? d.every((one) => one === 0) : d.every((one) => one * sign >= 0);
      expect(found === null).toBe(dominated);
      expect(found ?? 0).toBeGreaterThanOrEqual(0);
      expect(found ?? 0).toBeLessThan(1);
      expect(lead(moved, d)).toBeCloseTo(found === null ? lead(weights, d) : 0, 8);
    }),
  );
});

test("the critical weight is a tie with the others in proportion, and bounds where the weight stands", () => {
  fc.assert(
    fc.property(profile, (rows) => {
      const { weights, d } = split(rows);
      const held = weights.reduce((total, one) => total + one, 0);
      for (const [at, { critical_weight, stable }] of oneAtATime(weights, d).entries()) {
        const own = (weights[at] ?? 0) / held;
        const shift = (one: number, other: number) =>
          other === at
            ? (critical_weight ?? own)
            : ((one / held) * (1 - (critical_weight ?? own))) / (1 - own);
        const total = lead(weights.map(shift), d);
        expect(total).toBeCloseTo(critical_weight === null ? lead(weights, d) / held : 0, 8);
        expect(stable[0]).toBeLessThanOrEqual(own + 1e-12);
        expect(stable[1]).toBeGreaterThanOrEqual(own - 1e-12);
      }
    }),
  );
});

/** The least weight moved, by trying every way in steps of a fortieth. */
function leastByTrying(weights: readonly number[], d: readonly number[]): number {
  const sign = Math.sign(lead(weights, d));
  const [a = 0, b = 0, c = 0] = weights;
  let least = Number.POSITIVE_INFINITY;
  for (let one = 0; one <= 40; one += 1) {
    for (let two = 0; one + two <= 40; two += 1) {
      const tried = [one, two, 40 - one - two];
      if (lead(tried, d) * sign > 0) continue;
      const moved = Math.abs(one - a) + Math.abs(two - b) + Math.abs(40 - one - two - c);
      least = Math.min(least, moved / 80);
    }
  }
  return least;
}

test("no grid of weights ends the lead with less, and the nearest point is no farther than any", () => {
  const three = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 18 }));
  const falls = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -9, max: 9 })));
  fc.assert(
    fc.property(three, falls, ([a, b], d) => {
      const weights = [a, b, 40 - a - b];
      const moved = smallestTransfer(weights, d).total_variation ?? Number.POSITIVE_INFINITY;
      const tried = leastByTrying(weights, d);
      const strictly = d.some((one) => one * Math.sign(lead(weights, d)) < 0);
      expect(strictly ? moved : 0).toBeLessThanOrEqual(tried + 1e-12);
      expect(strictly ? tried - moved : 0).toBeLessThanOrEqual(0.05);
      const nearest = smallestEuclidean(weights, d);
      const share = (nearest?.weights ?? [1, 0, 0]).reduce((total, one) => total + one, 0);
      expect(share).toBeCloseTo(1, 10);
      expect(nearest?.distance ?? 0).toBeLessThanOrEqual(Math.SQRT2 * moved + 1e-9);
      expect(nearest === null ? 0 : lead(nearest.weights, d)).toBeCloseTo(0, 7);
    }),
  );
});

test("where the straight way leaves the simplex, the nearest point keeps every weight at 0 or more", () => {
  const [weights, d] = [
    [0.02, 0.03, 0.95],
    [10, 9, -0.1],
  ];
  const nearest = smallestEuclidean(weights, d);
  expect(Math.min(...(nearest?.weights ?? [-1]))).toBeGreaterThanOrEqual(0);
  // By hand: the first weight reaches 0, then 9 v2 = .1 v3 with v2 + v3 = 1.
  expect(nearest?.weights[0]).toBe(0);
  expect(nearest?.weights[1]).toBeCloseTo(0.1 / 9.1, 9);
});

test("a tie needs no move; dominance has none; nonsense is refused", () => {
  expect(tolerance([1, 1], [2, -2])).toBe(0);
  expect(smallestTransfer([1, 1], [2, -2])).toEqual({ total_variation: 0, moves: [] });
  expect(smallestEuclidean([1, 1], [2, -2])?.distance).toBe(0);
  expect(tolerance([1, 1], [2, 0])).toBeNull();
  expect(smallestTransfer([1, 1], [2, 0])).toEqual({ total_variation: null, moves: [] });
  expect(smallestEuclidean([1, 1], [2, 0])).toBeNull();
  expect(oneAtATime([1, 0], [2, -1])[0]?.critical_weight).toBeNull();
  expect(() => tolerance([1], [1, 2])).toThrow(RangeError);
  expect(() => tolerance([0, 0], [1, 2])).toThrow(RangeError);
  expect(() => oneAtATime([-1, 2], [1, 2])).toThrow(RangeError);
});
