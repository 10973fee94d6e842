/** Kendall's S and what follows from it: agreement of two orders, and whether values drift with time. */

import { middleOfSorted } from "./describe.ts";
import { normalUpperTail } from "./gamma.ts";

/** Below this many possible values of S the null distribution is counted, above it is the normal one. */
export const MOST_SUPPORT = 4_000;
export const MOST_SLOPES = 200_000;

function pairsOf(n: number): number {
  return (n * (n - 1)) / 2;
}

/** The sizes of the groups of equal values, those of one left out. */
function tieSizes(values: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1);
}

/**
 * P(at most `reach` inversions) in independent random orders of these lengths. An order of n adds a whole number from
 * 0..i-1 for every i up to n; in the lower half of the range the running sums only grow, so no digits are lost.
 */
function fewInversions(lengths: readonly number[], reach: number): number {
  let chances = new Float64Array(reach + 1);
  chances[0] = 1;
  for (const n of lengths) {
    for (let i = 2; i <= n; i += 1) {
      const wider = new Float64Array(reach + 1);
      let window = 0;
      for (let k = 0; k <= reach; k += 1) {
        window += chances[k] ?? 0;
        if (k >= i) window -= chances[k - i] ?? 0;
        wider[k] = window / i;
      }
      chances = wider;
    }
  }
  return chances.reduce((total, one) => total + one, 0);
}

/** n (n - 1) (2n + 5), the variance of S times 18. */
function spread(n: number): number {
  return n * (n - 1) * (2 * n + 5);
}

/** Two-sided p from the normal approximation: variance with ties taken off, |S| one smaller (Kendall 1975). */
function approximateP(s: number, strata: readonly (readonly number[])[]): number {
  const variance =
    strata.reduce(
      (total, one) =>
        total + spread(one.length) - tieSizes(one).reduce((ties, t) => ties + spread(t), 0),
      0,
    ) / 18;
  if (s === 0 || variance <= 0) return 1;
  return Math.min(1, 2 * normalUpperTail((Math.abs(s) - 1) / Math.sqrt(variance)));
}

function nullP(s: number, strata: readonly (readonly number[])[]): { p: number; exact: boolean } {
  const pairs = strata.reduce((total, one) => total + pairsOf(one.length), 0);
  const tied = strata.some((one) => tieSizes(one).length > 0);
  if (tied || pairs + 1 > MOST_SUPPORT) return { p: approximateP(s, strata), exact: false };
  const reach = (pairs - Math.abs(s)) / 2;
  const lengths = strata.map((one) => one.length);
  return { p: Math.min(1, 2 * fewInversions(lengths, reach)), exact: true };
}

function scoreOf(values: readonly number[]): number {
  let s = 0;
  for (let j = 1; j < values.length; j += 1) {
    const later = values[j] ?? 0;
    for (let i = 0; i < j; i += 1) s += Math.sign(later - (values[i] ?? 0));
  }
  return s;
}

/** `tau` is S over all pairs (tau-a); `exact` says whether p was counted over all orders or approximated. */
export interface KendallTrend {
  readonly s: number;
  readonly tau: number;
  readonly p: number;
  readonly exact: boolean;
}

/**
 * Mann-Kendall: whether values rise or fall along their order, two-sided (Mann 1945; Kendall 1975). Exact without ties
 * up to 89 values, else approximated. Throws RangeError below two values or on a value not finite.
 */
export function kendallExact(y: readonly number[]): KendallTrend {
  if (y.length < 2 || !y.every(Number.isFinite)) {
    throw new RangeError("a trend takes two or more finite values");
  }
  const s = scoreOf(y);
  return { s, tau: s / pairsOf(y.length), ...nullP(s, [y]) };
}

/** Slope of a stratified trend in values per unit of time; it is the median over every `slope_step`-th pair. */
export interface SeasonalTrend {
  readonly s: number;
  readonly p: number;
  readonly exact: boolean;
  readonly slope: number | null;
  readonly pairs: number;
  readonly slope_step: number;
}

function refuseStrata(
  strata: readonly (readonly number[])[],
  times: readonly (readonly number[])[],
) {
  const matched = strata.length === times.length;
  for (const [at, values] of strata.entries()) {
    const clock = times[at] ?? [];
    const rising = clock.every(
      (time, i) => Number.isFinite(time) && (i === 0 || time > (clock[i - 1] ?? 0)),
    );
    if (!matched || clock.length !== values.length || !rising || !values.every(Number.isFinite)) {
      throw new RangeError(
        `stratum ${at} needs finite values, each with a time later than the one before`,
      );
    }
  }
}

/**
 * A drift common to several strata (a candidate's runs of one case, say), each compared only with itself: S is summed
 * over strata (Hirsch, Slack and Smith 1982). p is exact where no stratum has ties and S has at most 4,000 possible
 * values, else normal with ties and continuity corrected. The slope is the median of all slopes inside strata; of more
 * than 200,000 every k-th in order is held, and k is said. No pair gives S 0, p 1 and no slope. Throws RangeError.
 */
export function seasonalKendall(
  strata: readonly (readonly number[])[],
  times: readonly (readonly number[])[],
): SeasonalTrend {
  refuseStrata(strata, times);
  const s = strata.reduce((total, one) => total + scoreOf(one), 0);
  const pairs = strata.reduce((total, one) => total + pairsOf(one.length), 0);
  const slope_step = Math.max(1, Math.ceil(pairs / MOST_SLOPES));
  const slope = pairs === 0 ? null : medianSlope(strata, times, pairs, slope_step);
  return { s, ...nullP(s, strata), slope, pairs, slope_step };
}

function medianSlope(
  strata: readonly (readonly number[])[],
  times: readonly (readonly number[])[],
  pairs: number,
  step: number,
): number {
  const slopes = new Float64Array(Math.ceil(pairs / step));
  let pair = 0;
  for (const [at, values] of strata.entries()) {
    const clock = times[at] ?? [];
    for (let j = 1; j < values.length; j += 1) {
      for (let i = 0; i < j; i += 1, pair += 1) {
        if (pair % step !== 0) continue;
        const rise = (values[j] ?? 0) - (values[i] ?? 0);
        slopes[pair / step] = rise / ((clock[j] ?? 0) - (clock[i] ?? 0));
      }
    }
  }
  return middleOfSorted(slopes.toSorted());
}

/** The median of all pairwise slopes over the places 1..n (Theil 1950; Sen 1968). Throws RangeError like kendallExact. */
export function theilSen(y: readonly number[]): number {
  if (y.length < 2) throw new RangeError("a slope takes two or more finite values");
  return seasonalKendall([y], [y.map((_, at) => at)]).slope ?? 0;
}

/**
 * Kendall's tau-b of two lists of equal length, 1 for the same order, -1 for the reverse, ties taken off both sides
 * (Kendall 1945). Null when one list is all ties: it has no order. Throws RangeError on unequal lengths or below two.
 */
export function kendallTauB(a: readonly number[], b: readonly number[]): number | null {
  if (a.length !== b.length || a.length < 2 || ![...a, ...b].every(Number.isFinite)) {
    throw new RangeError(
      "an agreement of orders takes two lists of equal length, two or more finite values each",
    );
  }
  let s = 0;
  for (const [j, later] of a.entries()) {
    for (let i = 0; i < j; i += 1) {
      s += Math.sign(later - (a[i] ?? 0)) * Math.sign((b[j] ?? 0) - (b[i] ?? 0));
    }
  }
  const untied = [a, b].map(
    (one) => pairsOf(one.length) - tieSizes(one).reduce((total, t) => total + pairsOf(t), 0),
  );
  const scale = (untied[0] ?? 0) * (untied[1] ?? 0);
  return scale === 0 ? null : s / Math.sqrt(scale);
}
