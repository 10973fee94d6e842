import { expect, test } from "vitest";

import { matrixFile } from "../../../src/contracts/matrix.ts";
import { modelContract } from "../../../src/contracts/model.ts";
import type { FrozenContracts } from "../../../src/core/planning/bind-contracts.ts";
import { mergeRevisions } from "../../../src/core/planning/merge-revisions.ts";
import { aCase, aCatalogue } from "../../builders/cases.ts";
import { aCatalogueOfPrices, aPolicy, aProfile } from "../../builders/runs.ts";

const names = { base: "b".repeat(40), head: "a".repeat(40) };

function contracts(changes: Partial<FrozenContracts> = {}, command = "agent"): FrozenContracts {
  return {
    matrix: matrixFile.parse({
      id: "shop",
      variable: "revision",
      track: "own",
      candidates: [
        { id: "base", command: [command], role: "base" },
        { id: "head", command: [command], role: "head" },
      ],
      cases: ["evals/*.yaml"],
      models: ["m.yaml"],
      pricing: "p",
      profile: "s",
      policy: "r",
      budget: "5 USD",
    }),
    cases: [aCase({ id: "one" }), aCase({ id: "two" })],
    catalogue: aCatalogue(),
    models: [modelContract.parse({ id: "m", provider: "openai", model: "gpt" })],
    pricing: aCatalogueOfPrices(),
    profile: aProfile(),
    policy: aPolicy(),
    ...changes,
  };
}

test("each revision brings its own program; base judges", () => {
  const base = contracts({}, "old-agent");
  const head = contracts({
    policy: aPolicy({ name: "lenient" }),
    matrix: { ...contracts({}, "new-agent").matrix, budget: "500 USD" },
  });
  const merged = mergeRevisions(base, head, names);
  expect(
    merged.contracts.matrix.candidates.map((one) => [one.id, one.role, one.command, one.revision]),
  ).toEqual([
    ["base", "base", ["old-agent"], names.base],
    ["head", "head", ["new-agent"], names.head],
  ]);
  expect(merged.contracts.policy).toEqual(base.policy);
  expect(merged.contracts.matrix.budget).toBe("5 USD");
  expect(merged.ignored_changes).toEqual(["policy", "budget"]);
});

test("a deleted or loosened case still runs in base's version; an added one runs too; each is named", () => {
  const loose = aCase({ id: "one", title: "easier" });
  const merged = mergeRevisions(
    contracts(),
    contracts({ cases: [loose, aCase({ id: "three" })] }),
    names,
  );
  expect(merged.contracts.cases.map((one) => [one.id, one.title === "easier"])).toEqual([
    ["one", false],
    ["two", false],
    ["three", false],
  ]);
  expect(merged.case_changes).toEqual([
    { case_id: "one", change: "changed", base_version: 1 },
    { case_id: "two", change: "removed", base_version: 1 },
    { case_id: "three", change: "added", base_version: null },
  ]);
});

test("without agent-lab.yaml on base, head judges itself, and that is said", () => {
  const merged = mergeRevisions(null, contracts(), names);
  expect(merged).toMatchObject({ from_head: true, case_changes: [], ignored_changes: [] });
});

test("models of both revisions are priced; each candidate may ask only its own", () => {
  const other = [modelContract.parse({ id: "n", provider: "openai", model: "gpt-2" })];
  const merged = mergeRevisions(contracts(), contracts({ models: other }), names);
  expect(merged.contracts.models.map((one) => one.id)).toEqual(["m", "n"]);
  expect(merged.contracts.matrix.candidates.map((one) => one.models)).toEqual([["m"], ["n"]]);
});

test("a contract that head changed under base's id judges head alone", () => {
  const changed = [modelContract.parse({ id: "m", provider: "openai", model: "gpt-2" })];
  const { matrix, models } = mergeRevisions(
    contracts(),
    contracts({ models: changed }),
    names,
  ).contracts;
  expect(models.map((one) => [one.id, one.model])).toEqual([
    ["m", "gpt"],
    ["m-head", "gpt-2"],
  ]);
  expect(matrix.candidates.map((one) => one.models)).toEqual([["m"], ["m-head"]]);
  expect(matrix.models).toEqual(models);
});

function withEnv(env: Record<string, string | { from: string }>): FrozenContracts {
  const all = contracts();
  const candidates = all.matrix.candidates.map((one) => ({ ...one, env }));
  return { ...all, matrix: { ...all.matrix, candidates } };
}

test("env: each commit brings its texts; of the host head gets only what base's commit names", () => {
  const head = withEnv({
    MODE: "new",
    DB: { from: "DATABASE_URL" },
    STOLEN: { from: "DEPLOY_KEY" },
  });
  const merged = mergeRevisions(
    withEnv({ MODE: "old", DB: { from: "DATABASE_URL" } }),
    head,
    names,
  );
  expect(merged.contracts.matrix.candidates.map((one) => one.env)).toEqual([
    { MODE: "old", DB: { from: "DATABASE_URL" } },
    { MODE: "new", DB: { from: "DATABASE_URL" } },
  ]);
  expect(merged.withheld_variables).toEqual(["DEPLOY_KEY"]);
  const first = mergeRevisions(null, head, names);
  expect(first.contracts.matrix.candidates.map((one) => one.env)).toEqual([
    { MODE: "new" },
    { MODE: "new" },
  ]);
  expect(first.withheld_variables).toEqual(["DATABASE_URL", "DEPLOY_KEY"]);
});
