/** What a pull request's screen means for head: confirmed regressions stop it, what the screen could not settle keeps it from Go. */

import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { Finding } from "../../contracts/readiness.ts";
import type { Screen } from "../../contracts/screen.ts";
import { isMissing } from "../scoring/missing.ts";
import { deedWords, failureWords, regressionCounts } from "./regression-words.ts";

const MOST_RUNS = 50;

/** `head` and `base` of the comparison that carries the screen. */
export interface ScreenContext {
  readonly screen: Screen;
  readonly comparison: Comparison;
  readonly base: CandidateComparison;
  readonly head: CandidateComparison;
}

function finding(
  code: string,
  message: string,
  lift: string,
  runs: readonly string[] = [],
): Finding {
  return {
    code,
    message: message.slice(0, 1_000),
    lift: lift.slice(0, 500),
    runs: [...new Set(runs)].slice(0, MOST_RUNS),
  };
}

/** A case whose own data is wrong says nothing about an agent. */
function isFaulty(comparison: Comparison, case_id: string): boolean {
  return comparison.evaluation_data_errors.some((error) => error.case_id === case_id);
}

function exampleRuns(head: CandidateComparison, case_id: string): string[] {
  return head.cases
    .filter((row) => row.case_id === case_id)
    .flatMap((row) => row.failing_checks.map((check) => check.example_run));
}

/** Confirmed case regressions, the clearest first, then a total regression. */
export function screenBlocking({ screen, comparison, base, head }: ScreenContext): Finding[] {
  const found = screen.regressions
    .filter((one) => one.confirmed && !isFaulty(comparison, one.case_id))
    .toSorted((left, right) => left.p - right.p)
    .map((one) => {
      const words = failureWords(head.cases, one.case_id);
      const deed = words === null ? "" : ` ${deedWords(words)}.`;
      return finding(
        "case_regression",
        `${one.case_id} broke: ${regressionCounts(one, base.label)}.${deed}`,
        `The case passes again as often as on ${base.label}.`,
        exampleRuns(head, one.case_id),
      );
    });
  const total = screen.total_regression;
  if (!total.confirmed) return found;
  const message = `Over all ${total.blocks} blocks of the first look this pull request passed less often than ${base.label}: in ${total.only_base_passed} of them only ${base.label} passed, in ${total.only_head_passed} only this pull request did.`;
  return [
    ...found,
    finding("total_regression", message, `Cases pass again as often as on ${base.label}.`),
  ];
}

function lookConditions({ screen }: ScreenContext): Finding[] {
  const { first_look, second_look, power } = screen;
  const found: Finding[] = [];
  const lost = first_look.planned_blocks - first_look.complete_blocks;
  if (lost > 0) {
    found.push(
      finding(
        "screen_incomplete",
        `${lost} of ${first_look.planned_blocks} first-look blocks have no result of both sides.`,
        "Run the missing cells; cells with a result are not run again.",
      ),
    );
  }
  const planned = second_look.cases.length * second_look.blocks_each;
  const complete = isMissing(second_look.complete_blocks) ? 0 : second_look.complete_blocks;
  if (complete < planned) {
    found.push(
      finding(
        "second_look_incomplete",
        `${planned - complete} of ${planned} fresh blocks of ${second_look.cases.join(", ")} have no result of both sides: whether it broke is open.`,
        "Run the fresh blocks that were recorded for it.",
      ),
    );
  }
  if (!power.holds) {
    const times = Math.floor(power.found * 100);
    found.push(
      finding(
        "detection_power",
        `With ${first_look.fewest_blocks} first-look ${first_look.fewest_blocks === 1 ? "block" : "blocks"} of a case, one that never passes any more would be found ${times} times in 100; the screen promises ${Math.round(power.required * 100)}.`,
        "Two complete blocks of every case.",
      ),
    );
  }
  return found;
}

function changeConditions({ screen, head }: ScreenContext): Finding[] {
  return screen.case_changes.flatMap(({ case_id, change, judged }) => {
    if (change !== "added") {
      if (judged) return [];
      return [
        finding(
          "case_not_judged",
          `${case_id} was ${change} by this pull request and the version before it was not run: whether it still passes is open.`,
          "Run the case as it stands on base.",
        ),
      ];
    }
    const row = head.cases.find((one) => one.case_id === case_id);
    if (row === undefined || row.passed === row.runs) return [];
    return [
      finding(
        "new_case_fails",
        `${case_id} is new in this pull request and passed in ${row.passed} of ${row.runs} of its runs.`,
        "Every run of the new case passes.",
        exampleRuns(head, case_id),
      ),
    ];
  });
}

/** What the screen left open, each with what would close it. */
export function screenConditions(context: ScreenContext): Finding[] {
  const { screen, comparison, base, head } = context;
  const open = screen.regressions
    .filter((one) => one.inconclusive && !isFaulty(comparison, one.case_id))
    .map((one) =>
      finding(
        "case_regression_inconclusive",
        `${one.case_id} is worse, and not surely: ${regressionCounts(one, base.label)}.`,
        "More fresh blocks of this case, or a cause found in its failing runs.",
        exampleRuns(head, one.case_id),
      ),
    );
  return [...open, ...lookConditions(context), ...changeConditions(context)];
}
