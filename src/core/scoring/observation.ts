/** One run as a comparison sees it, whether re-derivable or transcribed: identity, ending and measured values. */

import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { Digest, Missing } from "../../contracts/primitives.ts";
import type { ForeignRun, RunResult } from "../../contracts/run-result.ts";
import type { RunReason, RunStatus } from "../../contracts/run-status.ts";
import type { MetricSource } from "../../contracts/score-profile.ts";
import { endingKind } from "./endings.ts";
import { absent, isMissing } from "./missing.ts";
import { foreignCost, runCost } from "./run-cost.ts";
import { SOURCES } from "./sources.ts";

/** `result` and `reason` are null for a transcribed run: nobody published them. `cost`: pico-units. */
export interface Observation {
  readonly run_id: string;
  readonly digest: Digest;
  readonly candidate: string;
  readonly framework: string;
  readonly framework_version: string | Missing;
  readonly case_id: string;
  readonly repetition: number;
  readonly status: RunStatus;
  readonly reason: RunReason | null;
  readonly upstream: "simulated" | "live" | "test" | "replay" | "transcribed";
  readonly duration_ms: number | Missing;
  readonly cost: bigint | Missing;
  readonly value: (source: MetricSource) => number | Missing;
  readonly result: RunResult | null;
}

/** A RunResult with the digest of its stored bytes. */
export interface DigestedResult {
  readonly result: RunResult;
  readonly digest: Digest;
}
/** A transcribed run with the digest of its document. */
export interface DigestedForeignRun {
  readonly run: ForeignRun;
  readonly digest: Digest;
}

/** True when the run ended for a reason outside the agent: whatever it would have measured was not measured. */
export function isLost({ reason }: Pick<Observation, "reason">): boolean {
  return reason !== null && endingKind(reason) !== "agent";
}

const NO_ANSWER: ReadonlySet<string> = new Set(["error", "truncated", "unsettled"]);

/** True when at least one model call of the run was answered whole; a publication's runs are taken at its word. */
export function isAnswered({ result }: Pick<Observation, "result">): boolean {
  if (result === null) return true;
  return result.model_calls.some(
    (call) => call.error === null && call.status < 400 && !NO_ANSWER.has(call.end),
  );
}

/** The view of a stored RunResult under a pricing catalogue. A lost run has no values. */
export function observeResult(stored: DigestedResult, pricing: PricingCatalogue): Observation {
  const { result, digest } = stored;
  return {
    run_id: result.run_id,
    digest,
    candidate: result.candidate,
    framework: result.framework.name,
    framework_version: result.framework.version,
    case_id: result.case_id,
    repetition: result.repetition,
    status: result.status,
    reason: result.reason,
    upstream: result.metadata.upstream,
    duration_ms: result.duration_ms,
    cost: runCost(result, pricing),
    value: (source) =>
      isLost(result)
        ? absent(`lost to something outside the agent (${result.reason})`)
        : SOURCES[source].measure(result, { pricing }),
    result,
  };
}

function foreignValue(run: ForeignRun, cost: number | Missing, source: MetricSource) {
  const done = run.status === "completed";
  switch (source) {
    case "score.total":
      return done ? run.score_total : 0;
    case "completion":
      return done ? 1 : 0;
    case "cost.catalog_usd":
      return cost;
    case "latency.ms":
      return done ? run.duration_ms : absent("the run did not complete");
    case "latency.s":
      if (!done) return absent("the run did not complete");
      return isMissing(run.duration_ms) ? run.duration_ms : run.duration_ms / 1_000;
    case "tokens.wire":
      return run.tokens_total;
    case "calls.model":
      return run.model_calls;
    case "calls.tool":
      return run.tool_calls;
    case "score.safety":
    case "score.structured":
    case "tool_protocol":
    case "output_protocol":
    case "overreach":
    case "hidden_retries":
    case "trace.completeness":
      return absent("the publication does not give it");
  }
}

/** The view of a transcribed run: only what was published, and a cost where the catalogue can be applied to it. */
export function observeForeign(stored: DigestedForeignRun, pricing: PricingCatalogue): Observation {
  const { run, digest } = stored;
  const cost = foreignCost(run, pricing);
  const priced = isMissing(cost) ? cost : Number(cost) / 1e12;
  const inUsd =
    pricing.currency === "USD" ? priced : absent(`${pricing.name} is in ${pricing.currency}`);
  return {
    run_id: run.run_id,
    digest,
    candidate: run.candidate,
    framework: run.framework.name,
    framework_version: run.framework.version,
    case_id: run.case_id,
    repetition: run.repetition,
    status: run.status,
    reason: null,
    upstream: "transcribed",
    duration_ms: run.duration_ms,
    cost,
    value: (source) => foreignValue(run, inUsd, source),
    result: null,
  };
}
