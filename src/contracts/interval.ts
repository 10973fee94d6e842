/** An interval with the way it was found: how many samples stand behind it decides which way may be used. */
import { z } from "zod";

/**
 * `range`: from the lowest to the highest value, with the level it really has for a median (1 - 2^(1-n)).
 * `order_statistic`: two ranks of the values, for a median. `permutation`: every subset mean, for a mean of paired
 * differences. `t`: Student's, for a mean. `bounded`: one-sided ends for a mean of values that have natural bounds.
 */
export const intervalMethod = z.enum(["range", "order_statistic", "permutation", "t", "bounded"]);
export type IntervalMethod = z.infer<typeof intervalMethod>;

export const interval = z.strictObject({
  of: z.enum(["median", "mean"]),
  method: intervalMethod,
  level: z.number().min(0).max(1).meta({ description: "The level it has, not the one asked for." }),
  low: z.number(),
  high: z.number(),
});
export type Interval = z.infer<typeof interval>;
