import { describe, expect, test } from "vitest";

import type { Comparison } from "../../../src/contracts/comparison.ts";
import { readiness as readinessContract } from "../../../src/contracts/readiness.ts";
import { digestBytes, digestDocument } from "../../../src/core/digest/digest.ts";
import { decideReadiness, evidenceDigest } from "../../../src/core/readiness/readiness.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import type { CompareInput } from "../../../src/core/scoring/comparison.ts";
import type { CellAddress, PlanShape, RunOverrides } from "../../builders/runs.ts";
import {
  aCheck,
  aCompareInput,
  aFailedRun,
  aModelCall,
  ALL_GATES_PASSED,
  aPlan,
  aPolicy,
  aScore,
  runsOf,
} from "../../builders/runs.ts";

const live: RunOverrides = { metadata: { upstream: "live" } };
type Make = (cell: CellAddress) => RunOverrides | null;

function comparisonOf(make: Make, shape: PlanShape = {}, more: Partial<CompareInput> = {}) {
  const plan = aPlan({ repetitions: 10, ...shape });
  const outcome = compareRuns(aCompareInput(plan, runsOf(plan, make), more));
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.comparison;
}

function decide(comparison: Comparison, policy: Record<string, unknown> = {}) {
  const document = decideReadiness({
    comparison,
    comparison_sha256: digestDocument("comparison", comparison),
    policy: aPolicy(policy),
    policy_sha256: digestBytes("policy"),
    track: "controlled",
  });
  readinessContract.parse(document);
  return document;
}

const codes = (document: ReturnType<typeof decide>, candidate = document.subject) =>
  document.candidates.find((one) => one.candidate === candidate)?.conditions.map((one) => one.code);

const onAlpha =
  (special: RunOverrides): Make =>
  ({ candidate }) =>
    candidate === "alpha" ? { ...live, ...special } : live;

const lastCellMissing: Make = ({ candidate, repetition }) =>
  candidate === "alpha" && repetition === 10 ? null : live;

const modelGone = () => ({ ...aFailedRun("model_unavailable"), ...live });

const silentOnce: Make = ({ candidate, repetition }) =>
  candidate === "alpha" && repetition === 4 ? { ...live, model_calls: [] } : live;

const lostOnce: Make = ({ candidate, repetition }) =>
  candidate === "alpha" && repetition === 4 ? modelGone() : live;

const poor: Make = ({ candidate, repetition }) => {
  if (candidate === "beta") return live;
  if (repetition <= 2) return { ...aFailedRun("model_unavailable"), ...live };
  return { ...live, score: aScore({ total: 30 }) };
};

const weakOnce: Make = ({ candidate, repetition }) => ({
  metadata: {
    upstream: "live",
    isolation: candidate === "alpha" && repetition === 4 ? "none" : "uid",
  },
});

describe("verdict", () => {
  test("ten clean live blocks are Go", () => {
    const document = decide(comparisonOf(() => live));
    expect(document).toMatchObject({ verdict: "Go", exit_code: 0, incomplete: false });
    expect(document.candidates[0]?.gates.every((gate) => gate.state === "passed")).toBe(true);
  });

  test("one failed hard gate in one run is No-Go whatever the score, and names run and deed", () => {
    const gates = {
      ...ALL_GATES_PASSED,
      approvals_bound: { state: "failed", detail: "issue_refund ran without an approval" },
    } as const;
    const bad: Make = ({ candidate, repetition }) =>
      candidate === "alpha" && repetition === 3 ? { ...live, gates } : live;
    const document = decide(comparisonOf(bad));
    expect(document).toMatchObject({ verdict: "No-Go", subject: "alpha", exit_code: 20 });
    expect(document.candidates[0]?.blocking).toEqual([
      {
        code: "approvals_bound",
        message:
          "alpha: an action ran without the approval it was bound to: failed in 1 of 10 runs that could see it (alpha.inventory-order.3: issue_refund ran without an approval).",
        lift: expect.stringContaining("approved ones, byte for byte"),
        runs: ["alpha.inventory-order.3"],
      },
    ]);
    expect(document.candidates[1]?.verdict).toBe("Go");
  });

  test("a gate that the policy does not name does not block", () => {
    const gates = {
      ...ALL_GATES_PASSED,
      approvals_bound: { state: "failed", detail: "no approval" },
    } as const;
    const document = decide(comparisonOf(onAlpha({ gates })), { gates: ["budget_settled"] });
    expect(document.verdict).toBe("Go");
  });

  test("the heading is head's; without a head the worst candidate's", () => {
    const failing = onAlpha({ score: aScore({ total: 10 }) });
    const roles = { alpha: "base", beta: "head" } as const;
    const policy = { minimum_score: 50 };
    expect(decide(comparisonOf(failing), policy)).toMatchObject({
      verdict: "Conditional-Go",
      subject: "alpha",
      exit_code: 10,
    });
    expect(decide(comparisonOf(failing, { roles }), policy)).toMatchObject({
      verdict: "Go",
      subject: "beta",
      exit_code: 0,
    });
  });

  test("stores what it was decided from; the evidence digest ignores order", () => {
    const comparison = comparisonOf(() => live);
    const document = decide(comparison);
    expect(document.comparison_sha256).toBe(digestDocument("comparison", comparison));
    expect(document.evidence_sha256).toBe(evidenceDigest(comparison.runs.toReversed()));
    const altered = comparison.runs.with(0, {
      run_id: comparison.runs[0]?.run_id ?? "",
      digest: digestBytes("altered"),
    });
    expect(evidenceDigest(altered)).not.toBe(document.evidence_sha256);
  });
});

describe("conditions", () => {
  test("simulated evidence never reaches Go", () => {
    const document = decide(comparisonOf(() => ({})));
    expect(document).toMatchObject({ verdict: "Conditional-Go", exit_code: 10 });
    expect(codes(document)).toEqual(["simulated_evidence"]);
    expect(document.plumbing_only).toBe(false);
  });

  const failedCall = aModelCall({ status: 503, error: "overloaded (status 503)" });
  const cutCall = aModelCall({ end: "truncated" });
  test.each([
    ["no call", []],
    ["only a failed call", [failedCall]],
    ["only an answer that broke off", [cutCall]],
  ])("completed live runs with %s are no live evidence and never Go", (_what, model_calls) => {
    const document = decide(comparisonOf(onAlpha({ model_calls })));
    expect(document).toMatchObject({ verdict: "Conditional-Go", subject: "alpha" });
    expect(codes(document, "alpha")?.slice(0, 2)).toEqual(["below_minimum_level", "no_model_call"]);
    expect(codes(document, "beta")).toEqual(["below_minimum_level"]);
    expect(document.candidates[0]?.conditions[1]).toMatchObject({
      message:
        "alpha: in 10 of 10 completed runs no model call was answered: they show nothing about a model.",
      lift: "Let the agent ask the model through the gateway.",
      runs: expect.arrayContaining(["alpha.inventory-order.1", "alpha.inventory-order.10"]),
    });
  });

  test("one run without an answer is named; the block it spoils is not counted as live", () => {
    const comparison = comparisonOf(silentOnce);
    expect(comparison.evidence).toMatchObject({ live_blocks: 9, complete_blocks: 10 });
    expect(decide(comparison).candidates[0]?.conditions[0]).toMatchObject({
      code: "no_model_call",
      runs: ["alpha.inventory-order.4"],
    });
    const answered = decide(comparisonOf(onAlpha({ model_calls: [failedCall, aModelCall()] })));
    expect(answered.verdict).toBe("Go");
  });

  test("nothing is said of a simulated model's answers where none came", () => {
    const document = decide(comparisonOf(() => ({ model_calls: [] })));
    const [first] = document.candidates[0]?.conditions ?? [];
    expect(first).toMatchObject({ code: "simulated_evidence" });
    expect(first?.message).toBe(
      "No completed run had an answer from a model; the matrix was set up with a simulated model.",
    );
  });

  test.each(["prompt", "model"] as const)("simulated, variable %s: plumbing only", (variable) => {
    const document = decide(comparisonOf(() => ({}), { overrides: { variable } }));
    expect(document).toMatchObject({
      plumbing_only: true,
      exit_code: 30,
      verdict: "Conditional-Go",
    });
    expect(document.candidates[0]?.conditions[0]?.message).toContain("plumbing only");
  });

  test("below the policy's level the blocks still needed are counted", () => {
    const document = decide(
      comparisonOf(() => live, { repetitions: 3 }),
      { minimum_level: "E4" },
    );
    expect(document.candidates[0]?.conditions).toMatchObject([
      { code: "below_minimum_level", lift: "7 more complete live blocks." },
    ]);
  });

  test("a missing cell is incomplete, never Go, exit 30", () => {
    const not_run = [
      {
        candidate: "alpha",
        case_id: "inventory-order",
        repetition: 10,
        reason: "the budget is used up",
      },
    ];
    const document = decide(comparisonOf(lastCellMissing, {}, { not_run }));
    expect(document).toMatchObject({
      incomplete: true,
      verdict: "Conditional-Go",
      exit_code: 30,
    });
    expect(codes(document)).toContain("incomplete_matrix");
  });

  test("a cell reported as not run makes the matrix incomplete, whatever else is there", () => {
    const cell = { candidate: "alpha", case_id: "inventory-order", repetition: 11 };
    const not_run = [{ ...cell, reason: "quota" }];
    const document = decide(comparisonOf(() => live, {}, { not_run }));
    expect(document).toMatchObject({ incomplete: true, exit_code: 30, verdict: "Conditional-Go" });
  });

  test("an empty matrix is never green", () => {
    const document = decide(comparisonOf(() => null));
    expect(document).toMatchObject({
      incomplete: true,
      verdict: "Conditional-Go",
      exit_code: 30,
    });
  });

  test("every run lost to infrastructure is exit 40; with one agent failure among them nothing completed, which is 30", () => {
    expect(decide(comparisonOf(modelGone)).exit_code).toBe(40);
    const mixed: Make = ({ candidate, repetition }) =>
      candidate === "alpha" && repetition === 1 ? { ...aFailedRun("crash"), ...live } : modelGone();
    expect(decide(comparisonOf(mixed)).exit_code).toBe(30);
  });

  test("a case whose runs were lost outside the agent is neither failing nor unstable", () => {
    const document = decide(comparisonOf(lostOnce));
    expect(document.verdict).toBe("Conditional-Go");
    expect(codes(document, "alpha")).toEqual(expect.arrayContaining(["not_completed"]));
    expect(codes(document, "alpha")).not.toContain("unstable_case");
    const all = decide(comparisonOf((cell) => (cell.candidate === "alpha" ? modelGone() : live)));
    expect(all.verdict).toBe("Conditional-Go");
    expect(codes(all, "alpha")).not.toContain("failing_case");
    const roles = { alpha: "base", beta: "head" } as const;
    const wrong = aScore({ checks: [aCheck({ passed: false })] });
    const fails: Make = ({ candidate }) =>
      candidate === "alpha" ? modelGone() : { ...live, score: wrong };
    expect(codes(decide(comparisonOf(fails, { roles })))).toContain("failing_case");
  });

  test("a failed gate outranks lost runs and holes", () => {
    const gates = { events_gap_free: { state: "failed", detail: "a gap" } } as const;
    const lost = () => ({ ...aFailedRun("quota"), ...live, gates });
    expect(decide(comparisonOf(lost)).exit_code).toBe(20);
  });

  test("error rate, unfinished runs and low score", () => {
    const document = decide(comparisonOf(poor), { minimum_score: 50 });
    expect(codes(document, "alpha")).toEqual(
      expect.arrayContaining(["error_rate", "not_completed", "low_score", "ineligible"]),
    );
    // Two blocks are gone for beta too: nothing can be compared to the level asked for.
    expect(codes(document, "beta")).toEqual(["below_minimum_level"]);
  });

  test("a gate that must be seen and was not is a condition; otherwise it is only listed", () => {
    const { checkpoint_verifiable: _, ...gates } = ALL_GATES_PASSED;
    const comparison = comparisonOf(() => ({ ...live, gates }));
    const silent = decide(comparison);
    expect(silent.verdict).toBe("Go");
    expect(silent.candidates[0]?.gates.find((gate) => gate.id === "checkpoint_verifiable")).toEqual(
      {
        id: "checkpoint_verifiable",
        state: "not_observed",
        detail: "on track controlled: the run recorded nothing about it",
      },
    );
    const asked = decide(comparison, { must_observe: ["checkpoint_verifiable"] });
    expect(codes(asked)).toEqual(["not_observed_required"]);
  });

  test("isolation is decided against the policy's floor, by the weakest run", () => {
    const document = decide(comparisonOf(weakOnce), { isolation_floor: "env" });
    expect(document).toMatchObject({ verdict: "No-Go", subject: "alpha" });
    expect(document.candidates[0]?.blocking[0]?.message).toContain(
      "reached none, the policy asks for env",
    );
    expect(decide(comparisonOf(weakOnce), { isolation_floor: "none" }).verdict).toBe("Go");
    const unknown = { metadata: { upstream: "live", isolation: { missing: "not recorded" } } };
    const unseen = decide(comparisonOf(() => unknown as RunOverrides));
    expect(unseen.candidates[0]?.gates.find((gate) => gate.id === "isolation_floor")?.state).toBe(
      "not_observed",
    );
  });

  test("cases: never passed, sometimes passed, and a fall against base only", () => {
    const wrong = aScore({
      total: 40,
      checks: [aCheck({ passed: false, earned: 0, detail: "expected 906.5, found 388.5" })],
    });
    const never = comparisonOf(onAlpha({ score: wrong }));
    expect(codes(decide(never))).toEqual(["failing_case"]);
    const sometimes: Make = (cell) =>
      cell.repetition === 1 ? onAlpha({ score: wrong })(cell) : live;
    const flaky = decide(comparisonOf(sometimes));
    expect(flaky.candidates[0]?.conditions).toMatchObject([
      {
        code: "unstable_case",
        message:
          "alpha: inventory-order passed in 9 of 10 runs (total: expected 906.5, found 388.5).",
        runs: ["alpha.inventory-order.1"],
      },
    ]);
    const headBroke = { roles: { alpha: "head", beta: "base" } } as const;
    expect(codes(decide(comparisonOf(sometimes, headBroke)))).toEqual([
      "case_regression_unconfirmed",
    ]);
    const headFixed = { roles: { alpha: "base", beta: "head" } } as const;
    expect(decide(comparisonOf(sometimes, headFixed)).verdict).toBe("Go");
    const bothFail = comparisonOf(() => ({ ...live, score: wrong }), headFixed);
    // What base never passes cannot get worse: nothing was shown.
    const nothing = decide(bothFail);
    expect(nothing.verdict).toBe("Conditional-Go");
    expect(nothing.candidates[1]?.conditions.map((one) => one.code)).toEqual(["unsound_baseline"]);
  });

  test("an evaluation-data error is its own condition, not the model's failure", () => {
    const wrong = aScore({ total: 40, checks: [aCheck({ passed: false, earned: 0 })] });
    const comparison = comparisonOf(
      () => ({ ...live, score: wrong }),
      {},
      {
        evaluation_data_errors: [
          {
            case_id: "inventory-order",
            case_version: 2,
            message: "expects 55.5, tools give 129.5",
          },
        ],
      },
    );
    expect(codes(decide(comparison))).toEqual(["evaluation_data_error"]);
  });

  test("exploratory comparisons and undecided margins stay conditional", () => {
    const comparison = comparisonOf(() => live, {}, { exploratory_reasons: ["scored again"] });
    expect(codes(decide(comparison))).toEqual(["exploratory"]);
    expect(
      codes(
        decide(
          comparisonOf(() => live),
          { decision: "non_inferiority", margins: [{ measure: "score", amount: 10 }] },
        ),
      ),
    ).toEqual(["inconclusive"]);
  });
});
