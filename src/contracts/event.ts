/** Events: the append-only record. Two streams share one ledger: one per job (a cell), one per matrix. */
import { z } from "zod";

import { score } from "./evaluator.ts";
import { track } from "./matrix.ts";
import { wire } from "./model.ts";
import {
  artifactRef,
  count,
  digest,
  identifier,
  json,
  jsonObject,
  missing,
  pico,
  timestamp,
  toolName,
} from "./primitives.ts";
import { isolationLevel } from "./readiness-policy.ts";
import { sideEffectClass } from "./tool-catalogue.ts";

export const operationId = z.string().min(1).max(100);
const word = z.string().min(1).max(100);
const sentence = z.string().max(2_000);

/** Tokens as the wire reports them; null = the wire did not say. `complete: false` settles at the worst case. */
export const usage = z.strictObject({
  in: count.nullable(),
  cached: count.nullable(),
  out: count.nullable(),
  reasoning: count.nullable(),
  complete: z.boolean(),
});
export type Usage = z.infer<typeof usage>;

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
]);
export type RunReason = z.infer<typeof runReason>;

const systemPart = z.strictObject({ bytes: count, sha256: digest });
/** What a request really carried, without its text: the text is in the request artifact. */
export const requestShape = z.strictObject({
  system: systemPart,
  tools: z.array(
    z.strictObject({ name: z.string(), description_sha256: digest, parameters_sha256: digest }),
  ),
  sampling: jsonObject,
  message_count: count,
  stream: z.boolean(),
});
export type RequestShape = z.infer<typeof requestShape>;

/** One difference between what the contract asks and what the wire carried. */
export const shapeDifference = z.strictObject({
  field: z.string().max(200),
  kind: z.enum(["added", "missing", "changed", "prefix_added", "suffix_added"]),
  detail: z.string().max(500),
});
export type ShapeDifference = z.infer<typeof shapeDifference>;

const redacted = count.optional().meta({
  description:
    "How many secrets were taken out before digesting; the artifact is then not what the wire carried and can't be replayed.",
});

const limits = z.strictObject({
  model_calls: count,
  tool_calls: count,
  cost_pico: z.union([pico, missing]),
  wall_ms: count,
});
const reservation = z.strictObject({
  reservation_id: operationId,
  operation_id: operationId,
  cost_pico: pico,
  model_calls: count,
  tool_calls: count,
});

const jobEvents = [
  z.strictObject({
    type: z.literal("job.created"),
    matrix_id: word,
    plan_sha256: digest,
    candidate: identifier,
    track,
    case_id: identifier,
    case_version: z.int().positive(),
    case_sha256: digest,
    repetition: z.int().positive(),
    block: z.int().positive(),
    position: z.int().positive(),
    model: word,
    model_provider: word,
    upstream: z.enum(["simulated", "live", "test", "replay"]),
    pricing_catalog: word,
    pricing_catalog_sha256: digest,
    currency: z.string(),
    concurrency: z.int().positive(),
    authorised_tools: z.array(toolName),
    limits,
  }),
  z.strictObject({
    type: z.literal("attempt.started"),
    attempt: z.int().positive(),
    lease_epoch: z.int().positive(),
    holder: word,
    isolation: isolationLevel,
    runtime: z.strictObject({ node: word, platform: word }),
    packages: z.array(z.strictObject({ name: z.string(), version: z.string() })),
    lockfile_sha256: z.union([digest, missing]),
    framework: z.strictObject({ name: word, version: z.union([z.string(), missing]) }),
  }),
  z.strictObject({ type: z.literal("adapter.ready"), adapter: word, protocol: z.int().positive() }),
  z.strictObject({ type: z.literal("run.started") }),
  z.strictObject({ type: z.literal("budget.reserved"), ...reservation.shape }),
  z.strictObject({
    type: z.literal("budget.settled"),
    ...reservation.shape,
    worst_case: z.boolean(),
  }),
  z.strictObject({
    type: z.literal("model.requested"),
    operation_id: operationId,
    ordinal: z.int().positive(),
    wire,
    model: z.string(),
    request: artifactRef,
    request_key_sha256: digest.meta({
      description: "Equal for a hidden retry: digest of the normalised body.",
    }),
    shape: requestShape,
    differences: z.array(shapeDifference),
    redacted,
  }),
  z.strictObject({
    type: z.literal("model.settled"),
    operation_id: operationId,
    status: count,
    response: artifactRef,
    served_model: z.string().nullable(),
    usage: usage.nullable(),
    cost_pico: z.union([pico, missing]),
    end: word,
    error: z.string().max(500).nullable(),
    calls: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        arguments_sha256: digest,
        ok: z.boolean(),
      }),
    ),
    duration_ms: count,
    redacted,
  }),
  z.strictObject({
    type: z.literal("model.refused"),
    ordinal: z.int().positive(),
    wire,
    status: count,
    code: word,
    message: sentence,
    request: artifactRef
      .optional()
      .meta({ description: "The run's first request that broke the model contract." }),
  }),
  z.strictObject({
    type: z.literal("tool.requested"),
    operation_id: operationId,
    tool_call_id: z.string().nullable(),
    name: z.string().max(200),
    arguments: json,
    arguments_sha256: digest,
    idempotency_key: word,
    side_effect_class: sideEffectClass,
    approval_needed: z.boolean(),
    runs_in: z.enum(["host", "program"]).optional().meta({
      description: "Who runs the tool; absent: the host. What a program runs, it settles itself.",
    }),
    undeclared: z.literal(true).optional().meta({
      description: "No catalogue declares the tool: class and effects are not known.",
    }),
  }),
  z.strictObject({
    type: z.literal("tool.refused"),
    operation_id: operationId,
    tool_call_id: z.string().nullable(),
    name: z.string().max(200),
    arguments_sha256: digest,
    code: z.enum([
      "unknown_tool",
      "not_authorised",
      "invalid_arguments",
      "limit_reached",
      "idempotency_mismatch",
      "in_progress",
      "approval_rejected",
      "approval_pending",
      "approval_expired",
    ]),
    message: sentence,
  }),
  z.strictObject({ type: z.literal("tool.executing"), operation_id: operationId }),
  z.strictObject({
    type: z.literal("tool.settled"),
    operation_id: operationId,
    request_sha256: digest,
    output: z.string().max(1_048_576),
    output_sha256: digest,
    is_error: z.boolean(),
    effects: count.meta({ description: "How many changes this call made to the world." }),
    replayed: z.boolean(),
  }),
  z
    .strictObject({
      type: z.literal("tool.observed"),
      operation_id: operationId,
      tool_call_id: z.string(),
      name: z.string().max(200),
      arguments: json,
      arguments_sha256: digest,
      output: z.string().max(1_048_576).nullable(),
    })
    .meta({ description: "A call of the program's own tool, rebuilt from the wire." }),
  z.strictObject({
    type: z.literal("approval.requested"),
    approval_id: operationId,
    operation_id: operationId,
    attempt: z.int().positive(),
    action: toolName,
    arguments_sha256: digest,
    revision: count,
  }),
  z.strictObject({
    type: z.literal("approval.decided"),
    approval_id: operationId,
    operation_id: operationId,
    attempt: z.int().positive(),
    action: toolName,
    arguments_sha256: digest,
    decision: z.enum(["approved", "rejected", "expired"]),
    approver: word,
    revision: count,
  }),
  z.strictObject({
    type: z.literal("checkpoint.saved"),
    stage: word,
    pending_operation_id: operationId.nullable(),
    tool_name: toolName.nullable(),
    arguments_sha256: digest.nullable(),
    artifact: artifactRef,
  }),
  z.strictObject({ type: z.literal("fault.fired"), kind: word, at: word }),
  z.strictObject({
    type: z.literal("finding.noted"),
    code: word,
    message: sentence,
    fix: sentence,
  }),
  z.strictObject({ type: z.literal("cancel.requested"), reason: sentence }),
  z.strictObject({
    type: z.literal("protocol.violated"),
    code: word,
    message: sentence,
    frame: count.nullable(),
  }),
  z.strictObject({
    type: z.literal("output.received"),
    artifact: artifactRef,
    text: z.string().max(1_048_576),
    sdk_usage: z.union([
      z.strictObject({ in: count.nullable(), out: count.nullable(), requests: count.nullable() }),
      missing,
    ]),
  }),
  z.strictObject({
    type: z.literal("attempt.ended"),
    attempt: z.int().positive(),
    status: runStatus,
    reason: runReason,
    message: sentence,
    exit_code: z.int().nullable(),
    signal: z.string().nullable(),
    duration_ms: z
      .union([count, missing])
      .meta({ description: "From the start frame to the result frame." }),
    log: artifactRef.nullable(),
    world: jsonObject,
  }),
  z.strictObject({ type: z.literal("run.scored"), score }),
  z.strictObject({
    type: z.literal("run.finished"),
    terminal_artifact_verified: z.union([z.boolean(), missing]),
    checkpoint_verified: z.union([z.boolean(), missing]),
  }),
] as const;

const matrixEvents = [
  z.strictObject({
    type: z.literal("matrix.registered"),
    matrix_id: word,
    plan_sha256: digest,
    contracts: z.array(digest),
    planned_blocks: z.int().positive(),
    run_attempt: z.int().positive(),
    preflight_sha256: digest,
  }),
  z.strictObject({
    type: z.literal("block.admitted"),
    block: z.int().positive(),
    reserved_pico: z.union([pico, missing]),
  }),
  z.strictObject({
    type: z.literal("block.settled"),
    block: z.int().positive(),
    spent_pico: z.union([pico, missing]),
  }),
  z.strictObject({
    type: z.literal("block.refused"),
    block: z.int().positive(),
    reason: runReason,
    message: sentence,
  }),
  z
    .strictObject({
      type: z.literal("look.registered"),
      cases: z.array(z.strictObject({ case_id: identifier, blocks: z.int().positive() })).min(1),
      first_block: z.int().positive(),
      reason: sentence,
    })
    .meta({
      description: "A second look, registered before it runs: fresh blocks of the named cases.",
    }),
  z.strictObject({
    type: z.literal("run.recorded"),
    run_id: word,
    result_sha256: digest,
    job_head: digest,
  }),
  z.strictObject({ type: z.literal("matrix.completed"), runs: count, not_run: count }),
] as const;

export const event = z
  .discriminatedUnion("type", [...jobEvents, ...matrixEvents])
  .meta({ id: "event-body", title: "Agent Lab event" });
export type RuntimeEvent = z.infer<typeof event>;
export type EventType = RuntimeEvent["type"];

/**
 * An event as it is kept. `sequence` counts from 1 inside the job; `position` from 1 over the whole ledger.
 * `hash` = sha256("agent-lab/event/v1\n" + previous hash + RFC 8785 bytes of {event_id, job_id, sequence, at, body}).
 */
export const storedEvent = z
  .strictObject({
    event_id: z.string().min(1).max(100),
    job_id: word,
    sequence: z.int().positive(),
    position: z.int().positive(),
    at: timestamp,
    body: event,
    previous: digest,
    hash: digest,
  })
  .meta({ id: "event", title: "Agent Lab stored event" });
export type StoredEvent = z.infer<typeof storedEvent>;
