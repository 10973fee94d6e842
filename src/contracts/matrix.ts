/** A matrix: the one declared variable, who is compared on which cases, in which order, for how much money. */
import { z } from "zod";

import { agentEnvironment } from "./agent-environment.ts";
import { modelContract } from "./model.ts";
import { amount, identifier, schemaVersion } from "./primitives.ts";

export const variable = z.enum([
  "revision",
  "framework",
  "framework_version",
  "prompt",
  "model",
  "tool_set",
]);
export type Variable = z.infer<typeof variable>;
export const track = z.enum(["own", "controlled", "native", "mcp"]);
export type Track = z.infer<typeof track>;

const path = z.string().min(1).max(300);
const argv = z.array(z.string().min(1).max(4_096)).min(1).max(64);

export const answerTake = z
  .union([
    z.enum(["all", "last_line", "json_last", "file"]),
    z.strictObject({ after: z.string().min(1).max(200) }),
  ])
  .meta({
    description: "Which part of stdout is the answer; a file at $AGENT_LAB_OUTPUT always wins.",
  });
export type AnswerTake = z.infer<typeof answerTake>;

const programOutput = z.strictObject({ take: answerTake });
const hook = argv.meta({ description: "An argument list; never a shell line." });

export const candidate = z
  .strictObject({
    id: identifier,
    label: z.string().max(100).optional(),
    adapter: identifier
      .optional()
      .meta({ description: "A folder of adapters/: bare-loop, langgraph-js, openai-agents-js." }),
    command: argv
      .optional()
      .meta({ description: "Your own program, as an argument list; never a shell line." }),
    setup: argv.optional(),
    reset: hook.optional(),
    snapshot: hook.optional(),
    env: agentEnvironment.optional(),
    output: programOutput.optional(),
    revision: z.string().max(200).optional(),
    working_directory: path.optional().meta({
      description: "Where the framework is resolved from; default: the adapter's own folder.",
    }),
    prompt: z
      .strictObject({ system: z.string().max(65_536) })
      .optional()
      .meta({ description: "Replaces the case's system text (variable: prompt)." }),
    models: z.array(identifier).optional(),
    tool_set: identifier.optional(),
    role: z.enum(["base", "head", "member"]).default("member"),
    control_of: identifier.optional().meta({
      description:
        "Written by planning (aa_control): this candidate is that one once more; it is never ranked.",
    }),
  })
  .refine((one) => (one.adapter === undefined) !== (one.command === undefined), {
    message: "give either adapter or command",
  });
export type Candidate = z.infer<typeof candidate>;

export const orderDesign = z.strictObject({
  design: z.enum(["shuffle", "williams"]).default("shuffle"),
  seed: z.string().min(1).max(100).default("agent-lab"),
});

export const matrixFile = z
  .strictObject({
    schema_version: schemaVersion.default(1),
    id: identifier,
    title: z.string().max(200).optional(),
    variable,
    track: track.default("controlled"),
    candidates: z.array(candidate).min(1).max(26),
    cases: z
      .array(path)
      .min(1)
      .max(200)
      .meta({ description: "Paths or globs of case files, relative to this file." }),
    tools: path.optional(),
    models: z
      .array(z.union([path, modelContract]))
      .min(1)
      .max(10)
      .meta({ description: "Model contracts: paths, or the contracts themselves." }),
    pricing: path,
    profile: path,
    policy: path,
    rubric: path.optional().meta({
      description: "What people judged beside the runs; shown apart, never part of a score.",
    }),
    repetitions: z.int().positive().max(1_000).default(3),
    order: orderDesign.prefault({}),
    budget: amount,
    on_exceed: z.enum(["refuse", "stop_at_block"]).default("refuse"),
    concurrency: z.int().positive().max(64).default(1),
    aa_control: z.boolean().default(false),
  })
  .meta({ id: "matrix", title: "Agent Lab matrix" });
export type MatrixFile = z.infer<typeof matrixFile>;

/** `agent-lab.yaml`: the little that people write. Everything else has a default; `plan --explain` shows it. */
export const shortForm = z
  .strictObject({
    schema_version: schemaVersion.default(1),
    agent: argv.optional(),
    adapters: z.array(identifier).min(1).max(26).optional(),
    setup: argv.optional().meta({ description: "Run once in each checkout, without keys." }),
    reset: hook.optional().meta({ description: "Run before each run." }),
    snapshot: hook
      .optional()
      .meta({ description: "Run after each run; prints the world as JSON." }),
    env: agentEnvironment.optional(),
    output: programOutput.optional(),
    models: z.array(z.string().min(1).max(200)).min(1).max(10).default(["simulated"]),
    cases: z.union([path, z.array(path).min(1)]).default("cases/*.yaml"),
    tools: path.optional(),
    pricing: path.optional(),
    profile: path.optional(),
    policy: path.optional(),
    repetitions: z.int().positive().max(1_000).optional(),
    budget: amount.default("5 USD"),
    seed: z.string().min(1).max(100).optional(),
  })
  .refine((one) => (one.agent === undefined) !== (one.adapters === undefined), {
    message: "give either agent (your own program) or adapters (frameworks to compare)",
  })
  .refine((one) => one.env === undefined || one.agent !== undefined, {
    message: "env belongs to agent: adapters get no variables",
    path: ["env"],
  })
  .meta({ id: "agent-lab", title: "agent-lab.yaml" });
export type ShortForm = z.infer<typeof shortForm>;
