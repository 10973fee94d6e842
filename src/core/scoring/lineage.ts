/** Only runs of this matrix, this plan and this track may be compared; the first that does not belong is named. */

import type { Block, Plan } from "../../contracts/plan.ts";
import type { Digest } from "../../contracts/primitives.ts";
import type { ForeignRun, RunResult } from "../../contracts/run-result.ts";
import { groupBy } from "./group-by.ts";
import type { DigestedForeignRun } from "./observation.ts";

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
  /** Absent: that of the first run. */
  readonly plan_sha256: Digest | undefined;
  readonly foreign: readonly DigestedForeignRun[];
}

/** Asked once for each run, in the order given: what is wrong with it, or null. */
export interface Lineage {
  readonly admit: (result: RunResult) => ComparisonRefusal | null;
  readonly admitForeign: (run: ForeignRun) => ComparisonRefusal | null;
}

export function refuse(
  code: ComparisonRefusalCode,
  run_id: string,
  message: string,
): ComparisonRefusal {
  return { ok: false, code, run_id, message };
}

/** The plan's blocks by index, so that each run is held against its own and not against all. */
type PlannedBlocks = ReadonlyMap<number, readonly Block[]>;

function isPlanned(blocks: PlannedBlocks, result: RunResult): boolean {
  return (blocks.get(result.block) ?? []).some(
    (block) =>
      block.case_id === result.case_id &&
      block.repetition === result.repetition &&
      block.order.includes(result.candidate),
  );
}

function checkResult(
  result: RunResult,
  plan: Plan | null,
  blocks: PlannedBlocks,
  expectedPlan: Digest,
) {
  const name = `run ${result.run_id}`;
  if (result.plan_sha256 !== expectedPlan) {
    return refuse(
      "mixed_plan",
      result.run_id,
      `${name} was made under plan ${result.plan_sha256}, not ${expectedPlan}. Compare runs of one plan only.`,
    );
  }
  if (plan === null) return null;
  if (result.track !== plan.track) {
    return refuse(
      "mixed_track",
      result.run_id,
      `${name} ran on track ${result.track}; the plan's track is ${plan.track}. Tracks are never merged.`,
    );
  }
  if (!isPlanned(blocks, result)) {
    return refuse(
      "unplanned_run",
      result.run_id,
      `${name} (${result.candidate}, ${result.case_id}, repetition ${result.repetition}, block ${result.block}) is no cell of the plan. Remove it.`,
    );
  }
  return null;
}

/** The runs of one comparison: another matrix or plan, an unplanned cell, a run or cell twice is refused. */
export function openLineage({ matrix_id, plan, plan_sha256, foreign }: LineageInput): Lineage {
  const blocks = groupBy(plan?.blocks ?? [], (block) => block.index);
  const runs = new Set<string>();
  const cells = new Map<string, Map<number, string>>();
  let expectedPlan = plan_sha256;
  const admitAny = (run: RunResult | ForeignRun): ComparisonRefusal | null => {
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
    const place = `${run.candidate}, ${run.case_id}`;
    const repetitions = cells.get(place) ?? new Map<number, string>();
    const earlier = repetitions.get(run.repetition);
    if (earlier !== undefined) {
      return refuse(
        "duplicate_cell",
        run.run_id,
        `Runs ${earlier} and ${run.run_id} are both ${place}, repetition ${run.repetition}. A cell has one terminal run.`,
      );
    }
    cells.set(place, repetitions.set(run.repetition, run.run_id));
    return null;
  };
  return {
    admit: (result) => {
      const [transcribed] = foreign;
      if (transcribed !== undefined) {
        return refuse(
          "mixed_provenance",
          transcribed.run.run_id,
          "Transcribed runs cannot be compared with re-derivable ones. Compare them apart.",
        );
      }
      expectedPlan ??= result.plan_sha256;
      return admitAny(result) ?? checkResult(result, plan, blocks, expectedPlan);
    },
    admitForeign: admitAny,
  };
}
