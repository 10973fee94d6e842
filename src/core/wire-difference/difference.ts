/** One difference between two requests, before it is known in which cases, calls and runs it was seen. */

import type { WireChange } from "../../contracts/wire-changes.ts";
import { shortJson } from "./schema-changes.ts";

/** A change before it is known in which cases, calls and runs it was seen. */
export type Difference = Omit<WireChange, "cases" | "calls" | "runs" | "of_runs">;

const NO_TEXT = { pointer: null, added: 0, removed: 0, excerpt: "" } as const;
const SUBJECT_CAP = 300;

/** A change that is no text. At most 300 characters of `subject` are kept. */
export function difference(
  kind: WireChange["kind"],
  subject: string,
  from: string | null,
  to: string | null,
): Difference {
  return { kind, subject: subject.slice(0, SUBJECT_CAP), from, to, ...NO_TEXT };
}

/** A value in a few words; null for what is not there. */
export function valueWords(value: unknown): string | null {
  return value === undefined ? null : shortJson(value);
}
