/** A closed arithmetic over tool results, used by oracles and simulations so that neither ever holds code. */
import type { z } from "zod";

import { json, type Json } from "./primitives.ts";

/**
 * A JSON value in which an object with one `$` key is computed:
 * `{$result: {tool, call?, pointer?}}` (JSON Pointer into a tool's parsed result; `call` counts from 1, default the last),
 * `{$argument: pointer}`, `{$add: [..]}`, `{$subtract: [a, b]}`, `{$multiply: [..]}`, `{$round: [x, digits]}`, `{$concat: [..]}`.
 */
export const expression: z.ZodType<Json> = json.meta({
  description:
    "A JSON value; $result, $add, $subtract, $multiply, $round and $concat are computed.",
});
