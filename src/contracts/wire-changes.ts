/** What a pull request changed in the requests to the model, case by case, before any judgement. */
import { z } from "zod";

import { count, identifier } from "./primitives.ts";

/** One change. `from` and `to` are null where there is nothing on that side; texts are capped excerpts of what was sent. */
export const wireChange = z.strictObject({
  kind: z.enum([
    "system",
    "opening",
    "tool_added",
    "tool_removed",
    "tool_renamed",
    "tool_schema",
    "tool_description",
    "tool_setting",
    "tool_order",
    "sampling",
    "model",
    "wire",
    "stream",
    "call_count",
    "call_added",
    "call_removed",
    "embedding_model",
  ]),
  subject: z.string().max(300).meta({
    description: "What changed, as a reader names it: refund.amount, temperature, call 2.",
  }),
  pointer: z.string().max(500).nullable().meta({
    description: "RFC 6901 pointer inside a tool's parameters; null elsewhere.",
  }),
  from: z.string().max(200).nullable(),
  to: z.string().max(200).nullable(),
  added: count.meta({ description: "Lines of text only head sends; 0 where it is no text." }),
  removed: count.meta({ description: "Lines of text only base sends." }),
  excerpt: z.string().max(1_200).meta({ description: "Unified lines of a changed text, capped." }),
  cases: z.array(identifier).min(1),
  calls: z.array(z.int().positive()).max(10).meta({
    description: "Which calls of a run carry it; empty when all of them do.",
  }),
  runs: count.meta({ description: "Runs of these cases that show it." }),
  of_runs: count,
});
export type WireChange = z.infer<typeof wireChange>;

export const wireChanges = z.strictObject({
  compared: z.array(identifier).meta({ description: "Cases whose requests were compared." }),
  not_compared: z.array(z.strictObject({ case_id: identifier, reason: z.string().max(300) })),
  changes: z.array(wireChange),
  varying: z.array(identifier).meta({
    description: "Cases whose text differs from run to run on one side; only steady lines count.",
  }),
  ignored: z.array(z.string().max(100)).meta({
    description: "Kinds of text that change from run to run and are not compared.",
  }),
});
export type WireChanges = z.infer<typeof wireChanges>;
