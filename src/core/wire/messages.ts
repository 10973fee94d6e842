/** Messages of a request under one shape: system text apart, content flattened to text, calls attached to their turn. */

import { isRecord, listOf, wordOf } from "./json.ts";

export interface CanonicalToolCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as they stood on the wire: JSON text, or free text for a custom tool. */
  readonly arguments: string;
}

export interface CanonicalMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  readonly calls: readonly CanonicalToolCall[];
  /** The call a tool message answers; null for every other role. */
  readonly tool_call_id: string | null;
  /** Types of the content parts that are not text (images, audio, files): counted here, not in `text`. */
  readonly other_parts: readonly string[];
  /** The id of an output item that stands here and lies with the provider; the message is empty until it is resolved. */
  readonly reference?: string;
}

/** State the provider keeps for the client; the gateway resolves it from the run's own records. */
export interface RemoteReference {
  readonly kind: "previous_response_id" | "conversation" | "item_reference" | "prompt";
  readonly id: string;
}

/** The conversation of a request, from any wire. */
export interface Conversation {
  readonly kind: "conversation";
  readonly system: readonly string[];
  /** Of `system`, what stood among the input items: a provider that keeps the conversation keeps it, unlike instructions. */
  readonly kept_system?: readonly string[];
  readonly messages: readonly CanonicalMessage[];
  readonly remote: readonly RemoteReference[];
  /** Ids of items without text of their own here (reasoning without its encrypted content): the provider reads its stored ones. */
  readonly stored_items?: readonly string[];
  /** JSON pointers of input items that carry no message text (reasoning, provider-run calls). */
  readonly opaque_items: readonly string[];
}

const TEXT_FIELDS: ReadonlyMap<string, string> = new Map([
  ["text", "text"],
  ["input_text", "text"],
  ["output_text", "text"],
  ["refusal", "refusal"],
]);

export interface FlatContent {
  readonly text: string;
  readonly other_parts: readonly string[];
}

/** Text of a message's content; null when the content has a shape no wire defines. */
export function flattenContent(content: unknown): FlatContent | null {
  if (content === null || content === undefined) return { text: "", other_parts: [] };
  if (typeof content === "string") return { text: content, other_parts: [] };
  if (!Array.isArray(content)) return null;
  const texts: string[] = [];
  const others: string[] = [];
  for (const part of listOf(content)) {
    if (typeof part === "string") texts.push(part);
    else if (!isRecord(part)) return null;
    else {
      const type = wordOf(part["type"]) ?? "";
      const field = TEXT_FIELDS.get(type);
      const text = field === undefined ? undefined : part[field];
      if (typeof text === "string") texts.push(text);
      else if (field === undefined) others.push(type === "" ? "untyped" : type);
      else return null;
    }
  }
  return { text: texts.join(""), other_parts: others };
}

/** Arguments as text: an object (some clients send one) is serialised, absence is no text. */
export function argumentsText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
