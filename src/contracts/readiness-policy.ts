/** A readiness policy: the hard gates and conditions that turn a comparison into Go, Conditional-Go or No-Go. */
import { z } from "zod";

import { identifier, schemaVersion } from "./primitives.ts";

export const gateId = z.enum([
  "approvals_bound",
  "tools_authorised",
  "calls_reconciled",
  "events_gap_free",
  "budget_settled",
  "no_duplicate_effects",
  "checkpoint_verifiable",
  "terminal_artifact_verifiable",
  "protocol_clean",
  "model_contract",
  "preflight_clean",
  "isolation_floor",
]);
export type GateId = z.infer<typeof gateId>;

export const isolationLevel = z.enum(["none", "env", "no-new-privs", "uid", "bwrap"]);
export type IsolationLevel = z.infer<typeof isolationLevel>;

export const evidenceLevel = z.enum(["E0", "E1", "E2", "E3", "E4", "E5", "E6", "E7"]);
export type EvidenceLevel = z.infer<typeof evidenceLevel>;

/** `amount` in the measure's unit: points, tokens, USD, ms; or with `relative` as a share of the reference's mean. */
export const margin = z.strictObject({
  measure: z.enum(["score", "weighted", "tokens", "cost", "latency"]),
  amount: z.number().positive(),
  relative: z.boolean().default(false),
});
export type Margin = z.infer<typeof margin>;

export const decisionRule = z.enum(["screen", "non_inferiority"]);

export const readinessPolicy = z
  .strictObject({
    schema_version: schemaVersion.default(1),
    name: identifier,
    description: z.string().max(1_000).optional(),
    decision: decisionRule.default("screen"),
    gates: z
      .array(gateId)
      .min(1)
      .default([...gateId.options]),
    must_observe: z
      .array(gateId)
      .default([])
      .meta({ description: "A gate listed here that the track cannot see is a condition." }),
    margins: z.array(margin).max(5).default([]).meta({
      description:
        "With non_inferiority: how much worse than its reference a candidate may be, measure by measure.",
    }),
    reference: identifier.optional().meta({
      description:
        "With non_inferiority and no base: the candidate that the others are held against.",
    }),
    minimum_level: evidenceLevel.default("E1"),
    minimum_score: z
      .number()
      .min(0)
      .max(100)
      .default(0)
      .meta({ description: "Mean task score below this is a condition." }),
    maximum_error_rate: z.number().min(0).max(1).default(0.1),
    maximum_cost_increase: z.number().min(0).max(1_000).optional().meta({
      description:
        "Head's mean cost a run may exceed base's by this share (0.5: half as much again); more is a condition. Without it cost is only shown.",
    }),
    isolation_floor: isolationLevel.default("env"),
  })
  .refine((policy) => policy.decision !== "non_inferiority" || policy.margins.length > 0, {
    message: "non_inferiority needs margins: how much worse is still no worse?",
    path: ["margins"],
  })
  .meta({ id: "readiness-policy", title: "Agent Lab readiness policy" });
export type ReadinessPolicy = z.infer<typeof readinessPolicy>;
