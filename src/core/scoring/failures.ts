/** A candidate's failures, three ways: over all planned runs, among completed runs, and for reasons outside the agent. */

import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { RunResult } from "../../contracts/run-result.ts";
import { clopperPearsonUpper } from "../statistics/proportion.ts";
import { roundDerived } from "../statistics/round.ts";
import { isLiveRun } from "./blocks.ts";
import { endingKind } from "./endings.ts";
import { absent } from "./missing.ts";
import type { Observation } from "./observation.ts";

const MOST_LISTED = 50;
const NOT_ALL_LIVE = "not every run was answered by a live model";

/** Runs by status. */
export function countStatuses(runs: readonly Observation[]): CandidateComparison["statuses"] {
  const counts: CandidateComparison["statuses"] = {};
  for (const run of runs) counts[run.status] = (counts[run.status] ?? 0) + 1;
  return counts;
}

/** The runs that did not complete, in execution order, 50 at most. A publication gives no reason and lists none. */
export function listFailures(runs: readonly Observation[]): CandidateComparison["failures"] {
  return runs
    .flatMap(({ run_id, status, reason, message }) =>
      reason === null || status === "completed" ? [] : [{ run_id, status, reason, message }],
    )
    .slice(0, MOST_LISTED);
}

/** The largest rate that would still show this few now and then; only live runs say anything about a rate. */
function atMost(
  part: number,
  whole: number,
  live: true | Missing,
  reason: string,
): number | Missing {
  if (live !== true) return live;
  return whole === 0 ? absent(reason) : roundDerived(clopperPearsonUpper(part, whole, 0.05));
}

function share(part: number, whole: number, reason: string): number | Missing {
  return whole === 0 ? absent(reason) : roundDerived(part / whole);
}

/** Shares 0..1, each missing where its denominator is 0. Planned cells without a run count as not completed. */
export function rateFailures(
  runs: readonly Observation[],
  planned: number,
): CandidateComparison["failure_rate"] {
  const completed = runs.filter((run) => run.status === "completed");
  const scored = completed.flatMap(({ checks }) => (checks === null ? [] : [checks]));
  const outside = runs.filter((run) => run.reason !== null && endingKind(run.reason) !== "agent");
  const wrong = scored.filter((checks) => !checks.passed).length;
  const broke = runs.filter(({ gates }) => gates !== null && hasFailedGate(gates)).length;
  const answered = runs.filter(isLiveRun).length;
  const live =
    answered > 0 && answered === runs.length
      ? true
      : absent(answered === 0 ? "no live run" : NOT_ALL_LIVE);
  const lacking = planned - completed.length;
  const unscored = completed.length > 0 ? "the publication gives no checks" : "no run completed";
  return {
    strict: share(lacking, planned, "no run was planned"),
    conditional: share(wrong, scored.length, unscored),
    error_rate: share(outside.length, planned, "no run was planned"),
    hard: share(broke, runs.filter(({ gates }) => gates !== null).length, "no run kept evidence"),
    at_most: {
      strict: atMost(lacking, planned, live, "no run was planned"),
      conditional: atMost(wrong, scored.length, live, unscored),
      hard: atMost(broke, runs.length, live, "no run"),
    },
  };
}

function hasFailedGate(gates: RunResult["gates"]): boolean {
  return Object.values(gates).some((gate) => gate.state === "failed");
}
