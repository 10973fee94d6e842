/** What was found about the cases themselves before any model call. */
import { z } from "zod";

import { count, digest, identifier, missing, schemaVersion } from "./primitives.ts";

/** `oracle_score`: 0..100, must be 100. `null_score`, `echo_score`: an agent that does nothing, or echoes, must not pass. */
export const casePreflight = z.strictObject({
  case_id: identifier,
  case_version: z.int().positive(),
  case_sha256: digest,
  oracle_score: z.union([z.number(), missing]),
  null_score: z.number(),
  echo_score: z.number(),
  error_score: z.number(),
  problems: z.array(
    z.strictObject({ code: z.string(), message: z.string().max(1_000), where: z.string() }),
  ),
});
export type CasePreflight = z.infer<typeof casePreflight>;

export const preflightReport = z
  .strictObject({
    schema_version: schemaVersion,
    passed: z.boolean(),
    model_calls: z.literal(0),
    cases: z.array(casePreflight),
    problems: count,
  })
  .meta({ id: "preflight", title: "Agent Lab preflight" });
export type PreflightReport = z.infer<typeof preflightReport>;
