/** The simulated embeddings model: the same text has the same unit vector for every candidate, on every machine. */

import { digestBytes } from "../digest/digest.ts";
import { createGenerator } from "../statistics/generator.ts";
import type { EmbeddingInput } from "../wire/embeddings-request.ts";
import type { EmbeddingsReply } from "../wire/encode-embeddings.ts";
import type { CanonicalRequest } from "../wire/request.ts";

/** Vectors have this many components where the request does not ask for another number. */
export const defaultDimensions = 256;
const MOST_DIMENSIONS = 4_096;

export type SimulatedEmbeddings =
  | { readonly reply: EmbeddingsReply }
  | {
      readonly error: {
        readonly status: 400;
        readonly code: "invalid_input" | "invalid_dimensions" | "invalid_encoding";
        readonly message: string;
      };
    };

/**
 * A unit vector drawn from a hash of the input. Each component is a sum of whole numbers, divided by a square root:
 * both are exact in IEEE 754, so no machine's mathematics library has a say. Rounded to 32-bit floats.
 */
export function embed(input: EmbeddingInput, dimensions: number): number[] {
  const text = typeof input === "string" ? `text\n${input}` : `tokens\n${input.join(" ")}`;
  const random = createGenerator(digestBytes(`agent-lab/embedding/v1\n${text}`));
  const whole = Array.from({ length: dimensions }, () => {
    const bits = random.next();
    const bytes = [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255];
    // Always odd: no component is 0, so the length never is.
    return 2 * bytes.reduce((sum, byte) => sum + byte, 0) - 1_021;
  });
  const length = Math.sqrt(whole.reduce((sum, component) => sum + component * component, 0));
  return whole.map((component) => Math.fround(component / length));
}

/** Answers as the provider would: an empty text, an unknown encoding and too many dimensions are refused. */
export function simulateEmbeddings(input: {
  readonly request: CanonicalRequest;
  readonly model: string;
  readonly count_tokens: (text: string) => number;
}): SimulatedEmbeddings {
  const { inputs = [], sampling } = input.request;
  const refuse = (
    code: Extract<SimulatedEmbeddings, { error: object }>["error"]["code"],
    message: string,
  ): SimulatedEmbeddings => ({ error: { status: 400, code, message } });
  const dimensions = sampling.dimensions ?? defaultDimensions;
  if (dimensions > MOST_DIMENSIONS)
    return refuse("invalid_dimensions", `dimensions is ${dimensions}; ${MOST_DIMENSIONS} at most`);
  const encoding = sampling.encoding_format ?? "float";
  if (encoding !== "float" && encoding !== "base64")
    return refuse("invalid_encoding", "encoding_format must be float or base64");
  const empty = inputs.findIndex((one) => one.length === 0);
  if (empty !== -1 || inputs.length === 0)
    return refuse("invalid_input", `input ${Math.max(empty, 0)} is empty`);
  const tokens = inputs.map((one) =>
    typeof one === "string" ? Math.max(1, input.count_tokens(one)) : one.length,
  );
  return {
    reply: {
      model: input.model,
      vectors: inputs.map((one) => embed(one, dimensions)),
      encoding,
      usage: { in: tokens.reduce((sum, count) => sum + count, 0) },
    },
  };
}
