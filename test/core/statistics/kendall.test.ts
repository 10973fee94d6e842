import fc from "fast-check";
import { expect, test } from "vitest";

import { createGenerator } from "../../../src/core/statistics/generator.ts";
import {
  kendallExact,
  kendallTauB,
  seasonalKendall,
  theilSen,
} from "../../../src/core/statistics/kendall.ts";

function orders(n: number): number[][] {
  if (n === 0) return [[]];
  return orders(n - 1).flatMap((rest) =>
    Array.from({ length: n }, (_, at) => [...rest.slice(0, at), n, ...rest.slice(at)]),
  );
}

const score = (order: readonly number[]) => kendallExact(order).s;
const places = (values: readonly number[]) => values.map((_, at) => at);
const permutation = (n: number) =>
  fc.shuffledSubarray(places(Array.from({ length: n })), { minLength: n });

test("the exact p of one stratum and of several is the plain count over all orders", () => {
  const strata = [
    [2, 1, 4, 3],
    [1, 3, 2],
    [1, 2, 3, 4],
  ];
  const found = seasonalKendall(strata, strata.map(places));
  let [extreme, total] = [0, 0];
  for (const a of orders(4)) {
    for (const b of orders(3)) {
      for (const c of orders(4)) {
        total += 1;
        if (Math.abs(score(a) + score(b) + score(c)) >= Math.abs(found.s)) extreme += 1;
      }
    }
  }
  expect(found.exact).toBe(true);
  expect(found.p).toBeCloseTo(extreme / total, 12);
});

test("turning time round turns S and the slope, never p; S stays within its pairs", () => {
  fc.assert(
    fc.property(permutation(9), (y) => {
      const [one, turned] = [kendallExact(y), kendallExact(y.toReversed())];
      expect(turned.s).toBe(-one.s || 0);
      expect(turned.p).toBe(one.p);
      expect(Math.abs(one.tau)).toBeLessThanOrEqual(1);
      expect(theilSen(y.toReversed()) + theilSen(y)).toBeCloseTo(0, 12);
    }),
  );
});

test("the normal approximation comes near the exact p, and ties take spread off", () => {
  const y = Array.from({ length: 60 }, (_, at) => Math.sin(at * 12.9) * 5 + at * 0.03);
  const exact = kendallExact(y);
  const tied = kendallExact(y.map((one) => Math.round(one)));
  expect(exact.exact).toBe(true);
  expect(tied.exact).toBe(false);
  expect(Math.abs(tied.p - exact.p)).toBeLessThan(0.1);
  // By hand: n = 4 with one pair tied: variance (4·3·13 - 2·1·9) / 18 = 23/3; S = 5, z = 4/√(23/3) = 1.4446.
  expect(kendallExact([1, 2, 2, 3])).toMatchObject({ s: 5, exact: false });
  expect(kendallExact([1, 2, 2, 3]).p).toBeCloseTo(0.14856, 4);
  expect(kendallExact([7, 7, 7])).toMatchObject({ s: 0, p: 1 });
});

test("under no drift, p below .05 is seen at most 5 times in 100", () => {
  const draw = createGenerator("77".repeat(32));
  for (const [strata, n] of [
    [1, 6],
    [5, 4],
    [40, 5],
  ] as const) {
    let seen = 0;
    for (let trial = 0; trial < 1_000; trial += 1) {
      const values = Array.from({ length: strata }, () =>
        Array.from({ length: n }, () => draw.unit()),
      );
      if (seasonalKendall(values, values.map(places)).p <= 0.05) seen += 1;
    }
    expect(seen).toBeLessThanOrEqual(72);
  }
});

test("levels of strata do not matter, times do: a shared slope is found whatever the cases cost", () => {
  const times = [
    [0, 3, 5, 9, 14],
    [1, 2, 7, 8, 20],
    [4, 6, 10, 11],
  ];
  const strata = times.map((clock, at) => clock.map((time) => at * 1000 + time * 0.5));
  const found = seasonalKendall(strata, times);
  expect(found.slope).toBeCloseTo(0.5, 12);
  expect(found.s).toBe(found.pairs);
  expect(found.p).toBeLessThan(1e-4);
});

test("of more than 200,000 slopes every k-th is held, and the result says k", () => {
  const values = Array.from({ length: 1_000 }, (_, at) => at * 0.25 + Math.sin(at * 99) * 0.01);
  const found = seasonalKendall([values], [places(values)]);
  expect(found.pairs).toBe(499_500);
  expect(found.slope_step).toBe(3);
  expect(found.slope).toBeCloseTo(0.25, 3);
});

test("1,000 strata of 100 values are taken", () => {
  const strata = Array.from({ length: 1_000 }, (_, at) =>
    Array.from({ length: 100 }, (_unused, i) => Math.sin(at * 3.1 + i * i) + i * 0.001),
  );
  const found = seasonalKendall(strata, strata.map(places));
  expect(found).toMatchObject({ pairs: 4_950_000, slope_step: 25, exact: false });
  expect(found.slope).toBeCloseTo(0.001, 3);
});

test("strata of one value or none say nothing; times that do not rise are refused", () => {
  expect(seasonalKendall([], [])).toMatchObject({ s: 0, p: 1, slope: null });
  expect(seasonalKendall([[3], [1]], [[0], [0]])).toMatchObject({ s: 0, p: 1, slope: null });
  expect(() => seasonalKendall([[1, 2]], [[1, 1]])).toThrow(/stratum 0/);
  expect(() => seasonalKendall([[1, 2]], [[1]])).toThrow(RangeError);
  expect(() => seasonalKendall([[1, Number.NaN]], [[0, 1]])).toThrow(RangeError);
  expect(() => kendallExact([1])).toThrow(RangeError);
  expect(() => theilSen([1])).toThrow(RangeError);
});

test("tau-b: the same order is 1, the reverse -1, ties of one list alone have no order", () => {
  fc.assert(
    fc.property(permutation(7), permutation(7), (a, b) => {
      expect(kendallTauB(a, a)).toBeCloseTo(1, 12);
      expect(kendallTauB(a, b)).toBeCloseTo(kendallTauB(b, a) ?? NaN, 12);
      const reversed = b.map((one) => -one);
      expect((kendallTauB(a, b) ?? 0) + (kendallTauB(a, reversed) ?? 0)).toBeCloseTo(0, 12);
    }),
  );
  expect(kendallTauB([1, 1, 1], [1, 2, 3])).toBeNull();
  expect(() => kendallTauB([1, 2], [1])).toThrow(RangeError);
});
