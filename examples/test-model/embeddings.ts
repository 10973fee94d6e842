/** Embeddings that mean something small: texts that share words lie near each other. */
import { createHash } from "node:crypto";

import { countTokens } from "./conversation.ts";
import type { Refusal } from "./conversation.ts";
import { list } from "./json.ts";
import type { Fields } from "./json.ts";
import { wordsOf } from "./rules.ts";

/** The answer to POST /embeddings; each word of four letters or more adds 1 at a place chosen by its hash; length 1. */
export function embed(body: Fields): object | Refusal {
  const given = typeof body["input"] === "string" ? [body["input"]] : list(body["input"]);
  const texts = given.filter((one) => typeof one === "string");
  if (texts.length === 0 || texts.length !== given.length)
    return {
      status: 400,
      code: "invalid_input",
      message: "input must be a text or a list of texts",
    };
  const size = typeof body["dimensions"] === "number" ? body["dimensions"] : 256;
  const tokens = texts.reduce((sum, one) => sum + countTokens(one), 0);
  return {
    object: "list",
    model: body["model"],
    data: texts.map((one, index) => ({
      object: "embedding",
      index,
      embedding:
        body["encoding_format"] === "base64" ? toBase64(vectorOf(one, size)) : vectorOf(one, size),
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function vectorOf(prose: string, size: number): number[] {
  const vector = Array<number>(size).fill(0);
  for (const word of wordsOf(prose)) {
    if (word.length < 4) continue;
    const place = createHash("sha256").update(word).digest().readUInt32BE(0) % size;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((one) => one / length);
}

/** Little-endian 32-bit floats, as the providers pack them. */
function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes.toString("base64");
}
