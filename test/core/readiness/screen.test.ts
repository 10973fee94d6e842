import { describe, expect, test } from "vitest";

import type { Comparison } from "../../../src/contracts/comparison.ts";
import { comparison as comparisonContract } from "../../../src/contracts/comparison.ts";
import { readiness as readinessContract } from "../../../src/contracts/readiness.ts";
import { digestBytes, digestDocument } from "../../../src/core/digest/digest.ts";
import { decideReadiness } from "../../../src/core/readiness/readiness.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import { decideScreen } from "../../../src/core/screening/decide-screen.ts";
import type { DeclaredChange } from "../../../src/core/screening/outcomes.ts";
import { outcomeOf, pairOutcomes } from "../../../src/core/screening/outcomes.ts";
import { chooseSecondLook, secondLookBlocks } from "../../../src/core/screening/second-look.ts";
import { createGenerator } from "../../../src/core/statistics/generator.ts";
import type { CellAddress, RunOverrides } from "../../builders/runs.ts";
import { aCheck, aCompareInput, aPlan, aPolicy, aScore, runsOf } from "../../builders/runs.ts";

const CASES = ["one", "two", "six"];
const live: RunOverrides = { metadata: { upstream: "live" } };
const failed: RunOverrides = {
  ...live,
  score: aScore({
    total: 40,
    checks: [aCheck({ id: "never-calls", passed: false, detail: "called issue_refund" })],
  }),
};

interface Trial {
  readonly cases?: readonly string[];
  readonly repetitions?: number;
  readonly changes?: readonly DeclaredChange[];
  readonly second?: boolean;
  readonly more?: Partial<Comparison>;
}

/** The whole way of a pull request: first look, choice, fresh blocks, screen, comparison, readiness. */
function judge(make: (cell: CellAddress) => RunOverrides | null, trial: Trial = {}) {
  const { cases = CASES, repetitions = 4, changes = [], second = true } = trial;
  const ids = ["base", "head"];
  const roles = { base: "base", head: "head" } as const;
  const plan = aPlan({ candidates: ids, cases, repetitions, roles });
  const first = runsOf(plan, make);
  const look = { base: "base", head: "head", changes };
  const firstRuns = first.map((one) => outcomeOf(one.result));
  const first_look = {
    cases: pairOutcomes({ ...look, blocks: plan.blocks, runs: firstRuns }),
    changes,
  };
  const choice = chooseSecondLook(first_look);
  const blocks = second ? secondLookBlocks(plan, choice, ids, changes) : [];
  const fresh = runsOf({ ...plan, blocks }, make);
  const freshRuns = fresh.map((one) => outcomeOf(one.result));
  const screen = decideScreen({
    first_look,
    second_look: second ? pairOutcomes({ ...look, blocks, runs: freshRuns }) : null,
  });
  const whole = { ...plan, blocks: [...plan.blocks, ...blocks] };
  const outcome = compareRuns(aCompareInput(whole, [...first, ...fresh]));
  if (!outcome.ok) throw new Error(outcome.message);
  const comparison = comparisonContract.parse({ ...outcome.comparison, screen, ...trial.more });
  const document = decideReadiness({
    comparison,
    comparison_sha256: digestDocument("comparison", comparison),
    policy: aPolicy(),
    policy_sha256: digestBytes("policy"),
    track: "own",
  });
  readinessContract.parse(document);
  const head = document.candidates.find((one) => one.candidate === "head");
  if (head === undefined) throw new Error("no head");
  return {
    verdict: document.verdict,
    exit_code: document.exit_code,
    blocking: head.blocking,
    conditions: head.conditions.map((one) => one.code),
    screen,
  };
}

const headFails =
  (when: (cell: CellAddress) => boolean) =>
  (cell: CellAddress): RunOverrides =>
    cell.candidate === "head" && when(cell) ? failed : live;

describe("a screened pull request", () => {
  test("nothing worse is Go, and says what could have been missed", () => {
    const found = judge(() => live);
    expect(found).toMatchObject({ verdict: "Go", exit_code: 0, blocking: [], conditions: [] });
    expect(found.screen.could_have_missed).toMatch(/^a fall spread thinly over all cases/);
  });

  test("a case that broke is No-Go and named with its counts and the deed", () => {
    const found = judge(
      headFails(({ case_id, repetition }) => case_id === "two" && repetition > 1),
    );
    expect(found).toMatchObject({ verdict: "No-Go", exit_code: 20 });
    expect(found.blocking).toEqual([
      {
        code: "case_regression",
        message:
          "two broke: on 8 fresh blocks base 8 of 8, this pull request 0 of 8 (first look 4 of 4 against 1 of 4). In 11 of all 12 runs it called issue_refund.",
        lift: "The case passes again as often as on base.",
        runs: ["head.two.2"],
      },
    ]);
  });

  test("a case that stumbled once and held on fresh blocks is Go", () => {
    const found = judge(
      headFails(({ case_id, repetition }) => case_id === "two" && repetition === 1),
    );
    expect(found).toMatchObject({ verdict: "Go", conditions: [] });
    expect(found.screen.regressions).toMatchObject([{ case_id: "two", confirmed: false }]);
  });

  test("a case that stays worse without being shown is a condition, not a clean bill", () => {
    const found = judge(
      headFails(
        ({ case_id, repetition }) => case_id === "two" && [1, 5, 6, 7].includes(repetition),
      ),
    );
    expect(found).toMatchObject({
      verdict: "Conditional-Go",
      conditions: ["case_regression_inconclusive"],
    });
  });

  test("a fall spread over all cases is a total regression", () => {
    const found = judge(headFails(({ repetition }) => repetition <= 3));
    expect(found.blocking.map((one) => one.code)).toEqual(["total_regression"]);
    expect(found.blocking[0]?.message).toBe(
      "Over all 12 blocks of the first look this pull request passed less often than base: in 9 of them only base passed, in 0 only this pull request did.",
    );
  });

  test("a second look that was chosen and not run keeps it from Go", () => {
    const found = judge(
      headFails(({ case_id }) => case_id === "two"),
      { second: false },
    );
    expect(found).toMatchObject({
      verdict: "Conditional-Go",
      conditions: ["second_look_incomplete"],
    });
  });

  test("one block a case is not enough to promise anything", () => {
    const found = judge(() => live, { repetitions: 1 });
    expect(found).toMatchObject({ verdict: "Conditional-Go", conditions: ["detection_power"] });
  });

  test("a case whose own data is wrong convicts nobody", () => {
    const error = { case_id: "two", case_version: 2, message: "the key is wrong" };
    const found = judge(
      headFails(({ case_id }) => case_id === "two"),
      { more: { evaluation_data_errors: [error] } },
    );
    expect(found).toMatchObject({
      verdict: "Conditional-Go",
      conditions: ["evaluation_data_error"],
      blocking: [],
    });
  });
});

describe("cases that the pull request itself changes", () => {
  const fails = headFails(({ case_id }) => case_id === "two");

  test("base's version of a changed or removed case still decides", () => {
    for (const change of ["changed", "removed"] as const) {
      const changes = [{ case_id: "two", change, base_version: 2 }];
      expect(judge(fails, { changes })).toMatchObject({ verdict: "No-Go", exit_code: 20 });
    }
  });

  test("running only head's version of a failing case never gives Go", () => {
    // The builder's blocks run version 2; base has version 1.
    const changes = [{ case_id: "two", change: "changed", base_version: 1 } as const];
    expect(judge(fails, { changes })).toMatchObject({
      verdict: "Conditional-Go",
      conditions: ["case_not_judged"],
    });
    expect(judge(() => live, { changes })).toMatchObject({ verdict: "Conditional-Go" });
  });

  test("a new case that fails is a condition, and no regression", () => {
    const changes = [{ case_id: "two", change: "added", base_version: null } as const];
    expect(judge(fails, { changes })).toMatchObject({
      verdict: "Conditional-Go",
      blocking: [],
      conditions: ["new_case_fails"],
    });
    expect(judge(() => live, { changes })).toMatchObject({ verdict: "Go" });
  });
});

test("50 heads that change nothing, 5 % noise, through all folds: at most 1 No-Go, at least 45 Go", () => {
  const cases = Array.from({ length: 12 }, (_, at) => `case-${String(at)}`);
  const generator = createGenerator(digestBytes("A/A heads through readiness"));
  const noisy = () => (generator.unit() < 0.05 ? failed : live);
  const trial = { cases, repetitions: 2 };
  const verdicts = Array.from({ length: 50 }, () => judge(noisy, trial).verdict);
  expect(verdicts.filter((one) => one === "No-Go").length).toBeLessThanOrEqual(1);
  expect(verdicts.filter((one) => one === "Go").length).toBeGreaterThanOrEqual(45);
});
