/** What both wires' folds offer to the byte layer, and the bookkeeping they share. */

import { isRecord, type JsonRecord, listOf, wordOf } from "./json.ts";
import type { CanonicalOutcome, WireError } from "./outcome.ts";

/** A response being decoded from JSON values in wire order. */
export interface ResponseFold {
  /** One streamed event; `name` is the SSE event name. */
  event(value: JsonRecord, name: string | null): void;
  /** One JSON document that is the whole body. */
  body(value: JsonRecord): void;
  /** The [DONE] sentinel. */
  done(): void;
  /** A fault of the bytes themselves, with a stable code. */
  fault(code: string): void;
  /** An error stated outside data lines. */
  failed(error: WireError): void;
  terminalSeen(): boolean;
  finish(): CanonicalOutcome;
}

/** Records a name only when it says something: "" and other types are absent. */
export function record(list: string[], value: unknown): void {
  const word = wordOf(value);
  if (word !== null && list.at(-1) !== word) list.push(word);
}

export type ContentText =
  | { readonly ok: true; readonly text: string; readonly reasoning: string }
  | { readonly ok: false };

function thinkingOf(part: JsonRecord): string {
  const thinking = part["thinking"];
  if (typeof thinking === "string") return thinking;
  return listOf(thinking)
    .map((inner) => (isRecord(inner) ? (wordOf(inner["text"]) ?? "") : ""))
    .join("");
}

/** Text of a content value: null, text, or an array of parts of which only text and thinking count. */
export function readContent(content: unknown): ContentText {
  if (content === null || content === undefined) return { ok: true, text: "", reasoning: "" };
  if (typeof content === "string") return { ok: true, text: content, reasoning: "" };
  if (!Array.isArray(content)) return { ok: false };
  let text = "";
  let reasoning = "";
  for (const part of listOf(content)) {
    if (typeof part === "string") text += part;
    if (!isRecord(part)) continue;
    if (part["type"] === "text" || part["type"] === "output_text")
      text += wordOf(part["text"]) ?? "";
    else if (part["type"] === "thinking") reasoning += thinkingOf(part);
  }
  return { ok: true, text, reasoning };
}
