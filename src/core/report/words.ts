/** Our closed word lists in a reader's words: gates, reasons, statuses, upstreams, metrics. */
import type { Comparison } from "../../contracts/comparison.ts";
import type { GateId } from "../../contracts/readiness-policy.ts";
import type { Readiness, Verdict } from "../../contracts/readiness.ts";
import type { RunReason, RunStatus } from "../../contracts/run-status.ts";
import type { ShapeDifference } from "../../contracts/wire-evidence.ts";
import type { Tone } from "./view-model.ts";

const gateWords: Readonly<Record<GateId, string>> = {
  approvals_bound: "no approval bypassed",
  tools_authorised: "only authorised tools called",
  calls_reconciled: "every tool call accounted for",
  events_gap_free: "events without a gap",
  budget_settled: "budget settled, not overdrawn",
  no_duplicate_effects: "no duplicate side effect",
  checkpoint_verifiable: "checkpoint verifiable",
  terminal_artifact_verifiable: "final answer verifiable",
  protocol_clean: "no protocol violation",
  model_contract: "model contract kept on the wire",
  preflight_clean: "preflight clean",
  isolation_floor: "isolation at least the floor",
};

const gateSubjects: Readonly<Record<GateId, string>> = {
  approvals_bound: "approvals",
  tools_authorised: "unauthorised tools",
  calls_reconciled: "unaccounted tool calls",
  events_gap_free: "gaps in the events",
  budget_settled: "the settled budget",
  no_duplicate_effects: "duplicate side effects",
  checkpoint_verifiable: "checkpoints",
  terminal_artifact_verifiable: "the stored final answer",
  protocol_clean: "protocol violations",
  model_contract: "the model contract on the wire",
  preflight_clean: "preflight",
  isolation_floor: "the isolation reached",
};

const reasonWords: Readonly<Record<RunReason, string>> = {
  ok: "ended normally",
  crash: "crashed",
  timeout: "ran out of time",
  protocol_violation: "broke the frame protocol",
  cancelled: "was cancelled",
  settlement_failed: "a call could not be settled",
  blocked_ambiguous_operation: "blocked: a tool may or may not have run",
  approval_pending: "still waits for an approval",
  model_unavailable: "the model was unavailable",
  request_rejected: "the provider rejected the request",
  budget_exhausted: "budget exhausted",
  limit_reached: "reached a limit of its case",
  adapter_error: "the adapter reported an error",
  served_model_mismatch: "another model answered",
  wire_contract: "broke the model contract on the wire",
  budget_not_reserved: "not started: budget could not be reserved",
  quota: "not started: daily quota",
  setup_failed: "not started: setup failed",
  storage: "not started: storage failed",
  host_stopped: "was cut off: Agent Lab itself was stopped",
  ambiguous_after_stop:
    "blocked: Agent Lab was stopped, and what a tool had done could not be squared with what came after",
  checkpoint_unusable: "could not go on: its checkpoint is damaged or of other contracts",
  dead_letter: "given up: Agent Lab was stopped in each of its attempts",
};

const statusWords: Readonly<Record<RunStatus, string>> = {
  completed: "completed",
  failed: "failed",
  blocked_gateway_contract: "blocked by the model contract",
  unavailable: "unavailable",
};

const differenceWords: Readonly<Record<ShapeDifference["kind"], string>> = {
  added: "added",
  missing: "missing",
  changed: "changed",
  prefix_added: "text put in front",
  suffix_added: "text put behind",
};

const labels: Readonly<Record<Comparison["upstream"], string | null>> = {
  simulated: "SIMULATED MODEL",
  test: "TEST MODEL",
  replay: "REPLAYED ANSWERS",
  transcribed: "TRANSCRIBED, NOT RE-DERIVABLE",
  live: null,
};

const origins: Readonly<Record<Comparison["upstream"], string>> = {
  simulated: "observed on a simulated model, not a ranking",
  test: "observed on a test model, not a ranking",
  replay: "observed on replayed answers, not a ranking",
  transcribed: "as published, not re-derivable",
  live: "observed, not a ranking",
};

const tones: Readonly<Record<Verdict, Tone>> = {
  Go: "go",
  "Conditional-Go": "conditional",
  "No-Go": "no_go",
};

export function gateName(id: GateId): string {
  return gateWords[id];
}

/** What the gate looks at, for "not observed: …". */
export function gateSubject(id: GateId): string {
  return gateSubjects[id];
}

export function reasonName(reason: RunReason): string {
  return reasonWords[reason];
}

export function statusName(status: RunStatus): string {
  return statusWords[status];
}

export function differenceName(kind: ShapeDifference["kind"]): string {
  return differenceWords[kind];
}

/** The label in the heading; null for live evidence. */
export function upstreamLabel(upstream: Comparison["upstream"]): string | null {
  return labels[upstream];
}

/** What an observed difference is, in brackets behind it. */
export function originWords(upstream: Comparison["upstream"]): string {
  return origins[upstream];
}

/** False where every run was lost for reasons outside the agents: there is nothing to call by a verdict's word. */
export function isEvaluated(readiness: Pick<Readiness, "exit_code">): boolean {
  return readiness.exit_code !== 40;
}

/** The verdict's word, or that there is none. */
export function verdictWords(readiness: Pick<Readiness, "exit_code">, verdict: Verdict): string {
  return isEvaluated(readiness) ? verdict : "Not evaluated";
}

export function verdictTone(verdict: Verdict): Tone {
  return tones[verdict];
}
