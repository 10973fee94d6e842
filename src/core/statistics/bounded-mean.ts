/** A lower bound for the mean of scores that cannot leave 0..1, however rare and deep their falls are. */

import { chanceAhead } from "./simplex-share.ts";

/** Beyond this many values the bound is not computed (its work grows with the square), and a t bound does as well. */
export const MOST_SCORES = 1_000;

const BISECTIONS = 60;

/**
 * One-sided lower bound at 1 - alpha for the mean behind n independent values in 0..1 (Gaffke 2005): the alpha quantile
 * of Σ D_i x_i with D uniform on the simplex of n + 1 spacings, the last belonging to the value 0. Found by halving over
 * the exact share of the simplex, without random numbers; cut downwards. For 0/1 values it is Clopper and Pearson's
 * bound, and that is proven; for n equal values x it is x alpha^(1/n). For all other data no proof and no counterexample
 * is known, and our simulation holds it (docs/operating-characteristics.md). Null beyond 1,000 values that differ.
 * Throws RangeError on no values, values outside 0..1 or an alpha outside 0..1.
 */
export function boundedMeanLower(values: readonly number[], alpha: number): number | null {
  const bounded = values.every((value) => value >= 0 && value <= 1);
  if (values.length === 0 || !bounded || !(alpha > 0 && alpha < 1)) {
    throw new RangeError("a bounded mean needs values in 0..1 and an alpha between 0 and 1");
  }
  const [first = 0] = values;
  if (values.every((value) => value === first)) return first * alpha ** (1 / values.length);
  if (values.length > MOST_SCORES) return null;
  let low = 0;
  let high = values.reduce((largest, value) => Math.max(largest, value), 0);
  for (let step = 0; step < BISECTIONS && low < high; step += 1) {
    const middle = (low + high) / 2;
    const ahead = values.filter((value) => value > middle).map((value) => value - middle);
    const behind = values.filter((value) => value <= middle).map((value) => middle - value);
    if (1 - chanceAhead(ahead, [...behind, middle]) <= alpha) low = middle;
    else high = middle;
  }
  return low;
}
