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

test.each([
  "GITHUB_TOKEN",
  "GH_TOKEN",
  "ACTIONS_RUNTIME_TOKEN",
  "ACTIONS_ID_TOKEN_REQUEST_URL",
  "INPUT_TOKEN",
  "RUNNER_TOKEN",
])("%s of the job is neither a model's key nor its address", (name) => {
  for (const field of ["api_key_env", "base_url_env"]) {
    const given = { id: "m", provider: "openai", model: "x", [field]: name };
    const issues = modelContract.safeParse(given).error?.issues ?? [];
    expect(issues.map((one) => one.path)).toContainEqual([field]);
  }
});

test("a name that only begins like the job's token is a name like any other", () => {
  const given = { id: "m", provider: "github", model: "x", api_key_env: "GITHUB_TOKEN_OF_MODELS" };
  expect(modelContract.safeParse(given).success).toBe(true);
});
