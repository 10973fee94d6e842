/** Which of two runs is the newer one: GitHub's run ids grow, and attempts of one run count from 1. */

export interface RunOrder {
  readonly run_id: string;
  readonly run_attempt: number;
}

/** Negative where `a` is older, 0 for the same attempt of the same run. Ids are decimal digits of any length. */
export function compareRuns(a: RunOrder, b: RunOrder): number {
  const difference = BigInt(a.run_id) - BigInt(b.run_id);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return Math.sign(a.run_attempt - b.run_attempt);
}
