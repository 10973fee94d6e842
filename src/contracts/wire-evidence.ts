/** What a model call showed on the wire: usage, the shape of its request, how that differs from the contract. */
import { z } from "zod";

import { count, digest, jsonObject } from "./primitives.ts";

/** Tokens as the wire reports them; null = the wire did not say. `complete: false` settles at the worst case. */
export const usage = z.strictObject({
  in: count.nullable(),
  cached: count.nullable(),
  out: count.nullable(),
  reasoning: count.nullable(),
  complete: z.boolean(),
});
export type Usage = z.infer<typeof usage>;

const systemPart = z.strictObject({ bytes: count, sha256: digest });
/** What a request really carried, without its text: the text is in the request artifact. */
export const requestShape = z.strictObject({
  system: systemPart,
  tools: z.array(
    z.strictObject({ name: z.string(), description_sha256: digest, parameters_sha256: digest }),
  ),
  sampling: jsonObject,
  message_count: count,
  stream: z.boolean(),
});
export type RequestShape = z.infer<typeof requestShape>;

/** One difference between what the contract asks and what the wire carried. */
export const shapeDifference = z.strictObject({
  field: z.string().max(200),
  kind: z.enum(["added", "missing", "changed", "prefix_added", "suffix_added"]),
  detail: z.string().max(500),
});
export type ShapeDifference = z.infer<typeof shapeDifference>;
