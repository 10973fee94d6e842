/** Finds the passages of the policy that are nearest in meaning to a question. */
import { readFileSync } from "node:fs";

import type OpenAI from "openai";

const policy = new URL("../data/policy.md", import.meta.url);
const embeddingModel = "text-embedding-3-small";

export async function searchPolicy(client: OpenAI, question: string, most = 2): Promise<string[]> {
  const passages = readFileSync(policy, "utf8")
    .split("\n\n")
    .map((part) => part.trim());
  const found = await client.embeddings.create({
    model: embeddingModel,
    input: [question, ...passages],
  });
  const [asked = [], ...known] = found.data.map((row) => row.embedding);
  const near = passages.map((passage, at) => ({ passage, score: cosine(asked, known[at] ?? []) }));
  near.sort((one, other) => other.score - one.score);
  return near.slice(0, most).map((one) => one.passage);
}

function cosine(one: number[], other: number[]): number {
  const length = Math.hypot(...one) * Math.hypot(...other);
  return length === 0
    ? 0
    : one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) / length;
}
