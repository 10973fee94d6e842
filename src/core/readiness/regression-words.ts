/** A confirmed case regression in words: counts of the fresh blocks, of the first look, and what the agent did. */

import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { CaseRegression, PassCounts } from "../../contracts/screen.ts";

type CaseRow = CandidateComparison["cases"][number];

/** What head did in the runs that failed; `deed` is data from the run's checks. null where no check tells. */
export interface FailureWords {
  readonly count: string;
  readonly deed: string;
  /** The deed is one example of several. */
  readonly varied: boolean;
  readonly example_run: string;
}

function counts({ base_passed, base_runs, head_passed, head_runs }: PassCounts, base: string) {
  return `${base} ${base_passed} of ${base_runs}, this pull request ${head_passed} of ${head_runs}`;
}

/** `on 8 fresh blocks main 8 of 8, this pull request 0 of 8 (first look 2 of 2 against 1 of 2)`; `base`: its label. */
export function regressionCounts(regression: CaseRegression, base: string): string {
  const { base_runs, first_look: first } = regression;
  const blocks = base_runs === 1 ? "1 fresh block" : `${base_runs} fresh blocks`;
  const before = `${first.base_passed} of ${first.base_runs} against ${first.head_passed} of ${first.head_runs}`;
  return `on ${blocks} ${counts(regression, base)} (first look ${before})`;
}

/** Among checks that failed equally often, a forbidden deed says most, then a missing one, then what the answer lacks. */
function gravity(detail: string): number {
  if (detail.startsWith("called ")) return 2;
  return detail.startsWith("never called ") ? 1 : 0;
}

/** The check that failed in most runs of the case, over both looks. */
export function failureWords(rows: readonly CaseRow[], case_id: string): FailureWords | null {
  const [worst] = rows
    .filter((row) => row.case_id === case_id)
    .flatMap((row) => row.failing_checks.map((check) => ({ ...check, of: row.runs })))
    .toSorted(
      (left, right) => right.runs - left.runs || gravity(right.detail) - gravity(left.detail),
    );
  if (worst === undefined) return null;
  const count =
    worst.runs === worst.of
      ? `In all ${worst.of} runs`
      : `In ${worst.runs} of all ${worst.of} runs`;
  const { detail, example_run, varied } = worst;
  return { count, deed: detail, varied: varied === true, example_run };
}

/** `it called issue_refund` where the check tells a deed, else what it found. */
export function deedWords({ count, deed, varied }: FailureWords): string {
  if (varied) return `${count} a check failed, for example: ${deed}`;
  return /^(never )?called /.test(deed) ? `${count} it ${deed}` : `${count}: ${deed}`;
}
