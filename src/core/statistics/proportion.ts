/** Intervals and bounds for the rate behind x successes in n independent runs: shown with Wilson, gated with Clopper and Pearson. */

import { incompleteBeta, normalQuantile, whereIncreasing } from "./student.ts";

/** Both ends as fractions of 1. */
export interface ProportionInterval {
  readonly low: number;
  readonly high: number;
}

function refuse(x: number, n: number, chance: number): void {
  const counts = Number.isSafeInteger(x) && Number.isSafeInteger(n) && n >= 1 && x >= 0 && x <= n;
  if (!counts || !(chance > 0 && chance < 1)) {
    throw new RangeError(
      `a rate needs 0 <= x <= n, n >= 1 and 0 < level < 1: ${x} of ${n}, ${chance}`,
    );
  }
}

/** Wilson's score interval (Wilson 1927), two-sided; its coverage may fall below the level near 0 and 1. Throws RangeError. */
export function wilson(x: number, n: number, level: number): ProportionInterval {
  refuse(x, n, level);
  const z = normalQuantile((1 + level) / 2);
  const rate = x / n;
  const shrink = 1 + (z * z) / n;
  const centre = (rate + (z * z) / (2 * n)) / shrink;
  const half = (z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n))) / shrink;
  return { low: x === 0 ? 0 : centre - half, high: x === n ? 1 : centre + half };
}

/** One-sided exact lower bound (Clopper and Pearson 1934): the rate at which x or more successes have chance alpha. Throws RangeError. */
export function clopperPearsonLower(x: number, n: number, alpha: number): number {
  refuse(x, n, alpha);
  if (x === 0) return 0;
  return whereIncreasing((rate) => incompleteBeta(x, n - x + 1, rate), alpha, [0, 1]);
}

/** One-sided exact upper bound (Clopper and Pearson 1934): the rate at which x or fewer successes have chance alpha. Throws RangeError. */
export function clopperPearsonUpper(x: number, n: number, alpha: number): number {
  refuse(x, n, alpha);
  return x === n ? 1 : 1 - clopperPearsonLower(n - x, n, alpha);
}

/** The exact two-sided interval, half of 1 - level at each end: never covers less often than the level. Throws RangeError. */
export function clopperPearson(x: number, n: number, level: number): ProportionInterval {
  const alpha = (1 - level) / 2;
  return { low: clopperPearsonLower(x, n, alpha), high: clopperPearsonUpper(x, n, alpha) };
}
