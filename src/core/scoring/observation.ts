/** One run as a comparison sees it, whether re-derivable or transcribed: identity, ending and what was measured; never the run itself. */

import type { Digest, Missing } from "../../contracts/primitives.ts";
import type { IsolationLevel } from "../../contracts/readiness-policy.ts";
import type { ForeignRun, RunResult } from "../../contracts/run-result.ts";
import type { RunReason, RunStatus } from "../../contracts/run-status.ts";
import type { MetricSource } from "../../contracts/score-profile.ts";
import type { RequestShape, ShapeDifference } from "../../contracts/wire-evidence.ts";
import { endingKind } from "./endings.ts";

/** `failed`: the failing checks that count against the run. `forbidden`: forbidden deeds of a run that did not complete. */
export interface CheckedRun {
  readonly passed: boolean;
  readonly failed: readonly { readonly id: string; readonly detail: string }[];
  readonly forbidden: readonly string[];
}

/** Folded over the run's model and tool calls, each thing once. `shape`: of its first request with a conversation. */
export interface SeenOnWire {
  readonly shape: RequestShape | null;
  readonly wires: readonly string[];
  readonly differences: readonly ShapeDifference[];
  readonly offered_tools: readonly string[];
  readonly called_tools: readonly string[];
  /** Secrets taken out, and the calls they were taken out of. */
  readonly redacted: { readonly values: number; readonly calls: number };
}

/** What a run did with its tools and what it went through; each fact is no more than whether it happened. */
export interface Conduct {
  /** Which attempt it was that ended. */
  readonly attempt: number;
  readonly called_tools: boolean;
  readonly asked_approval: boolean;
  readonly had_effects: boolean;
  readonly met_tool_error: boolean;
  readonly did_forbidden: boolean;
}

/**
 * Holds no RunResult: 100,000 runs are compared at once, so what runs share is kept once and whatever a comparison does
 * not read is let go. `null` stands for what nobody published of a transcribed run. `cost`, `recorded_cost`: pico-units,
 * under the comparison's catalogue and as the run itself recorded it. `is_cut`: a request of it was not sent on.
 */
export interface Observation {
  readonly run_id: string;
  readonly digest: Digest;
  readonly candidate: string;
  readonly framework: string;
  readonly framework_version: string | Missing;
  readonly packages: RunResult["metadata"]["packages"];
  readonly case_id: string;
  readonly case_version: number | null;
  readonly repetition: number;
  readonly block: number | null;
  readonly position: number | null;
  readonly concurrency: number | null;
  readonly started_at: string | Missing;
  readonly status: RunStatus;
  readonly reason: RunReason | null;
  readonly message: string;
  readonly upstream: "simulated" | "live" | "test" | "replay" | "transcribed";
  readonly duration_ms: number | Missing;
  readonly cost: bigint | Missing;
  readonly recorded_cost: bigint | null;
  readonly value: (source: MetricSource) => number | Missing;
  /** At least one model call was answered whole; a publication's runs are taken at its word. */
  readonly is_answered: boolean;
  readonly is_cut: boolean;
  readonly served_models: readonly string[];
  readonly checks: CheckedRun | null;
  readonly gates: RunResult["gates"] | null;
  readonly isolation: IsolationLevel | Missing;
  readonly findings: RunResult["findings"];
  readonly wire: SeenOnWire | null;
  readonly conduct: Conduct | null;
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
