import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { holm } from "../../../src/core/statistics/holm.ts";

// how: hand; R p.adjust check. The project's reference vectors, group `p_adjust`.
const P = [0.01, 0.04, 0.03, 0.005, 0.2];
const HOLM = [0.04, 0.09, 0.09, 0.025, 0.2];

const families = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
  minLength: 1,
  maxLength: 6,
});

describe("Holm's adjustment", () => {
  test("the reference family", () => {
    const adjusted = holm(P, 0.05);
    for (const [at, one] of adjusted.entries()) expect(one.p).toBeCloseTo(HOLM[at] ?? NaN, 12);
    expect(adjusted.map((one) => one.rejected)).toEqual([true, false, false, true, false]);
  });

  test("one hypothesis keeps its p, none gives none", () => {
    expect(holm([0.03], 0.05)).toEqual([{ p: 0.03, rejected: true }]);
    expect(holm([], 0.05)).toEqual([]);
  });

  test("adjusted p keep the order of p, lie between p and m times p, and reject no more than p alone", () => {
    fc.assert(
      fc.property(families, (family) => {
        const adjusted = holm(family, 0.05);
        for (const [at, one] of adjusted.entries()) {
          const p = family[at] ?? NaN;
          expect(one.p).toBeGreaterThanOrEqual(p);
          expect(one.p).toBeLessThanOrEqual(p * family.length);
          expect(one.rejected && p > 0.05).toBe(false);
          for (const [other, two] of adjusted.entries()) {
            expect((family[other] ?? NaN) < p && two.p > one.p).toBe(false);
          }
        }
      }),
    );
  });

  test("refuses what is no probability", () => {
    expect(() => holm([1.2], 0.05)).toThrow(RangeError);
    expect(() => holm([NaN], 0.05)).toThrow(RangeError);
    expect(() => holm([0.1], -1)).toThrow(RangeError);
  });
});
