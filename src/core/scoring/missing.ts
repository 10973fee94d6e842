/** Tells a stated absence from a value. */

import type { Missing } from "../../contracts/primitives.ts";

/** True for `{missing: reason}`. */
export function isMissing(value: unknown): value is Missing {
  return typeof value === "object" && value !== null && "missing" in value;
}

/** Absence with a reason, cut to the length its format allows. */
export function absent(reason: string): Missing {
  return { missing: reason.slice(0, 300) };
}

/** Why a run has no model call to measure: none came, or none was let through. */
export function noCallReason(run: { readonly refused_model_calls: number }): string {
  return run.refused_model_calls > 0
    ? "every model call was refused"
    : "the gateway saw no model call";
}
