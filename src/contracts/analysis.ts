/** The analysis a plan registers before the first model call: what is tested, at which level, after how many blocks. */
import { z } from "zod";

import { identifier } from "./primitives.ts";
import { decisionRule } from "./readiness-policy.ts";

const alpha = z.number().gt(0).lt(1);

export const registeredAnalysis = z.strictObject({
  spec: z.literal("agentlab-stats/1"),
  alpha: alpha.meta({ description: "Of the whole family; Holm inside it." }),
  primary: z
    .literal("weighted")
    .meta({ description: "The weighted points of the plan's own score profile." }),
  family: z
    .array(z.strictObject({ a: identifier, b: identifier, metric: z.literal("weighted") }))
    .meta({ description: "Every pair of candidates on the primary metric; a control is in none." }),
  looks: z.array(z.strictObject({ blocks: z.int().positive(), alpha })).min(1),
  planned_blocks: z.int().positive(),
  decision: decisionRule,
  screen: z
    .strictObject({
      base: identifier,
      head: identifier,
      total_alpha: alpha.meta({ description: "One-sided, over all cases of the first look." }),
      family_alpha: alpha.meta({
        description: "One-sided, Holm over the cases of the second look, on its fresh blocks.",
      }),
      most_cases: z.int().positive(),
      fresh_blocks: z.int().positive(),
    })
    .optional()
    .meta({ description: "On a pull request: what the screen tests besides." }),
});
export type RegisteredAnalysis = z.infer<typeof registeredAnalysis>;
