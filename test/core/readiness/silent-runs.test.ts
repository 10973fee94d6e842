/** A run that never reached the gateway is empty evidence: no Go can rest on it, on either side. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { comparison as comparisonContract } from "../../../src/contracts/comparison.ts";
import { digestBytes, digestDocument } from "../../../src/core/digest/digest.ts";
import { decideReadiness } from "../../../src/core/readiness/readiness.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import { decideScreen } from "../../../src/core/screening/decide-screen.ts";
import { outcomeOf, pairOutcomes } from "../../../src/core/screening/outcomes.ts";
import type { CellAddress, RunOverrides } from "../../builders/runs.ts";
import { aCompareInput, aFailedRun, aPlan, aPolicy, runsOf } from "../../builders/runs.ts";

const live: RunOverrides = { metadata: { upstream: "live" } };
const fix = "Let the program take its provider's address from OPENAI_BASE_URL.";
const unasked = {
  ...live,
  model_calls: [],
  findings: [{ code: "no_requests", message: "the gateway saw no request", fix }],
};
const endings: Readonly<Record<string, RunOverrides>> = {
  completes: unasked,
  crashes: { ...aFailedRun("crash"), ...unasked },
  "runs out of time": { ...aFailedRun("timeout"), ...unasked },
};
const CASES = ["one", "two", "three"];

/** Ten repetitions of three cases with a screen; the lowest level any policy asks for, so that nothing else stands in the way. */
function judge(make: (cell: CellAddress) => RunOverrides) {
  const ids = ["base", "head"];
  const roles = { base: "base", head: "head" } as const;
  const plan = aPlan({ candidates: ids, cases: CASES, repetitions: 10, roles });
  const runs = runsOf(plan, make);
  const pairs = pairOutcomes({
    blocks: plan.blocks,
    runs: runs.map((one) => outcomeOf(one.result)),
    base: "base",
    head: "head",
    changes: [],
  });
  const screen = decideScreen({ first_look: { cases: pairs, changes: [] }, second_look: null });
  const outcome = compareRuns(aCompareInput(plan, runs));
  if (!outcome.ok) throw new Error(outcome.message);
  const comparison = comparisonContract.parse({ ...outcome.comparison, screen });
  const document = decideReadiness({
    comparison,
    comparison_sha256: digestDocument("comparison", comparison),
    policy: aPolicy({ minimum_level: "E0" }),
    policy_sha256: digestBytes("policy"),
    track: "own",
  });
  const head = document.candidates.find((one) => one.candidate === "head");
  return { verdict: document.verdict, conditions: head?.conditions ?? [] };
}

test("with every run asking its model the verdict is Go", () => {
  expect(judge(() => live).verdict).toBe("Go");
});

describe.each(Object.entries(endings))("a head that asks nobody and %s", (_name, ending) => {
  test("in some runs or in all is never Go", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (blocks) => {
        const judged = judge(({ candidate, block }) =>
          candidate === "head" && blocks.includes(block) ? ending : live,
        );
        expect(judged.verdict).not.toBe("Go");
      }),
      { numRuns: 15 },
    );
    expect(judge(({ candidate }) => (candidate === "head" ? ending : live)).verdict).not.toBe("Go");
  });
});

test("one silent run of thirty is named with what would lift it", () => {
  const judged = judge(({ candidate, block }) =>
    candidate === "head" && block === 7 ? unasked : live,
  );
  expect(judged.conditions).toContainEqual({
    code: "no_model_call",
    message:
      "head: in 1 of 30 completed runs no model call was answered: they show nothing about a model.",
    lift: fix,
    runs: ["head.one.7"],
  });
});

test("a base that asks nobody is no measure for head", () => {
  const judged = judge(({ candidate, block }) =>
    candidate === "base" && block <= 2 ? unasked : live,
  );
  expect(judged).toEqual({
    verdict: "Conditional-Go",
    conditions: [
      {
        code: "unsound_baseline",
        message:
          "base: in 2 of 30 completed runs no model call was answered: they show nothing about a model, so there this pull request is held against nothing.",
        lift: fix,
        runs: ["base.one.1", "base.one.2"],
      },
    ],
  });
});

test("other findings are notices: they keep nobody from Go", () => {
  const noticed = ["no_lockfile", "left_processes"].map((code) => ({
    code,
    message: `it is ${code}`,
    fix: "Mend it.",
  }));
  expect(judge(() => ({ ...live, findings: noticed }))).toEqual({ verdict: "Go", conditions: [] });
});
