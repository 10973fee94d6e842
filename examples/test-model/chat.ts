/** Chat Completions: reads the request, writes the reply whole or as server-sent events. */
import { countUsage } from "./conversation.ts";
import type { Conversation, Refusal, Reply, Step, Tool } from "./conversation.ts";
import { contentText, fields, list, text } from "./json.ts";
import type { Fields } from "./json.ts";

export function readChat(body: Fields): Conversation | Refusal {
  const messages = list(body["messages"]).map(fields);
  if (messages.length === 0) return bad("messages must not be empty");
  const roleText = (...roles: string[]): string =>
    messages
      .filter((one) => roles.includes(text(one["role"])))
      .map((one) => contentText(one["content"]))
      .join("\n");
  const results = new Map(
    messages
      .filter((one) => one["role"] === "tool")
      .map((one) => [text(one["tool_call_id"]), contentText(one["content"])]),
  );
  const calls = messages.flatMap((one) => list(one["tool_calls"]).map(fields));
  const ids = calls.map((call) => text(call["id"]));
  const stray = [...results.keys()].find((id) => !ids.includes(id));
  if (stray !== undefined) return bad(`tool message for '${stray}', which no message called`);
  const open = ids.find((id) => !results.has(id));
  if (open !== undefined)
    return bad(`tool_calls must be followed by tool messages: '${open}' has none`);
  const steps = calls.map((call): Step => {
    const asked = fields(call["function"]);
    const call_id = text(call["id"]);
    return {
      call_id,
      name: text(asked["name"]),
      arguments: text(asked["arguments"]),
      result: results.get(call_id) ?? null,
    };
  });
  return {
    ...samplingOf(body),
    system: roleText("system", "developer"),
    user: roleText("user"),
    steps,
    tools: list(body["tools"]).map((one) => readTool(fields(fields(one)["function"]))),
  };
}

/** The part of a request that both wires write alike. */
export function samplingOf(
  body: Fields,
): Pick<Conversation, "model" | "parallel" | "temperature" | "seed"> {
  return {
    model: text(body["model"]),
    parallel: body["parallel_tool_calls"] !== false,
    temperature: typeof body["temperature"] === "number" ? body["temperature"] : 1,
    seed: typeof body["seed"] === "number" ? body["seed"] : null,
  };
}

export function readTool(one: Fields): Tool {
  return {
    name: text(one["name"]),
    description: text(one["description"]),
    parameters: fields(one["parameters"]),
  };
}

export function bad(message: string): Refusal {
  return { status: 400, code: "invalid_request_error", message };
}

/** `id` is fresh a response; ids of calls are made of it. */
export function writeChat(id: string, created: number, read: Conversation, said: Reply): Fields {
  const usage = countUsage(read, said);
  const message =
    said.kind === "text"
      ? { role: "assistant", content: said.text, refusal: null }
      : { role: "assistant", content: null, refusal: null, tool_calls: callsOf(id, said) };
  return {
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created,
    model: read.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(said) }],
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

/** The chunks of the same completion; usage comes last and only where it was asked for. */
export function streamChat(completion: Fields, said: Reply, with_usage: boolean): string[] {
  const { id, created, model, usage } = completion;
  const head = { id, object: "chat.completion.chunk", created, model };
  const chunk = (delta: object, finish_reason: string | null): string =>
    frame({
      ...head,
      choices: [{ index: 0, delta, finish_reason }],
      ...(with_usage ? { usage: null } : {}),
    });
  const pieces =
    said.kind === "text"
      ? cut(said.text).map((content) => ({ content }))
      : toolDeltas(text(id), said);
  return [
    chunk({ role: "assistant", content: said.kind === "text" ? "" : null }, null),
    ...pieces.map((delta) => chunk(delta, null)),
    chunk({}, finishOf(said)),
    ...(with_usage ? [frame({ ...head, choices: [], usage })] : []),
    "data: [DONE]\n\n",
  ];
}

function toolDeltas(id: string, said: Extract<Reply, { kind: "calls" }>): object[] {
  return callsOf(id.replace("chatcmpl-", ""), said).flatMap((call, index) => [
    { tool_calls: [{ ...call, index, function: { name: call.function.name, arguments: "" } }] },
    ...cut(call.function.arguments).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    })),
  ]);
}

function callsOf(
  id: string,
  said: Extract<Reply, { kind: "calls" }>,
): { id: string; type: string; function: { name: string; arguments: string } }[] {
  return said.calls.map((call, at) => ({
    id: `call_${id}_${at}`,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  }));
}

function finishOf(said: Reply): string {
  return said.kind === "text" ? "stop" : "tool_calls";
}

/** Pieces of at most twelve characters (code points), as a stream brings them. */
export function cut(whole: string): string[] {
  return whole.match(/.{1,12}/gsu) ?? [];
}

function frame(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
