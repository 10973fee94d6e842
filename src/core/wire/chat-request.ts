/** Reads the messages of a Chat Completions request. */

import { isRecord, type JsonRecord, listOf, wordOf } from "./json.ts";
import {
  argumentsText,
  type CanonicalMessage,
  type CanonicalToolCall,
  type Conversation,
  flattenContent,
} from "./messages.ts";
import { isRejection, reject, type WireRejection } from "./rejection.ts";

function readCalls(message: JsonRecord, at: string): readonly CanonicalToolCall[] | WireRejection {
  const calls: CanonicalToolCall[] = [];
  for (const [place, entry] of listOf(message["tool_calls"]).entries()) {
    const call = isRecord(entry) ? entry : {};
    const custom = isRecord(call["custom"]) ? call["custom"] : null;
    const body = custom ?? (isRecord(call["function"]) ? call["function"] : {});
    const name = wordOf(body["name"]);
    if (name === null)
      return reject("bad_message", `${at}/tool_calls/${place}`, "this call has no name");
    const text = argumentsText(custom === null ? body["arguments"] : body["input"]);
    calls.push({ id: wordOf(call["id"]) ?? "", name, arguments: text });
  }
  const legacy = message["function_call"];
  if (calls.length === 0 && isRecord(legacy)) {
    const name = wordOf(legacy["name"]);
    if (name === null) return reject("bad_message", `${at}/function_call`, "this call has no name");
    calls.push({ id: name, name, arguments: argumentsText(legacy["arguments"]) });
  }
  return calls;
}

function readMessage(message: JsonRecord, at: string): CanonicalMessage | string | WireRejection {
  const content = flattenContent(message["content"]);
  if (content === null) {
    return reject("bad_message", `${at}/content`, "expected text or a list of content parts");
  }
  const refusal = wordOf(message["refusal"]) ?? "";
  const base = { ...content, calls: [], tool_call_id: null };
  switch (message["role"]) {
    case "system":
    case "developer":
      return content.text;
    case "user":
      return { ...base, role: "user" };
    case "tool":
    case "function": {
      const id = wordOf(message["tool_call_id"]) ?? wordOf(message["name"]);
      if (id === null) return reject("bad_message", at, "a tool message needs tool_call_id");
      return { ...base, role: "tool", tool_call_id: id };
    }
    case "assistant": {
      const calls = readCalls(message, at);
      if (isRejection(calls)) return calls;
      return { ...base, role: "assistant", text: content.text || refusal, calls };
    }
    default:
      return reject(
        "bad_message",
        `${at}/role`,
        "expected system, developer, user, assistant, tool or function",
      );
  }
}

/** The conversation of a Chat body; it is always complete, because this wire keeps no state. */
export function readChatMessages(body: JsonRecord): Conversation | WireRejection {
  const list = body["messages"];
  if (!Array.isArray(list) || list.length === 0) {
    return reject("no_messages", "/messages", "expected a list with at least one message");
  }
  const system: string[] = [];
  const messages: CanonicalMessage[] = [];
  for (const [place, entry] of listOf(list).entries()) {
    const at = `/messages/${place}`;
    if (!isRecord(entry)) return reject("bad_message", at, "expected an object with a role");
    const read = readMessage(entry, at);
    if (typeof read === "string") system.push(read);
    else if (isRejection(read)) return read;
    else messages.push(read);
  }
  return { kind: "conversation", system, messages, remote: [], opaque_items: [] };
}
