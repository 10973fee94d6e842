import { expect, test } from "vitest";

import { modelContract } from "../../src/contracts/model.ts";

test.each([
  ["a model", {}, ["chat_completions", "responses"]],
  ["one of role embeddings", { role: "embeddings" }, ["embeddings"]],
  ["one that says its wires", { role: "embeddings", wires: ["responses"] }, ["responses"]],
  ["a model of two kinds", { wires: ["responses", "embeddings"] }, ["responses", "embeddings"]],
])("%s speaks %j: %j", (_name, given, wires) => {
  const model = modelContract.parse({ id: "m", provider: "openai", model: "x", ...given });
  expect(model.wires).toEqual(wires);
});
