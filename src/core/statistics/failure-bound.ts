/** What a clean sample still allows: the failure rate that would produce it one time in twenty. */

/**
 * One-sided 95% upper bound on a failure rate after `runs` runs without a failure: 1 - 0.05^(1/n)
 * (Clopper-Pearson at x = 0). 3 runs: 0.63; 59 runs: 0.0495. Throws below one run.
 */
export function zeroFailureUpperBound(runs: number): number {
  if (!Number.isInteger(runs) || runs < 1) throw new RangeError("a bound needs at least one run");
  return 1 - 0.05 ** (1 / runs);
}
