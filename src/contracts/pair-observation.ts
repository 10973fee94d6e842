/** What the same blocks showed of two candidates, and how strongly it may be said. */
import { z } from "zod";

import { interval, intervalMethod } from "./interval.ts";
import { count, identifier, missing } from "./primitives.ts";

const optionalNumber = z.union([z.number(), missing]);

/** Paired inside blocks: how often a was below, equal to or above b. */
export const pairObservation = z.strictObject({
  a: identifier,
  b: identifier,
  metric: identifier,
  unit: z.string(),
  direction: z.enum(["higher", "lower"]),
  blocks: count,
  dropped: count.optional().meta({
    description: "Planned blocks in which one of the two has no value; absent where each has both.",
  }),
  a_below: count,
  equal: count,
  a_above: count,
  mean_difference: optionalNumber.meta({
    description: "Mean over blocks of a minus b, in the metric's unit.",
  }),
  sd_difference: optionalNumber.meta({ description: "Standard deviation of the differences." }),
  practical_difference: z.number().min(0).meta({
    description: "Smaller differences do not matter, says the profile; 0 where it says nothing.",
  }),
  sign_flip_p: optionalNumber.meta({
    description: "Two-sided sign-flip p over blocks; absent below 6 blocks.",
  }),
  p_holm: optionalNumber.meta({ description: "The same, adjusted by Holm in its family." }),
  p_method: z.enum(["exact", "drawn", "t"]).nullable().meta({
    description:
      "Every assignment of signs counted, some of them drawn, or Student's t; null without a p.",
  }),
  drawn: z.strictObject({ draws: count, seed: z.string() }).nullable(),
  interval: z
    .union([interval, missing])
    .meta({ description: "Of the mean difference, two-sided." }),
  one_sided: z
    .union([
      z.strictObject({
        method: intervalMethod,
        level: z.number(),
        low: z.number(),
        high: z.number(),
      }),
      missing,
    ])
    .meta({
      description: "Each end by itself holds at this level: what a margin is held against.",
    }),
  word: z.enum(["not_compared", "observed", "not_told_apart", "too_small_to_matter", "different"]),
  blocks_needed: optionalNumber.meta({
    description:
      "Complete live blocks in all before a difference of this size would be seen 4 times in 5.",
  }),
  statement: z.string(),
});
export type PairObservation = z.infer<typeof pairObservation>;
