/** Two candidates compared inside blocks only: the same case and repetition, run back to back. */

import type { PairObservation } from "../../contracts/comparison.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { MetricSource, ScoreProfile } from "../../contracts/score-profile.ts";
import { mean } from "../statistics/describe.ts";
import { BLOCKS_TO_TELL_APART } from "../statistics/evidence-level.ts";
import { roundDerived } from "../statistics/round.ts";
import { MOST_BLOCKS, signFlip } from "../statistics/sign-flip.ts";
import type { BlockView } from "./blocks.ts";
import { isEvidence, isLiveRun } from "./blocks.ts";
import { weightedRun } from "./metrics.ts";
import { absent, isMissing } from "./missing.ts";
import type { Observation } from "./observation.ts";

/** `scale`: values times this are compared as whole numbers, so that ties are exact. */
interface PairMetric {
  readonly metric: string;
  readonly source: MetricSource | "weighted";
  readonly unit: string;
  readonly direction: "higher" | "lower";
  readonly scale: number;
  readonly completed_only: boolean;
}

const PAIR_METRICS: readonly PairMetric[] = [
  row("score", "score.total", "points", "higher", 1e6, false),
  row("tokens", "tokens.wire", "tokens", "lower", 1, true),
  row("cost", "cost.catalog_usd", "USD", "lower", 1e12, true),
  row("latency", "latency.ms", "ms", "lower", 1, true),
  row("weighted", "weighted", "points", "higher", 1e6, false),
];

function row(
  metric: string,
  source: PairMetric["source"],
  unit: string,
  direction: PairMetric["direction"],
  scale: number,
  completed_only: boolean,
): PairMetric {
  return { metric, source, unit, direction, scale, completed_only };
}

export interface PairInput {
  readonly blocks: readonly BlockView[];
  readonly candidates: readonly string[];
  readonly profile: ScoreProfile;
  readonly exploratory: boolean;
}

function scaled(run: Observation, metric: PairMetric, profile: ScoreProfile): number | Missing {
  if (metric.completed_only && run.status !== "completed") return absent("did not complete");
  const value = metric.source === "weighted" ? weightedRun(run, profile) : run.value(metric.source);
  return isMissing(value) ? value : Math.round(value * metric.scale);
}

function pValue(differences: readonly number[], live: boolean, exploratory: boolean) {
  const n = differences.length;
  if (exploratory) return absent("an exploratory comparison carries no p");
  if (!live) return absent("not every block was answered by a live model");
  if (n < BLOCKS_TO_TELL_APART) {
    return absent(`${n} blocks: below ${BLOCKS_TO_TELL_APART} no p can reach .05`);
  }
  if (n > MOST_BLOCKS)
    return absent(`${n} blocks: this version counts exactly up to ${MOST_BLOCKS}`);
  const span = differences.reduce((total, one) => total + Math.abs(one), 0);
  if (!Number.isSafeInteger(span)) return absent("the differences are too large to count exactly");
  return roundDerived(signFlip(differences).p);
}

function observePair(a: string, b: string, metric: PairMetric, input: PairInput): PairObservation {
  const differences: number[] = [];
  let live = true;
  for (const { runs } of input.blocks) {
    const [left, right] = [runs.get(a), runs.get(b)];
    if (!isEvidence(left) || !isEvidence(right)) continue;
    const [x, y] = [scaled(left, metric, input.profile), scaled(right, metric, input.profile)];
    if (isMissing(x) || isMissing(y)) continue;
    differences.push(x - y);
    live &&= isLiveRun(left) && isLiveRun(right);
  }
  const none = differences.length === 0;
  return {
    a,
    b,
    metric: metric.metric,
    unit: metric.unit,
    direction: metric.direction,
    blocks: differences.length,
    a_below: differences.filter((one) => one < 0).length,
    equal: differences.filter((one) => one === 0).length,
    a_above: differences.filter((one) => one > 0).length,
    mean_difference: none
      ? absent("no block has both values")
      : roundDerived(mean(differences) / metric.scale),
    sign_flip_p: pValue(differences, live, input.exploratory),
  };
}

/**
 * Every pair of candidates (the earlier in the plan is a) for score, tokens, cost, latency and weighted points.
 * A block counts for a pair when both runs are data and both have the value; what a run that did not complete used is
 * not compared. p is given on a confirmatory comparison of 6 to 20 live blocks.
 */
export function observePairs(input: PairInput): PairObservation[] {
  return input.candidates.flatMap((a, index) =>
    input.candidates
      .slice(index + 1)
      .flatMap((b) => PAIR_METRICS.map((metric) => observePair(a, b, metric, input))),
  );
}
