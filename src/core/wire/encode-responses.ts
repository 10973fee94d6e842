/** Encodes a reply as a Responses document or its events, in the provider's order and numbered from 0. */

import type { CanonicalReply, CanonicalRequest } from "./request.ts";
import type { CanonicalTool } from "./tools.ts";

export interface ResponsesIds {
  readonly response_id: string;
  /** Unix seconds. */
  readonly created: number;
  /** One id for each output item, message first; a missing one is derived from response_id. */
  readonly item_ids: readonly string[];
}

type Item =
  | { readonly kind: "message"; readonly id: string; readonly text: string }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
    };

function itemsOf(reply: CanonicalReply, ids: ResponsesIds): readonly Item[] {
  const hasMessage = reply.text !== "" || reply.calls.length === 0;
  const idAt = (place: number): string => ids.item_ids[place] ?? `${ids.response_id}_item_${place}`;
  const message: readonly Item[] = hasMessage
    ? [{ kind: "message", id: idAt(0), text: reply.text }]
    : [];
  const calls = reply.calls.map((call, place): Item => ({
    kind: "call",
    id: idAt(place + message.length),
    call_id: call.id,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
  }));
  return [...message, ...calls];
}

function textPart(text: string) {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

function itemBody(item: Item, status: "in_progress" | "completed" | "incomplete") {
  const opened = status === "in_progress";
  if (item.kind === "message") {
    const content = opened ? [] : [textPart(item.text)];
    return { id: item.id, type: "message", status, role: "assistant", content };
  }
  const { id, call_id, name } = item;
  return {
    id,
    type: "function_call",
    status,
    call_id,
    name,
    arguments: opened ? "" : item.arguments,
  };
}

function toolBody(tool: CanonicalTool) {
  if (tool.kind === "hosted") return { type: tool.name };
  const { name, description } = tool;
  if (tool.kind === "custom") return { type: "custom", name, description };
  return {
    type: "function",
    name,
    description,
    parameters: tool.parameters,
    strict: tool.strict ?? true,
  };
}

function toolChoice(request: CanonicalRequest): unknown {
  const choice = request.sampling.tool_choice ?? "auto";
  const named =
    typeof choice === "object" && choice !== null && "name" in choice && !("type" in choice);
  return named ? { type: "function", ...choice } : choice;
}

function responseBody(
  reply: CanonicalReply,
  request: CanonicalRequest,
  ids: ResponsesIds,
  stage: "in_progress" | "ended",
) {
  const ended = stage === "ended";
  const cut = ended && reply.end === "length";
  const { sampling } = request;
  const itemStatus = cut ? "incomplete" : "completed";
  return {
    id: ids.response_id,
    object: "response",
    created_at: ids.created,
    status: ended ? itemStatus : "in_progress",
    background: false,
    error: null,
    incomplete_details: cut ? { reason: "max_output_tokens" } : null,
    instructions: request.system === "" ? null : request.system,
    max_output_tokens: sampling.max_output_tokens ?? null,
    max_tool_calls: null,
    model: reply.model,
    output: ended ? itemsOf(reply, ids).map((item) => itemBody(item, itemStatus)) : [],
    parallel_tool_calls: sampling.parallel_tool_calls ?? true,
    previous_response_id:
      request.remote.find((reference) => reference.kind === "previous_response_id")?.id ?? null,
    reasoning: { effort: sampling.reasoning_effort ?? null, summary: null },
    service_tier: "default",
    store: false,
    temperature: sampling.temperature ?? 1,
    text: {
      format: sampling.response_format ?? { type: "text" },
      verbosity: sampling.verbosity ?? "medium",
    },
    tool_choice: toolChoice(request),
    tools: request.tools.map(toolBody),
    top_logprobs: sampling.top_logprobs ?? 0,
    top_p: sampling.top_p ?? 1,
    truncation: sampling.truncation ?? "disabled",
    usage: ended
      ? {
          input_tokens: reply.usage.in,
          input_tokens_details: { cached_tokens: reply.usage.cached },
          output_tokens: reply.usage.out,
          output_tokens_details: { reasoning_tokens: reply.usage.reasoning },
          total_tokens: reply.usage.in + reply.usage.out,
        }
      : null,
    user: null,
    metadata: {},
  };
}

/** The whole `response` document. */
export function encodeResponsesBody(
  reply: CanonicalReply,
  request: CanonicalRequest,
  ids: ResponsesIds,
): unknown {
  return responseBody(reply, request, ids, "ended");
}

interface EventBody {
  readonly type: string;
  readonly [field: string]: unknown;
}

function messageEvents(
  item: Extract<Item, { kind: "message" }>,
  output_index: number,
  cut: (text: string) => readonly string[],
): readonly EventBody[] {
  const at = { item_id: item.id, output_index, content_index: 0 };
  return [
    { type: "response.content_part.added", ...at, part: textPart("") },
    ...cut(item.text).map((delta) => ({
      type: "response.output_text.delta",
      ...at,
      delta,
      logprobs: [],
    })),
    { type: "response.output_text.done", ...at, text: item.text, logprobs: [] },
    { type: "response.content_part.done", ...at, part: textPart(item.text) },
  ];
}

function callEvents(
  item: Extract<Item, { kind: "call" }>,
  output_index: number,
  cut: (text: string) => readonly string[],
): readonly EventBody[] {
  const at = { item_id: item.id, output_index };
  const type = "response.function_call_arguments";
  return [
    ...cut(item.arguments).map((delta) => ({ type: `${type}.delta`, ...at, delta })),
    { type: `${type}.done`, ...at, name: item.name, arguments: item.arguments },
  ];
}

/** All events from response.created to response.completed (or response.incomplete when the reply was cut). */
export function encodeResponsesEvents(
  reply: CanonicalReply,
  request: CanonicalRequest,
  ids: ResponsesIds,
  cut: (text: string) => readonly string[],
): readonly string[] {
  const started = responseBody(reply, request, ids, "in_progress");
  const cutShort = reply.end === "length";
  const events: EventBody[] = [
    { type: "response.created", response: started },
    { type: "response.in_progress", response: started },
  ];
  for (const [output_index, item] of itemsOf(reply, ids).entries()) {
    events.push({
      type: "response.output_item.added",
      output_index,
      item: itemBody(item, "in_progress"),
    });
    if (item.kind === "message") events.push(...messageEvents(item, output_index, cut));
    else events.push(...callEvents(item, output_index, cut));
    events.push({
      type: "response.output_item.done",
      output_index,
      item: itemBody(item, cutShort ? "incomplete" : "completed"),
    });
  }
  const last = cutShort ? "response.incomplete" : "response.completed";
  events.push({ type: last, response: responseBody(reply, request, ids, "ended") });
  return events.map(({ type, ...fields }, sequence_number) => {
    const data = JSON.stringify({ type, sequence_number, ...fields });
    return `event: ${type}\ndata: ${data}\n\n`;
  });
}
