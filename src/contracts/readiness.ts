/** Readiness: the verdict for each candidate, with every blocking issue and condition and what would lift it. */
import { z } from "zod";

import { digest, identifier, schemaVersion } from "./primitives.ts";
import { gateId } from "./readiness-policy.ts";

export const verdict = z.enum(["Go", "Conditional-Go", "No-Go"]);
export type Verdict = z.infer<typeof verdict>;

/** One sentence of the verdict with the runs behind it. */
export const finding = z.strictObject({
  code: z.string().max(60),
  message: z.string().max(1_000),
  lift: z.string().max(500),
  runs: z.array(z.string()).max(50),
});
export type Finding = z.infer<typeof finding>;

export const candidateReadiness = z.strictObject({
  candidate: identifier,
  verdict,
  blocking: z.array(finding),
  conditions: z.array(finding),
  gates: z.array(
    z.strictObject({
      id: gateId,
      state: z.enum(["passed", "failed", "not_observed"]),
      detail: z.string(),
    }),
  ),
});
export type CandidateReadiness = z.infer<typeof candidateReadiness>;

/** `exit_code` follows SPEC's table before --fail-on is applied; `subject` is whose verdict the heading shows. */
export const readiness = z
  .strictObject({
    schema_version: schemaVersion,
    matrix_id: z.string(),
    verdict,
    subject: z.string(),
    incomplete: z.boolean(),
    plumbing_only: z.boolean(),
    candidates: z.array(candidateReadiness).min(1),
    exit_code: z.union([z.literal(0), z.literal(10), z.literal(20), z.literal(30), z.literal(40)]),
    comparison_sha256: digest,
    policy_sha256: digest,
    evidence_sha256: digest.meta({
      description: "Digest of the list of (run_id, RunResult digest) sorted by run_id.",
    }),
  })
  .meta({ id: "readiness", title: "Agent Lab readiness" });
export type Readiness = z.infer<typeof readiness>;
