/** Vectors for bytes, framing and errors (rules 1 to 3 and 15). */

import {
  calls,
  chunk,
  completed,
  COUNTS,
  DONE,
  item,
  NONE,
  orderEnd,
  orderStart,
  whole,
  type WireVector,
} from "./vector.ts";

const bytesAndFraming: readonly WireVector[] = [
  {
    rule: 1,
    title: "a byte order mark and blank lines stand before the JSON",
    wire: "chat_completions",
    body: `\uFEFF\r\n\n ${whole({ content: "Grüße" }, "stop")}`,
    expected: { text: "Grüße", end: "stop" },
  },
  {
    rule: 1,
    title: "JSON under an event-stream type, followed by the sentinel",
    wire: "chat_completions",
    content_type: "text/event-stream",
    body: `${whole({ content: "ok" }, "stop", { usage: COUNTS })}\n\ndata: [DONE]\n\n`,
    expected: { text: "ok", end: "stop", usage: { in: 40, out: 6, complete: true } },
  },
  {
    rule: 1,
    title: "events under a JSON type",
    wire: "chat_completions",
    content_type: "application/json",
    body: chunk({ content: "ok" }) + chunk({}, "stop") + DONE,
    expected: { text: "ok", end: "stop" },
  },
  {
    rule: 1,
    title: "an HTML page from a proxy",
    wire: "responses",
    status: 503,
    body: "<html><body>upstream down</body></html>",
    expected: { end: "error", error: { status: 503, code: "html" }, runnable: false },
  },
  {
    rule: 1,
    title: "blanks only",
    wire: "chat_completions",
    body: "\n\n  \r\n",
    expected: { end: "error", error: { code: "empty_body" }, usage: NONE },
  },
  {
    rule: 1,
    title: "nothing at all on a failed status",
    wire: "chat_completions",
    status: 504,
    body: "",
    expected: { end: "error", error: { status: 504, code: "empty_body" } },
  },
  {
    rule: 1,
    title: "a binary framing is refused by its type",
    wire: "chat_completions",
    content_type: "application/vnd.amazon.eventstream",
    body: new Uint8Array([0, 0, 0, 96, 0, 0, 0, 80]),
    expected: { end: "error", error: { code: "unsupported_framing" } },
  },
  {
    rule: 1,
    title: "a JSON body cut by the transport",
    wire: "chat_completions",
    body: whole({ content: "half" }, "stop").slice(0, 60),
    expected: { end: "error", error: { code: "bad_json" }, text: "" },
  },
  {
    rule: 1,
    title: "bytes that are not UTF-8 inside an event",
    wire: "chat_completions",
    body: new Uint8Array([
      ...Buffer.from('data: {"choices":[{"delta":{"content":"'),
      0xc3,
      0x28,
      ...Buffer.from('"}}]}\n\n'),
    ]),
    expected: { end: "error", error: { code: "bad_utf8" } },
  },
  {
    rule: 2,
    title: "comments, CRLF, no space after the colon, empty data, unknown fields and events",
    wire: "chat_completions",
    body: (
      ": warming up\n\nevent: ping\ndata:\n\n" +
      chunk({ content: "a b" }) +
      "retry: 3000\nid: 5\n\n" +
      chunk({}, "stop") +
      DONE
    )
      .replaceAll("data: ", "data:")
      .replaceAll("\n", "\r\n"),
    expected: { text: "a b", end: "stop", raw_end: "stop" },
  },
  {
    rule: 2,
    title: "lone carriage returns end lines",
    wire: "chat_completions",
    body: (chunk({ content: "cr" }) + chunk({}, "stop")).replaceAll("\n", "\r"),
    expected: { text: "cr", end: "stop" },
  },
  {
    rule: 2,
    title: "one JSON value over three data lines, and an unfinished last event",
    wire: "chat_completions",
    body: 'data: {"id":"r-7","choices":\ndata: [{"delta":{"content":"joined"},\ndata: "finish_reason":"stop"}]}',
    expected: { text: "joined", end: "stop", response_id: "r-7" },
  },
  {
    rule: 2,
    title: "an event whose lines are JSON values of their own",
    wire: "chat_completions",
    body: `${chunk({ content: "1" }).trimEnd()}\n${chunk({ content: "2" }, "stop").trimEnd()}\ndata: [DONE]\n\n`,
    expected: { text: "12", end: "stop" },
  },
  {
    rule: 2,
    title: "data that is not JSON",
    wire: "chat_completions",
    body: `${chunk({ content: "kept" })}data: {"choices":[{\n\n${chunk({}, "stop")}`,
    expected: { text: "kept", end: "error", error: { code: "bad_json" }, runnable: false },
  },
  {
    rule: 2,
    title: "type inside the data wins over the event name",
    wire: "responses",
    body:
      item("response.output_item.added", { output_index: 0, item: { type: "message", id: "m" } }) +
      'event: response.failed\ndata: {"type":"response.output_text.delta","output_index":0,"delta":"hi"}\n\n' +
      completed({}),
    expected: { text: "hi", end: "stop" },
  },
];

const errors: readonly WireVector[] = [
  {
    rule: 3,
    title: "an error event after a complete call: the call is kept, never runnable",
    wire: "chat_completions",
    body:
      chunk(calls(orderStart)) +
      chunk(calls(orderEnd)) +
      'data: {"error":{"message":"overloaded","type":"server_error","code":null}}\n\n' +
      DONE,
    expected: {
      end: "error",
      error: { status: null, code: null, type: "server_error", message: "overloaded" },
      calls: [{ name: "fetch_row", args: null, ok: false, note: "unfinished", raw: '{"row":12}' }],
      runnable: false,
      usage: NONE,
    },
  },
  {
    rule: 3,
    title: "an error field outside data",
    wire: "chat_completions",
    body: `${chunk({ content: "x" })}error: {"code":500,"message":"slot lost","type":"server_error"}\n\n`,
    expected: { end: "error", error: { status: 500, code: "500", type: "server_error" } },
  },
  {
    rule: 3,
    title: "a bare error line inside an event stream",
    wire: "chat_completions",
    body: `: wait\n\n{"error":{"message":"no capacity","code":"busy"}}\n`,
    expected: { end: "error", error: { code: "busy", message: "no capacity" } },
  },
  {
    rule: 3,
    title: "an error inside a choice",
    wire: "chat_completions",
    body:
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"error","error":{"code":502,"message":"upstream"}}]}\n\n' +
      DONE,
    expected: { end: "error", raw_end: "error", error: { status: 502, code: "502" } },
  },
  {
    rule: 3,
    title: "error fields beside null choices under 200",
    wire: "chat_completions",
    body: '{"choices":null,"code":"quota","message":"spent"}',
    expected: { end: "error", error: { status: null, code: "quota", message: "spent" } },
  },
  {
    rule: 3,
    title: "null choices and nothing else",
    wire: "chat_completions",
    body: '{"id":null,"choices":null}',
    expected: { end: "error", error: { code: "no_choices" }, calls: [] },
  },
  {
    rule: 3,
    title: "a rejected call quoted inside an error is no call",
    wire: "chat_completions",
    status: 400,
    body: '{"error":{"message":"bad call","code":"tool_use_failed","failed_generation":"{\\"name\\":\\"wipe\\"}"}}',
    expected: { end: "error", calls: [], error: { status: 400, code: "tool_use_failed" } },
  },
  {
    rule: 3,
    title: "an aggregator names the provider that failed; the user id is not kept",
    wire: "chat_completions",
    status: 429,
    body: '{"error":{"code":429,"message":"provider said no","metadata":{"provider_name":"Host C","raw":"later"}},"user_id":"u-secret"}',
    expected: {
      error: { status: 429, code: "429", provider: "Host C", message: "provider said no" },
    },
  },
  {
    rule: 3,
    title: "a list around an error, a status word for a type",
    wire: "chat_completions",
    status: 404,
    body: '[{"error":{"code":404,"status":"NOT_FOUND","message":"no model"}}]',
    expected: { end: "error", error: { status: 404, code: "404", type: "NOT_FOUND" } },
  },
  {
    rule: 3,
    title: "an error event, then response.failed: one error, usage open",
    wire: "responses",
    body:
      item("error", { error: { type: "quota", code: "insufficient_quota", message: "no" } }) +
      completed({ error: { code: "insufficient_quota" }, usage: null }, "response.failed"),
    expected: { end: "error", error: { code: "insufficient_quota", type: "quota" }, usage: NONE },
  },
  {
    rule: 3,
    title: "response.failed alone, with real usage",
    wire: "responses",
    body: completed(
      {
        error: { code: "server_error" },
        usage: { input_tokens: 9, output_tokens: 1, total_tokens: 10 },
      },
      "response.failed",
    ),
    expected: {
      end: "error",
      error: { code: "server_error" },
      usage: { in: 9, out: 1, complete: true },
    },
  },
  {
    rule: 15,
    title: "a whole answer under a failed status is still a failure",
    wire: "chat_completions",
    status: 500,
    body: whole({ content: "fine" }, "stop"),
    expected: { end: "error", error: { status: 500 }, runnable: false },
  },
];

const plainErrors: readonly WireVector[] = [
  {
    rule: 3,
    title: "an error that is only a sentence",
    wire: "chat_completions",
    body: '{"error":"no such model","choices":[]}',
    expected: { end: "error", error: { status: null, code: null, message: "no such model" } },
  },
  {
    rule: 15,
    title: "events that look fine under a failed status",
    wire: "chat_completions",
    status: 502,
    body: chunk({ content: "fine" }, "stop") + DONE,
    expected: { end: "error", error: { status: 502, code: null }, text: "fine" },
  },
  {
    rule: 3,
    title: "a nested list of validation faults",
    wire: "responses",
    status: 422,
    body: '{"detail":[{"loc":["body","tools"],"msg":"field required"}]}',
    expected: {
      end: "error",
      error: { status: 422, message: '[{"loc":["body","tools"],"msg":"field required"}]' },
    },
  },
];

export const byteVectors: readonly WireVector[] = [...bytesAndFraming, ...errors, ...plainErrors];
