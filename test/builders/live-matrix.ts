/** A live matrix of three frameworks whose runs spread, as the page draws it: 24 blocks, bounds reached, a ranking that is open. */
import type {
  CandidateComparison,
  Comparison,
  MetricValue,
} from "../../src/contracts/comparison.ts";
import type { PairObservation } from "../../src/contracts/pair-observation.ts";
import { scoreProfile } from "../../src/contracts/score-profile.ts";
import type { RunLine } from "../../src/core/report/run-lines.ts";
import type { ReportInput } from "../../src/core/report/view.ts";
import { weighSensitivity } from "../../src/core/scoring/sensitivity.ts";
import { orderCandidates, weighCandidates } from "../../src/core/scoring/weigh.ts";
import { roundDerived } from "../../src/core/statistics/round.ts";
import { aCandidate, aComparison, aDistribution, aPlanOf, aReadiness } from "./view-parts.ts";
import { aPreflight } from "./views.ts";

const BLOCKS = 24;
const cases = ["inventory-order", "refund-approval", "support-triage"] as const;

/** A profile whose upper bound of time some runs reach. */
export const aProfile = scoreProfile.parse({
  name: "balanced-v1",
  metrics: [
    metric("quality", "score.total", "higher", 0.55, 0, 100),
    metric("completion", "completion", "higher", 0.2, 0, 1),
    metric("cost", "cost.catalog_usd", "lower", 0.1, 0, 0.05),
    metric("latency", "latency.ms", "lower", 0.1, 0, 14_000),
    metric("tokens", "tokens.wire", "lower", 0.05, 0, 50_000),
  ],
});

function metric(
  id: string,
  source: string,
  direction: string,
  weight: number,
  minimum: number,
  maximum: number,
) {
  return { id, source, direction, weight, minimum, maximum };
}

/** Numbers that look like chance and are the same everywhere (a linear congruence). */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Nature {
  readonly candidate: string;
  readonly framework: string;
  readonly version: string;
  readonly seed: number;
  readonly tokens: number;
  readonly milliseconds: number;
  readonly misses: readonly number[];
}

const natures: readonly Nature[] = [
  {
    candidate: "bare-loop",
    framework: "bare-loop",
    version: "",
    seed: 7,
    tokens: 1_900,
    milliseconds: 6_200,
    misses: [5, 17],
  },
  {
    candidate: "langgraph-js",
    framework: "@langchain/langgraph",
    version: "1.7.3",
    seed: 11,
    tokens: 2_250,
    milliseconds: 6_900,
    misses: [],
  },
  {
    candidate: "openai-agents-js",
    framework: "@openai/agents",
    version: "0.20.0",
    seed: 23,
    tokens: 2_480,
    milliseconds: 7_400,
    misses: [9],
  },
];

interface Values {
  readonly scores: readonly number[];
  readonly tokens: readonly number[];
  readonly durations: readonly number[];
  readonly costs: readonly number[];
}

function valuesOf(nature: Nature): Values {
  const next = noise(nature.seed);
  const draws = Array.from({ length: BLOCKS }, (_, at) => {
    const kind = 1 + (at % cases.length) * 0.22;
    const bend = 0.82 + next() * 0.4;
    const slow = next() > 0.93 ? 1.7 : 1;
    return { kind, bend, slow, pause: 0.8 + next() * 0.5 };
  });
  const tokens = draws.map(({ kind, bend }) => Math.round(nature.tokens * kind * bend));
  return {
    tokens,
    scores: draws.map((_draw, at) => (nature.misses.includes(at) ? 62.5 : 100)),
    durations: draws.map(({ kind, slow, pause }) =>
      Math.round(nature.milliseconds * kind * pause * slow),
    ),
    costs: tokens.map((count) => roundDerived(count * 0.000_004)),
  };
}

function measured(
  base: MetricValue,
  rule: (typeof aProfile)["metrics"][number],
  values: readonly number[],
): MetricValue {
  const sorted = values.toSorted((a, b) => a - b);
  const distribution = aDistribution(values);
  const share = (value: number) =>
    Math.min(1, Math.max(0, (value - rule.minimum) / (rule.maximum - rule.minimum)));
  const points = values.map((value) =>
    rule.direction === "lower" ? 100 * (1 - share(value)) : 100 * share(value),
  );
  const normalised = roundDerived(points.reduce((sum, one) => sum + one, 0) / points.length);
  const ends = { low: sorted[6] ?? 0, high: sorted[17] ?? 0 };
  return {
    ...base,
    weight: rule.weight,
    raw: roundDerived(values.reduce((sum, one) => sum + one, 0) / values.length),
    normalised,
    contribution: roundDerived(normalised * rule.weight),
    at_bound: values.filter((value) => value <= rule.minimum || value >= rule.maximum).length,
    clipped: values.filter((value) => value < rule.minimum || value > rule.maximum).length,
    distribution,
    sample: { kind: "values", values: sorted },
    interval: { of: "median", method: "order_statistic", level: 0.9773, ...ends },
    p95: {
      value: sorted[22] ?? 0,
      upper: { missing: `${String(values.length)} runs: 59 are needed` },
    },
  };
}

function aLiveCandidate(nature: Nature): CandidateComparison {
  const values = valuesOf(nature);
  const made = aCandidate({
    candidate: nature.candidate,
    framework: nature.framework,
    version: nature.version,
    cases,
    hidden: [],
    system_bytes: 412,
    tools: ["lookup_order", "issue_refund", "calculate"],
    figures: { ...values, model_calls: 3, tool_calls: 2, cost_pico: "8400000000" },
  });
  const byMetric: Readonly<Record<string, readonly number[]>> = {
    quality: values.scores,
    completion: values.scores.map(() => 1),
    cost: values.costs,
    latency: values.durations,
    tokens: values.tokens,
  };
  const metrics = made.metrics.flatMap((one) => {
    const rule = aProfile.metrics.find((each) => each.id === one.id);
    return rule === undefined ? [] : [measured(one, rule, byMetric[one.id] ?? [])];
  });
  const [weighted] = weighCandidates(
    [metrics.map((one) => (typeof one.normalised === "number" ? one.normalised : null))],
    aProfile.metrics.map((rule) => rule.weight),
  );
  const runOf = (at: number) =>
    `${nature.candidate}.${cases[at % cases.length] ?? ""}.${String(Math.floor(at / cases.length) + 1)}`;
  const wrong = nature.misses.length / BLOCKS;
  return {
    ...made,
    metrics,
    weighted: weighted ?? { missing: "no points" },
    failure_rate: {
      strict: 0,
      conditional: wrong,
      error_rate: 0,
      hard: 0,
      at_most: { strict: 0.1174, conditional: wrong + 0.12, hard: 0.1174 },
    },
    cases: made.cases.map((row, index) => {
      const missed = nature.misses.filter((at) => at % cases.length === index);
      return {
        ...row,
        passed: row.runs - missed.length,
        failing_checks: missed.map((at) => ({
          id: "total",
          runs: 1,
          detail: "The answer names 388.5; 906.5 was expected.",
          example_run: runOf(at),
        })),
      };
    }),
  };
}

type Source = readonly [string, string, "higher" | "lower", number, keyof Values];

const compared: readonly Source[] = [
  ["quality", "points", "higher", 2, "scores"],
  ["cost", "USD", "lower", 0.001, "costs"],
  ["latency", "ms", "lower", 1_000, "durations"],
  ["tokens", "tokens", "lower", 100, "tokens"],
];

function aPair(a: Nature, b: Nature, [metricId, unit, direction, matters, key]: Source) {
  const [left, right] = [valuesOf(a)[key], valuesOf(b)[key]];
  const differences = left.map((value, at) => value - (right[at] ?? 0));
  const { mean, sd } = aDistribution(differences);
  const centre = typeof mean === "number" ? mean : 0;
  const reach = typeof sd === "number" ? (2.069 * sd) / Math.sqrt(BLOCKS) : 0;
  const low = roundDerived(centre - reach);
  const high = roundDerived(centre + reach);
  const apart = low > 0 || high < 0;
  const word = apart
    ? Math.max(-low, high) < matters
      ? "too_small_to_matter"
      : "different"
    : "not_told_apart";
  const names = `${a.candidate} and ${b.candidate}`;
  const pair: PairObservation = {
    a: a.candidate,
    b: b.candidate,
    metric: metricId,
    unit,
    direction,
    blocks: BLOCKS,
    a_below: differences.filter((one) => one < 0).length,
    equal: differences.filter((one) => one === 0).length,
    a_above: differences.filter((one) => one > 0).length,
    mean_difference: roundDerived(centre),
    sd_difference: typeof sd === "number" ? roundDerived(sd) : sd,
    practical_difference: matters,
    sign_flip_p: apart ? 0.003 : 0.31,
    p_holm: apart ? 0.018 : 0.93,
    p_method: "drawn",
    drawn: { draws: 99_999, seed: "agent-lab" },
    interval: { of: "mean", method: "t", level: 0.95, low, high },
    one_sided: { method: "t", level: 0.95, low, high },
    word,
    blocks_needed: apart ? { missing: "they are told apart" } : 140,
    statement: apart
      ? `${names} differ in ${metricId}.`
      : `${names} can't be told apart in ${metricId}: about 140 complete live blocks would be needed.`,
  };
  return pair;
}

function lines(candidates: readonly CandidateComparison[]): readonly RunLine[] {
  return candidates.flatMap((one) =>
    one.cases.flatMap((row) =>
      Array.from({ length: row.runs }, (_, at): RunLine => {
        const run_id = `${one.candidate}.${row.case_id}.${String(at + 1)}`;
        const missed = row.failing_checks.some((check) => check.example_run === run_id);
        return {
          run_id,
          candidate: one.candidate,
          case_id: row.case_id,
          repetition: at + 1,
          status: "completed",
          reason: "ok",
          score: missed ? 62.5 : 100,
        };
      }),
    ),
  );
}

function orderOf(candidates: readonly CandidateComparison[]): Comparison["ranking"]["order"] {
  const weighted = candidates.map((one) =>
    typeof one.weighted === "number" ? one.weighted : null,
  );
  return orderCandidates(weighted).flatMap((at) => {
    const candidate = candidates[at]?.candidate;
    const points = weighted[at];
    return candidate === undefined || typeof points !== "number"
      ? []
      : [{ candidate, weighted: points }];
  });
}

function servedLive(effects: Comparison["order_effects"]): Comparison["order_effects"] {
  return "missing" in effects
    ? effects
    : { ...effects, backends: { names: ["gpt-5.6-mini-2026-10-01"], changed: false } };
}

export function aLiveMatrix(): ReportInput {
  const candidates = natures.map(aLiveCandidate);
  const made = aComparison(candidates, BLOCKS, {});
  const pairs = natures.flatMap((a, at) =>
    natures.slice(at + 1).flatMap((b) => compared.map((source) => aPair(a, b, source))),
  );
  const comparison: Comparison = {
    ...made,
    upstream: "live",
    provenance: "re-derivable from the stored RunResults",
    evidence: {
      ...made.evidence,
      level: "E4",
      live_blocks: BLOCKS,
      wording:
        "Differences with their interval, pairs within the family, an order with its weights' stability.",
      breadth: "3 cases: these cases only; repetitions never add breadth.",
      time: "One day: nothing is said about others.",
      blocks_to_compare: 0,
    },
    pairs,
    ranking: {
      ...made.ranking,
      order: orderOf(candidates),
      champion: { missing: "the first two can't be told apart" },
      statement: "No champion: the first two can't be told apart.",
    },
    sensitivity: weighSensitivity(candidates, "agent-lab"),
    order_effects: servedLive(made.order_effects),
  };
  const failing = comparison.candidates.flatMap((one) =>
    one.cases.flatMap((row) => row.failing_checks.map((check) => check.example_run)),
  );
  const findings = Object.fromEntries(
    comparison.candidates
      .filter((one) => one.failure_rate.conditional !== 0)
      .map((one) => [
        one.candidate,
        {
          conditions: [
            {
              code: "failing_case",
              message: "Some runs gave a wrong total.",
              lift: "Correct what the named runs did.",
              runs: failing.filter((run) => run.startsWith(`${one.candidate}.`)),
            },
          ],
        },
      ]),
  );
  return {
    comparison,
    readiness: aReadiness(comparison, { findings }),
    plan: aPlanOf(comparison, "three frameworks, live", { repetitions: BLOCKS / cases.length }),
    preflight: aPreflight(cases),
    matrix: { matrix_id: comparison.matrix_id, blocks_done: BLOCKS, wall_seconds: 1_265 },
    paths: [
      { name: "report", path: "out/report.html" },
      { name: "evidence", path: "out/evidence.tar.gz" },
    ],
    digests: [],
    money: { currency: "USD", spent_pico: "612000000000", budget_pico: "5000000000000" },
    tags: { tested: ["approval", "arithmetic", "tool-error"], untested: [] },
    verify: "node verify.mjs out/evidence.tar.gz",
    runs: lines(comparison.candidates),
    profile: aProfile,
  };
}
