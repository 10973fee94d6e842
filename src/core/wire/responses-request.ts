/** Reads the input of a Responses request: items of one assistant turn become one message, remote state is named. */

import { isRecord, type JsonRecord, listOf, wordOf } from "./json.ts";
import {
  argumentsText,
  type CanonicalMessage,
  type CanonicalToolCall,
  type Conversation,
  flattenContent,
  type RemoteReference,
} from "./messages.ts";
import { reject, type WireRejection } from "./rejection.ts";

interface Turn {
  text: string;
  readonly calls: CanonicalToolCall[];
  readonly other_parts: string[];
}

interface Reading {
  /** What stood among the input items; instructions come before it and apply to one request. */
  readonly kept_system: string[];
  readonly messages: CanonicalMessage[];
  readonly remote: RemoteReference[];
  readonly opaque: string[];
  readonly stored: string[];
  turn: Turn | null;
}

function closeTurn(reading: Reading): void {
  if (reading.turn === null) return;
  reading.messages.push({ role: "assistant", tool_call_id: null, ...reading.turn });
  reading.turn = null;
}

function openTurn(reading: Reading): Turn {
  reading.turn ??= { text: "", calls: [], other_parts: [] };
  return reading.turn;
}

function addMessage(reading: Reading, item: JsonRecord, at: string): WireRejection | null {
  const content = flattenContent(item["content"]);
  if (content === null) {
    return reject("bad_message", `${at}/content`, "expected text or a list of content parts");
  }
  switch (item["role"]) {
    case "system":
    case "developer":
      reading.kept_system.push(content.text);
      return null;
    case "user":
      closeTurn(reading);
      reading.messages.push({ role: "user", ...content, calls: [], tool_call_id: null });
      return null;
    case "assistant": {
      const turn = openTurn(reading);
      turn.text += content.text;
      turn.other_parts.push(...content.other_parts);
      return null;
    }
    default:
      return reject("bad_message", `${at}/role`, "expected system, developer, user or assistant");
  }
}

function addCall(reading: Reading, item: JsonRecord, at: string): WireRejection | null {
  const name = wordOf(item["name"]);
  const id = wordOf(item["call_id"]);
  if (name === null || id === null) {
    return reject("bad_message", at, "a function_call item needs call_id and name");
  }
  const text = argumentsText(
    item["type"] === "custom_tool_call" ? item["input"] : item["arguments"],
  );
  openTurn(reading).calls.push({ id, name, arguments: text });
  return null;
}

function addResult(reading: Reading, item: JsonRecord, at: string): WireRejection | null {
  const id = wordOf(item["call_id"]);
  if (id === null) return reject("bad_message", at, "a tool result needs call_id");
  const output = item["output"];
  const content = flattenContent(output) ?? { text: argumentsText(output), other_parts: [] };
  closeTurn(reading);
  reading.messages.push({ role: "tool", ...content, calls: [], tool_call_id: id });
  return null;
}

function addItem(reading: Reading, item: JsonRecord, at: string): WireRejection | null {
  const type = wordOf(item["type"]) ?? "message";
  if (type === "message") return addMessage(reading, item, at);
  if (type === "function_call" || type === "custom_tool_call") return addCall(reading, item, at);
  if (type.endsWith("_call_output")) return addResult(reading, item, at);
  if (type === "item_reference") {
    const id = wordOf(item["id"]) ?? "";
    closeTurn(reading);
    reading.remote.push({ kind: "item_reference", id });
    reading.messages.push({ ...unknownTurn, reference: id });
  } else {
    reading.opaque.push(at);
    const id = wordOf(item["id"]);
    if (id !== null && wordOf(item["encrypted_content"]) === null) reading.stored.push(id);
  }
  return null;
}

const unknownTurn = {
  role: "assistant",
  text: "",
  calls: [],
  tool_call_id: null,
  other_parts: [],
} as const;

function addRemoteState(reading: Reading, body: JsonRecord): void {
  const previous = wordOf(body["previous_response_id"]);
  if (previous !== null) reading.remote.push({ kind: "previous_response_id", id: previous });
  for (const kind of ["conversation", "prompt"] as const) {
    const value = body[kind];
    const id = wordOf(isRecord(value) ? value["id"] : value);
    if (id !== null) reading.remote.push({ kind, id });
  }
}

/** The conversation of a Responses body. A tool result whose call lies in remote history is not an error. */
export function readResponsesInput(body: JsonRecord): Conversation | WireRejection {
  const reading: Reading = {
    kept_system: [],
    messages: [],
    remote: [],
    opaque: [],
    stored: [],
    turn: null,
  };
  addRemoteState(reading, body);
  const instructions = wordOf(body["instructions"]);
  const input = body["input"];
  if (typeof input === "string") {
    const user = {
      role: "user",
      text: input,
      calls: [],
      tool_call_id: null,
      other_parts: [],
    } as const;
    reading.messages.push(user);
  } else if (Array.isArray(input)) {
    for (const [place, entry] of listOf(input).entries()) {
      const at = `/input/${place}`;
      if (!isRecord(entry)) return reject("bad_message", at, "expected an object");
      const bad = addItem(reading, entry, at);
      if (bad !== null) return bad;
    }
    closeTurn(reading);
  } else if (reading.remote.length === 0) {
    return reject("no_messages", "/input", "expected text or a list of items");
  }
  const { kept_system, messages, remote, opaque, stored } = reading;
  const system = [...(instructions === null ? [] : [instructions]), ...kept_system];
  return {
    kind: "conversation",
    system,
    kept_system,
    messages,
    remote,
    opaque_items: opaque,
    stored_items: stored,
  };
}
