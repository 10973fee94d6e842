import fc from "fast-check";
import { expect, test } from "vitest";

import {
  confidenceFactor,
  pairwiseWinning,
  rankAcceptability,
  resampledPoints,
} from "../../../src/core/statistics/rank-acceptability.ts";

const SEED = "c0ffee00".repeat(8);
const block = (lead: number) => [[50 + lead], [50]];
const point = fc.integer({ min: 0, max: 20 });
const threeByThree = fc.array(fc.tuple(point, point, point), { minLength: 3, maxLength: 3 });

test("every candidate takes some rank and every rank some candidate, ties shared evenly", () => {
  fc.assert(
    fc.property(threeByThree, (points) => {
      const { rows } = rankAcceptability(points, { alpha: "uniform", draws: 200, seed: SEED });
      for (const at of [0, 1, 2]) {
        expect(rows[at]?.reduce((total, one) => total + one, 0)).toBeCloseTo(1, 9);
        expect(rows.reduce((total, row) => total + (row[at] ?? 0), 0)).toBeCloseTo(1, 9);
      }
    }),
  );
});

test("of two candidates, the first rank's share is the exact share of the weight space", () => {
  const points = [
    [60, 20, 90],
    [50, 40, 70],
  ];
  for (const alpha of ["uniform", [5, 3, 2], [0, 1, 1]] as const) {
    const drawn = rankAcceptability(points, { alpha, draws: 40_000, seed: SEED });
    const exact = pairwiseWinning(points, alpha);
    expect(Math.abs((drawn.rows[0]?.[0] ?? 0) - Number(exact[0]?.[1]))).toBeLessThan(0.01);
    expect(Number(exact[0]?.[1]) + Number(exact[1]?.[0])).toBeCloseTo(1, 12);
    expect(exact[0]?.[0]).toBeNull();
  }
});

test("weights drawn around a profile have its weights as their mean", () => {
  const alpha = [35, 20, 0, 45];
  const dominant = [
    [9, 9, 9, 9],
    [1, 1, 1, 1],
  ];
  const { central_weights, rows } = rankAcceptability(dominant, { alpha, seed: SEED });
  for (const [at, weight] of (central_weights[0] ?? []).entries()) {
    expect(weight).toBeCloseTo((alpha[at] ?? 0) / 100, 2);
  }
  expect(central_weights[0]?.[2]).toBe(0);
  expect(rows[0]).toEqual([1, 0]);
  expect(central_weights[1]).toBeNull();
});

test("the same seed gives the same draws, another seed others, and equal candidates share", () => {
  const points = [
    [5, 1],
    [1, 5],
    [1, 5],
  ];
  const settings = { alpha: "uniform", draws: 500, seed: SEED } as const;
  const one = rankAcceptability(points, settings);
  expect(rankAcceptability(points, settings)).toEqual(one);
  expect(rankAcceptability(points, { ...settings, seed: "77".repeat(16) }).rows).not.toEqual(
    one.rows,
  );
  expect(one.rows[1]).toEqual(one.rows[2]);
  expect(pairwiseWinning(points, "uniform")[1]?.[2]).toEqual({ tie: true });
});

test("a candidate that leads in every block keeps its place; one that leads in half of them often loses it", () => {
  const sure = [3, 2, 4, 1].map(block);
  const unsure = [3, -3, 2, -2].map(block);
  expect(confidenceFactor(resampledPoints(sure, 300, SEED), 0, [1])).toBe(1);
  const factor = confidenceFactor(resampledPoints(unsure, 4_000, SEED), 0, [1]) ?? NaN;
  expect(Math.abs(factor - 0.5)).toBeLessThan(0.04);
  expect(confidenceFactor([], 0, [1])).toBeNull();
});

test("refuses what cannot be ranked", () => {
  const good = { alpha: "uniform", seed: SEED } as const;
  expect(() => rankAcceptability([[1, 2]], good)).toThrow(RangeError);
  expect(() => rankAcceptability([[1, 2], [1]], good)).toThrow(RangeError);
  expect(() => rankAcceptability([[1], [2]], { ...good, alpha: [0.5] })).toThrow(RangeError);
  expect(() => rankAcceptability([[1], [2]], { ...good, draws: 0 })).toThrow(RangeError);
  expect(() => [...resampledPoints([], 1, SEED)]).toThrow(RangeError);
});
