import fc from "fast-check";
import { expect, test } from "vitest";

import { splitSse } from "../../../src/core/wire/sse.ts";
import {
  isUsageChunk,
  withoutUsageChunk,
  withUsageAsked,
} from "../../../src/core/wire/usage-edit.ts";
import { chunk, DONE } from "./vector.ts";

test("a member is added and every other byte stays as the client wrote it", () => {
  const body = '{ "model":"m",\n "seed": 12345678901234567890, "stream" : true , "user":"}" }\n';
  const asked = withUsageAsked("chat_completions", body);
  expect(asked).toEqual({
    body: '{ "model":"m",\n "seed": 12345678901234567890, "stream" : true , "user":"}" ,"stream_options":{"include_usage":true}}\n',
    added: true,
  });
});

test("existing options are extended in place", () => {
  const body =
    '{"stream":true,"stream_options" : {"include_obfuscation":false} ,"note":"stream_options"}';
  expect(withUsageAsked("chat_completions", body).body).toBe(
    '{"stream":true,"stream_options" :{"include_obfuscation":false,"include_usage":true},"note":"stream_options"}',
  );
});

test.each([
  ["responses", '{"stream":true}'],
  ["chat_completions", '{"stream":false}'],
  ["chat_completions", '{"stream":true,"stream_options":{"include_usage":true}}'],
  ["chat_completions", "not json"],
] as const)("%s %s goes upstream unchanged", (wire, body) => {
  expect(withUsageAsked(wire, body)).toEqual({ body, added: false });
});

test("the edited body means the same plus the request for usage", () => {
  const members = fc.dictionary(fc.string({ unit: "binary", maxLength: 6 }), fc.jsonValue());
  const options = fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: null });
  fc.assert(
    fc.property(
      members,
      options,
      fc.constantFrom(undefined, 2),
      (extra, stream_options, indent) => {
        const value = {
          ...extra,
          ...(stream_options === null ? {} : { stream_options }),
          stream: true,
        };
        const asked = withUsageAsked("chat_completions", JSON.stringify(value, null, indent));
        const expected: unknown = JSON.parse(
          JSON.stringify({ ...value, stream_options: { ...stream_options, include_usage: true } }),
        );
        expect(JSON.parse(asked.body)).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});

test("only the chunk that exists for usage is removed", () => {
  const counts = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
  const own = chunk({}, "stop", { usage: counts });
  const filter = 'data: {"choices":[],"prompt_filter_results":[],"usage":null}\n\n';
  const extra = `data: ${JSON.stringify({ choices: [], usage: counts })}\n\n`;
  const stream = `: hello\n\n${filter}${chunk({ content: "a" })}${own}${extra}${DONE}`;
  const frames = splitSse("chat_completions").push(new TextEncoder().encode(stream));
  expect(frames.filter((frame) => isUsageChunk("chat_completions", frame))).toHaveLength(1);
  const text = (kept: typeof frames) => Buffer.concat(kept.map((frame) => frame.bytes)).toString();
  expect(text(withoutUsageChunk("chat_completions", frames, true))).toBe(stream.replace(extra, ""));
  expect(text(withoutUsageChunk("chat_completions", frames, false))).toBe(stream);
});
