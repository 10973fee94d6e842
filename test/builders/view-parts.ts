/** The documents under a report, filled with consistent invented figures: candidates, comparison, readiness, plan. */
import type {
  CandidateComparison,
  Comparison,
  Distribution,
  GateTally,
  MetricValue,
} from "../../src/contracts/comparison.ts";
import type { Plan } from "../../src/contracts/plan.ts";
import { gateId, type GateId } from "../../src/contracts/readiness-policy.ts";
import type { Finding, Readiness } from "../../src/contracts/readiness.ts";
import { firmness, pairsOf } from "./sensitivities.ts";

/** A digest that is recognisably made up. */
export function aDigest(seed: string): string {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  let hex = "";
  for (let index = 0; hex.length < 64; index += 1) {
    state = Math.imul(state ^ (seed.codePointAt(index % seed.length) ?? 0) ^ index, 0x01000193);
    hex += (state >>> 0).toString(16).padStart(8, "0");
  }
  return `sha256:${hex.slice(0, 64)}`;
}

function middle(list: readonly number[]): number {
  return (
    ((list[Math.floor((list.length - 1) / 2)] ?? 0) + (list[Math.floor(list.length / 2)] ?? 0)) / 2
  );
}

export function aDistribution(values: readonly number[]): Distribution {
  const n = values.length;
  const none = { missing: "no run has a value" };
  if (n === 0) {
    return { n, mean: none, median: none, sd: none, mad: none, minimum: none, maximum: none };
  }
  const sorted = values.toSorted((left, right) => left - right);
  const mean = values.reduce((sum, one) => sum + one, 0) / n;
  const square = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const median = middle(sorted);
  return {
    n,
    mean,
    median,
    sd: n < 2 ? { missing: "one value has no spread" } : Math.sqrt(square / (n - 1)),
    mad: middle(
      sorted.map((one) => Math.abs(one - median)).toSorted((left, right) => left - right),
    ),
    minimum: sorted[0] ?? 0,
    maximum: sorted.at(-1) ?? 0,
  };
}

interface Figures {
  readonly scores: readonly number[];
  readonly tokens: readonly number[];
  readonly durations: readonly number[];
  readonly model_calls: number;
  readonly tool_calls: number;
  readonly cost_pico: string;
}

const unseen: Readonly<Partial<Record<GateId, string>>> = {
  approvals_bound: "no case of this track asks for an approval",
  no_duplicate_effects:
    "its tools ran in its own program: effects are counted only for tools the host runs",
  checkpoint_verifiable: "the adapter writes no checkpoint",
};

function gateTallies(runs: number, hidden: readonly GateId[]): GateTally[] {
  return gateId.options.map((id) => {
    const seen = !hidden.includes(id);
    return {
      id,
      passed: seen ? runs : 0,
      failed: 0,
      not_observed: seen ? 0 : runs,
      failures: [],
      note: seen ? `0 of ${String(runs)} runs failed it` : (unseen[id] ?? "no run could see it"),
    };
  });
}

/** What every metric of this builder says besides its figures. */
function spreadOf(
  values: readonly number[],
): Pick<MetricValue, "clipped" | "sample" | "interval" | "p95"> {
  const none = { missing: "no run has a value" };
  const sorted = values.toSorted((left, right) => left - right);
  const n = sorted.length;
  return {
    clipped: 0,
    sample: n === 0 ? none : { kind: "values", values: sorted },
    interval:
      n === 0
        ? none
        : {
            of: "median",
            method: "range",
            level: 1 - 2 ** (1 - n),
            low: sorted[0] ?? 0,
            high: sorted.at(-1) ?? 0,
          },
    p95: {
      value: { missing: `max of ${String(n)}: below 20 runs the 95th percentile is the highest` },
      upper: { missing: `${String(n)} runs: 59 are needed` },
    },
  };
}

function rule(
  id: string,
  source: MetricValue["source"],
  unit: string,
  weight: number,
  values: readonly number[],
  normalise: (value: number) => number,
): MetricValue {
  const distribution = aDistribution(values);
  const raw = distribution.mean;
  if (typeof raw !== "number") {
    return {
      id,
      source,
      unit,
      weight,
      raw,
      normalised: raw,
      contribution: raw,
      at_bound: 0,
      distribution,
      ...spreadOf(values),
    };
  }
  const normalised = normalise(raw);
  return {
    id,
    source,
    unit,
    weight,
    raw,
    normalised,
    contribution: normalised * weight,
    at_bound: 0,
    distribution,
    ...spreadOf(values),
  };
}

/** Weights and bounds of config/score-profiles/balanced-v1: only the figures' shape matters here. */
function metrics(figures: Figures): MetricValue[] {
  const cost = Number(figures.cost_pico) / 1e12;
  return [
    rule("quality", "score.total", "points", 0.55, figures.scores, (value) => value),
    rule(
      "completion",
      "completion",
      "0 or 1",
      0.2,
      figures.scores.map(() => 1),
      (value) => value * 100,
    ),
    rule(
      "cost",
      "cost.catalog_usd",
      "USD",
      0.1,
      figures.scores.map(() => cost),
      (value) => 100 - value * 2_000,
    ),
    rule("latency", "latency.ms", "ms", 0.1, figures.durations, (value) => 100 - value / 3_000),
    rule("tokens", "tokens.wire", "tokens", 0.05, figures.tokens, (value) => 100 - value / 500),
  ];
}

interface CandidateSeed {
  readonly candidate: string;
  readonly label?: string;
  readonly role?: CandidateComparison["role"];
  readonly framework: string;
  readonly version: string;
  readonly figures: Figures;
  readonly cases: readonly string[];
  readonly hidden: readonly GateId[];
  readonly system_bytes: number;
  readonly tools: readonly string[];
  readonly differences?: CandidateComparison["wire"]["differences"];
}

export function aCandidate(seed: CandidateSeed): CandidateComparison {
  const { figures } = seed;
  const runs = figures.scores.length;
  const each = runs / seed.cases.length;
  const values = metrics(figures);
  return {
    candidate: seed.candidate,
    label: seed.label ?? seed.candidate,
    role: seed.role ?? "member",
    framework: seed.framework,
    framework_version:
      seed.version === "" ? { missing: "the control uses no framework" } : seed.version,
    runs,
    planned: runs,
    statuses: { completed: runs },
    isolation: "env",
    failures: [],
    failure_rate: {
      strict: 0,
      conditional: 0,
      error_rate: 0,
      hard: 0,
      at_most: {
        strict: { missing: "no live run" },
        conditional: { missing: "no live run" },
        hard: { missing: "no live run" },
      },
    },
    summary: {
      score: aDistribution(figures.scores),
      duration_ms: aDistribution(figures.durations),
      tokens: aDistribution(figures.tokens),
      model_calls: aDistribution(figures.scores.map(() => figures.model_calls)),
      tool_calls: aDistribution(figures.scores.map(() => figures.tool_calls)),
      cost_pico: figures.cost_pico,
    },
    metrics: values,
    weighted: values.reduce(
      (sum, one) => sum + (typeof one.contribution === "number" ? one.contribution : 0),
      0,
    ),
    eligible: true,
    ineligible_reasons: [],
    gates: gateTallies(runs, seed.hidden),
    wire: {
      shape: {
        system: {
          bytes: seed.system_bytes,
          sha256: aDigest(`system of ${String(seed.system_bytes)} bytes`),
        },
        tools: seed.tools.map((name) => ({
          name,
          description_sha256: aDigest(`${name} description`),
          parameters_sha256: aDigest(`${name} parameters`),
        })),
        sampling: { temperature: 0, max_tokens: 1_024 },
        message_count: 2,
        stream: false,
      },
      differences: [...(seed.differences ?? [])],
      wires: ["chat_completions"],
    },
    cases: seed.cases.map((case_id, index) => ({
      case_id,
      case_version: case_id === "inventory-order" ? 2 : 1,
      runs: each,
      passed: each,
      score: aDistribution(figures.scores.slice(index * each, (index + 1) * each)),
      failing_checks: [],
    })),
  };
}

function runsOf(candidates: readonly CandidateComparison[]): Comparison["runs"] {
  return candidates.flatMap((one) =>
    one.cases.flatMap((each) =>
      Array.from({ length: each.runs }, (_, index) => {
        const run_id = `${one.candidate}.${each.case_id}.${String(index + 1)}`;
        return { run_id, digest: aDigest(run_id) };
      }),
    ),
  );
}

export function aComparison(
  candidates: CandidateComparison[],
  blocks: number,
  overrides: Partial<Comparison>,
): Comparison {
  return {
    schema_version: 1,
    matrix_id: "20261130T083911Z-d5c844",
    plan_sha256: aDigest("plan"),
    variable: "framework",
    track: "controlled",
    status: "confirmatory",
    status_reasons: [],
    upstream: "simulated",
    provenance: "",
    profile: { name: "balanced-v1", digest: aDigest("profile") },
    pricing: { name: "simulated-v1", digest: aDigest("pricing"), currency: "USD" },
    total_weight: 1,
    evidence: {
      level: "E1",
      live_blocks: 0,
      complete_blocks: blocks,
      planned_blocks: blocks,
      cases: candidates[0]?.cases.length ?? 0,
      wording: `Observed only: nothing live was run, and ${String(blocks)} simulated blocks say nothing about models.`,
      breadth: `These ${String(candidates[0]?.cases.length ?? 0)} cases only.`,
      days: 1,
      time: "One day: nothing is said about others.",
      dropped: [],
      blocks_to_compare: 10,
    },
    preflight: { passed: true, digest: aDigest("preflight") },
    not_run: [],
    candidates,
    pairs: pairsOf(candidates, blocks),
    ranking: {
      order: [],
      champion: {
        missing: `nothing live was run, and ${String(blocks)} simulated blocks say nothing about models`,
      },
      statement: `No champion: nothing live was run, and ${String(blocks)} simulated blocks say nothing about models.`,
      leaders: [],
    },
    ...firmness(candidates, blocks),
    runs: runsOf(candidates),
    evaluation_data_errors: [],
    ...overrides,
  };
}

export function aReadiness(
  comparison: Comparison,
  overrides: Partial<Readiness> & {
    readonly findings?: Readonly<Record<string, { blocking?: Finding[]; conditions?: Finding[] }>>;
  },
): Readiness {
  const { findings = {}, ...others } = overrides;
  const candidates = comparison.candidates.map((one): Readiness["candidates"][number] => {
    const found = findings[one.candidate] ?? {};
    const blocking = found.blocking ?? [];
    const conditions = found.conditions ?? [];
    return {
      candidate: one.candidate,
      verdict: blocking.length > 0 ? "No-Go" : conditions.length > 0 ? "Conditional-Go" : "Go",
      blocking,
      conditions,
      gates: one.gates.map((gate) => ({
        id: gate.id,
        state: gate.failed > 0 ? "failed" : gate.passed > 0 ? "passed" : "not_observed",
        detail: gate.note,
      })),
    };
  });
  const head = comparison.candidates.find((one) => one.role === "head")?.candidate;
  const decided = candidates.find((one) => one.candidate === head) ?? candidates.at(-1);
  return {
    schema_version: 1,
    matrix_id: comparison.matrix_id,
    verdict: decided?.verdict ?? "No-Go",
    subject: decided?.candidate ?? "",
    incomplete: false,
    plumbing_only: false,
    candidates,
    exit_code: decided?.verdict === "Go" ? 0 : decided?.verdict === "No-Go" ? 20 : 10,
    comparison_sha256: aDigest("comparison"),
    policy_sha256: aDigest("policy"),
    evidence_sha256: aDigest("evidence"),
    ...others,
  };
}

export function aPlanOf(comparison: Comparison, title: string, overrides: Partial<Plan>): Plan {
  return {
    schema_version: 1,
    id: "plan",
    title,
    variable: comparison.variable === "revision" ? "revision" : "framework",
    track: "controlled",
    upstream: comparison.upstream === "live" ? "live" : "simulated",
    candidates: comparison.candidates.map((one) => ({
      id: one.candidate,
      adapter: one.candidate,
      role: one.role,
    })),
    contracts: [],
    order: { design: "shuffle", seed: "agent-lab" },
    repetitions: 3,
    blocks: [],
    cells: comparison.runs.length,
    budget: "5 USD",
    on_exceed: "refuse",
    concurrency: 1,
    worst_case_pico: "1200000000000",
    expected_pico: { missing: "no earlier run of this plan" },
    ...overrides,
  };
}
