import fc from "fast-check";
import { expect, test } from "vitest";

import {
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  wilson,
} from "../../../src/core/statistics/proportion.ts";

const counts = fc
  .integer({ min: 1, max: 400 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
const level = fc.double({ min: 0.5, max: 0.999, noNaN: true });

test("both intervals lie in 0..1 around the rate, and successes mirror failures", () => {
  fc.assert(
    fc.property(counts, level, ([x, n], at) => {
      for (const interval of [wilson, clopperPearson]) {
        const one = interval(x, n, at);
        const mirrored = interval(n - x, n, at);
        expect(one.low).toBeGreaterThanOrEqual(0);
        expect(one.high).toBeLessThanOrEqual(1);
        expect(one.low).toBeLessThanOrEqual(x / n + 1e-12);
        expect(one.high).toBeGreaterThanOrEqual(x / n - 1e-12);
        expect(mirrored.low).toBeCloseTo(1 - one.high, 9);
      }
    }),
  );
});

test("one more failure never lowers the upper bound, one more clean run never raises it", () => {
  fc.assert(
    fc.property(counts, ([failed, runs]) => {
      const bound = clopperPearsonUpper(failed, runs, 0.05);
      expect(clopperPearsonUpper(failed + 1, runs + 1, 0.05)).toBeGreaterThanOrEqual(bound - 1e-12);
      expect(clopperPearsonUpper(failed, runs + 1, 0.05)).toBeLessThanOrEqual(bound + 1e-12);
    }),
  );
});

test("at the lower bound, that many successes or more have the chance alpha: summed term by term", () => {
  for (const [x, n, alpha] of [
    [1, 3, 0.05],
    [7, 10, 0.05],
    [40, 59, 0.025],
    [3, 300, 0.1],
  ] as const) {
    const rate = clopperPearsonLower(x, n, alpha);
    let term = (1 - rate) ** n;
    let below = 0;
    for (let k = 0; k < x; k += 1) {
      below += term;
      term *= ((n - k) / (k + 1)) * (rate / (1 - rate));
    }
    expect(1 - below).toBeCloseTo(alpha, 10);
  }
});

test("refuses what is no count and no level", () => {
  expect(() => wilson(4, 3, 0.95)).toThrow(RangeError);
  expect(() => clopperPearsonUpper(0, 0, 0.05)).toThrow(RangeError);
  expect(() => clopperPearsonLower(1.5, 3, 0.05)).toThrow(RangeError);
  expect(() => clopperPearson(1, 3, 1)).toThrow(RangeError);
});
