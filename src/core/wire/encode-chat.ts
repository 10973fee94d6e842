/** Encodes a reply as Chat Completions JSON or events, with every usage field present. */

import type { CanonicalReply, CanonicalRequest } from "./request.ts";

const FINISH = { stop: "stop", tool_calls: "tool_calls", length: "length" } as const;

function chatUsage(usage: CanonicalReply["usage"]) {
  return {
    prompt_tokens: usage.in,
    completion_tokens: usage.out,
    total_tokens: usage.in + usage.out,
    prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function callsOf(reply: CanonicalReply) {
  return reply.calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
}

/** The whole `chat.completion` document. */
export function encodeChatBody(reply: CanonicalReply, ids: ChatIds): unknown {
  const calls = callsOf(reply);
  const message = {
    role: "assistant",
    content: reply.text === "" && calls.length > 0 ? null : reply.text,
    refusal: null,
    annotations: [],
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return {
    id: ids.response_id,
    object: "chat.completion",
    created: ids.created,
    model: reply.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[reply.end] }],
    usage: chatUsage(reply.usage),
    service_tier: "default",
    system_fingerprint: null,
  };
}

export interface ChatIds {
  readonly response_id: string;
  /** Unix seconds. */
  readonly created: number;
}

/** `chat.completion.chunk` events and [DONE]; the usage chunk only where the client asked for it. */
export function encodeChatEvents(
  reply: CanonicalReply,
  request: CanonicalRequest,
  ids: ChatIds,
  cut: (text: string) => readonly string[],
): readonly string[] {
  const shared = {
    id: ids.response_id,
    object: "chat.completion.chunk",
    created: ids.created,
    model: reply.model,
    service_tier: "default",
    system_fingerprint: null,
  };
  const noUsage = request.include_usage ? { usage: null } : {};
  const events: string[] = [];
  const send = (value: unknown): void => {
    events.push(`data: ${JSON.stringify(value)}\n\n`);
  };
  const sendDelta = (delta: unknown, finish: string | null): void => {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finish };
    send({ ...shared, choices: [choice], ...noUsage });
  };
  sendDelta(
    { role: "assistant", content: reply.calls.length > 0 ? null : "", refusal: null },
    null,
  );
  for (const content of cut(reply.text)) sendDelta({ content }, null);
  for (const [index, call] of callsOf(reply).entries()) {
    const { arguments: text, name } = call.function;
    const opened = { index, id: call.id, type: call.type, function: { name, arguments: "" } };
    sendDelta({ tool_calls: [opened] }, null);
    for (const piece of cut(text)) {
      sendDelta({ tool_calls: [{ index, function: { arguments: piece } }] }, null);
    }
  }
  sendDelta({}, FINISH[reply.end]);
  if (request.include_usage) send({ ...shared, choices: [], usage: chatUsage(reply.usage) });
  events.push("data: [DONE]\n\n");
  return events;
}
