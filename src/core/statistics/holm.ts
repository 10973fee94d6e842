/** Holm's step-down adjustment: however many hypotheses of one family are tested, the chance of any false alarm stays below alpha. */

/** One hypothesis of a family: its adjusted p, at most 1, and whether it is rejected at the family's alpha. */
export interface Adjusted {
  readonly p: number;
  readonly rejected: boolean;
}

/**
 * Adjusted p-values in the order given (Holm 1979): sorted ascending, the i-th (from 0) of m is multiplied by m - i and
 * never falls below the one before it; rejected when that is at most `alpha`. An empty family gives none.
 * Throws RangeError on a p or an alpha outside 0..1.
 */
export function holm(p_values: readonly number[], alpha: number): Adjusted[] {
  if (![...p_values, alpha].every((one) => one >= 0 && one <= 1)) {
    throw new RangeError("p-values and alpha lie between 0 and 1");
  }
  const order = [...p_values.keys()].toSorted(
    (left, right) => (p_values[left] ?? 1) - (p_values[right] ?? 1) || left - right,
  );
  const adjusted: Adjusted[] = p_values.map(() => ({ p: 1, rejected: false }));
  let floor = 0;
  for (const [step, at] of order.entries()) {
    floor = Math.max(floor, Math.min(1, (p_values[at] ?? 1) * (order.length - step)));
    adjusted[at] = { p: floor, rejected: floor <= alpha };
  }
  return adjusted;
}
