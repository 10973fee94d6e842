/** Who is ahead under these weights, by how much, and how far they may move; the page says it again with every slider. */
import type { Stability } from "../../contracts/sensitivity.ts";
import { concentrate, leastFirm, shareAhead, stabilityOf } from "../scoring/stability.ts";
import { orderCandidates, weighCandidates } from "../scoring/weigh.ts";
import { tolerance } from "../statistics/weight-sensitivity.ts";
import type { Weighing } from "./view-model.ts";

/** `weighted` and `shares`: a place a candidate and a metric; `order`: places of the candidates that are ranked. */
export interface Weighed {
  readonly weighted: readonly (number | null)[];
  readonly order: readonly number[];
  readonly shares: readonly (number | null)[];
  readonly statement: string;
}

/** As many decimals as the longest needs, so that nothing is rounded away and the points stand under each other. */
export function exactFigures(values: readonly (number | null)[]): (string | null)[] {
  const decimals = values.reduce<number>((most, value) => {
    if (value === null) return most;
    const text = String(value);
    return Math.max(most, text.includes("e") ? 15 : (text.split(".")[1] ?? "").length);
  }, 0);
  return values.map((value) => (value === null ? null : value.toFixed(decimals)));
}

/** A share as a percentage with one decimal, without a needless one; what is not none or all never reads so. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0005) return "under 0.1 %";
  if (share < 1 && share >= 0.9995) return "over 99.9 %";
  return `${(share * 100).toFixed(1).replace(/\.0$/, "")} %`;
}

interface Rival {
  readonly at: number;
  readonly tolerance: number | null;
  readonly near: number;
  readonly stability: Stability;
}

function holdAgainst(
  weighing: Weighing,
  weights: readonly number[],
  leader: number,
  at: number,
): Rival {
  const { candidates, concentration, thresholds } = weighing;
  const differences = weights.map(
    (_weight, place) =>
      (candidates[leader]?.points[place] ?? 0) - (candidates[at]?.points[place] ?? 0),
  );
  const found = tolerance(weights, differences);
  const near = shareAhead(differences, concentrate(weights, concentration));
  return { at, tolerance: found, near, stability: stabilityOf(found, near, thresholds) };
}

function sentence(
  weighing: Weighing,
  weights: readonly number[],
  weighted: readonly (number | null)[],
  order: readonly number[],
): string {
  const name = (at: number) => weighing.candidates[at]?.label ?? "";
  if (weights.every((weight) => weight === 0)) return "Every weight is 0: nothing is weighed.";
  const [leader, second, ...others] = order;
  if (leader === undefined) return "No candidate that can be ranked has points in every metric.";
  if (second === undefined) return `Only ${name(leader)} can be ranked.`;
  const ahead = (weighted[leader] ?? 0) - (weighted[second] ?? 0);
  if (ahead === 0) return `${name(leader)} and ${name(second)} are level.`;
  const lead = `${name(leader)} is ahead of ${name(second)} by ${String(Number(ahead.toPrecision(6)))} points.`;
  const rivals = [second, ...others].map((at) => holdAgainst(weighing, weights, leader, at));
  // Where no weights bring a rival level, any that some weights do is closer.
  const [closest] = rivals.toSorted((a, b) => (a.tolerance ?? 2) - (b.tolerance ?? 2));
  const word = leastFirm(rivals.map((one) => one.stability)) ?? "";
  if (closest === undefined || closest.tolerance === null)
    return `${lead} No change of these weights brings a rival level: the order is ${word}.`;
  return `${lead} Closest is ${name(closest.at)}: level if every weight moves by ${percent(closest.tolerance)}, each its own way; ${percent(closest.near)} of the weights around these keep ${name(leader)} ahead. The order is ${word}.`;
}

/** Points, order and sentence of these weights. Who cannot be ranked has points and no place in the order. */
export function weigh(weighing: Weighing, weights: readonly number[]): Weighed {
  const { candidates } = weighing;
  const weighted = weighCandidates(
    candidates.map((one) => one.points),
    weights,
  );
  const order = orderCandidates(
    weighted.map((points, at) => (candidates[at]?.unranked === null ? points : null)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    weighted,
    order,
    shares: weights.map((weight) => (total === 0 ? null : weight / total)),
    statement: sentence(weighing, weights, weighted, order),
  };
}
