/** A fault a person can act on: what happened, where, what to do. Expected refusals are values of this shape. */
import { z } from "zod";

export const fault = z.strictObject({
  code: z.string().min(1).max(60),
  message: z.string().min(1).max(2_000),
  where: z.string().max(500).meta({ description: "file:line:column, or a run, or a frame." }),
  fix: z.string().max(1_000),
});
export type Fault = z.infer<typeof fault>;

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly [Fault, ...Fault[]] };
