/** The Hodges-Lehmann estimate of a shift: a median of pairwise means or differences, which a few wild runs do not move. */

import { middleOfSorted } from "./describe.ts";

/** Beyond this many values the pairwise means are not held. */
export const MOST_VALUES = 500;
const MOST_PAIRS = 4_000_000;

/** In the units of the values; the interval and its exact level are null where n values give none. */
export interface HodgesLehmann {
  readonly estimate: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly level: number | null;
}

/** Walsh averages (x_i + x_j) / 2 for i <= j, ascending. */
function walshAverages(values: readonly number[]): Float64Array {
  const averages = new Float64Array((values.length * (values.length + 1)) / 2);
  let at = 0;
  for (const [first, one] of values.entries()) {
    for (const other of values.slice(first)) {
      averages[at] = (one + other) / 2;
      at += 1;
    }
  }
  return averages.toSorted();
}

/** The largest k with P(V <= k) <= outside for the signed-rank sum V of n values, and that chance; k is -1 when none. */
function signedRankCut(n: number, outside: number): { k: number; chance: number } {
  const ranks = (n * (n + 1)) / 2;
  const reach = Math.floor(ranks / 2);
  const chances = new Float64Array(reach + 1);
  chances[0] = 0.5 ** n;
  for (let rank = 1; rank <= n; rank += 1) {
    for (let sum = reach; sum >= rank; sum -= 1) {
      chances[sum] = (chances[sum] ?? 0) + (chances[sum - rank] ?? 0);
    }
  }
  let chance = 0;
  for (let k = 0; k <= reach; k += 1) {
    const next = chance + (chances[k] ?? 0);
    if (next > outside + 1e-12) return { k: k - 1, chance };
    chance = next;
  }
  return { k: reach, chance };
}

/**
 * One sample: the median of all Walsh averages, with the interval from inverting the exact signed-rank test
 * (Hodges and Lehmann 1963): [W_(K+1), W_(N-K)], K the largest k with P(V <= k) <= (1 - level) / 2. For times use
 * differences of logarithms and say a ratio. Runs that never ended may be infinite, all to one side.
 * Throws RangeError on no values, more than 500, NaN or infinities of both signs.
 */
export function hodgesLehmann(values: readonly number[], level = 0.95): HodgesLehmann {
  const both =
    values.includes(Number.POSITIVE_INFINITY) && values.includes(Number.NEGATIVE_INFINITY);
  if (values.length === 0 || values.length > MOST_VALUES || values.some(Number.isNaN) || both) {
    throw new RangeError(`a Hodges-Lehmann estimate takes 1 to ${MOST_VALUES} values`);
  }
  if (!(level > 0 && level < 1)) throw new RangeError("a level lies between 0 and 1");
  const averages = walshAverages(values);
  const { k, chance } = signedRankCut(values.length, (1 - level) / 2);
  const estimate = middleOfSorted(averages);
  const [low, high] = [averages[k], averages[averages.length - k - 1]];
  if (k < 0 || low === undefined || high === undefined) {
    return { estimate, low: null, high: null, level: null };
  }
  return { estimate, low, high, level: 1 - 2 * chance };
}

/**
 * Two samples without pairs: the median of all differences x_i - y_j (Hodges and Lehmann 1963).
 * Throws RangeError on an empty sample, a value not finite or more than 4,000,000 differences.
 */
export function hodgesLehmannTwoSample(x: readonly number[], y: readonly number[]): number {
  const pairs = x.length * y.length;
  if (pairs === 0 || pairs > MOST_PAIRS || ![...x, ...y].every(Number.isFinite)) {
    throw new RangeError(`a two-sample shift takes 1 to ${MOST_PAIRS} finite differences`);
  }
  const differences = Float64Array.from({ length: pairs }, (_, at) => {
    return (x[Math.floor(at / y.length)] ?? 0) - (y[at % y.length] ?? 0);
  });
  return middleOfSorted(differences.toSorted());
}
