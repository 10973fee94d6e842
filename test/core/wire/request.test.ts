import { describe, expect, test } from "vitest";

import { decodeRequest } from "../../../src/core/wire/request.ts";

const schema = { type: "object", properties: { row: { type: "integer" } } };

/** The same conversation, as the two wires carry it. */
const chatBody = {
  model: "sim-a",
  messages: [
    { role: "system", content: [{ type: "text", text: "Be brief." }] },
    { role: "developer", content: "Answer in JSON." },
    {
      role: "user",
      content: [
        { type: "text", text: "Row " },
        { type: "text", text: "12?" },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "k-1", type: "function", function: { name: "fetch_row", arguments: '{"row":12}' } },
      ],
    },
    { role: "tool", tool_call_id: "k-1", content: '{"value":7}' },
  ],
  tools: [
    {
      type: "function",
      function: {
        name: "fetch_row",
        description: "Reads a row.",
        parameters: schema,
        strict: true,
      },
    },
  ],
  tool_choice: { type: "function", function: { name: "fetch_row" } },
  response_format: { type: "json_schema", json_schema: { name: "answer", schema, strict: true } },
  temperature: 0,
  max_completion_tokens: 64,
  reasoning_effort: "low",
  seed: null,
};

const responsesBody = {
  model: "sim-a",
  instructions: "Be brief.",
  input: [
    { role: "developer", content: "Answer in JSON." },
    { type: "message", role: "user", content: [{ type: "input_text", text: "Row 12?" }] },
    { type: "reasoning", id: "th-1", summary: [] },
    { type: "function_call", call_id: "k-1", name: "fetch_row", arguments: '{"row":12}' },
    { type: "function_call_output", call_id: "k-1", output: '{"value":7}' },
  ],
  tools: [
    {
      type: "function",
      name: "fetch_row",
      description: "Reads a row.",
      parameters: schema,
      strict: true,
    },
  ],
  tool_choice: { type: "function", name: "fetch_row" },
  text: { format: { type: "json_schema", name: "answer", schema, strict: true } },
  temperature: 0,
  max_output_tokens: 64,
  reasoning: { effort: "low" },
};

describe("one conversation on two wires", () => {
  const chat = decodeRequest("chat_completions", chatBody);
  const responses = decodeRequest("responses", responsesBody);

  test("is one canonical request", () => {
    expect(responses).toEqual({
      ...chat,
      wire: "responses",
      opaque_items: ["/input/2"],
      kept_system: "Answer in JSON.",
      stored_items: ["th-1"],
    });
  });

  test("has its parts where readers expect them", () => {
    expect(chat).toEqual({
      kind: "request",
      wire: "chat_completions",
      model: "sim-a",
      system: "Be brief.\n\nAnswer in JSON.",
      messages: [
        { role: "user", text: "Row 12?", calls: [], tool_call_id: null, other_parts: [] },
        {
          role: "assistant",
          text: "",
          calls: [{ id: "k-1", name: "fetch_row", arguments: '{"row":12}' }],
          tool_call_id: null,
          other_parts: [],
        },
        { role: "tool", text: '{"value":7}', calls: [], tool_call_id: "k-1", other_parts: [] },
      ],
      tools: [
        {
          kind: "function",
          name: "fetch_row",
          description: "Reads a row.",
          parameters: schema,
          strict: true,
        },
      ],
      sampling: {
        temperature: 0,
        max_output_tokens: 64,
        tool_choice: { name: "fetch_row" },
        response_format: { type: "json_schema", name: "answer", schema, strict: true },
        reasoning_effort: "low",
      },
      stream: false,
      include_usage: true,
      n: 1,
      history: "complete",
      remote: [],
      opaque_items: [],
    });
  });
});

test("assistant text and the calls after it are one turn on Responses", () => {
  const input = [
    { role: "user", content: "go" },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "Looking." }] },
    { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
    { type: "function_call", call_id: "b", name: "g", arguments: "{}" },
    { type: "function_call_output", call_id: "a", output: [{ type: "input_text", text: "1" }] },
    { type: "function_call_output", call_id: "b", output: "2" },
  ];
  const request = decodeRequest("responses", { model: "m", input });
  expect(request).toMatchObject({
    messages: [
      { role: "user" },
      { role: "assistant", text: "Looking.", calls: [{ id: "a" }, { id: "b" }] },
      { role: "tool", text: "1", tool_call_id: "a" },
      { role: "tool", text: "2", tool_call_id: "b" },
    ],
  });
});

test("state kept by the provider is named, and a result without its call is no error", () => {
  const request = decodeRequest("responses", {
    model: "m",
    previous_response_id: "rs-1",
    input: [
      { type: "function_call_output", call_id: "k", output: "7" },
      { type: "item_reference", id: "it-4" },
    ],
  });
  expect(request).toMatchObject({
    history: "remote",
    remote: [
      { kind: "previous_response_id", id: "rs-1" },
      { kind: "item_reference", id: "it-4" },
    ],
    messages: [
      { role: "tool", tool_call_id: "k", text: "7" },
      { role: "assistant", text: "", reference: "it-4" },
    ],
  });
});

test.each([
  [{ stream: true }, { stream: true, include_usage: false }],
  [
    { stream: true, stream_options: { include_usage: true } },
    { stream: true, include_usage: true },
  ],
  [{ n: 3 }, { n: 3 }],
  [{ stop: "END" }, { sampling: { stop: ["END"] } }],
])("%j is read as %j", (extra, expected) => {
  const messages = [{ role: "user", content: "hi" }];
  expect(decodeRequest("chat_completions", { model: "m", messages, ...extra })).toMatchObject(
    expected,
  );
});

test("parts that are not text are listed, not lost", () => {
  const content = [
    { type: "text", text: "see" },
    { type: "image_url", image_url: { url: "data:," } },
  ];
  const request = decodeRequest("chat_completions", {
    model: "m",
    messages: [{ role: "user", content }],
  });
  expect(request).toMatchObject({ messages: [{ text: "see", other_parts: ["image_url"] }] });
});

const user = { role: "user", content: "hi" };

test.each([
  ["chat_completions", [], "not_an_object", ""],
  ["chat_completions", { messages: [user] }, "no_model", "/model"],
  ["chat_completions", { model: "m", messages: [] }, "no_messages", "/messages"],
  [
    "chat_completions",
    { model: "m", messages: [user, { role: "robot" }] },
    "bad_message",
    "/messages/1/role",
  ],
  [
    "chat_completions",
    { model: "m", messages: [{ role: "tool", content: "1" }] },
    "bad_message",
    "/messages/0",
  ],
  [
    "chat_completions",
    { model: "m", messages: [{ role: "user", content: 7 }] },
    "bad_message",
    "/messages/0/content",
  ],
  [
    "chat_completions",
    { model: "m", messages: [user], temperature: "0" },
    "bad_field",
    "/temperature",
  ],
  [
    "chat_completions",
    { model: "m", messages: [user], max_tokens: 1.5 },
    "bad_field",
    "/max_tokens",
  ],
  ["chat_completions", { model: "m", messages: [user], n: 0 }, "bad_field", "/n"],
  [
    "chat_completions",
    { model: "m", messages: [user], tools: [{ type: "function", function: {} }] },
    "bad_tool",
    "/tools/0",
  ],
  ["responses", { model: "m" }, "no_messages", "/input"],
  [
    "responses",
    { model: "m", input: [{ type: "function_call", name: "f" }] },
    "bad_message",
    "/input/0",
  ],
] as const)("%s %j is turned down as %s at %j", (wire, body, code, at) => {
  const rejection = decodeRequest(wire, body);
  expect(rejection).toMatchObject({ kind: "rejection", code, at });
});
