/** The one edit made to live traffic: usage is asked for upstream, and its chunk removed again; all other bytes stay. */

import type { Wire } from "../../contracts/model.ts";
import { isRecord, listOf, parseJson } from "./json.ts";
import type { SseFrame } from "./sse.ts";

export interface UsageAsk {
  /** The request body to send upstream; the same text when nothing was added. */
  readonly body: string;
  /** True: the client did not ask, so the usage chunk must be removed from what it gets. */
  readonly added: boolean;
}

/** End of the JSON string that starts at `at`: the place after its closing quote. */
function skipString(text: string, at: number): number {
  let place = at + 1;
  while (place < text.length && text[place] !== '"') place += text[place] === "\\" ? 2 : 1;
  return place + 1;
}

/** Span of the value of a member of the outermost object; the last one wins, as in JSON.parse. */
function memberSpan(text: string, key: string): { from: number; to: number } | null {
  let depth = 0;
  let found: { from: number; to: number } | null = null;
  let valueFrom = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = skipString(text, at);
      const colon = /^\s*:/.exec(text.slice(end, end + 64));
      const isKey = depth === 1 && valueFrom === -1 && colon !== null;
      if (isKey) {
        const name = parseJson(text.slice(at, end));
        const afterColon = end + colon[0].length;
        valueFrom = name.ok && name.value === key ? afterColon : -2;
        at = afterColon - 1;
      } else at = end - 1;
      continue;
    }
    if (depth === 1 && (character === "," || character === "}")) {
      if (valueFrom >= 0) found = { from: valueFrom, to: at };
      valueFrom = -1;
    }
    if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
  }
  return found;
}

/**
 * Asks for usage in a Chat stream whose client did not. Only `stream_options` is touched, in place, so that every other
 * byte of the request goes upstream as the client wrote it.
 */
export function withUsageAsked(wire: Wire, body: string): UsageAsk {
  const unchanged = { body, added: false };
  if (wire !== "chat_completions") return unchanged;
  const parsed = parseJson(body);
  if (!parsed.ok || !isRecord(parsed.value) || parsed.value["stream"] !== true) return unchanged;
  const options = parsed.value["stream_options"];
  const known = isRecord(options) ? options : {};
  if (known["include_usage"] === true) return unchanged;
  const span = memberSpan(body, "stream_options");
  const asked = JSON.stringify({ ...known, include_usage: true });
  if (span !== null)
    return { body: body.slice(0, span.from) + asked + body.slice(span.to), added: true };
  if ("stream_options" in parsed.value) {
    const edited = { ...parsed.value, stream_options: { ...known, include_usage: true } };
    return { body: JSON.stringify(edited), added: true };
  }
  const close = body.lastIndexOf("}");
  return {
    body: `${body.slice(0, close)},"stream_options":${asked}${body.slice(close)}`,
    added: true,
  };
}

/**
 * True for the chunk that exists only because usage was asked for: no choices, and a usage object. Leave it out of what
 * the client gets when `UsageAsk.added`; usage inside a chunk with choices is the provider's own and stays.
 */
export function isUsageChunk(wire: Wire, frame: SseFrame): boolean {
  if (wire !== "chat_completions" || frame.data.length === 0) return false;
  const parsed = parseJson(frame.data.join("\n"));
  if (!parsed.ok || !isRecord(parsed.value)) return false;
  const choices = parsed.value["choices"];
  return Array.isArray(choices) && listOf(choices).length === 0 && isRecord(parsed.value["usage"]);
}

/** The frames the client gets: all of them, without the usage chunk when we asked for it. */
export function withoutUsageChunk(
  wire: Wire,
  frames: readonly SseFrame[],
  added: boolean,
): readonly SseFrame[] {
  return added ? frames.filter((frame) => !isUsageChunk(wire, frame)) : frames;
}
