/** Where bounds hide differences: values that lie on them, and weights that then move nothing. */

/** Of values in 0..100 points, how many lie on the lower and on the upper bound, and the share of both. */
export interface Saturation {
  readonly values: number;
  readonly at_low: number;
  readonly at_high: number;
  readonly share: number;
}

/** Counts points at 0 and at 100. Throws RangeError on no points or points outside 0..100. */
export function saturation(points: readonly number[]): Saturation {
  if (points.length === 0 || !points.every((one) => one >= 0 && one <= 100)) {
    throw new RangeError("saturation takes one or more values of 0 to 100 points");
  }
  const at_low = points.filter((one) => one === 0).length;
  const at_high = points.filter((one) => one === 100).length;
  return { values: points.length, at_low, at_high, share: (at_low + at_high) / points.length };
}

/**
 * Each metric's share of what can still decide: weight times spread over the sum of both over all metrics, spread being
 * largest less smallest points among candidates. `points` holds a list of candidates' points for every metric. Null
 * when no metric spreads: no weight decides anything. Throws RangeError on lists of unequal length or negative weights.
 */
export function effectiveWeights(
  weights: readonly number[],
  points: readonly (readonly number[])[],
): number[] | null {
  const sound = points.every((one) => one.length > 0 && one.every(Number.isFinite));
  if (weights.length !== points.length || !sound || !weights.every((one) => one >= 0)) {
    throw new RangeError(
      "effective weights need one weight and one list of points for every metric",
    );
  }
  const moves = points.map((one, at) => (weights[at] ?? 0) * (Math.max(...one) - Math.min(...one)));
  const total = moves.reduce((held, one) => held + one, 0);
  return total > 0 ? moves.map((one) => one / total) : null;
}
