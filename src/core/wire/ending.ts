/** Closes a decoded response: one end by severity, calls that may be run or not, usage that may be settled or not. */

import { type CallDraft, finishCall } from "./calls.ts";
import { makeError } from "./errors.ts";
import type { CanonicalOutcome, End, OutputItemRecord, WireError } from "./outcome.ts";
import { settleUsage, type UsageReport } from "./usage.ts";

/** A reason for ending: what it means, and the wire's own word if there was one. */
export interface EndReason {
  readonly end: End;
  readonly word: string | null;
}

const SEVERITY: readonly End[] = [
  "error",
  "content_filter",
  "refusal",
  "malformed_call",
  "length",
  "paused",
  "unknown",
  "tool_calls",
  "stop",
];

/** Everything a wire gathered before its end. */
export interface Gathered {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string | null;
  readonly calls: readonly CallDraft[];
  readonly reasons: readonly EndReason[];
  /** A terminator was seen, or the body was one whole JSON document. */
  readonly whole: boolean;
  readonly error: WireError | null;
  readonly usage: UsageReport | null;
  /** The usage came with the end of the response, even if that end is an error. */
  readonly usageIsFinal: boolean;
  readonly models: readonly string[];
  readonly responseIds: readonly string[];
  readonly responseId: string | null;
  readonly choices: number;
  readonly items?: readonly OutputItemRecord[];
}

function worstReason(reasons: readonly EndReason[]): EndReason | null {
  for (const end of SEVERITY) {
    const found = reasons.findLast((reason) => reason.end === end);
    if (found !== undefined) return found;
  }
  return null;
}

function decideEnd(gathered: Gathered): End {
  if (gathered.error !== null) return "error";
  const stated = worstReason(gathered.reasons);
  const refused =
    gathered.refusal !== null && stated?.end !== "content_filter" && stated?.end !== "error";
  if (stated === null && !gathered.whole) return "truncated";
  return refused ? "refusal" : (stated?.end ?? "stop");
}

/** The canonical outcome of what was gathered. Calls make the end of a `stop` or `tool_calls`; they never soften another. */
export function closeResponse(gathered: Gathered, httpStatus: number): CanonicalOutcome {
  const decided = decideEnd(gathered);
  const endedWell = decided === "stop" || decided === "tool_calls";
  const brokenOff = decided === "error" || decided === "truncated";
  const calls = gathered.calls.map((draft, ordinal) =>
    finishCall(draft, ordinal, { endedWell, brokenOff, responseId: gathered.responseId }),
  );
  const own = calls.filter((call) => call.by === "client");
  let end = decided;
  if (endedWell && own.length > 0)
    end = own.every((call) => call.ok) ? "tool_calls" : "malformed_call";
  else if (decided === "tool_calls") end = "malformed_call";
  const stated = worstReason(gathered.reasons);
  const rawEnd =
    stated?.word ?? gathered.reasons.findLast((reason) => reason.word !== null)?.word ?? null;
  const error =
    end === "error" ? (gathered.error ?? makeError(httpStatus, { code: rawEnd })) : null;
  return {
    text: gathered.text,
    reasoning: gathered.reasoning,
    refusal: gathered.refusal,
    calls,
    usage: settleUsage(gathered.usage, gathered.usageIsFinal && end !== "truncated"),
    model: gathered.models.at(-1) ?? null,
    models: [...new Set(gathered.models)],
    response_id: gathered.responseId,
    response_ids: [...new Set(gathered.responseIds)],
    end,
    raw_end: rawEnd,
    error,
    runnable: end === "tool_calls",
    choices: gathered.choices,
    ...(gathered.items === undefined ? {} : { items: gathered.items }),
  };
}
