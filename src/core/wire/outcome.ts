/** What one response said, whatever wire carried it; types only. */

import type { Json } from "../../contracts/primitives.ts";
import type { CanonicalToolCall } from "./messages.ts";

export type End =
  | "stop"
  | "tool_calls"
  | "length"
  | "content_filter"
  | "refusal"
  | "paused"
  | "malformed_call"
  | "error"
  | "truncated"
  | "unknown";

/** Why a call is not ok, or how it had to be read. */
export type CallNote =
  | "double_encoded"
  | "object_form"
  | "text_form"
  | "no_name"
  | "name_conflict"
  | "unfinished"
  | "not_json"
  | "not_an_object";

export interface DecodedCall {
  readonly name: string;
  /** Decoded object; text for a custom tool; null when not ok. */
  readonly args: Json;
  readonly args_text: string;
  readonly ok: boolean;
  readonly by: "client" | "provider";
  /** The wire's id, or `minted:<response>:<ordinal>` when the wire had none. */
  readonly id: string;
  readonly note?: CallNote;
  /** The argument text exactly as received, when ok is false. */
  readonly raw?: string;
}

/** Token counts as reported; null = not reported, never 0. `in` includes cached and cache-write, `out` includes reasoning. */
export interface WireUsage {
  readonly in: number | null;
  readonly cached: number | null;
  readonly cache_write: number | null;
  readonly out: number | null;
  readonly reasoning: number | null;
  /** False = settle at worst case. */
  readonly complete: boolean;
}

export interface WireError {
  /** HTTP status, or a status found in the body; null when neither says one. */
  readonly status: number | null;
  readonly code: string | null;
  readonly type: string | null;
  /** Provider text, capped at 2,000 characters. Data, never markup. */
  readonly message: string | null;
  /** The upstream an aggregator named as the one that failed. */
  readonly provider: string | null;
}

/** What a later request may refer to by its id in place of repeating it. */
export interface OutputItemRecord {
  readonly id: string;
  readonly text: string;
  readonly calls: readonly CanonicalToolCall[];
}

export interface CanonicalOutcome {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string | null;
  readonly calls: readonly DecodedCall[];
  readonly usage: WireUsage;
  /** Last non-empty name on the wire; null = not observed. */
  readonly model: string | null;
  readonly models: readonly string[];
  readonly response_id: string | null;
  readonly response_ids: readonly string[];
  readonly end: End;
  /** The wire's own word, verbatim; null when it gave none. */
  readonly raw_end: string | null;
  readonly error: WireError | null;
  /** True only when the client must now run its calls. */
  readonly runnable: boolean;
  /** Alternatives on the wire (`n`); text and calls are those of the lowest index. */
  readonly choices: number;
  /** Responses only: its output items that carry an id, in order. */
  readonly items?: readonly OutputItemRecord[];
}
