/** A candidate's results case by case: how many runs passed, and which checks failed in how many of them. */

import type { CandidateComparison } from "../../contracts/comparison.ts";
import { describe } from "./distribution.ts";
import { groupBy } from "./group-by.ts";
import { isLost, type Observation } from "./observation.ts";

type CaseRow = CandidateComparison["cases"][number];

function isDeed(detail: string): boolean {
  return /^(never )?called /.test(detail);
}

function failingChecks(runs: readonly Observation[]): CaseRow["failing_checks"] {
  const rows = new Map<string, CaseRow["failing_checks"][number]>();
  for (const { run_id, checks } of runs) {
    for (const { id, detail } of checks?.failed ?? []) {
      // A deed is counted by itself: nine refunds and one deletion are not ten deletions.
      const key = isDeed(detail) ? `${id}\n${detail}` : id;
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { id, runs: 1, detail, example_run: run_id });
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
  const groups = groupBy(runs, ({ case_id, case_version }) => `${case_id}#${case_version}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || first.case_version === null) return [];
    return [
      {
        case_id: first.case_id,
        case_version: first.case_version,
        runs: group.filter((run) => !isLost(run)).length,
        passed: group.filter((run) => run.checks?.passed === true).length,
        score: describe(group.map((run) => run.value("score.total"))),
        failing_checks: failingChecks(group),
      },
    ];
  });
}
