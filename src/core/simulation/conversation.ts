/** Reads a request as a model would: how far the conversation has come, and what the tools have answered. */

import type { Json } from "../../contracts/primitives.ts";
import { isRecord, parseJson } from "../wire/json.ts";
import type { CanonicalRequest } from "../wire/request.ts";
import type { ToolOutcome } from "./expression.ts";

/**
 * The logical turn the model is asked to play: 1 + the assistant turns so far. Assistant messages side by side are one
 * turn, because some wires carry text and each parallel call as items of their own.
 */
export function countTurn(request: CanonicalRequest): number {
  let turns = 0;
  let inside = false;
  for (const message of request.messages) {
    const speaks =
      message.role === "assistant" && (message.calls.length > 0 || message.text.trim() !== "");
    if (speaks && !inside) turns += 1;
    inside = message.role === "assistant" && (inside || speaks);
  }
  return turns + 1;
}

function isJson(value: unknown): value is Json {
  if (Array.isArray(value)) return value.every(isJson);
  if (isRecord(value)) return Object.values(value).every(isJson);
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** JSON where the text is JSON, also when a framework has encoded it a second time; else the text itself. */
function readOutput(text: string): Json {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJson(parsed.value)) return text;
  if (typeof parsed.value !== "string") return parsed.value;
  const inner = parseJson(parsed.value);
  return inner.ok && isRecord(inner.value) && isJson(inner.value) ? inner.value : parsed.value;
}

/**
 * Wires have no error flag for tool results: ours is an object with an `error` member, frameworks put a sentence in its
 * place or before it.
 */
function looksLikeError(output: Json): boolean {
  if (typeof output === "string") return /^\s*\[?(error\b|an error occurred)/i.test(output);
  return isRecord(output) && Object.hasOwn(output, "error");
}

/** The tool results in the request, in order, each with its tool's name joined by call id. */
export function readResults(request: CanonicalRequest): readonly ToolOutcome[] {
  const names = new Map<string, string>();
  const results: ToolOutcome[] = [];
  for (const message of request.messages) {
    for (const call of message.calls) names.set(call.id, call.name);
    if (message.role !== "tool" || message.tool_call_id === null) continue;
    const tool = names.get(message.tool_call_id);
    if (tool === undefined) continue;
    const output = readOutput(message.text);
    results.push({ tool, output, is_error: looksLikeError(output) });
  }
  return results;
}

/** The first reason for which a provider would refuse this history, or null: calls and results must pair up. */
export function findHistoryFault(request: CanonicalRequest): string | null {
  const open = new Set<string>();
  for (const [index, message] of request.messages.entries()) {
    for (const call of message.calls) open.add(call.id);
    if (message.role !== "tool") continue;
    if (message.tool_call_id === null || !open.delete(message.tool_call_id)) {
      const id = message.tool_call_id ?? "without an id";
      return `message ${index + 1} answers the tool call ${id}, which no earlier message makes`;
    }
  }
  const [unanswered] = open;
  return unanswered === undefined
    ? null
    : `the tool call ${unanswered} has no tool message that answers it`;
}
