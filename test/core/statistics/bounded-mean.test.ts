import fc from "fast-check";
import { expect, test } from "vitest";

import { boundedMeanLower } from "../../../src/core/statistics/bounded-mean.ts";
import { createGenerator } from "../../../src/core/statistics/generator.ts";
import { clopperPearsonLower } from "../../../src/core/statistics/proportion.ts";

const score = fc.double({ min: 0, max: 1, noNaN: true });
const scores = fc.array(score, { minLength: 1, maxLength: 40 });

function passes(passed: number, n: number): number[] {
  return Array.from({ length: n }, (_, at) => (at < passed ? 1 : 0));
}

test("of 0/1 values it is Clopper and Pearson's bound, up to 1,000 of them", () => {
  for (const n of [1, 3, 10, 100, 300, 1_000]) {
    for (const passed of [0, 1, Math.floor(n / 3), n - 1, n]) {
      for (const alpha of [0.05, 0.001]) {
        const exact = clopperPearsonLower(passed, n, alpha);
        expect(boundedMeanLower(passes(passed, n), alpha)).toBeCloseTo(exact, 10);
      }
    }
  }
});

test("lies between 0 and the mean, grows with every score, and shrinks with alpha", () => {
  fc.assert(
    fc.property(scores, score, (values, more) => {
      const bound = boundedMeanLower(values, 0.05) ?? NaN;
      const mean = values.reduce((total, one) => total + one, 0) / values.length;
      expect(bound).toBeGreaterThanOrEqual(0);
      expect(bound).toBeLessThanOrEqual(mean + 1e-12);
      const raised = values.map((one, at) => (at === 0 ? Math.max(one, more) : one));
      expect(boundedMeanLower(raised, 0.05)).toBeGreaterThanOrEqual(bound - 1e-12);
      expect(boundedMeanLower(values, 0.01)).toBeLessThanOrEqual(bound + 1e-12);
      expect(boundedMeanLower(values.toReversed(), 0.05)).toBeCloseTo(bound, 10);
    }),
  );
});

test("300 scores, all different: the share below the bound is alpha, counted by drawing the spacings", () => {
  const draw = createGenerator("3c".repeat(32));
  const values = Array.from({ length: 300 }, (_, at) => ((at * 89) % 300) / 300);
  const bound = boundedMeanLower(values, 0.05) ?? NaN;
  let below = 0;
  for (let trial = 0; trial < 8_000; trial += 1) {
    let [held, total] = [-Math.log(draw.unit()), 0];
    for (const value of values) {
      const spacing = -Math.log(draw.unit());
      held += spacing;
      total += spacing * value;
    }
    if (total / held <= bound) below += 1;
  }
  expect(Math.abs(below / 8_000 - 0.05)).toBeLessThan(0.01);
});

test("has no answer beyond 1,000 values that differ, and refuses what is no score", () => {
  expect(boundedMeanLower(passes(1_000, 1_001), 0.05)).toBeNull();
  expect(boundedMeanLower(passes(1_001, 1_001), 0.05)).toBeCloseTo(0.05 ** (1 / 1_001), 12);
  expect(() => boundedMeanLower([], 0.05)).toThrow(RangeError);
  expect(() => boundedMeanLower([1.01], 0.05)).toThrow(RangeError);
  expect(() => boundedMeanLower([Number.NaN], 0.05)).toThrow(RangeError);
  expect(() => boundedMeanLower([0.5], 0)).toThrow(RangeError);
});
