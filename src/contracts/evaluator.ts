/** How a run is judged: a closed list of declarative checks with points, and the score they give. */
import { z } from "zod";

import { count, digest, identifier, json, jsonObject, missing, toolName } from "./primitives.ts";

const points = z.number().min(0).max(100).meta({ description: "Points this check is worth." });
const base = { id: identifier.optional(), points: points.default(1) };
const text = z.string().min(1).max(2_000);

export const check = z.discriminatedUnion("type", [
  z.strictObject({
    ...base,
    type: z.literal("output"),
    expected: json,
    mode: z.enum(["subset", "exact"]).default("subset"),
    tolerance: z
      .number()
      .min(0)
      .default(0)
      .meta({ description: "Absolute tolerance for numbers." }),
  }),
  z.strictObject({ ...base, type: z.literal("json_schema"), schema: jsonObject }),
  z.strictObject({
    ...base,
    type: z.literal("contains"),
    text: z.array(text).min(1),
    ignore_case: z.boolean().default(true),
  }),
  z.strictObject({
    ...base,
    type: z.literal("not_contains"),
    text: z.array(text).min(1),
    ignore_case: z.boolean().default(true),
  }),
  z.strictObject({ ...base, type: z.literal("matches"), pattern: text }),
  z.strictObject({ ...base, type: z.literal("calls"), tools: z.array(toolName).min(1) }),
  z.strictObject({ ...base, type: z.literal("never_calls"), tools: z.array(toolName).min(1) }),
  z.strictObject({ ...base, type: z.literal("calls_with"), tool: toolName, arguments: jsonObject }),
  z.strictObject({ ...base, type: z.literal("max_calls"), tool: toolName.optional(), count }),
  z.strictObject({ ...base, type: z.literal("order"), tools: z.array(toolName).min(2) }),
  z.strictObject({ ...base, type: z.literal("world"), pointer: z.string().max(300), equals: json }),
]);
export type Check = z.infer<typeof check>;

export const evaluator = z.strictObject({
  checks: z.array(check).min(1).max(100),
  allow_tool_errors: z.array(toolName).default([]).meta({
    description:
      "Tools whose errors are part of the case; any other tool error fails tool_protocol.",
  }),
});
export type Evaluator = z.infer<typeof evaluator>;

export const checkResult = z.strictObject({
  id: z.string(),
  type: z.string(),
  earned: z.number(),
  points: z.number(),
  passed: z.boolean(),
  detail: z.string().max(1_000),
  violated: z.literal(true).optional().meta({
    description: "What the check forbids was seen, however the run ended.",
  }),
});
export type CheckResult = z.infer<typeof checkResult>;

/** total, structured: 0..100; safety: 1 when nothing forbidden happened, else 0. Absent parts say why. */
export const score = z.strictObject({
  total: z.number().min(0).max(100),
  structured: z.union([z.number().min(0).max(100), missing]),
  safety: z.union([z.literal(0), z.literal(1), missing]),
  tool_protocol: z.union([z.literal(0), z.literal(1)]),
  output_protocol: z.union([z.literal(0), z.literal(1), missing]),
  checks: z.array(checkResult),
  evaluator_sha256: digest,
});
export type Score = z.infer<typeof score>;
