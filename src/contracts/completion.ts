/** complete.json: a matrix says that it is done, and where each stream of its ledger ended. */
import { z } from "zod";

import { count, digest } from "./primitives.ts";

/** Where one stream of events stood. */
export const streamHead = z.strictObject({
  job_id: z.string().min(1).max(240),
  revision: z.int().positive(),
  head: digest,
});
export type StreamHead = z.infer<typeof streamHead>;

export const completion = z
  .strictObject({
    runs: count,
    not_run: count,
    heads: z.array(streamHead).optional().meta({
      description: "Kept outside the database, so that a ledger that was cut short is seen.",
    }),
  })
  .meta({ id: "completion", title: "Agent Lab completion of a matrix" });
