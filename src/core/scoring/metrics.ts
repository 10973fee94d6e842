/** A candidate's value, points and contribution for each rule of a profile, and its points a run. */

import type { MetricValue } from "../../contracts/comparison.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { MetricRule, ScoreProfile } from "../../contracts/score-profile.ts";
import { mean, sum } from "../statistics/describe.ts";
import { roundDerived } from "../statistics/round.ts";
import { describe, firstReason, present } from "./distribution.ts";
import { absent, isMissing } from "./missing.ts";
import { normalise } from "./normalise.ts";
import { isLost, type Observation } from "./observation.ts";
import { intervalOfRuns, sampleOf, tailOf } from "./sample.ts";
import { SOURCES } from "./sources.ts";
import { weighCandidates } from "./weigh.ts";

/** The metric as it enters the comparison, and what makes the candidate ineligible. */
export interface MeasuredMetric {
  readonly value: MetricValue;
  readonly ineligible: readonly string[];
}

export function totalWeight(profile: ScoreProfile): number {
  return sum(profile.metrics.map((rule) => rule.weight));
}

/** 0..100 of one run under one rule; a run that did not complete earns nothing for being cheap or quick, a lost one has no points. */
function pointsOf(run: Observation, rule: MetricRule): number | Missing {
  const earnsNothing =
    run.status !== "completed" &&
    !isLost(run) &&
    SOURCES[rule.source].not_completed === "no_points";
  if (earnsNothing) return 0;
  const value = run.value(rule.source);
  return isMissing(value) ? value : normalise(value, rule).points;
}

function groupPoints(
  rule: MetricRule,
  points: readonly number[],
  values: readonly number[],
  absentCells: number,
): number {
  const zeros = Array.from({ length: absentCells }, () => 0);
  if (rule.level === "run" || values.length === 0) return mean([...points, ...zeros]);
  const counted = points.length + absentCells;
  return (normalise(mean(values), rule).points * Math.min(values.length, counted)) / counted;
}

/**
 * One rule over a candidate's runs. Planned cells without a run count as 0 points each. A run without a value makes
 * the candidate ineligible, or is left out where the rule says `exclude_run`; weights are never spread over the rest.
 */
export function measureMetric(
  rule: MetricRule,
  runs: readonly Observation[],
  absentCells: number,
  weights: number,
): MeasuredMetric {
  const measured = runs.map((run) => run.value(rule.source));
  const points = runs.map((run) => pointsOf(run, rule));
  const values = present(measured);
  const known = present(points);
  const holes = points.length - known.length;
  const reason = firstReason(points, "no run");
  const ineligible: string[] = [];
  if (known.length === 0 || (holes > 0 && rule.missing === "ineligible")) {
    ineligible.push(`${rule.id}: ${holes} of ${points.length} runs have no value (${reason})`);
  }
  const raw = values.length === 0 ? absent(firstReason(measured, reason)) : mean(values);
  if (rule.required_minimum !== undefined && !isMissing(raw) && raw < rule.required_minimum) {
    ineligible.push(
      `${rule.id}: ${roundDerived(raw)} is below the required minimum ${rule.required_minimum}`,
    );
  }
  const usable = known.length > 0 && (holes === 0 || rule.missing === "exclude_run");
  const normalised = usable
    ? roundDerived(groupPoints(rule, known, values, absentCells))
    : absent(reason);
  const contribution = contributed(normalised, rule.weight, weights);
  const bounds = values.map((value) => normalise(value, rule));
  return {
    value: {
      id: rule.id,
      source: rule.source,
      unit: SOURCES[rule.source].unit,
      weight: rule.weight,
      raw: rounded(raw),
      normalised,
      contribution: rounded(contribution),
      at_bound: bounds.filter((one) => one.at_bound).length,
      clipped: bounds.filter((one) => one.clipped !== null).length,
      distribution: describe(measured),
      sample: sampleOf(measured),
      interval: intervalOfRuns(measured),
      p95: tailOf(measured),
    },
    ineligible,
  };
}

function rounded(value: number | Missing): number | Missing {
  return isMissing(value) ? value : roundDerived(value);
}

function contributed(points: number | Missing, weight: number, weights: number): number | Missing {
  if (isMissing(points)) return points;
  return weights === 0 ? absent("every weight of the profile is 0") : (points * weight) / weights;
}

/** The sum of the contributions, from the points as the comparison states them, or the first metric that has none. */
export function weightedPoints(metrics: readonly MeasuredMetric[]): number | Missing {
  const lacking = metrics.find(({ value }) => isMissing(value.contribution));
  if (lacking !== undefined && isMissing(lacking.value.contribution)) {
    return absent(`${lacking.value.id}: ${lacking.value.contribution.missing}`);
  }
  const points = metrics.map(({ value }) =>
    isMissing(value.normalised) ? null : value.normalised,
  );
  const [weighted] = weighCandidates(
    [points],
    metrics.map(({ value }) => value.weight),
  );
  return weighted ?? absent("the profile has no metric");
}

/** Weighted points of a single run; missing where a rule is measured over the group or has no value in this run. */
export function weightedRun(run: Observation, profile: ScoreProfile): number | Missing {
  const weights = totalWeight(profile);
  const parts = profile.metrics.map((rule) => {
    if (rule.level === "group") return absent(`${rule.id} is measured over the group, not a run`);
    return contributed(pointsOf(run, rule), rule.weight, weights);
  });
  const reason = parts.find(isMissing);
  return reason ?? sum(present(parts));
}
