/** shard.json: the folder is one shard of a matrix and no matrix of its own. */
import { z } from "zod";

import { schemaVersion } from "./primitives.ts";

export const shardMarker = z
  .strictObject({
    schema_version: schemaVersion,
    matrix_id: z.string().min(1).max(100),
    index: z.int().positive(),
    count: z.int().positive(),
  })
  .meta({ id: "shard", title: "Agent Lab shard of a matrix" });
export type ShardMarker = z.infer<typeof shardMarker>;
