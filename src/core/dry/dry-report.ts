/** What a dry evaluation says, as data: for the faces (dry-view.ts) and for `--json`. */
import type { Plan } from "../../contracts/plan.ts";
import type { PreflightReport } from "../../contracts/preflight.ts";
import type { DryCase } from "./dry-case.ts";

/** Why it is dry. `fork`: whether the pull request comes from one; null where there is no pull request. */
export interface DryCause {
  /** Variables of keys that live models need and that are not set. */
  readonly keys: readonly string[];
  readonly fork: boolean | null;
}

export interface DryReport {
  readonly plan: Plan;
  readonly preflight: PreflightReport;
  readonly cause: DryCause;
  /** Full commit ids. */
  readonly base: string;
  readonly head: string;
  readonly cases: readonly DryCase[];
  /** The bundle that base's answers came from; null where none was given. `revision`: whose calls it holds. */
  readonly recording: { readonly matrix_id: string; readonly revision: string | null } | null;
}

/** A pull request that lacks a key waits for somebody who has one; who asked for dry himself waits for nobody. */
export function dryVerdict({ keys, fork }: DryCause): string {
  return keys.length > 0 && fork !== null ? "Not evaluated: needs a maintainer" : "Not evaluated";
}

/** Whether head had requests turned away that base had not, or the other way round. */
export function turnedOtherwise({ turned_away: { base, head } }: DryCase): boolean {
  return JSON.stringify(base) !== JSON.stringify(head);
}

/** Base varies so much that nothing could be compared. */
export function isUntold({ outcome }: DryCase): boolean {
  return outcome.kind === "changed" && outcome.changes.length === 0;
}

export function differing(cases: readonly DryCase[]): readonly DryCase[] {
  return cases.filter(
    (one) =>
      turnedOtherwise(one) ||
      ["added", "removed"].includes(one.outcome.kind) ||
      (one.outcome.kind === "changed" && !isUntold(one)),
  );
}
export function runsOf(cases: readonly DryCase[]): number {
  return cases.reduce((sum, one) => sum + one.runs, 0);
}

/** The one object of `--json`. No verdict: nothing was judged. */
export function dryJson(report: DryReport): Readonly<Record<string, unknown>> {
  const { plan, preflight, cause, base, head, cases, recording } = report;
  return {
    schema_version: 1,
    verdict: null,
    mode: "dry",
    exit_code: 0,
    cause,
    base,
    head,
    runs: runsOf(cases),
    model_calls: 0,
    recording: recording ?? { missing: "no evidence bundle was given" },
    cases,
    cases_differing: differing(cases).length,
    case_changes: plan.case_changes ?? [],
    ignored_changes: plan.ignored_changes ?? [],
    preflight: { passed: preflight.passed, cases: preflight.cases.length },
  };
}
