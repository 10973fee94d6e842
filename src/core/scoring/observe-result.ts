/** A stored RunResult as a comparison sees it under a pricing catalogue; the RunResult can be let go afterwards. */

import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { RunResult } from "../../contracts/run-result.ts";
import type { MetricSource } from "../../contracts/score-profile.ts";
import { checkRun } from "./checked-run.ts";
import { keepDocuments, keepTexts } from "./keep-once.ts";
import { absent, isMissing } from "./missing.ts";
import {
  type Conduct,
  isLost,
  type CheckedRun,
  type DigestedResult,
  type Observation,
  type SeenOnWire,
} from "./observation.ts";
import { runCost } from "./run-cost.ts";
import { SOURCES, type MeasureContext } from "./sources.ts";

type Values = Readonly<Record<MetricSource, number | Missing>>;

/** Observes runs one after the other; what they have in common is kept once. */
export function openObserver(pricing: PricingCatalogue): (stored: DigestedResult) => Observation {
  const text = keepTexts();
  const checks = keepDocuments<CheckedRun>();
  const gates = keepDocuments<RunResult["gates"]>();
  const findings = keepDocuments<RunResult["findings"]>();
  const packages = keepDocuments<RunResult["metadata"]["packages"]>();
  const served = keepDocuments<readonly string[]>();
  const wire = keepDocuments<SeenOnWire>();
  const conduct = keepDocuments<Conduct>();
  const reasons = keepDocuments<Missing>();
  const orReason = <T>(value: T | Missing): T | Missing =>
    isMissing(value) ? reasons(value) : value;
  return ({ result, digest }) => {
    const { metadata } = result;
    const cost = orReason(runCost(result, pricing));
    return {
      run_id: result.run_id,
      digest,
      candidate: text(result.candidate),
      framework: text(result.framework.name),
      framework_version: isMissing(result.framework.version)
        ? reasons(result.framework.version)
        : text(result.framework.version),
      packages: packages(metadata.packages),
      case_id: text(result.case_id),
      case_version: result.case_version,
      repetition: result.repetition,
      block: result.block,
      position: result.position,
      concurrency: metadata.concurrency,
      started_at: orReason(result.started_at),
      status: result.status,
      reason: result.reason,
      message: text(result.message),
      upstream: metadata.upstream,
      duration_ms: orReason(result.duration_ms),
      cost,
      recorded_cost: recordedCost(result, cost),
      value: readFrom(measureAll(result, { pricing, cost }, orReason)),
      is_answered: isAnswered(result),
      is_cut: result.refused_request !== undefined,
      served_models: served(metadata.served_models),
      checks: checks(checkRun(result)),
      gates: gates(result.gates),
      isolation: orReason(metadata.isolation),
      findings: findings(result.findings),
      wire: wire(seeOnWire(result)),
      conduct: conduct(conductOf(result)),
    };
  };
}

function conductOf({ attempt, tool_calls, score }: RunResult): Conduct {
  return {
    attempt,
    called_tools: tool_calls.length > 0,
    asked_approval: tool_calls.some((call) => call.approval !== "none"),
    had_effects: tool_calls.some((call) => call.effects > 0),
    met_tool_error: tool_calls.some((call) => call.outcome === "settled" && call.is_error),
    did_forbidden: !isMissing(score) && score.checks.some((check) => check.violated === true),
  };
}

/** One run alone. */
export function observeResult(stored: DigestedResult, pricing: PricingCatalogue): Observation {
  return openObserver(pricing)(stored);
}

/** Apart, so that what it closes over is the values and nothing else. */
function readFrom(values: Values): Observation["value"] {
  return (source) => values[source];
}

/** A lost run has no values. */
function measureAll(
  result: RunResult,
  context: MeasureContext,
  orReason: (value: number | Missing) => number | Missing,
): Values {
  const lost = isLost(result)
    ? orReason(absent(`lost to something outside the agent (${result.reason})`))
    : null;
  const of = (source: MetricSource) => lost ?? orReason(SOURCES[source].measure(result, context));
  return {
    "score.total": of("score.total"),
    "score.structured": of("score.structured"),
    "score.safety": of("score.safety"),
    completion: of("completion"),
    tool_protocol: of("tool_protocol"),
    output_protocol: of("output_protocol"),
    overreach: of("overreach"),
    "cost.catalog_usd": of("cost.catalog_usd"),
    "latency.ms": of("latency.ms"),
    "latency.s": of("latency.s"),
    "tokens.wire": of("tokens.wire"),
    "calls.model": of("calls.model"),
    "calls.tool": of("calls.tool"),
    hidden_retries: of("hidden_retries"),
    "trace.completeness": of("trace.completeness"),
  };
}

function recordedCost({ metadata }: RunResult, cost: bigint | Missing): bigint | null {
  if (typeof metadata.catalog_cost_pico !== "string") return null;
  const recorded = BigInt(metadata.catalog_cost_pico);
  return recorded === cost ? cost : recorded;
}

const NO_ANSWER: ReadonlySet<string> = new Set(["error", "truncated", "unsettled"]);

function isAnswered({ model_calls }: RunResult): boolean {
  return model_calls.some(
    (call) => call.error === null && call.status < 400 && !NO_ANSWER.has(call.end),
  );
}

function seeOnWire({ model_calls, tool_calls }: RunResult): SeenOnWire {
  const differences = new Map(
    model_calls
      .flatMap((call) => call.differences)
      .map((one) => [JSON.stringify([one.field, one.kind, one.detail]), one]),
  );
  const redacted = model_calls.flatMap((call) =>
    call.redacted === undefined || call.redacted === 0 ? [] : [call.redacted],
  );
  const offered = model_calls.flatMap(({ shape }) => shape.tools.map(({ name }) => name));
  return {
    // An embeddings request carries no conversation, so it says nothing about the prompt.
    shape: model_calls.find((call) => call.wire !== "embeddings")?.shape ?? null,
    wires: [...new Set(model_calls.map((call) => call.wire))],
    differences: [...differences.values()],
    offered_tools: [...new Set(offered)],
    called_tools: [...new Set(tool_calls.map(({ name }) => name))],
    redacted: { values: redacted.reduce((total, one) => total + one, 0), calls: redacted.length },
  };
}
