/** Events of a matrix: its registration, its blocks, the runs it recorded. */
import { z } from "zod";

import { registeredAnalysis } from "./analysis.ts";
import { streamHead } from "./completion.ts";
import { sentence, word } from "./event-parts.ts";
import { count, digest, identifier, missing, pico } from "./primitives.ts";
import { runReason } from "./run-status.ts";

export const matrixEvents = [
  z.strictObject({
    type: z.literal("matrix.registered"),
    matrix_id: word,
    plan_sha256: digest,
    contracts: z.array(digest),
    planned_blocks: z.int().positive(),
    run_attempt: z.int().positive(),
    preflight_sha256: digest,
    analysis: registeredAnalysis.optional(),
    attempt_of_contract: z.int().positive().optional().meta({
      description: "1 + how many matrices of the same plan were begun before in the same folder.",
    }),
    earlier_attempts: z.array(word).max(50).optional().meta({
      description: "Those matrices, newest first; the newest 50 where there are more.",
    }),
    shard: z
      .strictObject({
        index: z.int().positive(),
        count: z.int().positive(),
        budget_pico: pico,
      })
      .optional()
      .meta({
        description:
          "The stream is of one shard of the plan: its blocks, and its part of the budget.",
      }),
    continues: z.array(streamHead).min(1).optional().meta({
      description: "Where the streams of the shards ended that were merged before this one began.",
    }),
  }),
  z.strictObject({
    type: z.literal("block.admitted"),
    block: z.int().positive(),
    reserved_pico: z.union([pico, missing]),
  }),
  z.strictObject({
    type: z.literal("block.settled"),
    block: z.int().positive(),
    spent_pico: z.union([pico, missing]),
  }),
  z.strictObject({
    type: z.literal("block.refused"),
    block: z.int().positive(),
    reason: runReason,
    message: sentence,
  }),
  z
    .strictObject({
      type: z.literal("look.registered"),
      cases: z.array(z.strictObject({ case_id: identifier, blocks: z.int().positive() })).min(1),
      first_block: z.int().positive(),
      reason: sentence,
    })
    .meta({
      description: "A second look, registered before it runs: fresh blocks of the named cases.",
    }),
  z.strictObject({
    type: z.literal("run.recorded"),
    run_id: word,
    result_sha256: digest,
    job_head: digest,
  }),
  z.strictObject({ type: z.literal("matrix.completed"), runs: count, not_run: count }),
] as const;
