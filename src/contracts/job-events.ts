/** Events of a job: one cell, from its creation over each attempt to its end. */
import { z } from "zod";

import { score } from "./evaluator.ts";
import { word, operationId, sentence } from "./event-parts.ts";
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
import { runReason, runStatus } from "./run-status.ts";
import { sideEffectClass } from "./tool-catalogue.ts";
import { requestShape, shapeDifference, usage } from "./wire-evidence.ts";

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

const resumedFrom = z
  .strictObject({ stage: word, sequence: z.int().positive(), sha256: digest })
  .optional()
  .meta({ description: "The checkpoint it goes on from; absent: from the start." });

export const jobEvents = [
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
    resumed_from: resumedFrom,
  }),
  z
    .strictObject({
      type: z.literal("attempt.suspended"),
      attempt: z.int().positive(),
      reason: z.enum(["approval_pending", "host_stopped"]),
      message: sentence,
    })
    .meta({ description: "The attempt waits and is not over: no process, no lease." }),
  z
    .strictObject({
      type: z.literal("attempt.resumed"),
      attempt: z.int().positive(),
      lease_epoch: z.int().positive(),
      holder: word,
      resumed_from: resumedFrom,
    })
    .meta({ description: "The suspended attempt goes on, under a newer lease." }),
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
      "done_before",
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
    reconciled: z.literal(true).optional().meta({
      description: "The receipt was lost with the host; the world, asked by key, still had it.",
    }),
  }),
  z
    .strictObject({
      type: z.literal("tool.voided"),
      operation_id: operationId,
      proof: z.enum(["never_ran", "safe_to_repeat", "world_knows_none"]),
    })
    .meta({ description: "A call that a stopped host left open, and that did no harm." }),
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
    expires_at: timestamp
      .optional()
      .meta({ description: "From then on it can't be decided, nor used; absent: never." }),
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
    contracts_sha256: digest.optional().meta({
      description: "What a resume must find unchanged: plan, case, adapter, its packages.",
    }),
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
    effects: z
      .array(z.strictObject({ operation_id: operationId, request_sha256: digest, effects: count }))
      .optional()
      .meta({ description: "The changes that the world itself counted, call by call." }),
  }),
  z.strictObject({ type: z.literal("run.scored"), score }),
  z.strictObject({
    type: z.literal("run.finished"),
    terminal_artifact_verified: z.union([z.boolean(), missing]),
    checkpoint_verified: z.union([z.boolean(), missing]),
  }),
] as const;
