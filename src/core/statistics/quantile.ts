/** Quantiles of observed values and what n values can say about the quantile behind them. */

import { incompleteBeta } from "./student.ts";

/** Rounding dirt below this never moves a rank: .95 of 20 is 19, whatever binary fractions say. */
const RANK_SLACK = 1e-9;

function sortedForQuantile(values: readonly number[], p: number): number[] {
  if (values.length === 0) throw new RangeError("the quantile of no values does not exist");
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a quantile needs p in 0..1, not ${p}`);
  if (values.some(Number.isNaN)) throw new RangeError("NaN has no rank");
  return values.toSorted((left, right) => (left < right ? -1 : Number(left > right)));
}

/**
 * Type 1 of Hyndman and Fan (1996), x_(⌈pn⌉): always a value that was observed, so it can name its run. `rank` counts
 * from 1. Infinity may stand for a run that never ended. Throws RangeError on no values, NaN or p outside 0..1.
 */
export function nearestRank(values: readonly number[], p: number): { value: number; rank: number } {
  const sorted = sortedForQuantile(values, p);
  const rank = Math.max(1, Math.ceil(p * sorted.length - RANK_SLACK));
  return { value: sorted[rank - 1] ?? Number.NaN, rank };
}

/** Type 7 of Hyndman and Fan (1996): interpolated, so it may name a value nobody saw. Throws RangeError like nearestRank. */
export function quantileType7(values: readonly number[], p: number): number {
  const sorted = sortedForQuantile(values, p);
  const at = (sorted.length - 1) * p;
  const low = Math.floor(at);
  const below = sorted[low] ?? Number.NaN;
  const above = sorted[low + 1];
  return above === undefined || at === low ? below : below + (at - low) * (above - below);
}

/** P(at most k successes in n), every run succeeding with chance p. */
function binomialAtMost(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(n - k, k + 1, 1 - p);
}

function refuse(n: number, p: number, level: number): void {
  const fractions = [p, level].every((one) => one > 0 && one < 1);
  if (!Number.isSafeInteger(n) || n < 1 || n > 1_000_000 || !fractions) {
    throw new RangeError(
      `order statistics need 1 to 1,000,000 values and 0 < p, level < 1: ${n}, ${p}, ${level}`,
    );
  }
}

/** The first k of 0..n where a condition that stays true once it is true holds; n + 1 when none. */
function firstWhere(n: number, holds: (k: number) => boolean): number {
  let [low, high] = [0, n + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Ranks from 1; an end that n values cannot give is null, and then so is the coverage. */
export interface OrderStatisticInterval {
  readonly lower_order: number | null;
  readonly upper_order: number | null;
  readonly coverage: number | null;
}

/**
 * The ranks whose values enclose the p quantile of whatever continuous distribution the n values came from, half of
 * 1 - level outside at each end (Thompson 1936; David and Nagaraja, Order Statistics, 7.1). Throws RangeError.
 */
export function orderStatisticInterval(
  n: number,
  p: number,
  level: number,
): OrderStatisticInterval {
  refuse(n, p, level);
  const outside = (1 - level) / 2;
  const lower = firstWhere(n, (k) => binomialAtMost(k, n, p) > outside);
  const upper = firstWhere(n, (k) => 1 - binomialAtMost(k - 1, n, p) <= outside);
  const lower_order = lower >= 1 ? lower : null;
  const upper_order = upper <= n ? upper : null;
  const both = lower_order !== null && upper_order !== null;
  const coverage = both ? binomialAtMost(upper - 1, n, p) - binomialAtMost(lower - 1, n, p) : null;
  return { lower_order, upper_order, coverage };
}

/**
 * The rank whose value exceeds the p quantile with chance `level`, one-sided; null when no rank does: at 95 % a p90
 * needs 29 values, a p95 59, a p99 299. Throws RangeError.
 */
export function upperLimitOrder(n: number, p: number, level: number): number | null {
  refuse(n, p, level);
  const order = firstWhere(n, (k) => binomialAtMost(k - 1, n, p) >= level);
  return order <= n ? order : null;
}
