/** What a comparison says about its own firmness, filled with consistent invented figures. */
import type { CandidateComparison, Comparison } from "../../src/contracts/comparison.ts";
import type { OrderEffects } from "../../src/contracts/order-effects.ts";
import type { PairObservation } from "../../src/contracts/pair-observation.ts";
import type { Sensitivity } from "../../src/contracts/sensitivity.ts";

function pointsOf(one: CandidateComparison, metric: string): number {
  const found = one.metrics.find((each) => each.id === metric)?.normalised;
  return typeof found === "number" ? found : 0;
}

function weightedOf(one: CandidateComparison): number {
  return typeof one.weighted === "number" ? one.weighted : 0;
}

/** Every rival stands firm; metrics in which all candidates have the same points are named. */
export function aSensitivity(candidates: readonly CandidateComparison[]): Sensitivity {
  const order = candidates.toSorted((left, right) => weightedOf(right) - weightedOf(left));
  const [leader, ...rivals] = order;
  const metrics = leader?.metrics ?? [];
  return {
    concentration: 100,
    thresholds: {
      stable_tolerance: 0.25,
      stable_share: 0.95,
      sensitive_tolerance: 0.1,
      sensitive_share: 0.8,
    },
    weights: metrics.map((metric) => {
      const points = candidates.map((one) => pointsOf(one, metric.id));
      const spread = Math.max(...points) - Math.min(...points);
      return {
        metric: metric.id,
        source: metric.source,
        weight: metric.weight,
        effective: spread === 0 ? 0 : 0.5,
        at_bound: 0,
        state: spread === 0 ? ("same" as const) : ("live" as const),
        statement:
          spread === 0
            ? `${metric.id} has the same points for all: its weight tells nobody apart.`
            : `${metric.id} tells the candidates apart.`,
      };
    }),
    rivals: rivals.map((rival) => ({
      leader: leader?.candidate ?? "",
      rival: rival.candidate,
      margin: weightedOf(leader ?? rival) - weightedOf(rival),
      tolerance: 0.42,
      one_at_a_time: metrics.map((metric) => ({
        metric: metric.id,
        weight: metric.weight,
        critical: { missing: "no weight of this metric alone turns them over" },
        low: 0,
        high: 1,
      })),
      transfer: { share: 0.08, from: ["quality"], to: "tokens" },
      share_near: 0.97,
      share_any: 0.81,
      stability: "stable" as const,
      statement: `${rival.candidate} comes first only if every weight may move by 42 %.`,
    })),
    rank_acceptability: [],
    stability: "stable",
    statement: "The order holds unless every weight may move by 42 %.",
  };
}

/** No trace of the order was found. */
export function theOrderEffects(
  candidates: readonly CandidateComparison[],
  blocks: number,
): OrderEffects {
  return {
    drift: [
      {
        metric: "latency",
        unit: "ms",
        runs: blocks * candidates.length,
        slope: 1.5,
        change: 40,
        p: 0.61,
        found: false,
      },
    ],
    first_position: [
      { metric: "latency", unit: "ms", blocks, difference: 12, p: 0.8, found: false },
    ],
    balance: candidates.map((one) => ({
      candidate: one.candidate,
      positions: candidates.map(() => Math.round(blocks / candidates.length)),
    })),
    backends: { names: ["simulated"], changed: false },
    found: false,
    statement: "No drift and no effect of running first was found.",
  };
}

/** The parts every comparison of this version has. */
export function firmness(
  candidates: readonly CandidateComparison[],
  blocks: number,
): Pick<Comparison, "statistics" | "sensitivity" | "order_effects"> {
  return {
    statistics: {
      spec: "agentlab-stats/1",
      alpha: 0.05,
      primary: "weighted",
      family: (candidates.length * (candidates.length - 1)) / 2,
      secondary: candidates.length * (candidates.length - 1) * 2,
    },
    sensitivity:
      candidates.length < 2
        ? { missing: "there is 1 candidate to rank" }
        : aSensitivity(candidates),
    order_effects: theOrderEffects(candidates, blocks),
  };
}

/** Score, tokens and latency of every pair; nothing live, so nothing told apart. */
export function pairsOf(
  candidates: readonly CandidateComparison[],
  blocks: number,
): PairObservation[] {
  const rules = [
    ["score", "points", "higher", (one: CandidateComparison) => one.summary.score.mean],
    ["tokens", "tokens", "lower", (one: CandidateComparison) => one.summary.tokens.mean],
    ["latency", "ms", "lower", (one: CandidateComparison) => one.summary.duration_ms.mean],
  ] as const;
  return candidates.flatMap((a, index) =>
    candidates.slice(index + 1).flatMap((b) =>
      rules.map(([metric, unit, direction, pick]): PairObservation => {
        const [left, right] = [pick(a), pick(b)];
        const difference = typeof left === "number" && typeof right === "number" ? left - right : 0;
        const mixed = metric === "latency" ? 2 : 0;
        const ties = metric === "score" && difference !== 0 ? blocks - 2 : 0;
        return {
          a: a.candidate,
          b: b.candidate,
          metric,
          unit,
          direction,
          blocks,
          a_below: difference < 0 ? blocks - mixed - ties : difference > 0 ? mixed : 0,
          equal: difference === 0 ? blocks : ties,
          a_above: difference > 0 ? blocks - mixed - ties : difference < 0 ? mixed : 0,
          mean_difference: difference,
          sd_difference: Math.abs(difference) / 2,
          practical_difference: metric === "tokens" ? 100 : 0,
          sign_flip_p: { missing: "not every block asked a live model" },
          p_holm: { missing: "not every block asked a live model" },
          p_method: null,
          drawn: null,
          interval: { missing: "not every block asked a live model" },
          one_sided: { missing: "not every block asked a live model" },
          word: "observed",
          blocks_needed: 10,
          statement: `${a.candidate} and ${b.candidate} can't be told apart in ${metric}: nothing live was run.`,
        };
      }),
    ),
  );
}
