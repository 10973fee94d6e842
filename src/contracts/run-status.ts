/** How a run ended: a status and a reason of a closed list. */
import { z } from "zod";

export const runStatus = z.enum(["completed", "failed", "blocked_gateway_contract", "unavailable"]);
export type RunStatus = z.infer<typeof runStatus>;

/** Why a run ended as it did; a closed list. `ok` belongs to `completed` only. */
export const runReason = z.enum([
  "ok",
  "crash",
  "timeout",
  "protocol_violation",
  "cancelled",
  "settlement_failed",
  "blocked_ambiguous_operation",
  "approval_pending",
  "model_unavailable",
  "request_rejected",
  "budget_exhausted",
  "limit_reached",
  "adapter_error",
  "served_model_mismatch",
  "wire_contract",
  "budget_not_reserved",
  "quota",
  "setup_failed",
  "storage",
  "host_stopped",
  "ambiguous_after_stop",
  "checkpoint_unusable",
  "dead_letter",
]);
export type RunReason = z.infer<typeof runReason>;
