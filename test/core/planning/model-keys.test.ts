import { expect, test } from "vitest";

import { matrixFile } from "../../../src/contracts/matrix.ts";
import { modelContract, type ModelContract } from "../../../src/contracts/model.ts";
import type { FrozenContracts } from "../../../src/core/planning/bind-contracts.ts";
import { findForeignKeys } from "../../../src/core/planning/model-keys.ts";
import { aCase, aCatalogue } from "../../builders/cases.ts";
import { aCatalogueOfPrices, aPolicy, aProfile } from "../../builders/runs.ts";

interface Names {
  readonly base_url_env?: string;
  readonly api_key_env?: string;
  readonly upstream?: ModelContract["upstream"];
}

function withModels(...models: readonly Names[]): FrozenContracts {
  return {
    matrix: matrixFile.parse({
      id: "shop",
      variable: "revision",
      track: "own",
      candidates: [{ id: "base", command: ["agent"], role: "base" }],
      cases: ["evals/*.yaml"],
      models: models.map((_one, index) => `models/${index}.yaml`),
      pricing: "p",
      profile: "s",
      policy: "r",
      budget: "5 USD",
    }),
    cases: [aCase()],
    catalogue: aCatalogue(),
    models: models.map((one, index) =>
      modelContract.parse({
        id: `m${index}`,
        provider: "openai",
        model: "gpt",
        upstream: "live",
        ...one,
      }),
    ),
    pricing: aCatalogueOfPrices(),
    profile: aProfile(),
    policy: aPolicy(),
  };
}

const openai = { base_url_env: "OPENAI_BASE_URL", api_key_env: "OPENAI_API_KEY" };
const azure = { base_url_env: "AZURE_OPENAI_ENDPOINT", api_key_env: "AZURE_OPENAI_API_KEY" };
const house = { base_url_env: "HOUSE_URL", api_key_env: "HOUSE_KEY" };
const stolen = { base_url_env: "SHOP_URL", api_key_env: "OPENAI_API_KEY" };

test.each<[string, FrozenContracts | null, Names, boolean]>([
  ["base's own pair", withModels(house), house, true],
  ["one of base's pairs", withModels(openai, house), house, true],
  ["a known key for another address", withModels(openai), stolen, false],
  [
    "two halves of two pairs of base's",
    withModels(openai, house),
    { ...openai, api_key_env: "HOUSE_KEY" },
    false,
  ],
  ["any other secret", withModels(openai), { ...openai, api_key_env: "DATABASE_URL" }, false],
  ["base's key without its address", withModels(house), { api_key_env: "HOUSE_KEY" }, false],
  ["base's address without its key", withModels(house), { base_url_env: "HOUSE_URL" }, false],
  [
    "the pair of a contract that base never sends to",
    withModels({ ...house, upstream: "simulated" }),
    house,
    false,
  ],
  [
    "a simulated model, which sends nothing",
    withModels(openai),
    { ...stolen, upstream: "simulated" },
    true,
  ],
  ["OpenAI's pair, while base has no configuration", null, openai, true],
  ["Azure's pair, while base has no configuration", null, azure, true],
  ["another pair, while base has no configuration", null, stolen, false],
  ["a pair of its own, while base has no configuration", null, house, false],
])("head's live model names %s", (_name, base, names, allowed) => {
  const faults = findForeignKeys(base, withModels(names), "agents/agent-lab.yaml");
  expect(faults.map(({ code, where }) => [code, where])).toEqual(
    allowed ? [] : [["key_not_in_base", "agents/models/0.yaml"]],
  );
});

test("the fault names both variables, what base allows and the way out", () => {
  const [fault] = findForeignKeys(withModels(openai), withModels(stolen), "agent-lab.yaml");
  expect(fault?.message).toBe(
    "live model m0 of head would send OPENAI_API_KEY to SHOP_URL; base's live models name OPENAI_API_KEY for OPENAI_BASE_URL",
  );
  expect(fault?.fix).toContain("A new pair has to be on base first");
});
