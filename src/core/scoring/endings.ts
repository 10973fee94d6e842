/** Which endings say nothing about the agent: the one list that error rates, dropped blocks and exit code 40 are read from. */

import type { RunReason } from "../../contracts/run-status.ts";

/**
 * `infrastructure`: the model service, its quota, the installation or the disk failed; when every run ended so, the
 * exit code is 40. `interrupted`: stopped or never paid for; not the agent's doing, but nobody's fault either.
 * `agent`: everything else, also budget_exhausted and limit_reached, which are an agent's own appetite, and
 * request_rejected, a request that the provider would not take.
 */
export type EndingKind = "infrastructure" | "interrupted" | "agent";

const KINDS: Readonly<Record<RunReason, EndingKind>> = {
  ok: "agent",
  crash: "agent",
  timeout: "agent",
  protocol_violation: "agent",
  cancelled: "interrupted",
  settlement_failed: "agent",
  blocked_ambiguous_operation: "agent",
  approval_pending: "agent",
  model_unavailable: "infrastructure",
  request_rejected: "agent",
  budget_exhausted: "agent",
  limit_reached: "agent",
  adapter_error: "agent",
  served_model_mismatch: "agent",
  wire_contract: "agent",
  budget_not_reserved: "interrupted",
  quota: "infrastructure",
  setup_failed: "infrastructure",
  storage: "infrastructure",
  host_stopped: "interrupted",
  ambiguous_after_stop: "interrupted",
  checkpoint_unusable: "interrupted",
  dead_letter: "interrupted",
};

/** Whose doing an ending was. */
export function endingKind(reason: RunReason): EndingKind {
  return KINDS[reason];
}
