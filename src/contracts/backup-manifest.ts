/** A backup's manifest, written last: every file with its digest, and where each stream stood when it was copied. */
import { z } from "zod";

import { streamHead } from "./completion.ts";
import { count, digest, schemaVersion, timestamp } from "./primitives.ts";

const matrixId = z.string().regex(/^[\w-]{1,100}$/, "a matrix id is letters, digits, _ and -");
const tool = z.strictObject({ name: z.literal("agent-lab"), version: z.string() });

/** What a restored stream must be again, to the last event. */
export const backedUpJob = z.strictObject({
  ...streamHead.shape,
  status: z.string().min(1).max(100).meta({
    description: "The run's status once it has one, else how far its stream came.",
  }),
});
export type BackedUpJob = z.infer<typeof backedUpJob>;

export const backupFile = z.strictObject({
  path: z.string().min(1).max(240),
  sha256: digest,
  size: count,
});
export type BackupFile = z.infer<typeof backupFile>;

export const backupManifest = z
  .strictObject({
    schema_version: schemaVersion,
    kind: z.literal("agent-lab-backup"),
    tool,
    created_at: timestamp,
    matrices: z.array(
      z.strictObject({
        matrix_id: matrixId,
        completed: z.boolean(),
        jobs: z.array(backedUpJob).min(1),
      }),
    ),
    files: z.array(backupFile).max(2_000_000),
    left_out: z
      .array(z.strictObject({ matrix_id: matrixId, reason: z.string().min(1).max(2_000) }))
      .meta({ description: "Matrices that could not be copied soundly, each with the reason." }),
  })
  .meta({ id: "backup-manifest", title: "Agent Lab backup manifest" });
export type BackupManifest = z.infer<typeof backupManifest>;

export const drillRecord = z
  .strictObject({
    schema_version: schemaVersion,
    manifest_sha256: digest,
    drilled_at: timestamp,
    tool,
    ok: z.boolean(),
    jobs: count.meta({ description: "Streams that came back as they were, to the last event." }),
    fault: z.string().max(2_000).nullable(),
  })
  .meta({ id: "backup-drill", title: "Agent Lab backup drill" });
export type DrillRecord = z.infer<typeof drillRecord>;
