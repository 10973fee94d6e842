/** How firm the order is: what change of the weights turns it over, and how many of the reasonable weights keep it. */

import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type {
  CriticalWeight,
  RankAcceptability,
  RivalSensitivity,
  Sensitivity,
  Stability,
} from "../../contracts/sensitivity.ts";
import { digestBytes } from "../digest/digest.ts";
import { formatNumber, formatShare } from "../report/format.ts";
import { sum } from "../statistics/describe.ts";
import { rankAcceptability } from "../statistics/rank-acceptability.ts";
import { roundDerived } from "../statistics/round.ts";
import { oneAtATime, smallestTransfer, tolerance } from "../statistics/weight-sensitivity.ts";
import { absent, isMissing } from "./missing.ts";
import { concentrate, leastFirm, shareAhead, stabilityOf } from "./stability.ts";
import { useWeights } from "./weight-use.ts";

const CONCENTRATION = 100;
const DRAWS = 10_000;
/** Proposals of this product, stated beside every verdict they lead to. */
const THRESHOLDS: Sensitivity["thresholds"] = {
  stable_tolerance: 0.25,
  stable_share: 0.95,
  sensitive_tolerance: 0.1,
  sensitive_share: 0.8,
};

/** A candidate that can be ranked, no control: its points in every metric, 0..100. */
interface Ranked {
  readonly candidate: string;
  readonly weighted: number;
  readonly points: readonly number[];
}

function ranked(one: CandidateComparison): Ranked[] {
  if (!one.eligible || isMissing(one.weighted) || one.control_of !== undefined) return [];
  const points = one.metrics.map((metric) => metric.normalised);
  const known = points.filter((value) => typeof value === "number");
  return known.length < points.length
    ? []
    : [{ candidate: one.candidate, weighted: one.weighted, points: known }];
}

/** `unweighted`: the rival is ahead somewhere, and only where the profile gives no weight. */
function statementOf(
  leader: string,
  rival: string,
  { margin, eps, near, unweighted }: Firmness,
): string {
  if (margin === 0) return `${leader} and ${rival} have the same weighted points.`;
  if (eps === null)
    return unweighted
      ? `${rival} is ahead of ${leader} only in metrics without weight: no share of the other weights turns them over.`
      : `${leader} is ahead of ${rival} under every set of weights.`;
  const around = `${formatShare(near)} of the weights around the profile keep ${leader} ahead`;
  return `${rival} comes ahead of ${leader} when every weight may move by ${formatNumber(eps * 100, 1)} %; ${around}.`;
}

interface Firmness {
  readonly margin: number;
  readonly eps: number | null;
  readonly near: number;
  readonly unweighted: boolean;
}

function againstRival(
  leader: Ranked,
  rival: Ranked,
  metrics: readonly string[],
  weights: readonly number[],
): RivalSensitivity {
  const differences = leader.points.map((points, at) => points - (rival.points[at] ?? 0));
  const margin = roundDerived(leader.weighted - rival.weighted);
  const level = differences.every((one) => one === 0);
  const eps = level ? null : margin === 0 ? 0 : tolerance(weights, differences);
  const near = roundDerived(shareAhead(differences, concentrate(weights, CONCENTRATION)));
  const any = roundDerived(
    shareAhead(
      differences,
      weights.map(() => 1),
    ),
  );
  const unweighted = eps === null && differences.some((one) => one < 0);
  const stability = level ? "stable" : stabilityOf(eps, near, THRESHOLDS);
  return {
    leader: leader.candidate,
    rival: rival.candidate,
    margin,
    tolerance:
      eps === null
        ? absent(unweighted ? "only a metric without weight could" : "no weights turn them over")
        : roundDerived(eps),
    one_at_a_time: critical(metrics, weights, differences),
    transfer: transferOf(metrics, weights, differences, margin),
    share_near: near,
    share_any: any,
    stability,
    statement: level
      ? `${leader.candidate} and ${rival.candidate} have the same points in every metric: level under every set of weights.`
      : statementOf(leader.candidate, rival.candidate, { margin, eps, near, unweighted }),
  };
}

function critical(
  metrics: readonly string[],
  weights: readonly number[],
  differences: readonly number[],
): CriticalWeight[] {
  const total = sum(weights);
  return oneAtATime(weights, differences).map((one, at) => ({
    metric: metrics[at] ?? "",
    weight: roundDerived((weights[at] ?? 0) / total),
    critical:
      one.critical_weight === null
        ? absent("no weight of this metric alone turns them over")
        : roundDerived(one.critical_weight),
    low: roundDerived(one.stable[0]),
    high: roundDerived(one.stable[1]),
  }));
}

function transferOf(
  metrics: readonly string[],
  weights: readonly number[],
  differences: readonly number[],
  margin: number,
): RivalSensitivity["transfer"] {
  if (margin === 0) return absent("they are level as it is");
  const found = smallestTransfer(weights, differences);
  if (found.total_variation === null) return absent("no weights turn them over");
  return {
    share: roundDerived(found.total_variation),
    from: found.moves.map((move) => metrics[move.from] ?? ""),
    to: metrics[found.moves[0]?.to ?? 0] ?? "",
  };
}

function acceptability(
  order: readonly Ranked[],
  weights: readonly number[],
  seed: string,
): RankAcceptability[] {
  if (order.length < 3) return [];
  const points = order.map((one) => one.points);
  return (["profile", "any"] as const).map((around) => {
    const alpha = around === "profile" ? concentrate(weights, CONCENTRATION) : weights.map(() => 1);
    const hex = digestBytes(`agentlab-stats/1 ranks\n${seed}\n${around}`).slice("sha256:".length);
    const found = rankAcceptability(points, { alpha, draws: DRAWS, seed: hex });
    return {
      draws: DRAWS,
      seed: hex,
      around,
      rows: order.map((one, at) => ({
        candidate: one.candidate,
        ranks: (found.rows[at] ?? []).map(roundDerived),
        central_weights:
          found.central_weights[at]?.map(roundDerived) ?? absent("no drawn weights put it first"),
      })),
    };
  });
}

function overall(rivals: readonly RivalSensitivity[]): Stability | Missing {
  const found = leastFirm(rivals.map((one) => one.stability));
  return found ?? absent("nobody to be held against");
}

function conclude(rivals: readonly RivalSensitivity[], word: Stability | Missing): string {
  if (isMissing(word)) return `No ranking to be turned over: ${word.missing}.`;
  const weakest = rivals.find((one) => one.stability === word);
  const why = weakest?.statement ?? "";
  return word === "sensitive"
    ? `Ranking unstable: ${why}`
    : `By its weights the order is ${word === "stable" ? "stable" : "moderately stable"}: ${why}`;
}

/**
 * Over the candidates that can be ranked, the first against each other one. Missing where fewer than two can be. Only
 * rank acceptability draws weights; it states its seed, and everything else is exact.
 */
export function weighSensitivity(
  candidates: readonly CandidateComparison[],
  seed: string,
): Comparison["sensitivity"] {
  const order = candidates
    .flatMap(ranked)
    .toSorted((left, right) => right.weighted - left.weighted);
  const [leader, ...others] = order;
  if (leader === undefined || others.length === 0) {
    return absent(`${order.length === 1 ? "one candidate" : "no candidate"} can be ranked`);
  }
  const rules = candidates[0]?.metrics ?? [];
  const weights = rules.map((metric) => metric.weight);
  if (sum(weights) === 0) return absent("every weight of the profile is 0");
  const metrics = rules.map((metric) => metric.id);
  const rivals = others.map((rival) => againstRival(leader, rival, metrics, weights));
  const stability = overall(rivals);
  const eligible = new Set(order.map((one) => one.candidate));
  return {
    concentration: CONCENTRATION,
    thresholds: THRESHOLDS,
    weights: useWeights(candidates.filter((one) => eligible.has(one.candidate))),
    rivals,
    rank_acceptability: acceptability(order, weights, seed),
    stability,
    statement: conclude(rivals, stability),
  };
}
