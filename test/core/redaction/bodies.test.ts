import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { redactBody } from "../../../src/core/redaction/bodies.ts";
import { createRedactor } from "../../../src/core/redaction/redactor.ts";
import { redactValue } from "../../../src/core/redaction/values.ts";
import { decodeResponse } from "../../../src/core/wire/response.ts";

const KEY = "canary-Key-7c41e9-5b1f";
const redactor = createRedactor([{ name: "CANARY", value: KEY }]);

function clean(body: string): { text: string; count: number } {
  const { bytes, count } = redactBody(redactor, Buffer.from(body));
  return { text: Buffer.from(bytes).toString(), count };
}

function events(values: readonly unknown[]): string {
  return [...values.map((value) => `data: ${JSON.stringify(value)}\n\n`), "data: [DONE]\n\n"].join(
    "",
  );
}

function chatDelta(delta: object, index = 0) {
  return { id: "c1", model: "m", choices: [{ index, delta, finish_reason: null }] };
}

function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

function textDelta(item_id: string, delta: string) {
  const output_index = item_id === "a" ? 0 : 1;
  return { type: "response.output_text.delta", item_id, output_index, content_index: 0, delta };
}

const ending = { id: "c1", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };

describe("a chat stream", () => {
  test("a secret over two events is cut out of both, and the rest is kept", () => {
    const body = events([
      chatDelta({ content: `The key is ${KEY.slice(0, 9)}` }),
      chatDelta({ content: `${KEY.slice(9)}, keep it.` }),
      ending,
    ]);
    const { text, count } = clean(body);
    expect(count).toBe(1);
    expect(text).not.toContain("canary");
    const outcome = decodeResponse("chat_completions", { status: 200, body: Buffer.from(text) });
    expect(outcome).toMatchObject({
      text: "The key is [redacted:CANARY], keep it.",
      end: "stop",
    });
  });

  test("cut into events at any places, in text and arguments at once, nothing of it is left", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, sizes, (first, second) => {
        const said = cut(`a ${KEY} b ${KEY}`, first).map((content) => chatDelta({ content }));
        const asked = cut(JSON.stringify({ key: KEY, n: 1 }), second).map((text, at) =>
          chatDelta({
            tool_calls: [
              at === 0
                ? { index: 0, id: "t", type: "function", function: { name: "f", arguments: text } }
                : { index: 0, function: { arguments: text } },
            ],
          }),
        );
        const mixed: unknown[] = [];
        for (let at = 0; at < Math.max(said.length, asked.length); at += 1)
          mixed.push(...said.slice(at, at + 1), ...asked.slice(at, at + 1));
        const { text, count } = clean(events([...mixed, ending]));
        expect(count).toBe(3);
        const body = Buffer.from(text);
        const outcome = decodeResponse("chat_completions", { status: 200, body });
        expect(outcome.text).toBe("a [redacted:CANARY] b [redacted:CANARY]");
        expect(outcome.calls).toMatchObject([{ args: { key: "[redacted:CANARY]", n: 1 } }]);
        expect(redactValue(redactor, outcome)).toBe(outcome);
      }),
    );
  });
});

test("a Responses stream: deltas of one item are joined, those of another are not", () => {
  const body = events([
    textDelta("a", `x${KEY.slice(0, 6)}`),
    textDelta("b", "hello"),
    textDelta("a", `${KEY.slice(6)}y`),
    { type: "response.output_text.done", item_id: "a", text: `x${KEY}y` },
  ]);
  const { text, count } = clean(body);
  expect(count).toBe(2);
  expect(text).toContain('"delta":"x[redacted:CANARY]"');
  expect(text).toContain('"delta":"y"');
  expect(text).toContain('"delta":"hello"');
  expect(text).toContain("x[redacted:CANARY]y");
});

describe("a JSON body", () => {
  test("an escape does not hide a secret", () => {
    const hidden = KEY.replace("K", "\\u004b");
    expect(clean(`{"a":["${hidden}"], "b": 1}`)).toEqual({
      text: '{"a":["[redacted:CANARY]"],"b":1}',
      count: 1,
    });
  });

  test("lines and bodies without one keep every byte", () => {
    const chunk = chatDelta({ content: "x" });
    const body = `: note\r\ndata:  ${JSON.stringify(chunk, null, 1).replaceAll("\n", " ")}\r\n\r\ndata: [DONE]`;
    expect(clean(body)).toEqual({ text: body, count: 0 });
    expect(clean('{ "a" : 1.0 }')).toEqual({ text: '{ "a" : 1.0 }', count: 0 });
    const mixed = `data: { "a" : 1.0 }\n\ndata: {"a":"${KEY.slice(0, 5)}"}\n\ndata: {"a":"${KEY.slice(5)}"}\n\n`;
    expect(clean(mixed).text.startsWith('data: { "a" : 1.0 }\n\n')).toBe(true);
  });

  test("what is no JSON is redacted as bytes", () => {
    expect(clean(`<html>${KEY}`)).toEqual({ text: "<html>[redacted:CANARY]", count: 1 });
  });
});

test("a value: strings and keys, and the same object where there is nothing", () => {
  const nothing = { a: ["b"], n: 1 };
  expect(redactValue(redactor, nothing)).toBe(nothing);
  expect(redactValue(redactor, { [KEY]: [`${KEY}!`], n: null })).toEqual({
    "[redacted:CANARY]": ["[redacted:CANARY]!"],
    n: null,
  });
});
