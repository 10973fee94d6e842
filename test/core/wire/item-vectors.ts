/** Vectors for identity, text and the items of Responses (rules 4, 7, 9, 12 to 14 and 16). */

import { chunk, completed, FETCH_OPEN, item, ORDER, whole, type WireVector } from "./vector.ts";

const identity: readonly WireVector[] = [
  {
    rule: 12,
    title: "two served names: the last counts, both are listed",
    wire: "chat_completions",
    body:
      'data: {"model":"","choices":[]}\n\n' +
      chunk({ content: "x" }, null, { model: "router" }) +
      chunk({}, "stop", { model: "sim-b-2026" }),
    expected: { model: "sim-b-2026", models: ["router", "sim-b-2026"] },
  },
  {
    rule: 12,
    title: "no name on the wire is not observed",
    wire: "chat_completions",
    body: '{"model":"","choices":[{"message":{"content":"x"},"finish_reason":"stop"}]}',
    expected: { model: null, models: [] },
  },
  {
    rule: 13,
    title: "the id of the chunk with the finish reason",
    wire: "chat_completions",
    body:
      chunk({ content: "x" }, null, { id: "proxy-1" }) +
      chunk({}, "stop", { id: "up-9" }) +
      'data: {"id":"late","choices":[]}\n\n',
    expected: { response_id: "up-9", response_ids: ["proxy-1", "up-9", "late"] },
  },
  {
    rule: 14,
    title: "reasoning_content and reasoning say the same once",
    wire: "chat_completions",
    body:
      chunk({ reasoning_content: "hm", reasoning: "hm" }) +
      chunk({ reasoning: "!" }) +
      chunk({ content: "so" }, "stop"),
    expected: { reasoning: "hm!", text: "so" },
  },
  {
    rule: 14,
    title: "content as parts: thinking, text, and a signature that is neither",
    wire: "chat_completions",
    body: whole(
      {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "why" }] },
          { type: "text", text: "that" },
          { type: "sig", text: "zz", thinking: "zz" },
        ],
      },
      "stop",
    ),
    expected: { reasoning: "why", text: "that" },
  },
  {
    rule: 14,
    title: "a call printed as text stays text",
    wire: "chat_completions",
    body:
      chunk({ content: '<tool_call>{"name":"wipe"}' }) + chunk({ content: "</tool_call>" }, "stop"),
    expected: { calls: [], end: "stop", text: '<tool_call>{"name":"wipe"}</tool_call>' },
  },
  {
    rule: 14,
    title: "reasoning text of Responses, not its summary as well",
    wire: "responses",
    body: completed({
      output: [
        {
          type: "reasoning",
          summary: [{ type: "summary_text", text: "short" }],
          content: [{ type: "reasoning_text", text: "long" }],
        },
      ],
    }),
    expected: { reasoning: "long", text: "" },
  },
];

const responsesItems: readonly WireVector[] = [
  {
    rule: 4,
    title: "item ids change in every event; output_index and call_id hold",
    wire: "responses",
    body:
      item("response.output_item.added", { output_index: 0, item: FETCH_OPEN }) +
      item("response.function_call_arguments.delta", {
        output_index: 0,
        item_id: "x",
        delta: '{"row":',
      }) +
      item("response.function_call_arguments.delta", {
        output_index: 0,
        item_id: "y",
        delta: "12}",
      }) +
      item("response.output_item.done", {
        output_index: 0,
        item: { ...FETCH_OPEN, id: "z", arguments: '{"row":12}' },
      }) +
      completed({ output: [{ ...FETCH_OPEN, id: "q", arguments: '{"row":12}' }] }),
    expected: { calls: [ORDER], end: "tool_calls", runnable: true },
  },
  {
    rule: 4,
    title: "an empty final list does not wipe what streamed",
    wire: "responses",
    body:
      item("response.output_item.added", { output_index: 1, item: FETCH_OPEN }) +
      item("response.function_call_arguments.done", { output_index: 1, arguments: '{"row":12}' }) +
      completed({ output: [] }),
    expected: { calls: [ORDER], end: "tool_calls" },
  },
  {
    rule: 4,
    title: "a finished item stays as it streamed when the final list tells it otherwise",
    wire: "responses",
    body:
      item("response.output_item.added", { output_index: 0, item: FETCH_OPEN }) +
      item("response.output_item.done", {
        output_index: 0,
        item: { ...FETCH_OPEN, arguments: '{"row":12}' },
      }) +
      completed({ output: [{ ...FETCH_OPEN, arguments: '{"row":99}' }] }),
    expected: { calls: [ORDER], end: "tool_calls" },
  },
  {
    rule: 4,
    title: "the final list fills what never streamed",
    wire: "responses",
    body:
      item("response.created", { response: { id: "rs-1", model: "sim-a" } }) +
      item("keepalive", { sequence_number: 4 }) +
      completed({ output: [{ ...FETCH_OPEN, arguments: '{"row":12}', status: "completed" }] }),
    expected: { calls: [ORDER], response_id: "rs-1" },
  },
  {
    rule: 7,
    title: "a custom tool's input is text",
    wire: "responses",
    body:
      item("response.output_item.added", {
        output_index: 0,
        item: { type: "custom_tool_call", id: "c", call_id: "k", name: "sql", input: "" },
      }) +
      item("response.custom_tool_call_input.delta", { output_index: 0, delta: "SELECT {1}" }) +
      completed({}),
    expected: {
      calls: [{ name: "sql", args: "SELECT {1}", ok: true, note: "text_form" }],
      end: "tool_calls",
    },
  },
  {
    rule: 16,
    title: "a fragment for an item that was never started",
    wire: "responses",
    body: item("response.output_text.delta", { output_index: 3, delta: "lost" }) + completed({}),
    expected: { end: "error", error: { code: "orphan_fragment" }, text: "" },
  },
  {
    rule: 16,
    title: "another item opened inside an open one",
    wire: "responses",
    body:
      item("response.output_item.added", { output_index: 0, item: FETCH_OPEN }) +
      item("response.output_item.added", {
        output_index: 0,
        item: { ...FETCH_OPEN, call_id: "k-2", name: "wipe" },
      }) +
      completed({}),
    expected: { end: "error", error: { code: "item_reopened" }, runnable: false },
  },
  {
    rule: 16,
    title: "a second response inside an open one",
    wire: "responses",
    body:
      item("response.created", { response: { id: "rs-1" } }) +
      item("response.created", { response: { id: "rs-2" } }) +
      completed({}),
    expected: { end: "error", error: { code: "second_response" } },
  },
  {
    rule: 9,
    title: "an unknown kind of call that waits for the client",
    wire: "responses",
    body: completed({ output: [{ type: "teleport_call", id: "t", call_id: "k" }] }),
    expected: { end: "unknown", runnable: false },
  },
  {
    rule: 3,
    title: "a body of another wire is not an empty answer",
    wire: "responses",
    body: whole({ content: "chat, not responses" }, "stop"),
    expected: { end: "error", error: { code: "no_output" }, text: "" },
  },
];

export const itemVectors: readonly WireVector[] = [...identity, ...responsesItems];
