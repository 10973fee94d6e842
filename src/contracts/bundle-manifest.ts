/** The bundle's manifest: every file with its digest, and the heads that anchor the ledger. */
import { z } from "zod";

import { count, digest, schemaVersion, timestamp } from "./primitives.ts";

export const bundleFile = z.strictObject({
  path: z.string().min(1).max(240),
  sha256: digest,
  size: count,
  media_type: z.string().max(100),
  role: z.enum([
    "plan",
    "contract",
    "events",
    "run_result",
    "artifact",
    "view",
    "preflight",
    "ledger_copy",
    "sbom",
  ]),
});
export type BundleFile = z.infer<typeof bundleFile>;

export const bundleManifest = z
  .strictObject({
    schema_version: schemaVersion,
    tool: z.strictObject({ name: z.literal("agent-lab"), version: z.string() }),
    matrix_id: z.string(),
    plan_sha256: digest,
    created_at: timestamp,
    files: z.array(bundleFile).max(200_000),
    heads: z.array(
      z.strictObject({ job_id: z.string(), revision: z.int().positive(), head: digest }),
    ),
    source: z
      .strictObject({
        run_id: z.string(),
        run_attempt: z.int().positive(),
        repository: z.string(),
        head_sha: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "bundle-manifest", title: "Agent Lab evidence bundle manifest" });
export type BundleManifest = z.infer<typeof bundleManifest>;
