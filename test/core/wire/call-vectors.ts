/** Vectors for putting calls together (rules 4 to 8). */

import {
  calls,
  chunk,
  DONE,
  ORDER,
  orderEnd,
  orderStart,
  whole,
  type WireVector,
} from "./vector.ts";

const fragments: readonly WireVector[] = [
  {
    rule: 4,
    title: "two calls interleaved by index alone",
    wire: "chat_completions",
    body:
      chunk(
        calls(orderStart, { index: 1, id: "k-2", function: { name: "sum", arguments: '{"a":' } }),
      ) +
      chunk(calls({ index: 1, function: { arguments: "3}" } })) +
      chunk(calls(orderEnd)) +
      chunk({}, "tool_calls") +
      DONE,
    expected: {
      calls: [ORDER, { name: "sum", args: { a: 3 }, ok: true, id: "k-2" }],
      end: "tool_calls",
      runnable: true,
    },
  },
  {
    rule: 4,
    title: "every call says index 0 but brings a new id and a name",
    wire: "chat_completions",
    body:
      chunk(calls({ index: 0, id: "a", function: { name: "put", arguments: '{"v":1}' } })) +
      chunk(calls({ index: 0, id: "b", function: { name: "put", arguments: '{"v":' } })) +
      chunk(calls({ index: 0, function: { arguments: "2}" } })) +
      chunk({}, "tool_calls"),
    expected: {
      calls: [
        { args: { v: 1 }, id: "a" },
        { args: { v: 2 }, id: "b" },
      ],
      end: "tool_calls",
    },
  },
  {
    rule: 4,
    title: "a huge index is a key, not a position",
    wire: "chat_completions",
    body: chunk(
      calls({ index: 4_000_000_000, id: "k", function: { name: "now", arguments: "{}" } }),
      "tool_calls",
    ),
    expected: { calls: [{ name: "now", args: {}, id: "k" }], end: "tool_calls" },
  },
  {
    rule: 4,
    title: "empty and null ids and names on continuations",
    wire: "chat_completions",
    body:
      chunk(calls(orderStart)) +
      chunk(calls({ index: 0, id: "", type: null, function: { name: "", arguments: "1" } })) +
      chunk(calls({ index: 0, id: null, function: { name: null, arguments: "2}" } })) +
      chunk({}, "tool_calls"),
    expected: { calls: [ORDER] },
  },
  {
    rule: 4,
    title: "no index anywhere: the newest call gets the rest",
    wire: "chat_completions",
    body:
      chunk(calls({ id: "k-1", function: { name: "fetch_row", arguments: '{"row"' } })) +
      chunk(calls({ function: { arguments: ":12}" } })) +
      chunk({}, "tool_calls"),
    expected: { calls: [ORDER] },
  },
  {
    rule: 4,
    title: "whole calls side by side without id or index",
    wire: "chat_completions",
    body: chunk(
      calls(
        { id: "", function: { name: "put", arguments: '{"v":1}' } },
        { id: "", function: { name: "put", arguments: '{"v":2}' } },
      ),
      "stop",
    ),
    expected: {
      calls: [
        { args: { v: 1 }, id: "minted" },
        { args: { v: 2 }, id: "minted" },
      ],
      end: "tool_calls",
      raw_end: "stop",
    },
  },
  {
    rule: 4,
    title: "one id on two calls of a whole body: two calls",
    wire: "chat_completions",
    body: whole(
      {
        content: null,
        tool_calls: [1, 2].map((v) => ({
          id: "same",
          function: { name: "put", arguments: `{"v":${v}}` },
        })),
      },
      "tool_calls",
    ),
    expected: {
      calls: [
        { args: { v: 1 }, id: "same" },
        { args: { v: 2 }, id: "same" },
      ],
    },
  },
  {
    rule: 5,
    title: "a name repeated, then grown",
    wire: "chat_completions",
    body:
      chunk(calls({ index: 0, id: "k-1", function: { name: "fetch" } })) +
      chunk(calls({ index: 0, function: { name: "fetch" } })) +
      chunk(calls({ index: 0, function: { name: "fetch_row", arguments: '{"row":12}' } })) +
      chunk({}, "tool_calls"),
    expected: { calls: [ORDER] },
  },
  {
    rule: 5,
    title: "a name in pieces before any argument",
    wire: "chat_completions",
    body:
      chunk(calls({ index: 0, id: "k-1", function: { name: "fetch" } })) +
      chunk(calls({ index: 0, function: { name: "_row" } })) +
      chunk(calls({ index: 0, function: { arguments: '{"row":12}' } })) +
      chunk({}, "tool_calls"),
    expected: { calls: [ORDER] },
  },
  {
    rule: 5,
    title: "another name in the middle of arguments fits no rule",
    wire: "chat_completions",
    body:
      chunk(calls(orderStart)) +
      chunk(calls({ index: 0, function: { name: "wipe", arguments: "12}" } })) +
      chunk({}, "tool_calls"),
    expected: {
      calls: [{ ok: false, args: null, note: "name_conflict" }],
      end: "malformed_call",
      runnable: false,
    },
  },
  {
    rule: 6,
    title: "arguments null, then as an object",
    wire: "chat_completions",
    body:
      chunk(calls({ index: 0, id: "k-1", function: { name: "fetch_row", arguments: null } })) +
      chunk(calls({ index: 0, function: { arguments: { row: 12 } } })) +
      chunk({}, "tool_calls"),
    expected: { calls: [{ ...ORDER, note: "object_form" }] },
  },
];

const endsOfCalls: readonly WireVector[] = [
  {
    rule: 7,
    title: "no argument bytes: an empty object",
    wire: "chat_completions",
    body: chunk(calls({ index: 0, id: "k", function: { name: "now" } })) + chunk({}, "tool_calls"),
    expected: { calls: [{ name: "now", args: {}, ok: true, args_text: "" }] },
  },
  {
    rule: 7,
    title: "arguments encoded twice",
    wire: "chat_completions",
    body: whole(
      {
        tool_calls: [{ id: "k-1", function: { name: "fetch_row", arguments: '"{\\"row\\":12}"' } }],
      },
      "tool_calls",
    ),
    expected: { calls: [{ ...ORDER, note: "double_encoded" }], end: "tool_calls" },
  },
  {
    rule: 7,
    title: "a list is not an object, and nothing is repaired",
    wire: "chat_completions",
    body: whole(
      { tool_calls: [{ id: "k", function: { name: "fetch_row", arguments: "[12]" } }] },
      "tool_calls",
    ),
    expected: {
      calls: [{ args: null, ok: false, note: "not_an_object", raw: "[12]" }],
      end: "malformed_call",
    },
  },
  {
    rule: 7,
    title: "no early finish: text after arguments that already parse",
    wire: "chat_completions",
    body:
      chunk(calls({ index: 0, id: "k", function: { name: "put", arguments: '{"v":1}' } })) +
      chunk(calls({ index: 0, function: { arguments: ',"w":2}' } })) +
      chunk({}, "tool_calls"),
    expected: {
      calls: [{ ok: false, note: "not_json", raw: '{"v":1},"w":2}' }],
      end: "malformed_call",
    },
  },
  {
    rule: 8,
    title: "a call that never got a name",
    wire: "chat_completions",
    body:
      chunk(calls({ index: 0, id: "k", function: { arguments: "{}" } })) + chunk({}, "tool_calls"),
    expected: { calls: [{ name: "", ok: false, note: "no_name" }], end: "malformed_call" },
  },
  {
    rule: 8,
    title: "provider-run tools do not ask the client for anything",
    wire: "responses",
    body: JSON.stringify({
      id: "rs-1",
      status: "completed",
      model: "sim-a",
      output: [
        {
          type: "web_search_call",
          id: "w-1",
          status: "completed",
          action: { type: "search", query: "q" },
        },
        { type: "message", content: [{ type: "output_text", text: "found" }] },
      ],
    }),
    expected: {
      text: "found",
      end: "stop",
      runnable: false,
      calls: [{ name: "web_search", by: "provider", ok: true, id: "w-1" }],
    },
  },
];

export const callVectors: readonly WireVector[] = [...fragments, ...endsOfCalls];
