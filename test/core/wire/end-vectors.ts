/** Vectors for ends and usage (rules 9 and 11). */

import {
  calls,
  chunk,
  completed,
  COUNTS,
  DONE,
  FETCH_OPEN,
  item,
  NONE,
  ORDER,
  orderEnd,
  orderStart,
  whole,
  type WireVector,
} from "./vector.ts";

const ends: readonly WireVector[] = [
  {
    rule: 9,
    title: "neither finish reason nor sentinel: truncated, although the arguments parse",
    wire: "chat_completions",
    body: chunk(calls(orderStart)) + chunk(calls(orderEnd)),
    expected: {
      end: "truncated",
      raw_end: null,
      calls: [{ ok: false, note: "unfinished", raw: '{"row":12}' }],
      usage: NONE,
      runnable: false,
    },
  },
  {
    rule: 9,
    title: "the sentinel alone is enough",
    wire: "chat_completions",
    body: chunk({ content: "hi" }) + DONE,
    expected: { end: "stop", raw_end: null, text: "hi" },
  },
  {
    rule: 9,
    title: 'a finish reason of "" or null is none',
    wire: "chat_completions",
    body:
      chunk({ content: "h" }, "") +
      chunk({ content: "i" }, "") +
      chunk({}, "stop") +
      chunk({}, null),
    expected: { end: "stop", text: "hi" },
  },
  {
    rule: 9,
    title: "a last fragment in the chunk with the reason, usage in a repeated reason",
    wire: "chat_completions",
    body:
      chunk(calls(orderStart)) +
      chunk(calls(orderEnd), "tool_calls") +
      chunk({ content: "" }, "tool_calls", { usage: COUNTS }) +
      DONE,
    expected: { calls: [ORDER], end: "tool_calls", usage: { in: 40, out: 6, complete: true } },
  },
  {
    rule: 9,
    title: "tool_calls without any call",
    wire: "chat_completions",
    body: chunk({ content: "one moment" }) + chunk({}, "tool_calls") + DONE,
    expected: { end: "malformed_call", raw_end: "tool_calls", calls: [], runnable: false },
  },
  {
    rule: 9,
    title: "an unknown word is never stop",
    wire: "chat_completions",
    body: chunk({ content: "x" }) + chunk({}, "constructor") + DONE,
    expected: { end: "unknown", raw_end: "constructor", runnable: false },
  },
  {
    rule: 9,
    title: "length beats tool_calls; a blank call then has no arguments",
    wire: "chat_completions",
    body:
      chunk(calls({ index: 0, id: "k", function: { name: "wipe", arguments: "" } })) +
      chunk({}, "length", { usage: COUNTS }),
    expected: {
      end: "length",
      calls: [{ name: "wipe", ok: false, note: "unfinished" }],
      runnable: false,
      usage: { complete: true },
    },
  },
  {
    rule: 9,
    title: "content_filter beats everything but an error",
    wire: "chat_completions",
    body: chunk({ content: "x" }, "length") + chunk({}, "content_filter") + chunk({}, "stop"),
    expected: { end: "content_filter", raw_end: "content_filter" },
  },
  {
    rule: 9,
    title: "a word of refusal does not soften content_filter",
    wire: "chat_completions",
    body: chunk({ content: "x" }, "content_filter") + chunk({}, "refusal"),
    expected: { end: "content_filter", raw_end: "content_filter" },
  },
  {
    rule: 9,
    title: "a refusal is not an empty success",
    wire: "chat_completions",
    body: chunk({ refusal: "I will " }) + chunk({ refusal: "not." }) + chunk({}, "stop"),
    expected: { end: "refusal", refusal: "I will not.", text: "", raw_end: "stop" },
  },
  {
    rule: 9,
    title: "the provider ran out of capacity in mid-answer",
    wire: "chat_completions",
    body: chunk({ content: "par" }) + chunk({}, "insufficient_system_resource"),
    expected: {
      end: "error",
      raw_end: "insufficient_system_resource",
      text: "par",
      error: { code: "insufficient_system_resource" },
    },
  },
  {
    rule: 9,
    title: "the legacy function_call, streamed",
    wire: "chat_completions",
    body:
      chunk({ function_call: { name: "fetch_row", arguments: "" } }) +
      chunk({ function_call: { arguments: '{"row":12}' } }) +
      chunk({}, "function_call"),
    expected: { calls: [{ ...ORDER, id: "minted" }], end: "tool_calls", raw_end: "function_call" },
  },
  {
    rule: 9,
    title: "a Responses stream without its last event, [DONE] or not",
    wire: "responses",
    body:
      item("response.output_item.added", { output_index: 0, item: FETCH_OPEN }) +
      item("response.function_call_arguments.delta", { output_index: 0, delta: '{"row":12}' }) +
      DONE,
    expected: {
      end: "truncated",
      calls: [{ ok: false, raw: '{"row":12}', id: "k-1" }],
      usage: NONE,
    },
  },
  {
    rule: 9,
    title: "response.incomplete with a call cut in half",
    wire: "responses",
    body:
      item("response.output_item.added", { output_index: 0, item: FETCH_OPEN }) +
      item("response.function_call_arguments.delta", { output_index: 0, delta: '{"row":1' }) +
      completed(
        {
          incomplete_details: { reason: "max_output_tokens" },
          usage: { input_tokens: 5, output_tokens: 9 },
        },
        "response.incomplete",
      ),
    expected: {
      end: "length",
      raw_end: "max_output_tokens",
      calls: [{ ok: false, raw: '{"row":1' }],
      usage: { in: 5, out: 9, complete: true },
    },
  },
];

const usage: readonly WireVector[] = [
  {
    rule: 11,
    title: "running totals: the last report, not the sum; a zero placeholder after it is none",
    wire: "chat_completions",
    body:
      chunk({ content: "a" }, null, {
        usage: { prompt_tokens: 40, completion_tokens: 0, total_tokens: 40 },
      }) +
      chunk({ content: "b" }, "stop", { usage: COUNTS }) +
      'data: {"choices":[],"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}}\n\n' +
      DONE,
    expected: {
      usage: { in: 40, cached: null, cache_write: null, out: 6, reasoning: null, complete: true },
    },
  },
  {
    rule: 11,
    title: "usage inside the choice",
    wire: "chat_completions",
    body: 'data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop","usage":{"prompt_tokens":3,"completion_tokens":2}}]}\n\n',
    expected: { usage: { in: 3, out: 2, complete: true } },
  },
  {
    rule: 11,
    title: "cache hits under another name",
    wire: "chat_completions",
    body: whole({ content: "a" }, "stop", { usage: { ...COUNTS, prompt_cache_hit_tokens: 32 } }),
    expected: { usage: { in: 40, cached: 32, out: 6 } },
  },
  {
    rule: 11,
    title: "reasoning outside the output count, proven by the total",
    wire: "chat_completions",
    body: whole({ content: "a" }, "stop", {
      usage: {
        prompt_tokens: 10,
        completion_tokens: 4,
        total_tokens: 34,
        completion_tokens_details: { reasoning_tokens: 20 },
      },
    }),
    expected: { usage: { in: 10, out: 24, reasoning: 20, complete: true } },
  },
  {
    rule: 11,
    title: "more reasoning than output and no total to prove it: settle at worst case",
    wire: "chat_completions",
    body: whole({ content: "a" }, "stop", {
      usage: {
        prompt_tokens: 10,
        completion_tokens: 4,
        completion_tokens_details: { reasoning_tokens: 20 },
      },
    }),
    expected: { usage: { out: 4, reasoning: 20, complete: false } },
  },
  {
    rule: 11,
    title: "no usage is not zero tokens",
    wire: "responses",
    body: completed({
      output: [{ type: "message", content: [{ type: "output_text", text: "hi" }] }],
    }),
    expected: { text: "hi", end: "stop", usage: NONE },
  },
];

export const endVectors: readonly WireVector[] = [...ends, ...usage];
