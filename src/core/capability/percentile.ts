/** Percentiles of real runs: the value of one run, never one between two. */

/** Below this many values the 95th percentile is the largest one, and has to be called by that name. */
export const VALUES_FOR_P95 = 20;
/** From here on the sample bounds it from above: 0.95^n is below .05. */
export const RUNS_FOR_LIMIT = 59;

/** Nearest rank: the smallest value that at least `share` of all are not above. Throws on no values or a share outside 0..1. */
export function nearestRank(values: readonly number[], share: number): number {
  if (!(share > 0 && share <= 1)) throw new RangeError(`${share} is no share of a sample`);
  const sorted = values.toSorted((left, right) => left - right);
  const found = sorted[Math.ceil(share * sorted.length) - 1];
  if (found === undefined) throw new RangeError("no values have no percentile");
  return found;
}
