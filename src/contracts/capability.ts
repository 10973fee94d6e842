/** A candidate's capability vector: eight dimensions with their facts, never averaged, never added up. */
import { z } from "zod";

import { count, day, digest, identifier, missing } from "./primitives.ts";

/** The first five from what the runs recorded, the last three from people. */
export const capabilityDimension = z.enum([
  "task_effect",
  "safety_governance",
  "reliable_recovery",
  "auditability",
  "efficiency",
  "operability",
  "developer_experience",
  "portability",
]);
export type CapabilityDimension = z.infer<typeof capabilityDimension>;

/** `n`: the runs that the value rests on. There is no value for a dimension as a whole. */
export const capabilityFact = z.strictObject({
  name: z.string(),
  value: z.union([z.number(), missing]),
  unit: z.string(),
  n: count,
  detail: z.string().meta({ description: "The same in words, with what bounds it." }),
});
export type CapabilityFact = z.infer<typeof capabilityFact>;

/** What one person judged; several people stand beside each other. */
const capabilityAssessment = z.strictObject({
  level: count,
  of: count.meta({ description: "The rubric's highest level." }),
  criterion: z.string().meta({ description: "What the rubric says the level means." }),
  assessor: z.string(),
  date: day,
  evidence: z.string(),
  note: z.string().optional(),
});

export const capabilityRow = z
  .strictObject({
    dimension: capabilityDimension,
    origin: z.enum(["telemetry", "rubric"]),
    state: z.enum(["measured", "not_measured"]),
    reason: z.string().optional().meta({ description: "Why it is not measured." }),
    facts: z.array(capabilityFact),
    question: z.string().optional().meta({ description: "What the rubric asks." }),
    assessments: z.array(capabilityAssessment).min(1).optional(),
  })
  .refine((row) => (row.state === "not_measured") === (row.reason !== undefined), {
    message: "a dimension that is not measured has a reason, and only that one",
    path: ["reason"],
  });
export type CapabilityRow = z.infer<typeof capabilityRow>;

/** `added_after_runs`: the plan did not bind it. No run and no figure of the runs depends on it. */
export const candidateCapability = z.strictObject({
  candidate: identifier,
  rubric: z
    .union([
      z.strictObject({
        name: identifier,
        version: z.int().positive(),
        digest,
        added_after_runs: z.boolean(),
      }),
      missing,
    ])
    .meta({ description: "The rubric that the assessments are from." }),
  rows: z.array(capabilityRow).length(capabilityDimension.options.length),
});
export type CandidateCapability = z.infer<typeof candidateCapability>;
