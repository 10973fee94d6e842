/** What would turn a ranking over: how far the weights of the profile carry the order that they give. */
import { z } from "zod";

import { count, identifier, missing } from "./primitives.ts";
import { metricSource } from "./score-profile.ts";

const optionalNumber = z.union([z.number(), missing]);
const share = z.number().min(0).max(1);

export const stability = z.enum(["stable", "moderate", "sensitive"]);
export type Stability = z.infer<typeof stability>;

/** `weight` and `critical` are shares of the total weight, 0..1. Between `low` and `high` the leader stays ahead of this rival. */
export const criticalWeight = z.strictObject({
  metric: identifier,
  weight: share,
  critical: optionalNumber.meta({
    description: "The share at which both are level when the other weights keep their proportions.",
  }),
  low: share,
  high: share,
});
export type CriticalWeight = z.infer<typeof criticalWeight>;

/** The leader held against one other candidate. */
export const rivalSensitivity = z.strictObject({
  leader: identifier,
  rival: identifier,
  margin: z.number().meta({ description: "Weighted points between the two, 0 or more." }),
  tolerance: optionalNumber.meta({
    description:
      "The smallest share by which every weight may move, each its own way, until the two are level; missing where no weights turn them over.",
  }),
  one_at_a_time: z.array(criticalWeight),
  transfer: z.union([
    z.strictObject({
      share: share.meta({ description: "Of the total weight, moved from one metric to others." }),
      from: z.array(identifier),
      to: identifier,
    }),
    missing,
  ]),
  share_near: share.meta({
    description:
      "Of the weights around the profile (Dirichlet, concentration 100), the share that keeps the leader ahead. Exact.",
  }),
  share_any: share.meta({ description: "The same over all weights whatever. Exact." }),
  stability,
  statement: z.string(),
});
export type RivalSensitivity = z.infer<typeof rivalSensitivity>;

/** Three candidates and more: how often each takes each rank when weights are drawn. Only this needs random numbers. */
export const rankAcceptability = z.strictObject({
  draws: count,
  seed: z.string(),
  around: z.enum(["profile", "any"]),
  rows: z.array(
    z.strictObject({
      candidate: identifier,
      ranks: z.array(share),
      central_weights: z.union([z.array(share), missing]).meta({
        description: "Mean of the drawn weights that put it first, one a metric.",
      }),
    }),
  ),
});
export type RankAcceptability = z.infer<typeof rankAcceptability>;

/**
 * `live`: tells the candidates apart. `same`: all have the same points although no bound cut them. `saturated`: some run
 * lies on or outside a bound often enough to hide differences. `dead`: every candidate lies on the same bound, so the
 * weight goes to nobody.
 */
export const weightUse = z.strictObject({
  metric: identifier,
  source: metricSource,
  weight: share,
  effective: optionalNumber.meta({
    description: "weight x spread of the candidates' points / the sum of that over all metrics.",
  }),
  at_bound: share.meta({ description: "Of the runs that have a value." }),
  state: z.enum(["live", "same", "saturated", "dead"]),
  statement: z.string(),
});
export type WeightUse = z.infer<typeof weightUse>;

export const sensitivity = z.strictObject({
  concentration: z.int().positive(),
  thresholds: z.strictObject({
    stable_tolerance: share,
    stable_share: share,
    sensitive_tolerance: share,
    sensitive_share: share,
  }),
  weights: z.array(weightUse),
  rivals: z.array(rivalSensitivity),
  rank_acceptability: z.array(rankAcceptability),
  stability: z.union([stability, missing]),
  statement: z.string(),
});
export type Sensitivity = z.infer<typeof sensitivity>;
