import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  boundFacts,
  commentKey,
  decodeMarker,
  encodeMarker,
  type CommentMarker,
} from "../../../src/core/publication/marker.ts";

const hex = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length })
    .map((digits) => digits.map((digit) => digit.toString(16)).join(""));
const anyMarker: fc.Arbitrary<CommentMarker> = fc.record({
  key: hex(16),
  run_id: fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }).map(String),
  run_attempt: fc.integer({ min: 1, max: 1_000 }),
  head_sha: hex(40),
  text_sha256: hex(64).map((digits) => `sha256:${digits}`),
  facts: fc
    .dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary", maxLength: 200 }))
    .map(boundFacts),
});
const marker: CommentMarker = {
  key: commentKey("w", "j", "c"),
  run_id: "12",
  run_attempt: 1,
  head_sha: "a".repeat(40),
  text_sha256: `sha256:${"0".repeat(64)}`,
  facts: { verdict: "Go" },
};

describe("the marker", () => {
  test("comes back as it was written, at the head of any body", () => {
    fc.assert(
      fc.property(anyMarker, fc.string({ unit: "binary" }), (one, rest) => {
        expect(decodeMarker(`${encodeMarker(one)}\n${rest}`)).toEqual(one);
      }),
    );
  });

  test("a delete character in a fact is written as an escape, and read back", () => {
    const one = { ...marker, facts: { name: "\u007f" } };
    const line = encodeMarker(one);
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeMarker(line)?.facts).toEqual(one.facts);
  });

  test("is one HTML comment that ends where it should and mentions nobody", () => {
    fc.assert(
      fc.property(anyMarker, (one) => {
        const line = encodeMarker(one);
        expect(line).toMatch(/^<!-- agent-lab: [\x20-\x7e]+ -->$/);
        expect(line.slice(4, -3)).not.toMatch(/--|[<>@#`]/);
        expect(line.length).toBeLessThan(40_000);
      }),
    );
  });

  test("can't be closed by a fact", () => {
    const line = encodeMarker({ ...marker, facts: { "-->": "--!> -- @you `x` #1" } });
    expect(line.indexOf("--", 4)).toBe(line.length - 3);
    expect(decodeMarker(line)?.facts).toEqual({ "-->": "--!> -- @you `x` #1" });
  });

  test("is read from the first line alone", () => {
    expect(decodeMarker(`quoted:\n${encodeMarker(marker)}`)).toBeNull();
    expect(decodeMarker(`> ${encodeMarker(marker)}`)).toBeNull();
    expect(decodeMarker(`${encodeMarker(marker)}\r\nbody`)).toEqual(marker);
  });

  test.each([
    ["not JSON", "<!-- agent-lab: { -->"],
    ["another key's shape", encodeMarker({ ...marker, key: "x" })],
    ["a run id that is no number", encodeMarker({ ...marker, run_id: "1e3" })],
    ["attempt 0", encodeMarker({ ...marker, run_attempt: 0 })],
    ["a short commit", encodeMarker({ ...marker, head_sha: "abc" })],
    ["facts that are no text", encodeMarker(marker).replace('"Go"', "7")],
    ["an unclosed line", encodeMarker(marker).slice(0, -4)],
    ["null", "<!-- agent-lab: null -->"],
  ])("that holds %s is nobody's", (_name, body) => {
    expect(decodeMarker(body)).toBeNull();
  });

  test("keeps two gates of one repository apart", () => {
    const keys = [
      commentKey("a.yml", "gate", "agent-lab.yaml"),
      commentKey("a.yml", "gate", "other.yaml"),
      commentKey("a.yml", "gate2", "agent-lab.yaml"),
      commentKey("b.yml", "gate", "agent-lab.yaml"),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});
