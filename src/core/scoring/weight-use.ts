/** Which weights tell candidates apart, and which are dead: a metric in which all lie on one bound gives its weight to nobody. */

import type { CandidateComparison, MetricValue } from "../../contracts/comparison.ts";
import type { WeightUse } from "../../contracts/sensitivity.ts";
import { formatShare } from "../report/format.ts";
import { sum } from "../statistics/describe.ts";
import { roundDerived } from "../statistics/round.ts";
import { absent } from "./missing.ts";

/** From this share of runs on or outside a bound, differences beyond the bound are being hidden. */
const SATURATED = 0.1;

interface Column {
  readonly metric: MetricValue;
  /** Points of every ranked candidate. */
  readonly points: readonly number[];
  readonly at_bound: number;
  readonly runs: number;
  /** Every candidate's mean is 0. */
  readonly free: boolean;
}

function columnOf(candidates: readonly CandidateComparison[], at: number): Column | null {
  const cells = candidates.flatMap((one) => one.metrics[at] ?? []);
  const [metric] = cells;
  if (metric === undefined) return null;
  return {
    metric,
    points: cells.map((one) => one.normalised).filter((one) => typeof one === "number"),
    at_bound: cells.reduce((total, one) => total + one.at_bound, 0),
    runs: cells.reduce((total, one) => total + one.distribution.n, 0),
    free: cells.every((one) => one.raw === 0),
  };
}

function spread({ points }: Column): number {
  return points.length === 0 ? 0 : Math.max(...points) - Math.min(...points);
}

function stateOf(column: Column, share: number): WeightUse["state"] {
  const [first] = column.points;
  const alike = spread(column) === 0;
  if (alike && (first === 0 || first === 100) && share === 1) return "dead";
  if (alike) return "same";
  return share >= SATURATED ? "saturated" : "live";
}

/** "free" is named because a price of nothing is the usual way in which a cost weight dies. */
function sentence(column: Column, state: WeightUse["state"], share: number): string {
  const { metric, points } = column;
  const weight = formatShare(share);
  const free = metric.source === "cost.catalog_usd" && column.free;
  if (metric.weight === 0) return `${metric.id} has no weight.`;
  switch (state) {
    case "dead":
      return free
        ? `${metric.id} is dead weight: the model is free, so every candidate gets ${points[0] ?? 0} points and ${weight} of the weight goes to nobody.`
        : `${metric.id} is dead weight: every run of every candidate lies on the same bound, so ${weight} of the weight goes to nobody.`;
    case "same":
      return `${metric.id} gives all candidates the same points: ${weight} of the weight tells nobody apart.`;
    case "saturated":
      return `${metric.id} is saturated: runs lie on or outside a bound, where differences are not counted.`;
    case "live":
      return `${metric.id} tells candidates apart.`;
  }
}

/** One row a metric, in the profile's order, over candidates that have points in every metric. */
export function useWeights(candidates: readonly CandidateComparison[]): WeightUse[] {
  const columns = (candidates[0]?.metrics ?? []).flatMap((_, at) => columnOf(candidates, at) ?? []);
  const total = sum(columns.map(({ metric }) => metric.weight));
  const moved = sum(columns.map((one) => one.metric.weight * spread(one)));
  return columns.map((column) => {
    const { metric, at_bound, runs } = column;
    const weight = total === 0 ? 0 : roundDerived(metric.weight / total);
    const share = runs === 0 ? 0 : roundDerived(at_bound / runs);
    const state = metric.weight === 0 ? "live" : stateOf(column, share);
    return {
      metric: metric.id,
      source: metric.source,
      weight,
      effective:
        moved === 0
          ? absent("no metric tells the candidates apart")
          : roundDerived((metric.weight * spread(column)) / moved),
      at_bound: share,
      state,
      statement: sentence(column, state, weight),
    };
  });
}
