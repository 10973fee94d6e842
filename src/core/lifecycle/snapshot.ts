/** What the reducer knows of a stream after its last event: plain JSON, never changed in place. */
import type { EventType, RuntimeEvent } from "../../contracts/event.ts";
import type { Digest, Missing } from "../../contracts/primitives.ts";
import type { RunReason, RunStatus } from "../../contracts/run-status.ts";
import type { SideEffectClass } from "../../contracts/tool-catalogue.ts";

export type JobPhase =
  | "created"
  | "attempting"
  | "ready"
  | "running"
  | "suspended"
  | "ended"
  | "scored"
  | "finished";

/** Money as a pico-unit string, calls as counts. */
export interface Amounts {
  readonly cost_pico: string;
  readonly model_calls: number;
  readonly tool_calls: number;
}

export interface Limits {
  readonly cost_pico: string | Missing;
  readonly model_calls: number;
  readonly tool_calls: number;
}

export interface Reservation extends Amounts {
  readonly operation_id: string;
}

export interface Operation {
  readonly kind: "model" | "tool";
  readonly state: "requested" | "executing" | "settled" | "refused" | "voided";
  /** The tool's name, or the model asked for. */
  readonly name: string;
  /** Of a tool: its arguments' digest. Of a model call: its request artifact's. */
  readonly arguments_sha256: Digest;
  readonly attempt: number;
  readonly idempotency_key: string | null;
  readonly side_effect_class: SideEffectClass | null;
  readonly approval_needed: boolean;
}

export interface Approval {
  readonly operation_id: string;
  readonly arguments_sha256: Digest;
  readonly attempt: number;
  readonly action: string;
  readonly revision: number;
  /** UTC ISO 8601; null: it does not expire. */
  readonly expires_at: string | null;
  readonly decision: "approved" | "rejected" | "expired" | null;
}

export interface JobSnapshot {
  readonly kind: "job";
  /** Events so far; the next event's sequence is one more. */
  readonly revision: number;
  readonly phase: JobPhase;
  readonly attempt: number;
  readonly lease_epoch: number;
  readonly model_ordinal: number;
  readonly limits: Limits;
  /** Outstanding only, by reservation id. */
  readonly reservations: Readonly<Record<string, Reservation>>;
  /** Settled ones, with what they settled at. */
  readonly closed: Readonly<Record<string, Reservation>>;
  readonly settled: Amounts;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly approvals: Readonly<Record<string, Approval>>;
  /** Idempotency key to the digest of the tool name and arguments it was first used with. */
  readonly keys: Readonly<Record<string, Digest>>;
  readonly output_sha256: Digest | null;
  readonly status: RunStatus | null;
  readonly reason: RunReason | null;
}

export interface Block {
  readonly state: "admitted" | "settled" | "refused";
  readonly reserved_pico: string | Missing | null;
  readonly spent_pico: string | Missing | null;
}

export interface MatrixSnapshot {
  readonly kind: "matrix";
  readonly revision: number;
  readonly phase: "registered" | "completed";
  readonly matrix_id: string;
  /** Those of the plan and of a second look. */
  readonly planned_blocks: number;
  /** Second looks registered: 0 or 1. */
  readonly looks: number;
  /** By block number. */
  readonly blocks: Readonly<Record<string, Block>>;
  /** Run id to the digest of its RunResult. */
  readonly runs: Readonly<Record<string, Digest>>;
}

export type Snapshot = JobSnapshot | MatrixSnapshot;

/** The part of a stored event that decides: `sequence` counts from 1 inside the stream. */
export interface StreamEvent {
  readonly sequence: number;
  readonly at: string;
  readonly body: RuntimeEvent;
}

export type Body<T extends EventType> = Extract<RuntimeEvent, { type: T }>;

/** An entry of a record by a name that came from outside: `constructor` and `__proto__` are names like any other. */
export function lookup<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
