/** A base that never finished a run either: head is not shown to be worse, and nothing is shown to be well. */

import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { Finding } from "../../contracts/readiness.ts";
import { endingKind } from "../scoring/endings.ts";

const MOST_RUNS = 50;

/** Runs were started, and each ended by the agent's own doing before it completed. */
function neverFinished({ statuses, failures }: CandidateComparison): boolean {
  if ((statuses.completed ?? 0) > 0 || failures.length === 0) return false;
  return failures.every((one) => endingKind(one.reason) === "agent");
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
