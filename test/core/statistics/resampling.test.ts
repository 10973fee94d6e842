import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { exactBootstrapMean } from "../../../src/core/statistics/bootstrap.ts";
import {
  clusteredStandardError,
  clusteredStandardErrorOfFew,
  standardErrorOfMean,
} from "../../../src/core/statistics/cluster.ts";

const some = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 2, maxLength: 5 });

describe("exact bootstrap of the mean", () => {
  test("is the plain list of all n^n resamples", () => {
    fc.assert(
      fc.property(some, fc.constantFrom(0.5, 0.9, 0.95), (values, level) => {
        const n = values.length;
        const totals = Array.from({ length: n ** n }, (_, code) => {
          let [rest, total] = [code, 0];
          for (let draw = 0; draw < n; draw += 1) {
            total += values[rest % n] ?? 0;
            rest = Math.floor(rest / n);
          }
          return total;
        }).toSorted((a, b) => a - b);
        const at = (share: number) => totals[Math.ceil(share * n ** n - 1e-6) - 1] ?? NaN;
        const found = exactBootstrapMean(values, level);
        expect(found.low).toBeCloseTo(at((1 - level) / 2) / n, 12);
        expect(found.high).toBeCloseTo(at((1 + level) / 2) / n, 12);
      }),
    );
  });

  test("three values: the interval is the range, which is why it is no test", () => {
    const found = exactBootstrapMean([1, 2, 9]);
    expect([found.low, found.high, found.distinct_resamples]).toEqual([1, 9, 10]);
    expect(() => exactBootstrapMean([1])).toThrow(RangeError);
    expect(() => exactBootstrapMean(Array.from({ length: 11 }, () => 1))).toThrow(RangeError);
    expect(() => exactBootstrapMean([1, 2], 1)).toThrow(RangeError);
  });
});

describe("clustered standard errors", () => {
  const clusters = fc.array(
    fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 }),
    { minLength: 2, maxLength: 6 },
  );

  test("with equally many runs a case it is the standard error of the case means", () => {
    fc.assert(
      fc.property(clusters, (cases) => {
        const means = cases.map((one) => one.reduce((sum, each) => sum + each, 0) / one.length);
        expect(clusteredStandardErrorOfFew(cases)).toBeCloseTo(standardErrorOfMean(means), 9);
        expect(clusteredStandardError(cases)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("runs alone in their case are plain values; one cluster has no error bar", () => {
    const alone = [[3], [5], [4], [9]];
    expect(clusteredStandardError(alone)).toBeCloseTo(standardErrorOfMean([3, 5, 4, 9]), 12);
    expect(() => clusteredStandardError([[1, 2, 3]])).toThrow(RangeError);
    expect(() => clusteredStandardErrorOfFew([[1, 2], []])).toThrow(RangeError);
    expect(() => standardErrorOfMean([1])).toThrow(RangeError);
  });
});
