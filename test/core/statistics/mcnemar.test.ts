import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { mcnemarOneSided, mostContrary } from "../../../src/core/statistics/mcnemar.ts";

// how: exact conditional binomial; mid-p = exact - pmf(observed) (Fagerland 2013). The project's reference vectors,
// group `mcnemar`: p_exact is two-sided, twice the smaller tail, at most 1.
const VECTORS = [
  { b: 3, c: 0, p_exact: 0.25 },
  { b: 5, c: 0, p_exact: 0.0625 },
  { b: 6, c: 0, p_exact: 0.03125 },
  { b: 5, c: 1, p_exact: 0.21875 },
  { b: 8, c: 1, p_exact: 0.0390625 },
  { b: 8, c: 2, p_exact: 0.109375 },
  { b: 4, c: 4, p_exact: 1 },
  { b: 0, c: 0, p_exact: 1 },
];

describe("exact paired test on discordant pairs, one-sided", () => {
  test.each(VECTORS)("$b against $c: twice the tail is $p_exact", ({ b, c, p_exact }) => {
    expect(Math.min(1, 2 * mcnemarOneSided(b, c))).toBe(p_exact);
  });

  test("eight fresh blocks that all fall one way give 1 in 256", () => {
    expect(mcnemarOneSided(8, 0)).toBe(1 / 256);
    expect(mcnemarOneSided(0, 8)).toBe(1);
  });

  test("is the plain count over all ways the pairs could have fallen", () => {
    const some = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(some, some, (worse, better) => {
        const n = worse + better;
        let count = 0;
        for (let mask = 0; mask < 2 ** n; mask += 1) {
          let fell = 0;
          for (let at = 0; at < n; at += 1) fell += (mask >> at) & 1;
          if (fell >= worse) count += 1;
        }
        expect(mcnemarOneSided(worse, better)).toBe(count / 2 ** n);
      }),
    );
  });

  test("both tails together count the observed split twice, at any size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 400 }), (b, c) => {
        const beyond = mcnemarOneSided(b, c) + mcnemarOneSided(c + 1, b - 1);
        expect(beyond).toBeCloseTo(1, 12);
      }),
    );
  });

  // Each counted once with all its digits, as sum of C(n, k) over 2^n.
  test.each([
    [5_001, 5_000, 0.5],
    [5_000, 5_001, 0.5079778484343092],
    [8_000, 4_000, 1.1062971189432584e-297],
    [12_500, 12_500, 0.5025231072908211],
    [13_000, 12_000, 1.3158727541682476e-10],
    [22_980, 22_976, 0.4944172876972654],
  ])("of more than 10,000 pairs, %i against %i, no digit is lost", (worse, better, p) => {
    expect(Math.abs(mcnemarOneSided(worse, better) / p - 1)).toBeLessThan(1e-15);
  });

  test("tens of thousands of pairs: both tails still meet, and what no double holds is 0", () => {
    const most = fc.integer({ min: 5_001, max: 60_000 });
    fc.assert(
      fc.property(most, most, (b, c) => {
        const beyond = mcnemarOneSided(b, c) + mcnemarOneSided(c + 1, b - 1);
        expect(beyond).toBeCloseTo(1, 12);
      }),
      { numRuns: 20 },
    );
    expect(mcnemarOneSided(20_000, 0)).toBe(0);
    expect(mcnemarOneSided(0, 20_000)).toBe(1);
  });

  test("the most contrary pairs is where p crosses alpha", () => {
    for (let n = 0; n <= 30; n += 1) {
      for (const alpha of [0, 0.01, 0.05 / 3, 0.05, 1]) {
        const most = mostContrary(n, alpha);
        const p = (contrary: number) =>
          contrary < 0 ? 0 : contrary > n ? 2 : mcnemarOneSided(n - contrary, contrary);
        expect(p(most)).toBeLessThanOrEqual(alpha);
        expect(p(most + 1)).toBeGreaterThan(alpha);
      }
    }
  });

  test("refuses what is no count of pairs", () => {
    for (const [b, c] of [
      [-1, 2],
      [1.5, 0],
      [2 ** 53, 0],
      [2 ** 52, 2 ** 52],
    ] as const) {
      expect(() => mcnemarOneSided(b, c)).toThrow(RangeError);
    }
  });
});
