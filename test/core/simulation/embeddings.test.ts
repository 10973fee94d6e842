import { describe, expect, test } from "vitest";

import { embed, simulateEmbeddings } from "../../../src/core/simulation/embeddings.ts";
import { decodeRequest } from "../../../src/core/wire/request.ts";
import { countTokens } from "../../../src/shell/tokenizer/count-tokens.ts";

function ask(body: object) {
  const request = decodeRequest("embeddings", { model: "e", ...body });
  if (request.kind === "rejection") throw new Error(request.message);
  return simulateEmbeddings({ request, model: "e", count_tokens: countTokens });
}

const dot = (left: readonly number[], right: readonly number[]) =>
  left.reduce((sum, component, at) => sum + component * (right[at] ?? 0), 0);

describe("vectors", () => {
  test("have length 1, and those of different texts are far apart", () => {
    const texts = ["refund", "refunds", "Refund", "", "a much longer text about returns"];
    const vectors = texts.map((text) => embed(text, 256));
    for (const [row, vector] of vectors.entries()) {
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
      for (const other of vectors.slice(row + 1))
        expect(Math.abs(dot(vector, other))).toBeLessThan(0.3);
    }
  });

  test("are the same on every machine", () => {
    expect(embed("refund", 4)).toEqual(embed("refund", 4));
    expect(embed("refund", 4)).toMatchInlineSnapshot(`
      [
        -0.09827076643705368,
        0.26457512378692627,
        -0.4913538098335266,
        0.8239625692367554,
      ]
    `);
    expect(embed([1, 23], 2)).not.toEqual(embed([12, 3], 2));
    expect(embed("1 23", 2)).not.toEqual(embed([1, 23], 2));
  });
});

describe("the simulated answer", () => {
  test("has a vector for each input, of the asked size, and real token counts", () => {
    const made = ask({ input: ["Refund order 7", "hello"], dimensions: 8 });
    if ("error" in made) throw new Error(made.error.message);
    expect(made.reply.vectors.map((vector) => vector.length)).toEqual([8, 8]);
    expect(made.reply.usage.in).toBe(countTokens("Refund order 7") + countTokens("hello"));
    const tokens = ask({ input: [5, 6, 7] });
    expect(tokens).toMatchObject({ reply: { usage: { in: 3 }, encoding: "float" } });
    if ("error" in tokens) throw new Error(tokens.error.message);
    expect(tokens.reply.vectors[0]).toHaveLength(256);
  });

  test.each([
    [{ input: ["a", ""] }, "invalid_input"],
    [{ input: "a", dimensions: 4_097 }, "invalid_dimensions"],
    [{ input: "a", encoding_format: "ubinary" }, "invalid_encoding"],
  ])("%j is refused as a provider would", (body, code) => {
    expect(ask(body)).toMatchObject({ error: { status: 400, code } });
  });
});
