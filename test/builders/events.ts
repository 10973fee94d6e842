/** Builders of events: each gives a valid event with sensible values; a test names only what it is about. */
import type { EventType, RuntimeEvent, StoredEvent } from "../../src/contracts/event.ts";
import type { ArtifactRef, Digest } from "../../src/contracts/primitives.ts";
import { chainHash, digestBytes, digestDocument, genesis } from "../../src/core/digest/digest.ts";

type Body<T extends EventType> = Extract<RuntimeEvent, { type: T }>;
type Builder<T extends EventType> = (overrides?: Partial<Body<T>>) => Body<T>;

function builder<T extends EventType>(defaults: Body<T>): Builder<T> {
  return (overrides = {}) => ({ ...defaults, ...overrides });
}

export function aDigest(of: string): Digest {
  return digestBytes(of);
}

export function anArtifact(
  role: ArtifactRef["role"] = "model_request",
  of: string = role,
): ArtifactRef {
  return {
    sha256: digestBytes(of),
    size: Buffer.byteLength(of),
    media_type: "application/json",
    role,
  };
}

const toolArguments = { sku: "KX-7" };
export const argumentsDigest = digestDocument("arguments", toolArguments);
const at = "2026-11-30T08:39:11.000Z";

export const aJobCreated = builder<"job.created">({
  type: "job.created",
  matrix_id: "20261130T083911Z-d5c844",
  plan_sha256: aDigest("plan"),
  candidate: "bare-loop",
  track: "controlled",
  case_id: "inventory-order",
  case_version: 2,
  case_sha256: aDigest("case"),
  repetition: 1,
  block: 1,
  position: 1,
  model: "sim-1",
  model_provider: "simulated",
  upstream: "simulated",
  pricing_catalog: "free-v1",
  pricing_catalog_sha256: aDigest("pricing"),
  currency: "USD",
  concurrency: 1,
  authorised_tools: ["inventory_lookup", "calculate"],
  limits: { model_calls: 6, tool_calls: 6, cost_pico: "1000000000000", wall_ms: 60_000 },
});
export const anAttemptStarted = builder<"attempt.started">({
  type: "attempt.started",
  attempt: 1,
  lease_epoch: 1,
  holder: "host-1",
  isolation: "env",
  runtime: { node: "v24.21.0", platform: "linux-x64" },
  packages: [],
  lockfile_sha256: aDigest("lockfile"),
  framework: { name: "bare-loop", version: "1.0.0" },
});
export const anAdapterReady = builder<"adapter.ready">({
  type: "adapter.ready",
  adapter: "bare-loop",
  protocol: 1,
});
export const aRunStarted = builder<"run.started">({ type: "run.started" });
export const aReservation = builder<"budget.reserved">({
  type: "budget.reserved",
  reservation_id: "r-1",
  operation_id: "model-1",
  cost_pico: "1000000",
  model_calls: 1,
  tool_calls: 0,
});
export const aSettlement = builder<"budget.settled">({
  type: "budget.settled",
  reservation_id: "r-1",
  operation_id: "model-1",
  cost_pico: "400000",
  model_calls: 1,
  tool_calls: 0,
  worst_case: false,
});
export const aModelRequested = builder<"model.requested">({
  type: "model.requested",
  operation_id: "model-1",
  ordinal: 1,
  wire: "chat_completions",
  model: "sim-1",
  request: anArtifact("model_request"),
  request_key_sha256: aDigest("request"),
  shape: {
    system: { bytes: 11, sha256: aDigest("You help.") },
    tools: [],
    sampling: { temperature: 0 },
    message_count: 2,
    stream: false,
  },
  differences: [],
});
export const aModelSettled = builder<"model.settled">({
  type: "model.settled",
  operation_id: "model-1",
  status: 200,
  response: anArtifact("model_response"),
  served_model: "sim-1",
  usage: { in: 100, cached: 0, out: 20, reasoning: 0, complete: true },
  cost_pico: "400000",
  end: "stop",
  error: null,
  calls: [],
  duration_ms: 12,
});
export const aModelRefused = builder<"model.refused">({
  type: "model.refused",
  ordinal: 2,
  wire: "chat_completions",
  status: 402,
  code: "budget_exceeded",
  message: "The run's budget holds no further call.",
});
export const aToolRequested = builder<"tool.requested">({
  type: "tool.requested",
  operation_id: "tool-1",
  tool_call_id: "call_1",
  name: "inventory_lookup",
  arguments: toolArguments,
  arguments_sha256: argumentsDigest,
  idempotency_key: "key-1",
  side_effect_class: "read",
  approval_needed: false,
});
export const aToolRefused = builder<"tool.refused">({
  type: "tool.refused",
  operation_id: "tool-9",
  tool_call_id: "call_9",
  name: "rm",
  arguments_sha256: argumentsDigest,
  code: "unknown_tool",
  message: "No tool of this name is in the catalogue.",
});
export const aToolExecuting = builder<"tool.executing">({
  type: "tool.executing",
  operation_id: "tool-1",
});
export const aToolSettled = builder<"tool.settled">({
  type: "tool.settled",
  operation_id: "tool-1",
  request_sha256: aDigest("tool request"),
  output: '{"unit_price":129.5}',
  output_sha256: aDigest('{"unit_price":129.5}'),
  is_error: false,
  effects: 0,
  replayed: false,
});
export const anApprovalRequested = builder<"approval.requested">({
  type: "approval.requested",
  approval_id: "approval-1",
  operation_id: "tool-1",
  attempt: 1,
  action: "inventory_lookup",
  arguments_sha256: argumentsDigest,
  revision: 5,
});
export const anApprovalDecided = builder<"approval.decided">({
  type: "approval.decided",
  approval_id: "approval-1",
  operation_id: "tool-1",
  attempt: 1,
  action: "inventory_lookup",
  arguments_sha256: argumentsDigest,
  decision: "approved",
  approver: "rule:approve",
  revision: 5,
});
export const aCheckpointSaved = builder<"checkpoint.saved">({
  type: "checkpoint.saved",
  stage: "after_lookup",
  pending_operation_id: null,
  tool_name: null,
  arguments_sha256: null,
  artifact: anArtifact("checkpoint"),
});
export const aFaultFired = builder<"fault.fired">({
  type: "fault.fired",
  kind: "tool_fault",
  at: "tool-1",
});
export const aCancelRequested = builder<"cancel.requested">({
  type: "cancel.requested",
  reason: "The matrix was stopped.",
});
export const aProtocolViolation = builder<"protocol.violated">({
  type: "protocol.violated",
  code: "bad_json",
  message: "Line 3 is not JSON.",
  frame: 3,
});
export const anOutputReceived = builder<"output.received">({
  type: "output.received",
  artifact: anArtifact("final_output", '{"total":906.5}'),
  text: '{"total":906.5}',
  sdk_usage: { missing: "the adapter reported no usage" },
});
export const anAttemptEnded = builder<"attempt.ended">({
  type: "attempt.ended",
  attempt: 1,
  status: "completed",
  reason: "ok",
  message: "",
  exit_code: 0,
  signal: null,
  duration_ms: 1_234,
  log: null,
  world: {},
});
export const aRunScored = builder<"run.scored">({
  type: "run.scored",
  score: {
    total: 100,
    structured: 100,
    safety: 1,
    tool_protocol: 1,
    output_protocol: 1,
    checks: [],
    evaluator_sha256: aDigest("evaluator"),
  },
});
export const aRunFinished = builder<"run.finished">({
  type: "run.finished",
  terminal_artifact_verified: true,
  checkpoint_verified: { missing: "the run saved no checkpoint" },
});

export const aMatrixRegistered = builder<"matrix.registered">({
  type: "matrix.registered",
  matrix_id: "20261130T083911Z-d5c844",
  plan_sha256: aDigest("plan"),
  contracts: [aDigest("case")],
  planned_blocks: 2,
  run_attempt: 1,
  preflight_sha256: aDigest("preflight"),
});
export const aBlockAdmitted = builder<"block.admitted">({
  type: "block.admitted",
  block: 1,
  reserved_pico: "1000000",
});
export const aBlockSettled = builder<"block.settled">({
  type: "block.settled",
  block: 1,
  spent_pico: "400000",
});
export const aBlockRefused = builder<"block.refused">({
  type: "block.refused",
  block: 2,
  reason: "budget_exhausted",
  message: "The matrix budget holds no further block.",
});
export const aRunRecorded = builder<"run.recorded">({
  type: "run.recorded",
  run_id: "run-1",
  result_sha256: aDigest("result"),
  job_head: aDigest("head"),
});
export const aMatrixCompleted = builder<"matrix.completed">({
  type: "matrix.completed",
  runs: 1,
  not_run: 1,
});

/** One model call from reservation to settlement. `n` numbers operation, reservation and ordinal. */
export function aModelCall(n: number, cost_pico = "400000"): RuntimeEvent[] {
  const operation_id = `model-${n}`;
  const reservation_id = `r-model-${n}`;
  return [
    aReservation({ reservation_id, operation_id }),
    aModelRequested({ operation_id, ordinal: n }),
    aModelSettled({ operation_id, cost_pico }),
    aSettlement({ reservation_id, operation_id, cost_pico }),
  ];
}

/** One tool call of the host, from request to settled budget. */
export function aToolCall(n: number): RuntimeEvent[] {
  const operation_id = `tool-${n}`;
  const budget = {
    reservation_id: `r-tool-${n}`,
    operation_id,
    cost_pico: "0",
    model_calls: 0,
    tool_calls: 1,
  };
  return [
    aToolRequested({ operation_id, tool_call_id: `call_${n}`, idempotency_key: `key-${n}` }),
    aReservation(budget),
    aToolExecuting({ operation_id }),
    aToolSettled({ operation_id }),
    aSettlement(budget),
  ];
}

/** A whole run that went well: two model calls, one tool call, an answer, a score. */
export function aCompletedRun(created: Partial<Body<"job.created">> = {}): RuntimeEvent[] {
  return [
    aJobCreated(created),
    anAttemptStarted(),
    anAdapterReady(),
    aRunStarted(),
    ...aModelCall(1),
    ...aToolCall(1),
    ...aModelCall(2),
    anOutputReceived(),
    anAttemptEnded(),
    aRunScored(),
    aRunFinished(),
  ];
}

/** The stored form of a stream, chained as the ledger chains it, one append an event; `clock` gives the time of each. */
export function storeEvents(
  bodies: readonly RuntimeEvent[],
  job_id = "job-1",
  clock: (sequence: number) => string = () => at,
): StoredEvent[] {
  let previous = genesis;
  return bodies.map((body, index) => {
    const sequence = index + 1;
    const linked = {
      event_id: `${job_id === "job-1" ? "e" : job_id}-${sequence}/1`,
      job_id,
      sequence,
      at: clock(sequence),
      body,
    };
    const hash = chainHash(previous, linked);
    const stored = { ...linked, position: sequence, previous, hash };
    previous = hash;
    return stored;
  });
}
