/** A pricing catalogue: dated rates per million tokens, looked up at the run's own time. */
import { z } from "zod";

import { day, decimal, identifier, schemaVersion } from "./primitives.ts";

export const priceEntry = z.strictObject({
  provider: z.string().min(1).max(100),
  model: z.string().min(1).max(200),
  effective_from: day,
  effective_until: day
    .optional()
    .meta({ description: "The first day on which the entry no longer holds." }),
  input: decimal.meta({ description: "Per million input tokens." }),
  cached_input: decimal.optional(),
  cache_write: decimal.optional().meta({
    description:
      "Per million input tokens written to the provider's cache, where that is dearer than input; bounds use it.",
  }),
  output: decimal.meta({ description: "Per million output tokens." }),
  reasoning: decimal
    .optional()
    .meta({ description: "Per million reasoning tokens; default: the output rate." }),
  request: decimal.optional().meta({ description: "Per request." }),
  source: z.string().max(300),
  checked: day,
});
export type PriceEntry = z.infer<typeof priceEntry>;

export const pricingCatalogue = z
  .strictObject({
    schema_version: schemaVersion.default(1),
    name: identifier,
    currency: z.string().regex(/^[A-Z]{3}$/),
    entries: z.array(priceEntry).min(1).max(2_000),
  })
  .meta({ id: "pricing-catalogue", title: "Agent Lab pricing catalogue" });
export type PricingCatalogue = z.infer<typeof pricingCatalogue>;
