/** What a ledger answers: where a stream ends, and why an append was not taken. */
import type { Digest } from "../contracts/primitives.ts";

export type AppendRefusalCode =
  | "state_conflict"
  | "invalid_transition"
  | "event_id_reused"
  | "lease_lost"
  | "ledger_busy"
  | "storage_full"
  | "storage_failed"
  | "outcome_unknown";

export interface JobHead {
  readonly job_id: string;
  readonly revision: number;
  readonly head: Digest;
  /** RFC 8785 text of the job's snapshot as the reducer left it. */
  readonly snapshot: string;
}
