import fc from "fast-check";
import { expect, test } from "vitest";

import type { Wire } from "../../../src/contracts/model.ts";
import { type SseFrame, splitSse } from "../../../src/core/wire/sse.ts";
import { chunk, DONE, item } from "./vector.ts";
import { vectors } from "./vectors.ts";

const encoder = new TextEncoder();

function split(wire: Wire, reads: readonly Uint8Array[]): readonly SseFrame[] {
  const splitter = splitSse(wire);
  return [...reads.flatMap((read) => [...splitter.push(read)]), ...splitter.finish()];
}

function joinBytes(frames: readonly SseFrame[]): Buffer {
  return Buffer.concat(frames.map((frame) => frame.bytes));
}

test("frames are the original bytes, whatever the bytes and wherever the cuts", () => {
  const line = fc.constantFrom(
    "data: x",
    "data:y",
    ": c",
    "event: e",
    "\u00e9",
    "",
    "data: [DONE]",
  );
  const ending = fc.constantFrom("\n", "\r", "\r\n");
  const text = fc.array(fc.tuple(line, ending), { maxLength: 20 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 6 }), (lines, raw) => {
      const bytes = encoder.encode(lines.flat().join(""));
      const cuts = [0, ...raw.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
        (a, b) => a - b,
      );
      const reads = cuts.slice(1).map((cut, place) => bytes.subarray(cuts[place], cut));
      const frames = split("chat_completions", reads);
      expect(joinBytes(frames).equals(Buffer.from(bytes))).toBe(true);
      expect(frames).toEqual(split("chat_completions", [bytes]));
    }),
    { numRuns: 400 },
  );
});

test("every vector survives splitting byte for byte", () => {
  for (const vector of vectors) {
    const bytes = typeof vector.body === "string" ? encoder.encode(vector.body) : vector.body;
    const frames = split(
      vector.wire,
      [...bytes].map((byte) => Uint8Array.of(byte)),
    );
    expect(joinBytes(frames).equals(Buffer.from(bytes))).toBe(true);
  }
});

test("a frame is given out with its blank line, not later", () => {
  const splitter = splitSse("chat_completions");
  expect(splitter.push(encoder.encode("data: a\n"))).toEqual([]);
  expect(splitter.push(encoder.encode("\ndata: b\n\nda")).map((frame) => frame.data)).toEqual([
    ["a"],
    ["b"],
  ]);
  expect(splitter.finish()).toHaveLength(1);
  expect(splitter.finish()).toEqual([]);
});

test("only the wire's own terminator is terminal", () => {
  const chat = split("chat_completions", [
    encoder.encode(chunk({ content: "[DONE]" }, "stop") + DONE),
  ]);
  expect(chat.map((frame) => frame.terminal)).toEqual([false, true]);
  const events =
    item("response.output_text.delta", { delta: "response.completed" }) +
    item("response.in_progress", {}) +
    DONE +
    'event: response.failed\ndata: {"type":"response.created"}\n\n' +
    'data: {"type":"response.incomplete"}\n\n';
  const responses = split("responses", [encoder.encode(events)]);
  expect(responses.map((frame) => frame.terminal)).toEqual([false, false, false, false, true]);
});

test("bytes that are not UTF-8 are passed on and named, not replaced", () => {
  const bytes = Uint8Array.of(0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a);
  const [frame] = split("chat_completions", [bytes]);
  expect(frame).toMatchObject({ utf8: false, data: [], terminal: false });
  expect(frame?.bytes).toEqual(bytes);
});

test("at most one space after the colon belongs to the syntax", () => {
  const [frame] = split("chat_completions", [
    encoder.encode("data:  two\ndata:none\nevent: e\n\n"),
  ]);
  expect(frame).toMatchObject({ data: [" two", "none"], event: "e" });
});
