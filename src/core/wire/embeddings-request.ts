/** Reads an embeddings request: what is embedded, and the settings that change the vectors. */

import { type JsonRecord, listOf, wordOf } from "./json.ts";
import { isRejection, reject, type WireRejection } from "./rejection.ts";
import type { Sampling } from "./sampling.ts";

/** One input: text, or token ids that the client made itself. */
export type EmbeddingInput = string | readonly number[];

export interface EmbeddingsRead {
  readonly kind: "embeddings";
  readonly inputs: readonly EmbeddingInput[];
  readonly sampling: Sampling;
}

function isToken(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function readTokens(value: unknown): readonly number[] | null {
  const list = listOf(value);
  const tokens = list.filter(isToken);
  return tokens.length > 0 && tokens.length === list.length ? tokens : null;
}

function readInputs(value: unknown): readonly EmbeddingInput[] | WireRejection {
  if (typeof value === "string") return [value];
  const list = listOf(value);
  if (list.length === 0)
    return reject("no_input", "/input", "expected text, a list of texts, or token ids");
  const single = readTokens(value);
  if (single !== null) return [single];
  const inputs: EmbeddingInput[] = [];
  for (const [place, entry] of list.entries()) {
    const input = typeof entry === "string" ? entry : readTokens(entry);
    if (input === null)
      return reject("bad_field", `/input/${place}`, "expected text or a list of token ids");
    inputs.push(input);
  }
  return inputs;
}

/**
 * OpenAI's embeddings body: `input` is text, texts, token ids or lists of them; `dimensions` and `encoding_format` are
 * kept as settings. An encoding this module does not know is no fault: the vectors are opaque to us.
 */
export function readEmbeddings(body: JsonRecord): EmbeddingsRead | WireRejection {
  const inputs = readInputs(body["input"]);
  if (isRejection(inputs)) return inputs;
  const sampling: Sampling = {};
  const dimensions = body["dimensions"];
  if (dimensions !== null && dimensions !== undefined) {
    if (!isToken(dimensions) || dimensions === 0)
      return reject("bad_field", "/dimensions", "expected a whole number of at least 1");
    sampling.dimensions = dimensions;
  }
  const encoding = wordOf(body["encoding_format"]);
  if (encoding !== null) sampling.encoding_format = encoding;
  return { kind: "embeddings", inputs, sampling };
}
