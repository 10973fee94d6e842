/** Contracts of a small controlled matrix, ready to be planned. */
import { matrixFile } from "../../src/contracts/matrix.ts";
import { modelContract } from "../../src/contracts/model.ts";
import type { FrozenContracts } from "../../src/core/planning/bind-contracts.ts";
import { planMatrix } from "../../src/core/planning/plan-matrix.ts";
import { aCase as aBareCase, aCatalogue } from "./cases.ts";
import { aCatalogueOfPrices, aPolicy, aProfile } from "./runs.ts";

export const day = "2026-11-30";

export function aMatrix(overrides: Record<string, unknown> = {}) {
  return matrixFile.parse({
    id: "m",
    variable: "framework",
    candidates: [
      { id: "a", adapter: "one" },
      { id: "b", adapter: "two" },
    ],
    cases: ["c.yaml"],
    models: ["m.yaml"],
    pricing: "p",
    profile: "p",
    policy: "p",
    budget: "5 USD",
    ...overrides,
  });
}

/** A case that a simulated model can play. */
export function aCase(overrides: Record<string, unknown> = {}) {
  return aBareCase({ simulation: { turns: [{ text: "12.5" }] }, ...overrides });
}

export function aModel(overrides: Record<string, unknown> = {}) {
  return modelContract.parse({
    id: "sim",
    provider: "simulated",
    model: "simulated",
    max_input_tokens: 10_000,
    max_output_tokens: 500,
    ...overrides,
  });
}

export const limits = { model_calls: 4, input_tokens: 60_000, output_tokens: 1_000 };

export function contracts(overrides: Partial<FrozenContracts> = {}): FrozenContracts {
  return {
    matrix: aMatrix(),
    cases: [aCase({ limits })],
    catalogue: aCatalogue(),
    models: [aModel()],
    pricing: aCatalogueOfPrices(),
    profile: aProfile(),
    policy: aPolicy(),
    ...overrides,
  };
}

export function faultsOf(overrides: Partial<FrozenContracts>) {
  const outcome = planMatrix(contracts(overrides), day, "m.yaml");
  if (outcome.ok) throw new Error("planned");
  return outcome.faults;
}
