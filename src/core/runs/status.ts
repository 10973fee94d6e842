/** How a run ended, derived from the host's own evidence and never from what the agent says about itself. */
import type { RunReason, RunStatus } from "../../contracts/run-status.ts";

export interface EndEvidence {
  readonly storage_fault: string | null;
  readonly violation: { readonly code: string; readonly message: string } | null;
  /** The wire broke the model contract: wrong wire, wrong model asked, or another model served. */
  readonly contract_breach: {
    readonly reason: "served_model_mismatch" | "wire_contract";
    readonly message: string;
  } | null;
  readonly deadline: "idle" | "total" | null;
  /** The newest model call that had no answer at the deadline: how long it had waited of the run's limit, milliseconds. */
  readonly unanswered: { readonly waited_ms: number; readonly limit_ms: number } | null;
  readonly cancelled: string | null;
  readonly approval_pending: string | null;
  readonly ambiguous: string | null;
  /** The agent asked, after a stop of the host, for another form of what it had done before. */
  readonly conflict?: string | null;
  readonly settlement_fault: string | null;
  /** What happened to the last model call: answered, refused by us, or failed upstream. */
  readonly last_model_call:
    | { readonly state: "answered" }
    | {
        readonly state: "refused";
        readonly reason: "budget_exhausted" | "limit_reached";
        readonly message: string;
      }
    | { readonly state: "failed"; readonly message: string }
    /** The provider would not take the request as it was: asking again helps nobody. */
    | { readonly state: "rejected"; readonly message: string }
    | null;
  readonly result: { readonly status: "completed" | "failed"; readonly error: string } | null;
  readonly exit: { readonly code: number | null; readonly signal: string | null };
}

export interface RunEnd {
  readonly status: RunStatus;
  readonly reason: RunReason;
  readonly message: string;
}

/**
 * The first cause that applies, from the gravest. A right answer after a failed last model call is still `failed`:
 * whatever it says, no model said it.
 */
export function decideEnd(evidence: EndEvidence): RunEnd {
  const { violation, contract_breach: breach, last_model_call: call, result } = evidence;
  if (evidence.storage_fault !== null) return failed("storage", evidence.storage_fault);
  if (violation !== null)
    return failed("protocol_violation", `${violation.code}: ${violation.message}`);
  if (breach !== null)
    return {
      status: "blocked_gateway_contract",
      reason: breach.reason,
      message: sentence(breach.message),
    };
  if (evidence.settlement_fault !== null)
    return failed("settlement_failed", evidence.settlement_fault);
  if (evidence.approval_pending !== null)
    return failed("approval_pending", evidence.approval_pending);
  const { unanswered } = evidence;
  if (evidence.deadline !== null && unanswered !== null && tookMost(unanswered))
    return failed(
      "model_unavailable",
      `the model did not answer in time: the last call had waited ${seconds(unanswered.waited_ms)} of the run's ${seconds(unanswered.limit_ms)}`,
    );
  if (evidence.deadline === "total")
    return failed("timeout", "the run took longer than its wall-clock limit");
  if (evidence.deadline === "idle")
    return failed("timeout", "the adapter said nothing for too long");
  if (evidence.cancelled !== null) return failed("cancelled", evidence.cancelled);
  const { conflict = null } = evidence;
  if (conflict !== null) return failed("ambiguous_after_stop", conflict);
  if (evidence.ambiguous !== null) return failed("blocked_ambiguous_operation", evidence.ambiguous);
  if (call?.state === "refused")
    return failed(call.reason, `the last model call was refused: ${call.message}`);
  if (call?.state === "failed")
    return failed("model_unavailable", `the last model call failed: ${call.message}`);
  if (call?.state === "rejected")
    return failed("request_rejected", `the provider rejected the last request: ${call.message}`);
  if (result === null)
    return failed("crash", `the process ended (${exitText(evidence.exit)}) before its result`);
  if (result.status === "failed")
    return failed(
      "adapter_error",
      result.error === "" ? "the adapter reported a failure without saying why" : result.error,
    );
  return { status: "completed", reason: "ok", message: "" };
}

/** An agent that never stops asking also has a call open at its deadline; the model is to blame where it took most of the time. */
function tookMost({ waited_ms, limit_ms }: NonNullable<EndEvidence["unanswered"]>): boolean {
  return waited_ms * 2 >= limit_ms;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

function failed(reason: RunReason, message: string): RunEnd {
  return { status: "failed", reason, message: sentence(message) };
}

/** As long as an event may hold; a cut through a surrogate pair leaves no half of it. */
function sentence(text: string): string {
  return text.slice(0, 2_000).toWellFormed();
}

function exitText(exit: EndEvidence["exit"]): string {
  return exit.signal === null ? `exit code ${exit.code ?? "unknown"}` : `signal ${exit.signal}`;
}
