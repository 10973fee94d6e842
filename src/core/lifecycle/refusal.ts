/** How the reducer says no: a code for programs and one sentence for people, naming event, expected and found. */
import type { EventType } from "../../contracts/event.ts";

export type TransitionCode =
  | "wrong_stream"
  | "sequence_gap"
  | "wrong_phase"
  | "finished"
  | "wrong_attempt"
  | "stale_lease"
  | "status_reason_mismatch"
  | "output_repeated"
  | "operation_exists"
  | "operation_open"
  | "not_void"
  | "unknown_operation"
  | "wrong_operation_state"
  | "ordinal_not_increasing"
  | "idempotency_mismatch"
  | "in_progress"
  | "already_executed"
  | "not_a_replay"
  | "checkpoint_mismatch"
  | "reservation_exists"
  | "operation_reserved"
  | "not_reserved"
  | "unknown_reservation"
  | "already_settled"
  | "settlement_conflict"
  | "overdraft"
  | "not_worst_case"
  | "limit_exceeded"
  | "approval_exists"
  | "approval_pending"
  | "approval_not_granted"
  | "unknown_approval"
  | "approval_mismatch"
  | "approval_expired"
  | "already_decided"
  | "decision_conflict"
  | "rejected_before"
  | "block_exists"
  | "look_exists"
  | "unknown_block"
  | "wrong_block_state"
  | "run_exists"
  | "blocks_open"
  | "count_mismatch";

export interface Refusal {
  readonly ok: false;
  readonly code: TransitionCode;
  readonly message: string;
}

export type Step<S> = { readonly ok: true; readonly snapshot: S } | Refusal;

/** What the event is about: the operation, reservation, approval, block or run it names. */
export interface Subject {
  readonly type: EventType;
  readonly of?: string;
}

/** "tool.settled of tool-1 refused: expected …, found …." */
export function refuse(
  code: TransitionCode,
  subject: Subject,
  expected: string,
  found: string,
): Refusal {
  const of = subject.of === undefined ? "" : ` of ${subject.of}`;
  return {
    ok: false,
    code,
    message: `${subject.type}${of} refused: expected ${expected}, found ${found}.`,
  };
}

export function accept<S>(snapshot: S): Step<S> {
  return { ok: true, snapshot };
}
