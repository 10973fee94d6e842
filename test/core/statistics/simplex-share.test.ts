import fc from "fast-check";
import { expect, test } from "vitest";

import { createGenerator } from "../../../src/core/statistics/generator.ts";
import { chanceAhead, shareOfWeights } from "../../../src/core/statistics/simplex-share.ts";

const difference = fc.integer({ min: -20, max: 20 });
const criteria = fc.array(fc.tuple(difference, fc.integer({ min: 1, max: 6 })), {
  minLength: 1,
  maxLength: 7,
});

function shareFor(rows: readonly (readonly [number, number])[], sign = 1): number | null {
  const share = shareOfWeights(
    rows.map(([d]) => d * sign),
    rows.map(([, alpha]) => alpha),
  );
  return typeof share === "number" ? share : null;
}

test("both candidates' shares make one, and only differences that all are 0 make a tie", () => {
  fc.assert(
    fc.property(criteria, (rows) => {
      const [one, other] = [shareFor(rows), shareFor(rows, -1)];
      const tie = rows.every(([d]) => d === 0);
      expect(one === null).toBe(tie);
      expect((one ?? 0) + (other ?? 1)).toBeCloseTo(1, 12);
    }),
  );
});

test("a larger difference never lowers the share, and its scale does not matter", () => {
  fc.assert(
    fc.property(criteria, (rows) => {
      const raised = rows.map(([d, alpha], at) => [at === 0 ? d + 1 : d, alpha] as const);
      expect(shareFor(raised) ?? 0).toBeGreaterThanOrEqual((shareFor(rows) ?? 0) - 1e-12);
      const scaled = rows.map(([d, alpha]) => [d * 1e-7, alpha] as const);
      expect(shareFor(scaled) ?? 0).toBeCloseTo(shareFor(rows) ?? 0, 12);
    }),
  );
});

test("agrees with counted draws of weights", () => {
  const draw = createGenerator("5a".repeat(32));
  const [d, alpha] = [
    [3, -2, 0.5, -4],
    [2, 1, 3, 1],
  ];
  let ahead = 0;
  for (let trial = 0; trial < 40_000; trial += 1) {
    const total = d.reduce((sum, one, at) => {
      let weight = 0;
      for (let k = 0; k < (alpha[at] ?? 0); k += 1) weight -= Math.log(draw.unit());
      return sum + one * weight;
    }, 0);
    if (total > 0) ahead += 1;
  }
  expect(Math.abs(ahead / 40_000 - Number(shareOfWeights(d, alpha)))).toBeLessThan(0.01);
});

test("a criterion without weight counts for nothing", () => {
  expect(shareOfWeights([5, -1, 2], [0, 3, 4])).toBe(shareOfWeights([-1, 2], [3, 4]));
  expect(shareOfWeights([5, 0], [0, 2])).toEqual({ tie: true });
  expect(chanceAhead([1], [])).toBe(1);
  expect(chanceAhead([], [1])).toBe(0);
});

test("refuses parameters that are no whole numbers or too many", () => {
  expect(() => shareOfWeights([1, -1], [1])).toThrow(RangeError);
  expect(() => shareOfWeights([1], [0.5])).toThrow(RangeError);
  expect(() => shareOfWeights([1], [0])).toThrow(RangeError);
  expect(() => shareOfWeights([1], [10_001])).toThrow(RangeError);
  expect(() => shareOfWeights([Number.NaN], [1])).toThrow(RangeError);
});
