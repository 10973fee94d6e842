/** The host's side of the frame protocol as a pure state machine: whatever it does not expect is a violation, never a guess. */
import { protocolVersion } from "../../contracts/frame.ts";
import type { ChildFrame } from "../../contracts/frame.ts";
import { openOperations, withOperation } from "./operation.ts";
import type { Operations } from "./operation.ts";

/** `operations`: tool operations one child may ask for. */
export interface SessionLimits {
  readonly operations: number;
}
export const sessionLimits: SessionLimits = { operations: 1_000 };

/** `greeting`: hello awaited. `waiting`: start not sent yet. `running`: started. `finished`: result received. */
export type SessionPhase = "greeting" | "waiting" | "running" | "finished";

export interface Session {
  readonly nonce: string;
  readonly limits: SessionLimits;
  readonly phase: SessionPhase;
  /** Sequence numbers the next frame from the child and the next frame to the child must carry. */
  readonly next_from_child: number;
  readonly next_to_child: number;
  readonly cancelled: boolean;
  readonly operations: Operations;
  readonly stages: ReadonlySet<string>;
}

export type ViolationCode =
  | "wrong_nonce"
  | "wrong_sequence"
  | "hello_expected"
  | "duplicate_hello"
  | "protocol_mismatch"
  | "before_start"
  | "too_many_operations"
  | "duplicate_operation"
  | "unknown_operation"
  | "settlement_not_granted"
  | "duplicate_settlement"
  | "malformed_stage"
  | "duplicate_stage"
  | "operation_outstanding"
  | "duplicate_result"
  | "after_result"
  | "truncated_frame"
  | "no_result";

/** `frame`: the sequence number of the frame at fault; null when the fault is a frame that never came. */
export interface Violation {
  readonly ok: false;
  readonly code: ViolationCode;
  readonly message: string;
  readonly frame: number | null;
}

/** `deliver`: hand the frame to the host. `await_end`: the child has said everything and is expected to exit. */
export type SessionEffect =
  | { readonly kind: "deliver"; readonly frame: ChildFrame }
  | { readonly kind: "await_end" };

export interface Received {
  readonly ok: true;
  readonly session: Session;
  readonly effects: readonly SessionEffect[];
}

/** A session before the first frame. `nonce` must be unpredictable to anyone but this child. */
export function createSession(options: {
  readonly nonce: string;
  readonly limits?: SessionLimits;
}): Session {
  return {
    nonce: options.nonce,
    limits: options.limits ?? sessionLimits,
    phase: "greeting",
    next_from_child: 1,
    next_to_child: 1,
    cancelled: false,
    operations: new Map(),
    stages: new Set(),
  };
}

/** Takes one well-formed frame from the child. After a violation the session is over: there is no state to go on from. */
export function receive(session: Session, frame: ChildFrame): Received | Violation {
  const at = frame.frame_sequence;
  if (frame.nonce !== session.nonce) {
    return violate("wrong_nonce", "the frame carries another job's nonce", at);
  }
  if (at !== session.next_from_child) {
    return violate(
      "wrong_sequence",
      `frame_sequence is ${at}, expected ${session.next_from_child}`,
      at,
    );
  }
  if (session.phase === "finished") {
    return frame.kind === "result"
      ? violate("duplicate_result", "a second result was sent", at)
      : violate("after_result", `a ${frame.kind} frame came after the result`, at);
  }
  if (session.phase === "greeting") {
    return receiveHello(advance(session), frame);
  }
  if (frame.kind === "hello") {
    return violate("duplicate_hello", "hello was sent twice", at);
  }
  if (session.phase === "waiting" && frame.kind !== "heartbeat") {
    return violate(
      "before_start",
      `a ${frame.kind} frame came before the start frame was sent`,
      at,
    );
  }
  return receiveWork(advance(session), frame);
}

/**
 * What the end of the channel means. `partial_bytes`: bytes of an unfinished line left over.
 * Undefined when the child had finished or had been told to stop.
 */
export function closeSession(session: Session, partial_bytes: number): Violation | undefined {
  if (session.cancelled) return undefined;
  if (partial_bytes > 0) {
    return violate(
      "truncated_frame",
      `the channel ended inside frame ${session.next_from_child}, ${partial_bytes} bytes in`,
      session.next_from_child,
    );
  }
  if (session.phase !== "finished") {
    return violate("no_result", `the child ended ${endings[session.phase]}`, null);
  }
  return undefined;
}

const endings = {
  greeting: "without a hello frame: it may not have reached its own code, its log may say why",
  waiting: "before the start frame was sent",
  running: "without a result frame",
} as const;

const stageName = /^[a-z][a-z0-9_.-]{0,99}$/;

type WorkFrame = Exclude<ChildFrame, { kind: "hello" }>;

function receiveHello(session: Session, frame: ChildFrame): Received | Violation {
  if (frame.kind !== "hello") {
    return violate(
      "hello_expected",
      `the first frame is ${frame.kind}, expected hello`,
      frame.frame_sequence,
    );
  }
  if (frame.protocol !== protocolVersion) {
    return violate(
      "protocol_mismatch",
      `the adapter speaks protocol ${frame.protocol}, this host speaks ${protocolVersion}`,
      frame.frame_sequence,
    );
  }
  return deliver({ ...session, phase: "waiting" }, frame);
}

function receiveWork(session: Session, frame: WorkFrame): Received | Violation {
  switch (frame.kind) {
    case "heartbeat":
      return deliver(session, frame);
    case "intent":
      return receiveIntent(session, frame);
    case "settlement":
      return receiveSettlement(session, frame);
    case "checkpoint":
      return receiveCheckpoint(session, frame);
    case "result":
      return receiveResult(session, frame);
  }
}

function receiveIntent(
  session: Session,
  frame: Extract<ChildFrame, { kind: "intent" }>,
): Received | Violation {
  const { operation_id: id, frame_sequence: at } = frame;
  if (session.operations.has(id)) {
    return violate("duplicate_operation", `operation ${id} was asked for before`, at);
  }
  if (session.operations.size >= session.limits.operations) {
    return violate("too_many_operations", `more than ${session.limits.operations} operations`, at);
  }
  return deliver({ ...session, operations: withOperation(session.operations, id, "asked") }, frame);
}

function receiveSettlement(
  session: Session,
  frame: Extract<ChildFrame, { kind: "settlement" }>,
): Received | Violation {
  const { operation_id: id, frame_sequence: at } = frame;
  switch (session.operations.get(id)) {
    case undefined:
      return violate("unknown_operation", `operation ${id} was never asked for`, at);
    case "closed":
      return violate("duplicate_settlement", `operation ${id} is already settled or rejected`, at);
    case "asked":
    case "host":
      return violate(
        "settlement_not_granted",
        `operation ${id} was not handed to the child for execution`,
        at,
      );
    case "child":
      return deliver(
        { ...session, operations: withOperation(session.operations, id, "closed") },
        frame,
      );
  }
}

function receiveCheckpoint(
  session: Session,
  frame: Extract<ChildFrame, { kind: "checkpoint" }>,
): Received | Violation {
  const { stage, pending_operation_id: pending, frame_sequence: at } = frame;
  if (!stageName.test(stage)) {
    return violate(
      "malformed_stage",
      `a stage is lower-case letters, digits and . _ -, got ${JSON.stringify(stage)}`,
      at,
    );
  }
  if (session.stages.has(stage)) {
    return violate("duplicate_stage", `stage ${stage} was checkpointed before`, at);
  }
  if (pending !== null && !openOperations(session.operations).includes(pending)) {
    return violate("unknown_operation", `pending operation ${pending} is not open`, at);
  }
  return deliver({ ...session, stages: new Set([...session.stages, stage]) }, frame);
}

function receiveResult(
  session: Session,
  frame: Extract<ChildFrame, { kind: "result" }>,
): Received | Violation {
  const open = openOperations(session.operations);
  if (frame.status === "completed" && open.length > 0) {
    return violate(
      "operation_outstanding",
      `a completed result came while ${open.join(", ")} had no settlement`,
      frame.frame_sequence,
    );
  }
  return {
    ok: true,
    session: { ...session, phase: "finished" },
    effects: [{ kind: "deliver", frame }, { kind: "await_end" }],
  };
}

function advance(session: Session): Session {
  return { ...session, next_from_child: session.next_from_child + 1 };
}

function deliver(session: Session, frame: ChildFrame): Received {
  return { ok: true, session, effects: [{ kind: "deliver", frame }] };
}

function violate(code: ViolationCode, message: string, frame: number | null): Violation {
  return { ok: false, code, message, frame };
}
