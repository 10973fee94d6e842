/** What a ledger answers: where a stream ends, why an append was not taken, what an audit found. */
import type { Digest } from "../contracts/primitives.ts";
import type { AuditCode } from "./lifecycle/audit.ts";

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
}

/** One thing that is not as it was written. `null`: not of one stream, or not of one event. */
export interface LedgerFault {
  readonly job_id: string | null;
  readonly sequence: number | null;
  readonly code: LedgerFaultCode;
  readonly message: string;
}

export type LedgerFaultCode =
  | AuditCode
  | "file_damaged"
  | "event_unreadable"
  | "other_version"
  | "position_differs"
  | "append_differs"
  | "snapshot_differs"
  | "entry_differs";
