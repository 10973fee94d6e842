import { expect, test } from "vitest";

import { probeReply } from "../../../src/core/onboarding/probe-reply.ts";
import { decodeRequest } from "../../../src/core/wire/request.ts";

function answer(body: object, use_tools = false): { text: string; calls: string[]; end: string } {
  const request = decodeRequest("chat_completions", { model: "m", messages: [user], ...body });
  if (request.kind === "rejection") throw new Error(request.message);
  const { text, calls, end } = probeReply(request, { use_tools, ordinal: 1 });
  return { text, end, calls: calls.map((one) => `${one.name} ${JSON.stringify(one.arguments)}`) };
}

const user = { role: "user", content: "hello" };
const tool = (name: string): object => ({
  type: "function",
  function: {
    name,
    parameters: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  },
});
const tools = [tool("look"), tool("pay")];

test("plain text, and no tool unless it is asked for", () => {
  expect(answer({})).toEqual({ text: "ok", calls: [], end: "stop" });
  expect(answer({ tools })).toEqual({ text: "ok", calls: [], end: "stop" });
  expect(answer({ tools }, true)).toEqual({
    text: "",
    calls: ['look {"id":"ok"}', 'pay {"id":"ok"}'],
    end: "tool_calls",
  });
  expect(answer({ tools, parallel_tool_calls: false }, true).calls).toHaveLength(1);
});

test("with tools, the second turn is text: no agent is kept in a loop", () => {
  const messages = [user, { role: "assistant", content: "calling" }];
  expect(answer({ tools, messages }, true)).toEqual({ text: "ok", calls: [], end: "stop" });
});

test("a tool that the request forces is called, since no provider would answer otherwise", () => {
  const pay = { type: "function", function: { name: "pay" } };
  expect(answer({ tools, tool_choice: pay }).calls).toEqual(['pay {"id":"ok"}']);
  expect(answer({ tools: [tool("final")], tool_choice: "required" }).calls).toHaveLength(1);
  expect(answer({ tools, tool_choice: "required" }).calls).toEqual([]);
  expect(answer({ tools, tool_choice: "none" }, true).calls).toEqual([]);
});

test("prescribed JSON is what its schema accepts", () => {
  const schema = {
    type: "object",
    properties: { n: { type: "integer", minimum: 3 } },
    required: ["n"],
  };
  const response_format = { type: "json_schema", json_schema: { name: "x", schema } };
  expect(answer({ response_format }).text).toBe('{"n":3}');
  expect(answer({ response_format: { type: "json_object" } }).text).toBe('{"answer":"ok"}');
});
