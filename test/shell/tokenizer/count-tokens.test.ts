import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { describe, expect, test } from "vitest";

import { countTokens } from "../../../src/shell/tokenizer/count-tokens.ts";

/** The rank file of the vocabulary: one token a line, base64 bytes and rank. */
const ranks = readFileSync(
  createRequire(import.meta.url).resolve("gpt-tokenizer/data/o200k_base.tiktoken"),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => Buffer.from(line.split(" ")[0] ?? "", "base64"));

describe("countTokens", () => {
  test.each([
    ["", 0],
    ["hello world", 2],
    ["The total is 906.5", 7],
    ["\u{1f642}", 1],
  ])("%j has %i tokens", (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  test("counts a word of the vocabulary as one token", () => {
    const words = ranks
      .map((bytes) => bytes.toString("utf8"))
      .filter((text) => /^ [a-z]{4,8}$/.test(text))
      .slice(0, 2_000);
    expect(words.length).toBe(2_000);
    expect(words.filter((word) => countTokens(word) !== 1)).toEqual([]);
  });

  test("counts text that spells a special token as text", () => {
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });

  test("never counts more tokens than bytes, whatever the text", () => {
    for (const text of ["\u0000\u0001\u0002", "日本語のテキスト", "ଓଡ଼ିଆ", "a b\tc\r\n", "\ud83d"]) {
      expect(countTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
    }
  });
});
