/** Frames: what an adapter and the host may say to each other, one JSON object a line, strictly sequenced. */
import { z } from "zod";

import { count, json, jsonObject, missing, toolName } from "./primitives.ts";

/** Bytes and counts past which a child is cut off. Sizes in bytes. */
export const frameLimits = {
  line: 1_048_576,
  total: 67_108_864,
  frames: 10_000,
  depth: 64,
} as const;
export const protocolVersion = 1;

const envelope = {
  v: z.literal(protocolVersion),
  nonce: z.string().min(16).max(100),
  frame_sequence: z.int().positive(),
};
const operation = z.string().min(1).max(100);
const amounts = z.strictObject({ tool_calls: count.optional(), model_calls: count.optional() });
const sdkUsage = z.union([
  z.strictObject({ in: count.nullable(), out: count.nullable(), requests: count.nullable() }),
  missing,
]);

export const childFrame = z
  .discriminatedUnion("kind", [
    z.strictObject({
      ...envelope,
      kind: z.literal("hello"),
      adapter: z.string().max(100),
      protocol: z.int().positive(),
    }),
    z.strictObject({
      ...envelope,
      kind: z.literal("intent"),
      event_type: z.literal("tool.requested"),
      operation_id: operation,
      payload: z.strictObject({
        name: z.string().min(1).max(200),
        arguments: json,
        idempotency_key: z.string().min(1).max(100),
        tool_call_id: z.string().max(200).optional(),
        arguments_text: z.string().max(262_144).optional(),
      }),
      reservation: z.strictObject({ id: operation, amount: amounts }),
    }),
    z.strictObject({
      ...envelope,
      kind: z.literal("settlement"),
      operation_id: operation,
      output: z.string(),
      is_error: z.boolean(),
    }),
    z.strictObject({
      ...envelope,
      kind: z.literal("checkpoint"),
      stage: z.string().min(1).max(100),
      pending_operation_id: operation.nullable(),
      state: json,
    }),
    z.strictObject({ ...envelope, kind: z.literal("heartbeat") }),
    z.strictObject({
      ...envelope,
      kind: z.literal("result"),
      status: z.enum(["completed", "failed"]),
      output: z.string(),
      usage: sdkUsage,
      error: z.string().max(2_000).optional(),
    }),
  ])
  .meta({ id: "child-frame", title: "A frame from an adapter to the host" });
export type ChildFrame = z.infer<typeof childFrame>;

export const startPayload = z.strictObject({
  run_id: z.string(),
  case: z.strictObject({
    id: z.string(),
    version: z.int().positive(),
    system: z.string(),
    user: z.string(),
  }),
  tools: z.array(
    z.strictObject({ name: toolName, description: z.string(), input_schema: jsonObject }),
  ),
  model: z.strictObject({
    name: z.string(),
    temperature: z.number(),
    max_output_tokens: z.int().positive(),
    wire: z.enum(["chat_completions", "responses"]),
  }),
  gateway: z.strictObject({ base_url: z.string(), token: z.string() }),
  limits: z.strictObject({ model_calls: count, tool_calls: count, wall_seconds: z.number() }),
  checkpoint: z.strictObject({ stage: z.string(), state: json }).nullable(),
});
export type StartPayload = z.infer<typeof startPayload>;

export const hostFrame = z
  .discriminatedUnion("kind", [
    z.strictObject({ ...envelope, kind: z.literal("start"), start: startPayload }),
    z.strictObject({
      ...envelope,
      kind: z.literal("accepted"),
      operation_id: operation,
      execute: z.enum(["host", "child"]),
    }),
    z.strictObject({
      ...envelope,
      kind: z.literal("rejected"),
      operation_id: operation,
      code: z.string(),
      message: z.string(),
    }),
    z.strictObject({
      ...envelope,
      kind: z.literal("settlement"),
      operation_id: operation,
      output: z.string(),
      is_error: z.boolean(),
    }),
    z.strictObject({
      ...envelope,
      kind: z.literal("approval_pending"),
      operation_id: operation,
      approval_id: z.string(),
    }),
    z.strictObject({ ...envelope, kind: z.literal("cancel"), reason: z.string() }),
  ])
  .meta({ id: "host-frame", title: "A frame from the host to an adapter" });
export type HostFrame = z.infer<typeof hostFrame>;
