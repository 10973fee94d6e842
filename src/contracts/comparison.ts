/** A comparison: a recomputable view over RunResults under one profile and one pricing catalogue. */
import { z } from "zod";

import { candidateCapability } from "./capability.ts";
import { interval } from "./interval.ts";
import { track, variable } from "./matrix.ts";
import { orderEffects } from "./order-effects.ts";
import { pairObservation } from "./pair-observation.ts";
import { count, digest, identifier, missing, pico, schemaVersion, toolName } from "./primitives.ts";
import { evidenceLevel, gateId, isolationLevel } from "./readiness-policy.ts";
import { runReason, runStatus } from "./run-status.ts";
import { metricSource } from "./score-profile.ts";
import { screen } from "./screen.ts";
import { sensitivity } from "./sensitivity.ts";
import { wireChanges } from "./wire-changes.ts";
import { requestShape, shapeDifference } from "./wire-evidence.ts";

const optionalNumber = z.union([z.number(), missing]);

/** Over the runs that have a value. `minimum`..`maximum` are real runs' values. */
export const distribution = z.strictObject({
  n: count,
  mean: optionalNumber,
  median: optionalNumber,
  sd: optionalNumber,
  mad: optionalNumber,
  minimum: optionalNumber,
  maximum: optionalNumber,
});
export type Distribution = z.infer<typeof distribution>;

/** Every value, lowest first, while they are few; else how many fall into each of equal steps from `low` to `high`. */
export const sample = z.union([
  z.strictObject({ kind: z.literal("values"), values: z.array(z.number()).max(120) }),
  z.strictObject({
    kind: z.literal("counts"),
    low: z.number(),
    high: z.number(),
    counts: z.array(count).length(24),
  }),
  missing,
]);
export type Sample = z.infer<typeof sample>;

/** `raw`: mean of the runs (or the group's value); `normalised`: 0..100; `contribution` = normalised x weight / total weight. */
export const metricValue = z.strictObject({
  id: identifier,
  source: metricSource,
  unit: z.string(),
  weight: z.number(),
  raw: optionalNumber,
  normalised: optionalNumber,
  contribution: optionalNumber,
  at_bound: count.meta({ description: "Runs whose value lies on or outside a bound." }),
  clipped: count.meta({ description: "Of these, runs whose value lies strictly outside." }),
  distribution,
  sample,
  interval: z.union([interval, missing]),
  p95: z.strictObject({
    value: optionalNumber.meta({ description: "Nearest rank, so that it is a real run's value." }),
    upper: optionalNumber.meta({ description: "One-sided 95% limit; from 59 runs on." }),
  }),
});
export type MetricValue = z.infer<typeof metricValue>;

/** Raw totals a reader looks for first; not weighted. */
export const candidateSummary = z.strictObject({
  score: distribution,
  duration_ms: distribution,
  tokens: distribution,
  model_calls: distribution,
  tool_calls: distribution,
  cost_pico: z.union([pico, missing]).meta({ description: "Mean cost a run." }),
});

export const gateTally = z.strictObject({
  id: gateId,
  passed: count,
  failed: count,
  not_observed: count,
  failures: z.array(z.strictObject({ run_id: z.string(), detail: z.string() })).max(20),
  note: z.string(),
});
export type GateTally = z.infer<typeof gateTally>;

export const candidateComparison = z.strictObject({
  candidate: identifier,
  label: z.string(),
  role: z.enum(["base", "head", "member"]),
  control_of: identifier.optional().meta({
    description: "The A/A lane: this is that candidate once more; neither ranked nor judged.",
  }),
  framework: z.string(),
  framework_version: z.union([z.string(), missing]),
  packages: z
    .array(z.strictObject({ name: z.string(), version: z.string() }))
    .optional()
    .meta({ description: "Frameworks and model clients that a program of its own locks." }),
  runs: count,
  planned: count,
  statuses: z.partialRecord(runStatus, count),
  failures: z
    .array(
      z.strictObject({
        run_id: z.string(),
        status: runStatus,
        reason: runReason,
        message: z.string(),
      }),
    )
    .max(50),
  unanswered: z.array(z.string()).min(1).optional().meta({
    description: "Completed runs in which no model call was answered; absent where there is none.",
  }),
  forbidden_calls: z
    .array(z.strictObject({ run_id: z.string(), case_id: identifier, detail: z.string() }))
    .min(1)
    .max(50)
    .optional()
    .meta({
      description:
        "Calls of forbidden tools in runs that did not complete; absent where there is none.",
    }),
  failure_rate: z.strictObject({
    strict: optionalNumber.meta({ description: "Runs not completed / all planned runs." }),
    conditional: optionalNumber.meta({
      description: "Completed runs with a failing check / completed runs.",
    }),
    error_rate: optionalNumber.meta({
      description: "Runs that ended for reasons outside the agent / all planned runs.",
    }),
    hard: optionalNumber.meta({
      description: "Runs in which a hard gate failed / runs.",
    }),
    at_most: z
      .strictObject({ strict: optionalNumber, conditional: optionalNumber, hard: optionalNumber })
      .meta({
        description:
          "One-sided 95% upper bounds of the same rates (Clopper-Pearson), live runs only.",
      }),
  }),
  summary: candidateSummary,
  metrics: z.array(metricValue),
  weighted: optionalNumber.meta({ description: "Weighted points 0..100, or why there are none." }),
  eligible: z.boolean(),
  ineligible_reasons: z.array(z.string()),
  gates: z.array(gateTally),
  isolation: z
    .union([isolationLevel, missing])
    .meta({ description: "The lowest level any run reached." }),
  findings: z
    .array(
      z.strictObject({
        code: z.string(),
        message: z.string(),
        fix: z.string(),
        runs: count,
      }),
    )
    .optional()
    .meta({
      description: "What the host noticed about the program itself, with the runs that show it.",
    }),
  wire: z.strictObject({
    shape: z
      .union([requestShape, missing])
      .meta({ description: "The first request of the first run." }),
    differences: z.array(z.strictObject({ ...shapeDifference.shape, runs: count })),
    wires: z.array(z.string()),
  }),
  cases: z.array(
    z.strictObject({
      case_id: identifier,
      case_version: z.int().positive(),
      runs: count,
      passed: count.meta({ description: "Completed runs whose every check passed." }),
      score: distribution,
      failing_checks: z.array(
        z.strictObject({
          id: z.string(),
          runs: count,
          detail: z.string(),
          example_run: z.string(),
          varied: z.literal(true).optional().meta({
            description: "The detail is the example's: it differs from run to run.",
          }),
        }),
      ),
    }),
  ),
});
export type CandidateComparison = z.infer<typeof candidateComparison>;

/** Both runs of a block, and what each cost. */
export const costPair = z.strictObject({
  base_run: z.string(),
  head_run: z.string(),
  base_pico: z.union([pico, missing]),
  head_pico: z.union([pico, missing]),
});
export type CostPair = z.infer<typeof costPair>;

export const comparison = z
  .strictObject({
    schema_version: schemaVersion,
    matrix_id: z.string(),
    plan_sha256: z.union([digest, missing]),
    variable: z.union([variable, missing]),
    track: z.union([track, missing]),
    status: z.enum(["confirmatory", "exploratory"]),
    status_reasons: z.array(z.string()),
    upstream: z.enum(["simulated", "live", "test", "replay", "transcribed"]),
    provenance: z.string(),
    profile: z.strictObject({ name: identifier, digest }),
    pricing: z.strictObject({ name: identifier, digest, currency: z.string() }),
    total_weight: z.number(),
    statistics: z.strictObject({
      spec: z.string().meta({ description: "Names the formulas, their conventions and defaults." }),
      alpha: z.number(),
      primary: identifier,
      family: count.meta({ description: "Primary tests that Holm adjusts together." }),
      secondary: count.meta({ description: "All other tests of pairs, adjusted apart." }),
    }),
    evidence: z.strictObject({
      level: evidenceLevel,
      live_blocks: count,
      complete_blocks: count,
      planned_blocks: count,
      cases: count,
      wording: z.string(),
      breadth: z.string().meta({ description: "How far the cases carry." }),
      days: z.union([count, missing]).meta({ description: "Distinct days on which runs started." }),
      time: z.string().meta({ description: "How far the days carry." }),
      dropped: z
        .array(
          z.strictObject({
            case_id: identifier,
            repetition: z.int().positive(),
            candidate: identifier,
            reason: z.string(),
          }),
        )
        .max(50)
        .meta({ description: "Blocks left out of paired figures, and whose run they lack." }),
      blocks_to_compare: count.meta({
        description:
          "How many more live blocks before anything can be called different (6) or compared (10).",
      }),
    }),
    preflight: z.union([z.strictObject({ passed: z.boolean(), digest }), missing]),
    attempt: z
      .strictObject({ number: z.int().min(2), earlier: z.array(z.string()) })
      .optional()
      .meta({ description: "The same plan was run before; absent for a first attempt." }),
    not_run: z.array(
      z.strictObject({
        candidate: identifier,
        case_id: identifier,
        repetition: z.int().positive(),
        reason: z.string(),
      }),
    ),
    candidates: z.array(candidateComparison),
    pairs: z.array(pairObservation),
    redacted: z.strictObject({ values: count, calls: count, runs: count }).optional().meta({
      description:
        "Secrets taken out of recorded model calls, which can't be replayed byte for byte.",
    }),
    cost_pairs: z.array(costPair).optional().meta({
      description: "With a base and a head: what each block cost that both completed.",
    }),
    ranking: z.strictObject({
      order: z.array(z.strictObject({ candidate: identifier, weighted: z.number() })),
      champion: z.union([identifier, missing]),
      statement: z.string(),
      leaders: z
        .array(
          z.strictObject({
            metric: identifier,
            candidate: z.union([identifier, missing]),
            statement: z.string(),
          }),
        )
        .meta({ description: "Who is ahead in each metric by itself, or why nobody is." }),
    }),
    sensitivity: z.union([sensitivity, missing]),
    order_effects: z.union([orderEffects, missing]),
    runs: z.array(z.strictObject({ run_id: z.string(), digest })),
    evaluation_data_errors: z.array(
      z.strictObject({
        case_id: identifier,
        case_version: z.int().positive(),
        message: z.string(),
      }),
    ),
    unoffered_tools: z
      .array(z.strictObject({ case_id: identifier, tools: z.array(toolName).min(1) }))
      .optional()
      .meta({ description: "Tools that checks name and that no request of either side offered." }),
    screen: screen.optional().meta({ description: "On a pull request: what its screen found." }),
    capabilities: z.array(candidateCapability).optional().meta({
      description: "Eight dimensions a candidate, side by side, never averaged.",
    }),
    wire_changes: wireChanges
      .optional()
      .meta({ description: "On a pull request: what it changed in the requests to the model." }),
  })
  .meta({ id: "comparison", title: "Agent Lab comparison" });
export type Comparison = z.infer<typeof comparison>;
