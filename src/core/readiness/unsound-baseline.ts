/** A base that never finished a run either: head is not shown to be worse, and nothing is shown to be well. */

import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { Finding } from "../../contracts/readiness.ts";
import { endingKind } from "../scoring/endings.ts";

const MOST_RUNS = 50;

/** No run completed, and the agent's own doing ended at least one. */
function neverFinished({ statuses, failures }: CandidateComparison): boolean {
  if ((statuses.completed ?? 0) > 0) return false;
  return failures.some((one) => endingKind(one.reason) === "agent");
}

/** One condition where neither head nor its base ever completed; none where base did, or where there is no base. */
export function unsoundBaseline(
  head: CandidateComparison,
  base: CandidateComparison | undefined,
): Finding[] {
  if (base === undefined || !neverFinished(head) || !neverFinished(base)) return [];
  const [first] = base.failures;
  const why = first === undefined ? "" : ` (${first.message || first.reason})`;
  return [
    {
      code: "unsound_baseline",
      message:
        `No run of either side completed: ${base.runs} of ${base.label}${why} and ${head.runs} of ${head.label} failed, so that what changed between them cannot be seen.`.slice(
          0,
          1_000,
        ),
      lift: `Runs of ${base.label} complete.`,
      runs: [...base.failures, ...head.failures].map((one) => one.run_id).slice(0, MOST_RUNS),
    },
  ];
}

/** What never passes cannot pass less often: such a base shows nothing about head. */
export function passesNothing(base: CandidateComparison | undefined): Finding[] {
  if (base === undefined) return [];
  const run = base.cases.filter((one) => one.runs > 0);
  if ((base.statuses.completed ?? 0) === 0 || run.length === 0) return [];
  if (run.some((one) => one.passed > 0)) return [];
  const cases = run.length === 1 ? "1 case" : `${run.length} cases`;
  return [
    {
      code: "unsound_baseline",
      message: `${base.label} passes none of its ${cases}: what cannot get worse shows nothing about head.`,
      lift: `Cases that ${base.label} passes: mend what their failing checks name.`,
      runs: run
        .flatMap((one) => one.failing_checks.map((check) => check.example_run))
        .slice(0, MOST_RUNS),
    },
  ];
}
