import { expect, test } from "vitest";

import { createToolObserver } from "../../../src/core/own/observed-tools.ts";
import type { CanonicalMessage } from "../../../src/core/wire/messages.ts";
import { decodeResponse } from "../../../src/core/wire/response.ts";

type Call = readonly [id: string, name: string, args: string];

function reply(calls: readonly Call[], finish = "tool_calls") {
  const tool_calls = calls.map(([id, name, args]) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  }));
  const message = { role: "assistant", content: null, tool_calls };
  const body = {
    id: "r",
    model: "m",
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
  return decodeResponse("chat_completions", {
    status: 200,
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
}

const said = (
  role: CanonicalMessage["role"],
  tool_call_id: string | null,
  text: string,
): CanonicalMessage => ({ role, text, calls: [], tool_call_id, other_parts: [] });

test("parallel calls are matched by id, in whatever order they are answered", () => {
  const observer = createToolObserver();
  observer.response(
    reply([
      ["a", "look", '{"x":1}'],
      ["b", "add", '{"y":2}'],
    ]),
  );
  const answered = observer.request([
    said("user", null, "q"),
    said("assistant", null, ""),
    said("tool", "b", "two"),
    said("tool", "a", "one"),
  ]);
  expect(answered).toEqual([
    { tool_call_id: "b", name: "add", arguments: { y: 2 }, output: "two" },
    { tool_call_id: "a", name: "look", arguments: { x: 1 }, output: "one" },
  ]);
  expect(observer.rest()).toEqual([]);
});

test("ids that repeat from turn to turn, in a history that repeats itself, are counted once each", () => {
  const observer = createToolObserver();
  const history: CanonicalMessage[] = [said("user", null, "q")];
  const outputs: (string | null)[] = [];
  for (const text of ["one", "two"]) {
    observer.response(reply([["call_0", "look", "{}"]]));
    history.push(said("assistant", null, ""), said("tool", "call_0", text));
    outputs.push(...observer.request(history).map((one) => one.output));
  }
  expect(outputs).toEqual(["one", "two"]);
});

test("a call nobody answered stays visible; a cut or malformed one is no call", () => {
  const observer = createToolObserver();
  observer.response(reply([["a", "look", "{}"]]));
  observer.response(reply([["b", "look", "{oops"]]));
  observer.response(reply([["c", "look", '{"half']], "length"));
  expect(observer.rest()).toEqual([
    { tool_call_id: "a", name: "look", arguments: {}, output: null },
  ]);
});

test.each([
  ["cut off", "length", '{"x":1}', { x: 1 }],
  ["filtered", "content_filter", '{"x":1}', { x: 1 }],
  ["malformed", "tool_calls", '{"x":', '{"x":'],
])("a %s call that the program ran all the same is one", (_how, finish, args, seen) => {
  const observer = createToolObserver();
  observer.response(reply([["a", "look", args]], finish));
  const history = [said("assistant", null, ""), said("tool", "a", "ran")];
  expect(observer.request(history)).toEqual([
    { tool_call_id: "a", name: "look", arguments: seen, output: "ran" },
  ]);
  expect(observer.rest()).toEqual([]);
});

test("a cut call that was asked again under its id is answered once", () => {
  const observer = createToolObserver();
  observer.response(reply([["a", "look", '{"x"']], "length"));
  observer.response(reply([["a", "look", '{"x":1}']]));
  const history = [said("assistant", null, ""), said("tool", "a", "ran")];
  expect([...observer.request(history), ...observer.request(history)]).toEqual([
    { tool_call_id: "a", name: "look", arguments: { x: 1 }, output: "ran" },
  ]);
});

test("an answer to a call that was never made is none of ours", () => {
  expect(createToolObserver().request([said("tool", "x", "?")])).toEqual([]);
});
