import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ChildFrame } from "../../../src/contracts/frame.ts";
import { encodeFrame, parseLine } from "../../../src/core/protocol/codec.ts";

const encoder = new TextEncoder();
const wellFormed = fc.jsonValue({ maxDepth: 5, stringUnit: "grapheme" });

function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

test("what JSON says is what comes back", () => {
  fc.assert(
    fc.property(wellFormed, (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes("__proto__"));
      expect(parseLine(encoder.encode(text))).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test("any bytes at all give a value or a typed refusal", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const parsed = parseLine(bytes);
      expect(parsed.ok || parsed.message).toSatisfy(
        (told: unknown) => told === true || (typeof told === "string" && /\w/.test(told)),
      );
    }),
  );
});

describe("refusals", () => {
  test.each([
    ["", "malformed_json"],
    ["{", "malformed_json"],
    ["undefined", "malformed_json"],
    ["\uFEFF{}", "malformed_json"],
    [nested(65), "too_deep"],
    ["[".repeat(100_000), "too_deep"],
    ['{"__proto__":{"a":1}}', "forbidden_key"],
    ['{"a":[{"__proto__":1}]}', "forbidden_key"],
    ['"\\ud800"', "lone_surrogate"],
    ['{"\\udc00":1}', "lone_surrogate"],
  ])("%j is %s", (text, code) => {
    expect(parseLine(encoder.encode(text))).toMatchObject({ ok: false, code });
  });

  test("invalid UTF-8", () => {
    expect(parseLine(Uint8Array.of(0x22, 0xc3, 0x28, 0x22))).toMatchObject({
      code: "malformed_utf8",
    });
  });

  test("the message quotes the start of the line in printable ASCII only", () => {
    const parsed = parseLine(encoder.encode("\u001B[31mHällo\u202E ".repeat(10)));
    expect(parsed).toMatchObject({ ok: false, code: "malformed_json" });
    expect(parsed.ok ? "" : parsed.message).toMatch(/^[\u0020-\u007E]{1,100}$/);
  });
});

test("64 levels are allowed, and brackets inside strings are no levels", () => {
  expect(parseLine(encoder.encode(nested(64))).ok).toBe(true);
  expect(parseLine(encoder.encode(JSON.stringify(`\\"${"[".repeat(500)}`))).ok).toBe(true);
});

test("a frame is one line whatever its text holds", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (output) => {
      const frame: ChildFrame = {
        v: 1,
        nonce: "0123456789abcdef",
        frame_sequence: 1,
        kind: "settlement",
        operation_id: "op-1",
        output,
        is_error: false,
      };
      const line = encodeFrame(frame);
      expect(line.indexOf("\n")).toBe(line.length - 1);
      expect(parseLine(encoder.encode(line.slice(0, -1)))).toEqual({ ok: true, value: frame });
    }),
  );
});
