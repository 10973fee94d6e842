import fc from "fast-check";
import { expect, test } from "vitest";

import {
  logGamma,
  lowerGamma,
  normalUpperTail,
  upperGamma,
} from "../../../src/core/statistics/gamma.ts";
import {
  chiSquareQuantile,
  incompleteBeta,
  normalQuantile,
  tQuantile,
} from "../../../src/core/statistics/student.ts";

const shape = fc.double({ min: 0.1, max: 200, noNaN: true });
const fraction = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });

test("ln Γ counts factorials and knows Γ(1/2)", () => {
  let factorial = 0;
  for (let n = 1; n <= 200; n += 1) {
    expect(logGamma(n) / Math.max(1, factorial)).toBeCloseTo(
      factorial / Math.max(1, factorial),
      13,
    );
    factorial += Math.log(n);
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 14);
});

test("tails of the gamma function: whole shapes are sums of a Poisson's terms, both tails make one", () => {
  for (const [a, x] of [
    [1, 0.3],
    [4, 9],
    [20, 14],
    [60, 80],
  ] as const) {
    let term = Math.exp(-x);
    let total = 0;
    for (let k = 0; k < a; k += 1) {
      total += term;
      term *= x / (k + 1);
    }
    expect(upperGamma(a, x)).toBeCloseTo(total, 13);
    expect(lowerGamma(a, x) + upperGamma(a, x)).toBeCloseTo(1, 13);
  }
});

test("I_x(a, b) rises with x and mirrors I_(1-x)(b, a)", () => {
  fc.assert(
    fc.property(shape, shape, fraction, fraction, (a, b, one, other) => {
      const [x, y] = [Math.min(one, other), Math.max(one, other)];
      expect(incompleteBeta(a, b, x)).toBeLessThanOrEqual(incompleteBeta(a, b, y) + 1e-12);
      expect(incompleteBeta(a, b, x) + incompleteBeta(b, a, 1 - x)).toBeCloseTo(1, 11);
    }),
  );
});

// how: Python's statistics.NormalDist for the normal, the vectors' t; chi-square(1) is the normal squared.
test("quantiles far from the middle, and the way back", () => {
  expect(normalQuantile(1e-20)).toBeCloseTo(-9.26234008979841, 12);
  expect(normalQuantile(0.975)).toBeCloseTo(1.95996398454005, 13);
  expect(tQuantile(0.975, 1)).toBeCloseTo(12.7062047361747, 9);
  expect(chiSquareQuantile(0.95, 1)).toBeCloseTo(1.95996398454005 ** 2, 9);
  fc.assert(
    fc.property(fraction, (p) => {
      expect(normalUpperTail(normalQuantile(p)) / (1 - p)).toBeCloseTo(1, 8);
      expect(tQuantile(p, 7)).toBeCloseTo(-tQuantile(1 - p, 7), 6);
    }),
  );
});

test("with many degrees of freedom t is the normal distribution", () => {
  expect(tQuantile(0.975, 1e7)).toBeCloseTo(normalQuantile(0.975), 6);
});

test("refuses what lies outside", () => {
  expect(() => normalQuantile(1)).toThrow(RangeError);
  expect(() => tQuantile(0.5, 0)).toThrow(RangeError);
  expect(() => chiSquareQuantile(0, 3)).toThrow(RangeError);
  expect(() => incompleteBeta(0, 1, 0.5)).toThrow(RangeError);
  expect(() => logGamma(0)).toThrow(RangeError);
  expect(() => upperGamma(1, -1)).toThrow(RangeError);
  expect(() => normalUpperTail(Number.NaN)).toThrow(RangeError);
});
