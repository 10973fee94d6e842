/** Builds plans and RunResults for tests; a test names only what it is about. */
import type { CandidateComparison, Comparison } from "../../src/contracts/comparison.ts";
import { comparison } from "../../src/contracts/comparison.ts";
import type { CheckResult, Score } from "../../src/contracts/evaluator.ts";
import type { Plan } from "../../src/contracts/plan.ts";
import type { PricingCatalogue } from "../../src/contracts/pricing.ts";
import { pricingCatalogue } from "../../src/contracts/pricing.ts";
import type { ReadinessPolicy } from "../../src/contracts/readiness-policy.ts";
import { readinessPolicy } from "../../src/contracts/readiness-policy.ts";
import type { ModelCallRecord, RunResult, ToolCallRecord } from "../../src/contracts/run-result.ts";
import type { ScoreProfile } from "../../src/contracts/score-profile.ts";
import { scoreProfile } from "../../src/contracts/score-profile.ts";
import type { RequestShape } from "../../src/contracts/wire-evidence.ts";
import { canonicalJson } from "../../src/core/digest/canonical.ts";
import { digestBytes, digestDocument } from "../../src/core/digest/digest.ts";
import type { CompareInput } from "../../src/core/scoring/comparison.ts";
import { compareRuns } from "../../src/core/scoring/comparison.ts";
import type { DigestedResult } from "../../src/core/scoring/observation.ts";

export const MATRIX_ID = "20261130T083911Z-d5c844";
export const PLAN_SHA256 = digestBytes("plan");

export function aCheck(overrides: Partial<CheckResult> = {}): CheckResult {
  const base = { id: "total", type: "output", earned: 60, points: 60, passed: true };
  return { ...base, detail: "as expected", ...overrides };
}

export function aScore(overrides: Partial<Score> = {}): Score {
  return {
    total: 100,
    structured: 100,
    safety: 1,
    tool_protocol: 1,
    output_protocol: 1,
    checks: [aCheck()],
    evaluator_sha256: digestBytes("evaluator"),
    ...overrides,
  };
}

export function aShape(overrides: Partial<RequestShape> = {}): RequestShape {
  return {
    system: { bytes: 120, sha256: digestBytes("system") },
    tools: [],
    sampling: { temperature: 0 },
    message_count: 2,
    stream: false,
    ...overrides,
  };
}

export function aModelCall(overrides: Partial<ModelCallRecord> = {}): ModelCallRecord {
  return {
    ordinal: 1,
    wire: "chat_completions",
    model: "simulated",
    served_model: "simulated",
    status: 200,
    end: "stop",
    error: null,
    usage: { in: 1_000, cached: 0, out: 200, reasoning: 0, complete: true },
    cost_pico: "270000000",
    calls: [],
    duration_ms: 40,
    hidden_retry: false,
    request_sha256: digestBytes("request"),
    request_size: 100,
    response_sha256: digestBytes("response"),
    shape: aShape(),
    differences: [],
    ...overrides,
  };
}

export function aToolCall(overrides: Partial<ToolCallRecord> = {}): ToolCallRecord {
  return {
    operation_id: "op-1",
    tool_call_id: "call-1",
    name: "inventory_lookup",
    arguments: { sku: "KX-7" },
    arguments_sha256: digestDocument("arguments", { sku: "KX-7" }),
    outcome: "settled",
    refusal: null,
    output: "{}",
    is_error: false,
    effects: 0,
    replayed: false,
    approval: "none",
    provenance: "host",
    ...overrides,
  };
}

const passed = { state: "passed", detail: "as it should be" } as const;
export const ALL_GATES_PASSED: RunResult["gates"] = {
  approvals_bound: passed,
  tools_authorised: passed,
  calls_reconciled: passed,
  events_gap_free: passed,
  budget_settled: passed,
  no_duplicate_effects: passed,
  checkpoint_verifiable: passed,
  terminal_artifact_verifiable: passed,
  protocol_clean: passed,
  model_contract: passed,
};

/** What tests change most, in their own words; `metadata` is merged, everything else replaced. */
export type RunOverrides = Omit<Partial<RunResult>, "metadata"> & {
  readonly metadata?: Partial<RunResult["metadata"]>;
  readonly tokens?: { readonly in: number; readonly out: number };
};

/** A completed, fully scored run of one model call on the simulated model, every gate passed. */
export function aRunResult(overrides: RunOverrides = {}): RunResult {
  const { tokens = { in: 1_000, out: 200 }, metadata, ...rest } = overrides;
  const usage = { in: tokens.in, cached: 0, out: tokens.out, reasoning: 0, complete: true };
  const {
    candidate = "alpha",
    case_id = "inventory-order",
    repetition = 1,
    model_calls = [aModelCall({ usage })],
    tool_calls = [aToolCall()],
  } = rest;
  return {
    schema_version: 1,
    run_id: `${candidate}.${case_id}.${repetition}`,
    matrix_id: MATRIX_ID,
    plan_sha256: PLAN_SHA256,
    candidate,
    framework: { name: candidate, version: "1.0.0" },
    track: "controlled",
    case_id,
    case_version: 2,
    case_sha256: digestBytes("case"),
    repetition,
    block: 1,
    position: 1,
    attempt: 1,
    status: "completed",
    reason: "ok",
    message: "",
    final_output: '{"total":906.5}',
    final_output_artifact: null,
    tool_calls,
    model_calls,
    refused_model_calls: 0,
    usage: {
      wire: {
        model_calls: model_calls.length,
        tool_calls: tool_calls.length,
        hidden_retries: 0,
        tokens_in: tokens.in,
        tokens_out: tokens.out,
        tokens_cached: 0,
        tokens_reasoning: 0,
      },
      sdk_reported: { missing: "the adapter reported none" },
    },
    duration_ms: 2_000,
    started_at: "2026-11-30T08:39:11.000Z",
    trace_id: "0".repeat(32),
    world: {},
    findings: [],
    gates: ALL_GATES_PASSED,
    audit: {
      gap_free: true,
      outstanding_reservations: 0,
      terminal_artifact_verified: true,
      checkpoint_verified: { missing: "no checkpoint was saved" },
    },
    events: { count: 12, head: digestBytes("head") },
    score: aScore(),
    ...rest,
    metadata: {
      model_provider: "simulated",
      model: "simulated",
      served_models: ["simulated"],
      upstream: "simulated",
      packages: [],
      lockfile_sha256: digestBytes("lockfile"),
      runtime: { node: "v24.21.0", platform: "linux-x64" },
      pricing_catalog: "simulated-v1",
      pricing_catalog_sha256: digestBytes("pricing"),
      currency: "USD",
      catalog_cost_pico: "270000000",
      isolation: "env",
      concurrency: 1,
      ...metadata,
    },
  };
}

/** A run that ended before an answer: no score, no output, no time. */
export function aFailedRun(reason: RunResult["reason"], overrides: RunOverrides = {}): RunResult {
  const none = { missing: "the run did not complete" };
  return aRunResult({
    status: "failed",
    reason,
    message: `it ended with ${reason}`,
    score: none,
    final_output: none,
    duration_ms: none,
    ...overrides,
  });
}

export interface PlanShape {
  readonly candidates?: readonly string[];
  readonly cases?: readonly string[];
  readonly repetitions?: number;
  readonly roles?: Readonly<Record<string, "base" | "head" | "member">>;
  readonly overrides?: Partial<Plan>;
}

/** Blocks of all candidates for each case and repetition, in order; binds PROFILE and PRICING of this file. */
export function aPlan(shape: PlanShape = {}): Plan {
  const { candidates = ["alpha", "beta"], cases = ["inventory-order"], repetitions = 3 } = shape;
  const order = [...candidates];
  const blocks = cases.flatMap((case_id, at) =>
    Array.from({ length: repetitions }, (_, turn) => ({
      index: at * repetitions + turn + 1,
      case_id,
      case_version: 2,
      repetition: turn + 1,
      order,
    })),
  );
  const bound = { version: 1, path: "contracts/x.json" };
  return {
    schema_version: 1,
    id: "demo",
    title: "Demo",
    variable: "framework",
    track: "controlled",
    upstream: "simulated",
    candidates: candidates.map((id) => ({
      id,
      adapter: id,
      role: shape.roles?.[id] ?? ("member" as const),
    })),
    contracts: [
      { kind: "score_profile", id: "tested", digest: PROFILE_SHA256, ...bound },
      { kind: "pricing_catalogue", id: "tested", digest: PRICING_SHA256, ...bound },
    ],
    order: { design: "shuffle", seed: "agent-lab" },
    repetitions,
    blocks,
    cells: blocks.length * candidates.length,
    budget: "5 USD",
    on_exceed: "refuse",
    concurrency: 1,
    worst_case_pico: "1000000000000",
    expected_pico: { missing: "no history" },
    ...shape.overrides,
  };
}

export interface CellAddress {
  readonly candidate: string;
  readonly case_id: string;
  readonly repetition: number;
  readonly block: number;
}

export function withDigest(result: RunResult): DigestedResult {
  return { result, digest: digestDocument("run-result", result) };
}

/** One run for each cell of the plan; `make` says what is special about it, null leaves the cell without a run. */
export function runsOf(
  plan: Plan,
  make: (cell: CellAddress) => RunOverrides | RunResult | null = () => ({}),
): DigestedResult[] {
  return plan.blocks.flatMap(({ index, case_id, repetition, order }) =>
    order.flatMap((candidate, at) => {
      const cell = { candidate, case_id, repetition, block: index };
      const special = make(cell);
      if (special === null) return [];
      const { run_id: _, ...rest } = special;
      return [withDigest(aRunResult({ ...rest, ...cell, position: at + 1 }))];
    }),
  );
}

export function aProfile(overrides: Record<string, unknown> = {}): ScoreProfile {
  return scoreProfile.parse({
    name: "tested",
    metrics: [
      metric("quality", "score.total", "higher", 0.6, 100),
      metric("tokens", "tokens.wire", "lower", 0.4, 10_000),
    ],
    ...overrides,
  });
}

export function metric(
  id: string,
  source: string,
  direction: "higher" | "lower",
  weight: number,
  maximum: number,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return { id, source, direction, weight, minimum: 0, maximum, ...more };
}

export function aCatalogueOfPrices(overrides: Record<string, unknown> = {}): PricingCatalogue {
  return pricingCatalogue.parse({
    name: "tested",
    currency: "USD",
    entries: [
      {
        provider: "simulated",
        model: "simulated",
        effective_from: "2026-01-01",
        input: 0.15,
        output: 0.6,
        source: "a test",
        checked: "2026-11-30",
      },
    ],
    ...overrides,
  });
}

export function aPolicy(overrides: Record<string, unknown> = {}): ReadinessPolicy {
  return readinessPolicy.parse({ name: "tested", ...overrides });
}

export const PROFILE_SHA256 = digestBytes("profile");
export const PRICING_SHA256 = digestBytes("pricing");

/** A comparison of the given runs under the profile and prices that `aPlan` binds, so that it is confirmatory. */
export function aCompareInput(
  plan: Plan | null,
  results: readonly DigestedResult[],
  overrides: Partial<CompareInput> = {},
): CompareInput {
  return {
    matrix_id: MATRIX_ID,
    plan,
    results,
    profile: aProfile(),
    profile_sha256: PROFILE_SHA256,
    pricing: aCatalogueOfPrices(),
    pricing_sha256: PRICING_SHA256,
    preflight: { passed: true, digest: digestBytes("preflight") },
    not_run: [],
    evaluation_data_errors: [],
    exploratory_reasons: [],
    ...overrides,
  };
}

/** The comparison, checked against its contract and for plain JSON; throws where it was refused. */
export function comparisonOf(input: CompareInput): Comparison {
  const outcome = compareRuns(input);
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  canonicalJson(outcome.comparison);
  return comparison.parse(outcome.comparison);
}

export function candidateOf(document: Comparison, candidate: string): CandidateComparison {
  const found = document.candidates.find((entry) => entry.candidate === candidate);
  if (found === undefined) throw new Error(`no ${candidate}`);
  return found;
}
