/** What is compared inside blocks: each measure with its direction, its natural bounds, and what the profile calls too small to matter. */

import type { Missing } from "../../contracts/primitives.ts";
import type { MetricSource, ScoreProfile } from "../../contracts/score-profile.ts";
import { weightedRun } from "./metrics.ts";
import { absent, isMissing } from "./missing.ts";
import type { Observation } from "./observation.ts";

/**
 * `scale`: values times this are compared as whole numbers, so that ties are exact. `span`: the largest value less the
 * smallest that can exist, null without such bounds. `completed_only`: what a run that broke off used is not compared.
 */
export interface PairMeasure {
  readonly metric: string;
  readonly source: MetricSource | "weighted";
  readonly unit: string;
  readonly direction: "higher" | "lower";
  readonly scale: number;
  readonly span: number | null;
  readonly completed_only: boolean;
}

/** The measure that is tested first and by itself. */
export const PRIMARY = "weighted";

export const PAIR_MEASURES: readonly PairMeasure[] = [
  quality("score", "score.total"),
  use("tokens", "tokens.wire", "tokens", 1),
  use("cost", "cost.catalog_usd", "USD", 1e12),
  use("latency", "latency.ms", "ms", 1),
  quality(PRIMARY, "weighted"),
];

function quality(metric: string, source: PairMeasure["source"]): PairMeasure {
  const points = { unit: "points", direction: "higher", scale: 1e6, span: 100 } as const;
  return { metric, source, ...points, completed_only: false };
}

function use(metric: string, source: MetricSource, unit: string, scale: number): PairMeasure {
  return { metric, source, unit, direction: "lower", scale, span: null, completed_only: true };
}

/** A whole number of 1 / scale, or why this run is not compared in this measure. */
export function measureRun(
  run: Observation,
  measure: PairMeasure,
  profile: ScoreProfile,
): number | Missing {
  if (measure.completed_only && run.status !== "completed") return absent("did not complete");
  const value =
    measure.source === "weighted" ? weightedRun(run, profile) : run.value(measure.source);
  return isMissing(value) ? value : Math.round(value * measure.scale);
}

/** In the measure's unit; 0 where the profile has no rule for it. A rule in seconds speaks for one in milliseconds. */
export function practicalDifference(measure: PairMeasure, profile: ScoreProfile): number {
  for (const rule of profile.metrics) {
    if (rule.source === measure.source) return rule.practical_difference;
    if (measure.source === "latency.ms" && rule.source === "latency.s")
      return rule.practical_difference * 1_000;
  }
  return 0;
}
