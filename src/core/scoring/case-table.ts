/** A candidate's results case by case: how many runs passed, and which checks failed in how many of them. */

import type { CandidateComparison } from "../../contracts/comparison.ts";
import type { RunResult } from "../../contracts/run-result.ts";
import { describe } from "./distribution.ts";
import { isMissing } from "./missing.ts";
import { isLost, type Observation } from "./observation.ts";

type CaseRow = CandidateComparison["cases"][number];

/** Completed, scored, and every check of it passed. */
export function passedEveryCheck(result: RunResult): boolean {
  if (result.status !== "completed" || isMissing(result.score)) return false;
  return result.score.checks.every((check) => check.passed);
}

function isDeed(detail: string): boolean {
  return /^(never )?called /.test(detail);
}

/** Of a run that did not complete only what it did against the case: what it had not done yet, nobody knows. */
function failingChecks(results: readonly RunResult[]): CaseRow["failing_checks"] {
  const rows = new Map<string, CaseRow["failing_checks"][number]>();
  for (const result of results) {
    if (isMissing(result.score) || isLost(result)) continue;
    const completed = result.status === "completed";
    for (const check of result.score.checks) {
      if (check.passed || (!completed && check.violated !== true)) continue;
      const { id, detail } = check;
      // A deed is counted by itself: nine refunds and one deletion are not ten deletions.
      const key = isDeed(detail) ? `${id}\n${detail}` : id;
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { id, runs: 1, detail, example_run: result.run_id });
      else {
        row.runs += 1;
        if (row.detail !== detail) row.varied = true;
      }
    }
  }
  return [...rows.values()];
}

/** One row a case version, in execution order; runs lost to something outside the agent are not counted. Transcribed runs have no checks and give no rows. */
export function tabulateCases(runs: readonly Observation[]): CaseRow[] {
  const groups = new Map<string, { observations: Observation[]; results: RunResult[] }>();
  for (const run of runs) {
    if (run.result === null) continue;
    const key = `${run.case_id}#${run.result.case_version}`;
    const group = groups.get(key) ?? { observations: [], results: [] };
    group.observations.push(run);
    group.results.push(run.result);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ observations, results }) => {
    const [first] = results;
    if (first === undefined) return [];
    return [
      {
        case_id: first.case_id,
        case_version: first.case_version,
        runs: results.filter((result) => !isLost(result)).length,
        passed: results.filter(passedEveryCheck).length,
        score: describe(observations.map((run) => run.value("score.total"))),
        failing_checks: failingChecks(results),
      },
    ];
  });
}
