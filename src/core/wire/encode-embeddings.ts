/** Encodes vectors as an embeddings answer: numbers, or base64 of little-endian 32-bit floats, as the client asked. */

import { encodeBase64 } from "./base64.ts";

/** What a simulated upstream wants to answer; components are 32-bit floats already. */
export interface EmbeddingsReply {
  readonly model: string;
  readonly vectors: readonly (readonly number[])[];
  readonly encoding: "float" | "base64";
  /** tokens */
  readonly usage: { readonly in: number };
}

function packFloats(vector: readonly number[]): string {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, component] of vector.entries()) view.setFloat32(at * 4, component, true);
  return encodeBase64(bytes);
}

/** The whole JSON document; this wire has no stream. */
export function encodeEmbeddings(reply: EmbeddingsReply): string {
  const data = reply.vectors.map((vector, index) => ({
    object: "embedding",
    index,
    embedding: reply.encoding === "base64" ? packFloats(vector) : vector,
  }));
  const usage = { prompt_tokens: reply.usage.in, total_tokens: reply.usage.in };
  return JSON.stringify({ object: "list", data, model: reply.model, usage });
}
