/** Weighted points from points and weights alone, and how far the weights may move. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { orderCandidates, weighCandidates } from "../../../src/core/scoring/weigh.ts";
import { tolerance } from "../../../src/core/statistics/weight-sensitivity.ts";

const share = fc.integer({ min: 0, max: 1_000 }).map((value) => value / 10);

test("weighted points are the mean of the points, weight by weight, to nine digits", () => {
  expect(
    weighCandidates(
      [
        [100, 50],
        [80, 100],
      ],
      [0.75, 0.25],
    ),
  ).toEqual([87.5, 85]);
  expect(weighCandidates([[1 / 3, 2 / 3]], [1, 1])).toEqual([0.5]);
  expect(weighCandidates([[100 / 3]], [7])).toEqual([33.3333333]);
});

test("no points in one metric, or no weight at all, gives none", () => {
  expect(weighCandidates([[100, null]], [1, 0])).toEqual([null]);
  expect(weighCandidates([[100, 90]], [0, 0])).toEqual([null]);
});

test("a compensated sum loses nothing to the order of the metrics", () => {
  const row = [100, 1e-7, 33.3333333, 0.0000001, 99.9999999];
  const weights = [3, 5, 7, 11, 13];
  const turned = weighCandidates([row.toReversed()], weights.toReversed());
  expect(weighCandidates([row], weights)).toEqual(turned);
});

test("weighted points lie within the points and do not depend on the weights' scale", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(share, fc.integer({ min: 1, max: 99 })), { minLength: 1, maxLength: 8 }),
      (parts) => {
        const row = parts.map(([points]) => points);
        const weights = parts.map(([, weight]) => weight);
        const [points] = weighCandidates([row], weights);
        if (points === null || points === undefined) throw new Error("every metric has points");
        expect(points).toBeGreaterThanOrEqual(Math.min(...row) - 1e-6);
        expect(points).toBeLessThanOrEqual(Math.max(...row) + 1e-6);
        const [scaled] = weighCandidates(
          [row],
          weights.map((weight) => weight * 4),
        );
        expect(scaled).toBe(points);
      },
    ),
  );
});

test("most points first; equal points keep their order, and who has none is left out", () => {
  expect(orderCandidates([10, null, 30, 10, 30])).toEqual([2, 4, 0, 3]);
  expect(orderCandidates([])).toEqual([]);
});

test("at the tolerance both are level, and null means that nothing speaks for the rival", () => {
  expect(tolerance([0.5, 0.5], [10, -5])).toBeCloseTo(1 / 3, 12);
  expect(tolerance([0.5, 0.5], [10, 0])).toBeNull();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -100, max: 100 }), fc.integer({ min: 1, max: 99 })), {
        minLength: 2,
        maxLength: 8,
      }),
      (parts) => {
        const d = parts.map(([difference]) => difference);
        const weights = parts.map(([, weight]) => weight);
        const margin = d.reduce((sum, one, at) => sum + one * (weights[at] ?? 0), 0);
        const found = tolerance(weights, d);
        fc.pre(margin > 0 && found !== null);
        const moved = weights.map((weight, at) => weight * (1 - Math.sign(d[at] ?? 0) * found));
        const level = d.reduce((sum, one, at) => sum + one * (moved[at] ?? 0), 0);
        expect(level).toBeCloseTo(0, 8);
      },
    ),
  );
});
