import { expect, test } from "vitest";

import { modelContract, type ModelContract } from "../../../src/contracts/model.ts";
import { joinModels } from "../../../src/core/planning/join-models.ts";

function aModel(changes: Partial<ModelContract> = {}): ModelContract {
  return modelContract.parse({ id: "m", provider: "openai", model: "gpt", ...changes });
}

test("a contract that head did not change is one, and both ask it", () => {
  expect(joinModels([aModel()], [aModel()])).toEqual({
    models: [aModel()],
    base: ["m"],
    head: ["m"],
  });
});

test.each<[string, Partial<ModelContract>]>([
  ["another model", { model: "gpt-2" }],
  ["fewer wires", { wires: ["responses"] }],
  ["another key", { api_key_env: "OTHER_API_KEY" }],
  ["another upstream", { upstream: "simulated" }],
])("head's contract of the same id with %s stands beside base's", (_name, changes) => {
  const base = aModel({ upstream: "live", api_key_env: "OPENAI_API_KEY" });
  const head = { ...base, ...changes };
  expect(joinModels([base], [head])).toEqual({
    models: [base, { ...head, id: "m-head" }],
    base: ["m"],
    head: ["m-head"],
  });
});

test("the new id is never one that either revision uses, and fits the format", () => {
  const joined = joinModels(
    [aModel(), aModel({ id: "m-head" })],
    [aModel({ model: "gpt-2" }), aModel({ id: "m-head-2" })],
  );
  expect(joined.head).toEqual(["m-head-3", "m-head-2"]);
  expect(joined.models.map((one) => one.id)).toEqual(["m", "m-head", "m-head-3", "m-head-2"]);
  const long = "a".repeat(63);
  const cut = joinModels([aModel({ id: long })], [aModel({ id: long, model: "gpt-2" })]);
  expect(modelContract.safeParse(cut.models[1]).success).toBe(true);
});
