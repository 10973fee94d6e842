/** Only runs of this matrix, this plan and this track may be compared; the first that does not belong is named. */

import type { Plan } from "../../contracts/plan.ts";
import type { Digest } from "../../contracts/primitives.ts";
import type { RunResult } from "../../contracts/run-result.ts";
import type { DigestedForeignRun, DigestedResult } from "./observation.ts";

export type ComparisonRefusalCode =
  | "no_runs"
  | "foreign_run"
  | "mixed_plan"
  | "mixed_track"
  | "mixed_provenance"
  | "unplanned_run"
  | "duplicate_run"
  | "duplicate_cell"
  | "profile_unsupported";

/** `run_id` is "" where no single run is at fault. `profile_unsupported` is a usage fault; all others break lineage. */
export interface ComparisonRefusal {
  readonly ok: false;
  readonly code: ComparisonRefusalCode;
  readonly run_id: string;
  readonly message: string;
}

export interface LineageInput {
  readonly matrix_id: string;
  readonly plan: Plan | null;
  readonly plan_sha256: Digest | undefined;
  readonly results: readonly DigestedResult[];
  readonly foreign: readonly DigestedForeignRun[];
}

export function refuse(
  code: ComparisonRefusalCode,
  run_id: string,
  message: string,
): ComparisonRefusal {
  return { ok: false, code, run_id, message };
}

function plannedCell(plan: Plan, result: RunResult): boolean {
  return plan.blocks.some(
    (block) =>
      block.index === result.block &&
      block.case_id === result.case_id &&
      block.repetition === result.repetition &&
      block.order.includes(result.candidate),
  );
}

function checkResult(result: RunResult, input: LineageInput, expectedPlan: Digest) {
  const name = `run ${result.run_id}`;
  if (result.plan_sha256 !== expectedPlan) {
    return refuse(
      "mixed_plan",
      result.run_id,
      `${name} was made under plan ${result.plan_sha256}, not ${expectedPlan}. Compare runs of one plan only.`,
    );
  }
  const { plan } = input;
  if (plan === null) return null;
  if (result.track !== plan.track) {
    return refuse(
      "mixed_track",
      result.run_id,
      `${name} ran on track ${result.track}; the plan's track is ${plan.track}. Tracks are never merged.`,
    );
  }
  if (!plannedCell(plan, result)) {
    return refuse(
      "unplanned_run",
      result.run_id,
      `${name} (${result.candidate}, ${result.case_id}, repetition ${result.repetition}, block ${result.block}) is no cell of the plan. Remove it.`,
    );
  }
  return null;
}

/** The first fault in the order given, or null: another matrix or plan, an unplanned cell, a run or cell twice. */
export function checkLineage(input: LineageInput): ComparisonRefusal | null {
  const { matrix_id, results, foreign, plan } = input;
  if (plan === null && results.length + foreign.length === 0) {
    return refuse("no_runs", "", "There is no plan and no run: nothing to compare.");
  }
  if (results.length > 0 && foreign.length > 0) {
    return refuse(
      "mixed_provenance",
      foreign[0]?.run.run_id ?? "",
      "Transcribed runs cannot be compared with re-derivable ones. Compare them apart.",
    );
  }
  const expectedPlan = input.plan_sha256 ?? results[0]?.result.plan_sha256 ?? "";
  const runs = new Set<string>();
  const cells = new Map<string, string>();
  for (const run of [...results.map((one) => one.result), ...foreign.map((one) => one.run)]) {
    if (run.matrix_id !== matrix_id) {
      return refuse(
        "foreign_run",
        run.run_id,
        `Run ${run.run_id} belongs to matrix ${run.matrix_id}, not ${matrix_id}. Remove it or compare that matrix.`,
      );
    }
    if (runs.has(run.run_id)) {
      return refuse("duplicate_run", run.run_id, `Run ${run.run_id} is given twice. Give it once.`);
    }
    runs.add(run.run_id);
    const cell = `${run.candidate}, ${run.case_id}, repetition ${run.repetition}`;
    const earlier = cells.get(cell);
    if (earlier !== undefined) {
      return refuse(
        "duplicate_cell",
        run.run_id,
        `Runs ${earlier} and ${run.run_id} are both ${cell}. A cell has one terminal run.`,
      );
    }
    cells.set(cell, run.run_id);
    const fault = "plan_sha256" in run ? checkResult(run, input, expectedPlan) : null;
    if (fault !== null) return fault;
  }
  return null;
}
