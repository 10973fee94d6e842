/** The plan: every cell, in order, with the digests of everything it binds. Registered before the first model call. */
import { z } from "zod";

import { registeredAnalysis } from "./analysis.ts";
import { candidate, orderDesign, track, variable } from "./matrix.ts";
import { modelContract } from "./model.ts";
import { amount, count, digest, identifier, missing, pico, schemaVersion } from "./primitives.ts";

export const contractKind = z.enum([
  "case",
  "tool_catalogue",
  "model",
  "pricing_catalogue",
  "score_profile",
  "readiness_policy",
  "matrix",
  "rubric",
]);
export type ContractKind = z.infer<typeof contractKind>;

/** `path` is the file's place inside the bundle's contracts/ folder. */
export const boundContract = z.strictObject({
  kind: contractKind,
  id: identifier,
  version: z.int().positive(),
  digest,
  path: z.string(),
});
export type BoundContract = z.infer<typeof boundContract>;

export const block = z.strictObject({
  index: z.int().positive(),
  case_id: identifier,
  case_version: z.int().positive(),
  repetition: z.int().positive(),
  order: z.array(identifier).min(1).meta({ description: "Candidate ids in the order they run." }),
});
export type Block = z.infer<typeof block>;

export const plan = z
  .strictObject({
    schema_version: schemaVersion,
    id: identifier,
    title: z.string(),
    variable,
    track,
    upstream: modelContract.shape.upstream,
    candidates: z.array(candidate),
    contracts: z.array(boundContract),
    order: orderDesign,
    repetitions: z.int().positive(),
    blocks: z.array(block),
    cells: count,
    budget: amount,
    on_exceed: z.enum(["refuse", "stop_at_block"]),
    concurrency: z.int().positive(),
    worst_case_pico: z.union([pico, missing]),
    expected_pico: z.union([pico, missing]),
    analysis: registeredAnalysis
      .optional()
      .meta({ description: "What will be tested; absent from plans of earlier versions." }),
    notes: z.array(z.string().max(500)).optional().meta({
      description: "What is sound and should be known before the plan is run.",
    }),
    ignored_changes: z
      .array(z.enum(["policy", "profile", "prices", "budget", "repetitions", "tools"]))
      .optional()
      .meta({
        description: "On a pull request: what head changes about its own judgement; base's hold.",
      }),
    withheld_variables: z.array(z.string()).optional().meta({
      description:
        "On a pull request: host variables that head's env takes and base's does not list; head's program did not get them.",
    }),
    case_changes: z
      .array(
        z.strictObject({
          case_id: identifier,
          change: z.enum(["added", "changed", "removed"]),
          base_version: z.int().positive().nullable(),
        }),
      )
      .optional()
      .meta({ description: "On a pull request: cases whose file differs between base and head." }),
  })
  .meta({ id: "plan", title: "Agent Lab plan" });
export type Plan = z.infer<typeof plan>;
