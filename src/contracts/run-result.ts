/** RunResult: the immutable record of one executed cell, a fold of its events. Its bytes are never rewritten. */
import { z } from "zod";

import { score } from "./evaluator.ts";
import { track } from "./matrix.ts";
import { wire } from "./model.ts";
import {
  artifactRef,
  count,
  day,
  digest,
  identifier,
  json,
  jsonObject,
  missing,
  pico,
  schemaVersion,
  timestamp,
} from "./primitives.ts";
import { gateId, isolationLevel } from "./readiness-policy.ts";
import { runReason, runStatus } from "./run-status.ts";
import { requestShape, shapeDifference, usage } from "./wire-evidence.ts";

const named = z.string().min(1).max(200);

export const modelCallRecord = z.strictObject({
  ordinal: z.int().positive(),
  wire,
  model: z.string(),
  served_model: z.string().nullable(),
  status: count,
  end: z.string(),
  error: z.string().nullable(),
  usage: usage.nullable(),
  cost_pico: z.union([pico, missing]),
  calls: z.array(
    z.strictObject({ id: z.string(), name: z.string(), arguments_sha256: digest, ok: z.boolean() }),
  ),
  duration_ms: z.union([count, missing]),
  hidden_retry: z.boolean(),
  request_sha256: digest,
  request_size: count,
  response_sha256: z.union([digest, missing]),
  redacted: count.optional().meta({
    description:
      "Secrets taken out of request and response before digesting; absent where there were none.",
  }),
  shape: requestShape,
  differences: z.array(shapeDifference),
});
export type ModelCallRecord = z.infer<typeof modelCallRecord>;

export const toolCallRecord = z.strictObject({
  operation_id: z.string(),
  tool_call_id: z.string().nullable(),
  name: z.string(),
  arguments: json,
  arguments_sha256: digest,
  outcome: z.enum(["settled", "refused", "ambiguous"]),
  refusal: z.string().nullable(),
  output: z.string().nullable(),
  is_error: z.boolean(),
  effects: count,
  replayed: z.boolean(),
  carried: z.literal(true).optional().meta({
    description:
      "Done in an attempt that the host was stopped in; the last one was given its answer.",
  }),
  reconciled: z.literal(true).optional().meta({
    description: "Its receipt was lost with the host and taken from the world, asked by key.",
  }),
  approval: z.enum(["none", "approved", "rejected", "expired", "pending"]),
  provenance: z.enum(["host", "kit", "wire"]).meta({
    description:
      "host: the host answered. kit: the program ran it, announced before and settled after. wire: rebuilt from model calls.",
  }),
});
export type ToolCallRecord = z.infer<typeof toolCallRecord>;

/** What the evidence says about one hard gate in one run. */
export const gateObservation = z.strictObject({
  state: z.enum(["passed", "failed", "not_observed"]),
  detail: z.string().max(500),
});
export type GateObservation = z.infer<typeof gateObservation>;
export const runGates = z.partialRecord(gateId, gateObservation);

const numberOrMissing = z.union([count, missing]);
export const totals = z.strictObject({
  model_calls: numberOrMissing,
  tool_calls: numberOrMissing,
  hidden_retries: numberOrMissing,
  tokens_in: numberOrMissing,
  tokens_out: numberOrMissing,
  tokens_cached: numberOrMissing,
  tokens_reasoning: numberOrMissing,
});

export const runResult = z
  .strictObject({
    schema_version: schemaVersion,
    run_id: named,
    matrix_id: named,
    plan_sha256: digest,
    candidate: identifier,
    framework: z.strictObject({ name: z.string(), version: z.union([z.string(), missing]) }),
    track,
    case_id: identifier,
    case_version: z.int().positive(),
    case_sha256: digest,
    repetition: z.int().positive(),
    block: z.int().positive(),
    position: z.int().positive(),
    attempt: z.int().nonnegative(),
    status: runStatus,
    reason: runReason,
    message: z.string(),
    final_output: z.union([z.string(), missing]),
    final_output_artifact: artifactRef.nullable(),
    tool_calls: z.array(toolCallRecord),
    model_calls: z.array(modelCallRecord),
    abandoned: z
      .strictObject({ model_calls: count, tool_calls: z.array(toolCallRecord) })
      .optional()
      .meta({
        description:
          "Where the host was stopped and the run went on: what earlier attempts did and the finished one does not rest on.",
      }),
    refused_model_calls: count,
    refused_request: z
      .strictObject({
        ordinal: z.int().positive(),
        wire,
        request_sha256: digest,
        request_size: count,
      })
      .optional()
      .meta({
        description: "The first request that broke the model contract; it was not sent on.",
      }),
    usage: z.strictObject({
      wire: totals,
      sdk_reported: z.union([
        z.strictObject({ in: count.nullable(), out: count.nullable(), requests: count.nullable() }),
        missing,
      ]),
    }),
    duration_ms: z.union([count, missing]),
    started_at: z.union([timestamp, missing]),
    trace_id: z.string().regex(/^[0-9a-f]{32}$/),
    world: jsonObject,
    findings: z.array(z.strictObject({ code: z.string(), message: z.string(), fix: z.string() })),
    gates: runGates,
    audit: z.strictObject({
      gap_free: z.boolean(),
      outstanding_reservations: count,
      terminal_artifact_verified: z.union([z.boolean(), missing]),
      checkpoint_verified: z.union([z.boolean(), missing]),
    }),
    metadata: z.strictObject({
      model_provider: z.string(),
      model: z.string(),
      served_models: z.array(z.string()),
      upstream: z.enum(["simulated", "live", "test", "replay"]),
      packages: z.array(z.strictObject({ name: z.string(), version: z.string() })),
      lockfile_sha256: z.union([digest, missing]),
      runtime: z.union([z.strictObject({ node: z.string(), platform: z.string() }), missing]),
      pricing_catalog: z.string(),
      pricing_catalog_sha256: digest,
      currency: z.string(),
      catalog_cost_pico: z.union([pico, missing]),
      isolation: z.union([isolationLevel, missing]),
      concurrency: z.int().positive(),
    }),
    events: z.strictObject({ count: z.int().positive(), head: digest }),
    score: z.union([score, missing]),
  })
  .meta({ id: "run-result", title: "Agent Lab RunResult" });
export type RunResult = z.infer<typeof runResult>;

/** A run somebody else published, copied by hand: fewer facts, labelled "transcribed, not re-derivable". */
export const foreignRun = z
  .strictObject({
    schema_version: schemaVersion,
    run_id: named,
    matrix_id: named,
    framework: z.strictObject({ name: z.string(), version: z.string() }),
    candidate: identifier,
    case_id: identifier,
    repetition: z.int().positive().default(1),
    model_provider: z.string(),
    model: z.string(),
    started_on: day,
    status: runStatus,
    score_total: z.union([z.number().min(0).max(100), missing]),
    duration_ms: z.union([count, missing]),
    tokens_total: z.union([count, missing]),
    model_calls: z.union([count, missing]),
    tool_calls: z.union([count, missing]),
    cost: z.union([pico, missing]),
    provenance: z.strictObject({
      kind: z.literal("transcribed"),
      source: z.string(),
      note: z.string(),
    }),
  })
  .meta({ id: "foreign-run", title: "A published run, transcribed" });
export type ForeignRun = z.infer<typeof foreignRun>;

/** A later score of a stored run, under other rules: a document of its own, always exploratory. */
export const scoreDocument = z
  .strictObject({
    schema_version: schemaVersion,
    run_id: named,
    result_sha256: digest,
    case_id: identifier,
    case_version: z.int().positive(),
    case_sha256: digest,
    label: z.literal("exploratory"),
    score,
  })
  .meta({ id: "score-document", title: "A later score of a stored run" });
export type ScoreDocument = z.infer<typeof scoreDocument>;
