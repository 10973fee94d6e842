/** Folds the runs of a matrix once, one at a time: each is checked for its lineage, observed and let go. */

import type { Plan } from "../../contracts/plan.ts";
import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { Digest } from "../../contracts/primitives.ts";
import type { RunResult } from "../../contracts/run-result.ts";
import { openLineage, refuse, type ComparisonRefusal } from "./lineage.ts";
import type { DigestedForeignRun, DigestedResult, Observation } from "./observation.ts";
import { observeForeign } from "./observe-foreign.ts";
import { openObserver } from "./observe-result.ts";

/** `results` is gone through once, and may be made while it is. */
export interface RunSource {
  readonly matrix_id: string;
  readonly plan: Plan | null;
  /** The plan's digest, where known; every run must carry it. */
  readonly plan_sha256?: Digest;
  readonly results: Iterable<DigestedResult>;
  readonly foreign?: readonly DigestedForeignRun[];
  readonly pricing: PricingCatalogue;
}

/** `observations` in execution order. `plan_sha256`, `track`: as the runs themselves say, where there is a RunResult. */
export interface ObservedRuns {
  readonly ok: true;
  readonly observations: readonly Observation[];
  readonly plan_sha256: Digest | undefined;
  readonly track: RunResult["track"] | undefined;
  readonly transcribed: boolean;
}

export function byRunId(
  left: Pick<Observation, "run_id">,
  right: Pick<Observation, "run_id">,
): number {
  if (left.run_id === right.run_id) return 0;
  return left.run_id < right.run_id ? -1 : 1;
}

/** Execution order where the plan gives one, else by run id. */
function inOrder(left: Observation, right: Observation): number {
  if (left.block === null || right.block === null) return byRunId(left, right);
  const turn = (left.position ?? 0) - (right.position ?? 0);
  return left.block - right.block || turn || byRunId(left, right);
}

/** The observations of one comparison, or the first run that does not belong to it. */
export function observeRuns(source: RunSource): ObservedRuns | ComparisonRefusal {
  const { matrix_id, plan, plan_sha256, pricing, foreign = [] } = source;
  const lineage = openLineage({ matrix_id, plan, plan_sha256, foreign });
  const observe = openObserver(pricing);
  const observations: Observation[] = [];
  let found: Pick<ObservedRuns, "plan_sha256" | "track"> | undefined;
  for (const stored of source.results) {
    const fault = lineage.admit(stored.result);
    if (fault !== null) return fault;
    found ??= { plan_sha256: stored.result.plan_sha256, track: stored.result.track };
    observations.push(observe(stored));
  }
  for (const stored of foreign) {
    const fault = lineage.admitForeign(stored.run);
    if (fault !== null) return fault;
    observations.push(observeForeign(stored, pricing));
  }
  if (plan === null && observations.length === 0) {
    return refuse("no_runs", "", "There is no plan and no run: nothing to compare.");
  }
  return {
    ok: true,
    observations: observations.toSorted(inOrder),
    plan_sha256: found?.plan_sha256,
    track: found?.track,
    transcribed: foreign.length > 0,
  };
}
