/** Whether the order of the runs left a trace: drift over the matrix, an effect of running first, another model behind the same name. */
import { z } from "zod";

import { count, identifier, missing } from "./primitives.ts";

const optionalNumber = z.union([z.number(), missing]);

/** Within each candidate and case, values against the order of their runs (Hirsch, Slack and Smith 1982). */
export const drift = z.strictObject({
  metric: identifier,
  unit: z.string(),
  runs: count,
  slope: optionalNumber.meta({ description: "Median change a run, in the metric's unit." }),
  change: optionalNumber.meta({ description: "Slope times the runs of the whole matrix." }),
  p: optionalNumber.meta({ description: "Two-sided, adjusted by Holm over the metrics tested." }),
  found: z.boolean(),
});
export type Drift = z.infer<typeof drift>;

export const firstPosition = z.strictObject({
  metric: identifier,
  unit: z.string(),
  blocks: count,
  difference: optionalNumber.meta({
    description:
      "First run of a block minus the mean of the others, candidates' own levels taken out.",
  }),
  p: optionalNumber,
  found: z.boolean(),
});
export type FirstPosition = z.infer<typeof firstPosition>;

export const orderEffects = z.strictObject({
  drift: z.array(drift),
  first_position: z.array(firstPosition),
  balance: z
    .array(z.strictObject({ candidate: identifier, positions: z.array(count) }))
    .meta({ description: "How often each candidate ran first, second, ... in a complete block." }),
  backends: z.strictObject({
    names: z.array(z.string()).max(20),
    changed: z.boolean().meta({ description: "A candidate was served by more than one name." }),
  }),
  found: z.boolean(),
  statement: z.string(),
});
export type OrderEffects = z.infer<typeof orderEffects>;
