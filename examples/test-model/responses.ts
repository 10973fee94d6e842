/** Responses: reads the request with what the server keeps of earlier ones, writes the reply whole or as events. */
import { bad, cut, readTool, samplingOf } from "./chat.ts";
import { countUsage } from "./conversation.ts";
import type { Conversation, Refusal, Reply, Step } from "./conversation.ts";
import { contentText, fields, list, text } from "./json.ts";
import type { Fields } from "./json.ts";

/** Items of earlier responses by response id (input and output, in order), and single output items by their id. */
export interface Kept {
  readonly by_response: Map<string, readonly Fields[]>;
  readonly by_item: Map<string, Fields>;
}

export function keepNothing(): Kept {
  return { by_response: new Map(), by_item: new Map() };
}

export interface ReadResponse {
  readonly conversation: Conversation;
  readonly items: readonly Fields[];
}

/** Instructions of an earlier response are not carried over, as the provider documents it. */
export function readResponses(body: Fields, kept: Kept): ReadResponse | Refusal {
  const given = body["input"];
  const fresh: Fields[] =
    typeof given === "string" ? [{ role: "user", content: given }] : list(given).map(fields);
  const previous = text(body["previous_response_id"]);
  const before = previous === "" ? [] : kept.by_response.get(previous);
  if (before === undefined)
    return {
      ...bad(`Previous response with id '${previous}' not found.`),
      code: "previous_response_not_found",
    };
  const items: Fields[] = [];
  for (const item of [...before, ...fresh]) {
    const whole = item["type"] === "item_reference" ? kept.by_item.get(text(item["id"])) : item;
    if (whole === undefined) return bad(`Item with id '${text(item["id"])}' not found.`);
    items.push(whole);
  }
  if (items.length === 0) return bad("input must not be empty");
  const steps = readSteps(items);
  if ("status" in steps) return steps;
  const roleText = (...roles: string[]): string[] =>
    items
      .filter((one) => roles.includes(text(one["role"])))
      .map((one) => contentText(one["content"]));
  const conversation = {
    ...samplingOf(body),
    system: [text(body["instructions"]), ...roleText("system", "developer")]
      .filter((one) => one !== "")
      .join("\n"),
    user: roleText("user").join("\n"),
    steps,
    tools: list(body["tools"]).map((one) => readTool(fields(one))),
  };
  return { conversation, items };
}

function readSteps(items: readonly Fields[]): Step[] | Refusal {
  const results = new Map(
    items
      .filter((one) => one["type"] === "function_call_output")
      .map((one) => [text(one["call_id"]), contentText(one["output"])]),
  );
  const calls = items.filter((one) => one["type"] === "function_call");
  const ids = calls.map((call) => text(call["call_id"]));
  const stray = [...results.keys()].find((id) => !ids.includes(id));
  if (stray !== undefined)
    return bad(`No tool call found for function call output with call_id ${stray}.`);
  const open = ids.find((id) => !results.has(id));
  if (open !== undefined) return bad(`No tool output found for function call ${open}.`);
  return calls.map((call) => ({
    call_id: text(call["call_id"]),
    name: text(call["name"]),
    arguments: text(call["arguments"]),
    result: results.get(text(call["call_id"])) ?? null,
  }));
}

export function writeResponse(
  id: string,
  created: number,
  body: Fields,
  read: Conversation,
  said: Reply,
): Fields {
  const usage = countUsage(read, said);
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: created,
    status: "completed",
    error: null,
    incomplete_details: null,
    instructions: body["instructions"] ?? null,
    model: read.model,
    output: itemsOf(id, said),
    parallel_tool_calls: read.parallel,
    previous_response_id: body["previous_response_id"] ?? null,
    temperature: read.temperature,
    tool_choice: "auto",
    tools: list(body["tools"]),
    store: body["store"] !== false,
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}

/** Remembers a response unless the request said `store: false`. */
export function keep(kept: Kept, items: readonly Fields[], response: Fields): void {
  if (response["store"] === false) return;
  const output = list(response["output"]).map(fields);
  kept.by_response.set(text(response["id"]), [...items, ...output]);
  for (const item of output) kept.by_item.set(text(item["id"]), item);
}

function itemsOf(id: string, said: Reply): Fields[] {
  if (said.kind === "text")
    return [
      {
        type: "message",
        id: `msg_${id}`,
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: said.text, annotations: [] }],
      },
    ];
  return said.calls.map((call, at) => ({
    type: "function_call",
    id: `fc_${id}_${at}`,
    status: "completed",
    call_id: `call_${id}_${at}`,
    name: call.name,
    arguments: call.arguments,
  }));
}

/** The events of the same response, numbered from 0; there is no [DONE] on this wire. */
export function streamResponse(response: Fields): string[] {
  const begun = { ...response, status: "in_progress", output: [], usage: null };
  const events: Fields[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...list(response["output"]).map(fields).flatMap(itemEvents),
    { type: "response.completed", response },
  ];
  return events.map(
    (event, sequence_number) =>
      `event: ${text(event["type"])}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
  );
}

function itemEvents(item: Fields, output_index: number): Fields[] {
  const item_id = item["id"];
  const added = { type: "response.output_item.added", output_index };
  const done = { type: "response.output_item.done", output_index, item };
  if (item["type"] === "function_call") {
    const whole = text(item["arguments"]);
    const at = { output_index, item_id };
    return [
      { ...added, item: { ...item, status: "in_progress", arguments: "" } },
      ...cut(whole).map((delta) => ({
        type: "response.function_call_arguments.delta",
        ...at,
        delta,
      })),
      {
        type: "response.function_call_arguments.done",
        ...at,
        name: item["name"],
        arguments: whole,
      },
      done,
    ];
  }
  const part = fields(list(item["content"])[0]);
  const at = { output_index, item_id, content_index: 0 };
  return [
    { ...added, item: { ...item, status: "in_progress", content: [] } },
    { type: "response.content_part.added", ...at, part: { ...part, text: "" } },
    ...cut(text(part["text"])).map((delta) => ({
      type: "response.output_text.delta",
      ...at,
      delta,
      logprobs: [],
    })),
    { type: "response.output_text.done", ...at, text: part["text"], logprobs: [] },
    { type: "response.content_part.done", ...at, part },
    done,
  ];
}
