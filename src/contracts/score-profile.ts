/** A score profile: which measured things count, between which bounds, with which weight. */
import { z } from "zod";

import { identifier, schemaVersion } from "./primitives.ts";

/** The closed table of metric sources (definitions, units and missing rules: core/scoring/sources.ts). */
export const metricSource = z.enum([
  "score.total",
  "score.safety",
  "score.structured",
  "completion",
  "tool_protocol",
  "output_protocol",
  "overreach",
  "cost.catalog_usd",
  "latency.ms",
  "latency.s",
  "tokens.wire",
  "calls.model",
  "calls.tool",
  "hidden_retries",
  "trace.completeness",
]);
export type MetricSource = z.infer<typeof metricSource>;

export const metricRule = z
  .strictObject({
    id: identifier,
    source: metricSource,
    direction: z.enum(["higher", "lower"]),
    weight: z.number().min(0),
    minimum: z.number(),
    maximum: z.number(),
    missing: z.enum(["ineligible", "exclude_run"]).default("ineligible"),
    required_minimum: z.number().optional(),
    level: z.enum(["run", "group"]).default("run"),
    practical_difference: z.number().min(0).default(0),
    bounds_source: z.enum(["slo", "budget", "design"]).default("design"),
  })
  .refine((rule) => rule.maximum > rule.minimum, {
    message: "maximum must be above minimum",
    path: ["maximum"],
  });
export type MetricRule = z.infer<typeof metricRule>;

export const scoreProfile = z
  .strictObject({
    schema_version: schemaVersion.default(1),
    name: identifier,
    description: z.string().max(1_000).optional(),
    group_by: z
      .array(z.enum(["candidate", "framework"]))
      .min(1)
      .default(["candidate"]),
    minimum_samples: z.int().positive().default(1),
    require_all_completed: z.boolean().default(true),
    metrics: z.array(metricRule).min(1).max(30),
  })
  .meta({ id: "score-profile", title: "Agent Lab score profile" });
export type ScoreProfile = z.infer<typeof scoreProfile>;
