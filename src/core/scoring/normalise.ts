/** A measured value as 0..100 points between a rule's bounds. */

import type { MetricRule } from "../../contracts/score-profile.ts";

type Bounds = Pick<MetricRule, "minimum" | "maximum" | "direction">;

/** `at_bound`: on or outside a bound, so that differences beyond it are invisible. `clipped`: strictly outside. */
export interface Normalised {
  readonly points: number;
  readonly at_bound: boolean;
  readonly clipped: "low" | "high" | null;
}

/**
 * Linear from 0 at one bound to 100 at the other, cut at both; direction "lower" turns it round.
 * Bounds come from the profile, never from the data. Throws on a value that is not finite.
 */
export function normalise(value: number, rule: Bounds): Normalised {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be normalised`);
  const ratio = (value - rule.minimum) / (rule.maximum - rule.minimum);
  const bounded = Math.max(0, Math.min(1, ratio));
  const outside = ratio > 1 ? "high" : null;
  return {
    points: (rule.direction === "lower" ? 1 - bounded : bounded) * 100,
    at_bound: ratio <= 0 || ratio >= 1,
    clipped: ratio < 0 ? "low" : outside,
  };
}
