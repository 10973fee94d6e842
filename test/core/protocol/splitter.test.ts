import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createSplitter } from "../../../src/core/protocol/splitter.ts";
import type { Overflow, Splitter } from "../../../src/core/protocol/splitter.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function pushAll(
  splitter: Splitter,
  chunks: readonly Uint8Array[],
): { readonly lines: string[]; readonly overflow: Overflow | undefined } {
  const lines: string[] = [];
  let overflow: Overflow | undefined;
  for (const chunk of chunks) {
    const split = splitter.push(chunk);
    lines.push(...split.lines.map((line) => decoder.decode(line)));
    overflow ??= split.overflow;
  }
  return { lines, overflow };
}

/** Cuts `bytes` at the given positions. */
function cut(bytes: Uint8Array, positions: readonly number[]): Uint8Array[] {
  const ends = [...positions.map((at) => at % (bytes.length + 1)), bytes.length].toSorted(
    (left, right) => left - right,
  );
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const roomy = { line: 1_000, total: 100_000, frames: 1_000 };

test("however the stream is cut, the lines are the same", () => {
  const line = fc
    .string({ unit: "grapheme", maxLength: 30 })
    .map((text) => text.replaceAll("\n", ""));
  fc.assert(
    fc.property(
      fc.array(line),
      fc.string({ maxLength: 9 }),
      fc.array(fc.nat()),
      (lines, tail, at) => {
        const rest = tail.replaceAll("\n", "");
        const bytes = encoder.encode(lines.map((text) => `${text}\n`).join("") + rest);
        const splitter = createSplitter(roomy);
        expect(pushAll(splitter, cut(bytes, at))).toEqual({ lines, overflow: undefined });
        expect(splitter.pending()).toBe(encoder.encode(rest).length);
      },
    ),
  );
});

test("caps hold for any bytes in any cut, and nothing comes after an overflow", () => {
  const limits = { line: 16, total: 64, frames: 5 };
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes.map((byte) => byte % 12))),
      (chunks) => {
        const splitter = createSplitter(limits);
        const { lines, overflow } = pushAll(splitter, chunks);
        expect(splitter.peak()).toBeLessThanOrEqual(limits.line);
        expect(lines.length).toBeLessThanOrEqual(limits.frames);
        for (const text of lines) expect(text.length).toBeLessThan(limits.line);
        const sent = chunks.reduce((sum, { length }) => sum + length, 0);
        expect(sent <= limits.total || overflow !== undefined).toBe(true);
        const after = splitter.push(encoder.encode("x\n"));
        expect(overflow === undefined || after.lines.length === 0).toBe(true);
        expect(after.overflow?.code).toBe(overflow?.code ?? after.overflow?.code);
      },
    ),
  );
});

describe("each cap at its edge", () => {
  test.each([
    ["line", "123456\n", undefined],
    ["line", "1234567\n", "line_too_long"],
    ["line", "12345678", "line_too_long"],
    ["total", "12345\n1234\n1234\n1234\n1234\n", "too_many_bytes"],
    ["frames", "1\n2\n3\n4\n", undefined],
    ["frames", "1\n2\n3\n4\n5", "too_many_frames"],
  ])("%s: %j", (_cap, text, code) => {
    const splitter = createSplitter({ line: 7, total: 24, frames: 4 });
    expect(pushAll(splitter, [encoder.encode(text)]).overflow?.code).toBe(code);
  });

  test("lines before the overflow in the same chunk are still given", () => {
    const splitter = createSplitter({ line: 4, total: 100, frames: 10 });
    const { lines, overflow } = pushAll(splitter, [encoder.encode("a\nbb\ntoo long\nc\n")]);
    expect(lines).toEqual(["a", "bb"]);
    expect(overflow).toMatchObject({ code: "line_too_long", line: 3 });
  });
});
