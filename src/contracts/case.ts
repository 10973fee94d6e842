/** A case: one frozen, versioned task with its tools, limits, judge, oracle and simulated model. */
import { z } from "zod";

import { evaluator } from "./evaluator.ts";
import { expression } from "./expression.ts";
import {
  amount,
  count,
  digest,
  identifier,
  json,
  jsonObject,
  schemaVersion,
  toolName,
} from "./primitives.ts";

const caseLimits = z.strictObject({
  model_calls: z.int().positive().max(1_000).default(12),
  tool_calls: z.int().positive().max(1_000).default(24),
  input_tokens: z.int().positive().default(60_000),
  output_tokens: z.int().positive().default(8_000),
  wall_seconds: z.number().positive().max(86_400).default(120),
  cost: amount.optional(),
});

const approvalRule = z.strictObject({
  tool: toolName,
  rule: z.enum(["approve", "reject", "human", "expire"]),
  approver: z.string().min(1).max(100).default("rule"),
  expires_minutes: z.int().positive().max(43_200).optional().meta({
    description: "rule human: how long a request stands; absent: a day. 30 days at most.",
  }),
});

/** `turn` counts logical turns: 1 + the number of assistant messages in the request. */
const when = z.strictObject({
  turn: z.int().positive().optional(),
  has_result: toolName.optional(),
  no_result: toolName.optional(),
  result_is_error: toolName.optional(),
  system_contains: z.string().min(1).max(500).optional(),
  system_lacks: z.string().min(1).max(500).optional(),
  offers_tool: toolName.optional(),
});

export const simulatedTurn = z.strictObject({
  when: when.default({}),
  calls: z
    .array(z.strictObject({ name: toolName, arguments: z.record(z.string(), expression) }))
    .optional(),
  json: z.record(z.string(), expression).optional(),
  text: z.union([z.string().max(20_000), expression]).optional(),
});
export type SimulatedTurn = z.infer<typeof simulatedTurn>;

/** The simulated model plays the first turn whose `when` holds. Its delays are seeded by (case, repetition, turn), never by candidate. */
export const simulation = z.strictObject({
  turns: z.array(simulatedTurn).min(1).max(50),
  latency_ms: z
    .strictObject({ minimum: count.default(20), maximum: count.default(60) })
    .default({ minimum: 20, maximum: 60 }),
});
export type Simulation = z.infer<typeof simulation>;

const oracleStep = z.strictObject({
  tool: toolName,
  arguments: z.record(z.string(), expression),
  expect_error: z
    .boolean()
    .default(false)
    .meta({ description: "True where the tool must answer with an error." }),
});

export const oracle = z.strictObject({
  steps: z.array(oracleStep).max(50),
  answer: expression,
});
export type Oracle = z.infer<typeof oracle>;

const faultPoint = z.strictObject({
  kind: z.enum([
    "approval_reject",
    "cancel",
    "tool_fault",
    "model_fault",
    "worker_crash",
    "process_restart",
  ]),
  at: z.string().max(100),
});

/** People's short form of an evaluator; `plan` expands it into `evaluator`. */
export const expectation = z.strictObject({
  output: json.optional(),
  contains: z.array(z.string()).optional(),
  not_contains: z.array(z.string()).optional(),
  matches: z.string().optional(),
  calls: z.array(toolName).optional(),
  never_calls: z.array(toolName).optional(),
  max_calls: count.optional(),
});
export type Expectation = z.infer<typeof expectation>;

const longText = z.union([z.string().max(65_536), z.strictObject({ file: z.string().max(300) })]);

const common = {
  schema_version: schemaVersion.default(1),
  id: identifier,
  version: z.int().positive().default(1),
  title: z.string().max(200).optional(),
  supersedes: z
    .strictObject({
      version: z.int().positive(),
      digest: digest.optional(),
      reason: z.string().min(1).max(1_000),
    })
    .optional(),
  superseded: z
    .strictObject({ by: z.int().positive(), reason: z.string().min(1).max(1_000) })
    .optional()
    .meta({ description: "Kept as evidence only: says which version corrected this one and why." }),
  input: json.optional(),
  prompt: z.strictObject({ system: longText.default(""), user: longText }).optional(),
  output: z
    .strictObject({
      format: z.enum(["json", "text"]).default("text"),
      schema: jsonObject.optional(),
    })
    .default({ format: "text" }),
  tools: z.array(toolName).default([]),
  tool_set: identifier.optional(),
  fixtures: z
    .record(identifier, z.union([json, z.strictObject({ file: z.string().max(300) })]))
    .default({}),
  world: jsonObject.default({}),
  limits: caseLimits.prefault({}),
  oracle: oracle.optional(),
  approvals: z.array(approvalRule).default([]),
  faults: z.array(faultPoint).default([]),
  simulation: simulation.optional(),
  tags: z.array(identifier).default([]),
};

/** A case as people write it: `evaluator` in full, or `expect` in short, never both. */
export const caseFile = z
  .strictObject({ ...common, evaluator: evaluator.optional(), expect: expectation.optional() })
  .meta({
    id: "case",
    title: "Agent Lab case",
    description: "One versioned task: prompt, tools, limits, evaluator, oracle, simulation.",
  });
export type CaseFile = z.infer<typeof caseFile>;

/** The frozen case: texts read, `expect` expanded, every default written out. This is what is digested. */
export const caseContract = z.strictObject({
  ...common,
  prompt: z.strictObject({ system: z.string(), user: z.string() }),
  fixtures: z.record(identifier, json),
  evaluator,
});
export type CaseContract = z.infer<typeof caseContract>;
