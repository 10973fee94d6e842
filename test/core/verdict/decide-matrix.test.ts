import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Plan } from "../../../src/contracts/plan.ts";
import { preflightReport } from "../../../src/contracts/preflight.ts";
import { canonicalJson } from "../../../src/core/digest/canonical.ts";
import { contractDigest } from "../../../src/core/planning/bind-contracts.ts";
import { reportView } from "../../../src/core/report/view.ts";
import { decideMatrix, type MatrixEvidence } from "../../../src/core/verdict/decide-matrix.ts";
import { aCase } from "../../builders/cases.ts";
import * as event from "../../builders/events.ts";
import { aRubric } from "../../builders/rubrics.ts";
import {
  aCatalogueOfPrices,
  aPlan,
  aPolicy,
  aProfile,
  MATRIX_ID,
  PLAN_SHA256,
  runsOf,
} from "../../builders/runs.ts";

const preflight = preflightReport.parse({
  schema_version: 1,
  passed: true,
  model_calls: 0,
  cases: [],
  problems: 0,
});

function boundPlan(): Plan {
  const bound = { version: 1, path: "contracts/x.json" };
  return aPlan({
    repetitions: 2,
    overrides: {
      contracts: [
        {
          kind: "score_profile",
          id: "tested",
          digest: contractDigest("score_profile", aProfile()),
          ...bound,
        },
        {
          kind: "pricing_catalogue",
          id: "tested",
          digest: contractDigest("pricing_catalogue", aCatalogueOfPrices()),
          ...bound,
        },
      ],
    },
  });
}

function evidence(overrides: Partial<MatrixEvidence> = {}): MatrixEvidence {
  const plan = boundPlan();
  return {
    matrix_id: MATRIX_ID,
    plan,
    plan_sha256: PLAN_SHA256,
    preflight,
    results: runsOf(plan),
    stream: event.storeEvents(
      [event.aMatrixRegistered(), event.aBlockAdmitted(), event.aBlockSettled()],
      MATRIX_ID,
    ),
    cases: [aCase({ tags: ["b", "a"] }), aCase({ tags: ["a"] })],
    profile: aProfile(),
    pricing: aCatalogueOfPrices(),
    policy: aPolicy(),
    ...overrides,
  };
}

function decided(overrides: Partial<MatrixEvidence> = {}) {
  const verdict = decideMatrix(evidence(overrides));
  if (!verdict.ok) throw new Error(verdict.message);
  return verdict;
}

describe("a matrix's verdict", () => {
  test("the same evidence gives the same bytes", () => {
    expect(canonicalJson(decided().comparison)).toBe(canonicalJson(decided().comparison));
    expect(JSON.stringify(decided().report)).toBe(JSON.stringify(decided().report));
  });

  test("a refused block's cells are not run, with the block's own reason", () => {
    const plan = boundPlan();
    const verdict = decided({
      plan,
      results: runsOf(plan, ({ repetition }) => (repetition === 2 ? null : {})),
      stream: event.storeEvents(
        [
          event.aMatrixRegistered(),
          event.aBlockAdmitted(),
          event.aBlockSettled(),
          event.aBlockRefused({ block: 2, message: "no money for block 2" }),
        ],
        MATRIX_ID,
      ),
    });
    expect(verdict.comparison.not_run).toEqual(
      ["alpha", "beta"].map((candidate) => ({
        candidate,
        case_id: "inventory-order",
        repetition: 2,
        reason: "no money for block 2",
      })),
    );
    expect(verdict.report.matrix.blocks_done).toBe(1);
    expect(decided().comparison.not_run).toEqual([]);
  });

  test("spending says how much of it is the worst case of runs whose cost nobody knows", () => {
    const plan = boundPlan();
    const unknown = { missing: "model call 1: the wire reported no usage" };
    const results = runsOf(plan, ({ repetition }) => ({
      metadata: { catalog_cost_pico: repetition === 2 ? unknown : "300" },
    }));
    const stream = event.storeEvents(
      [
        event.aMatrixRegistered(),
        event.aBlockAdmitted(),
        event.aBlockSettled({ spent_pico: "600" }),
        event.aBlockAdmitted({ block: 2 }),
        event.aBlockSettled({ block: 2, spent_pico: "8000000000000" }),
      ],
      MATRIX_ID,
    );
    const { report } = decided({ plan, results, stream });
    expect(report.money).toMatchObject({
      spent_pico: "8000000000600",
      assumed_pico: "8000000000000",
    });
    expect(reportView(report).facts[0]).toEqual([
      "$8.00 of $5.00, $8.00 of it the worst case of runs whose cost is not known",
    ]);
  });

  test("the report's money, tags and blocks are those of the record", () => {
    const stream = event.storeEvents(
      [
        event.aMatrixRegistered(),
        event.aBlockAdmitted(),
        event.aBlockSettled({ spent_pico: "900719925474099300" }),
        event.aBlockAdmitted({ block: 2 }),
        event.aBlockSettled({ block: 2, spent_pico: "7" }),
      ],
      MATRIX_ID,
    );
    const { report } = decided({ stream });
    expect(report.money).toEqual({
      currency: "USD",
      spent_pico: "900719925474099307",
      budget_pico: "5000000000000",
    });
    expect(report.matrix.blocks_done).toBe(2);
    expect(report.tags?.tested).toEqual(["a", "b"]);
  });

  test("wall seconds agree with Date for any two stamps", () => {
    const instant = fc.date({
      min: new Date("1970-01-01T00:00:00.000Z"),
      max: new Date("2399-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    });
    const [first, ...rest] = evidence().stream;
    const last = rest.at(-1);
    if (first === undefined || last === undefined) throw new Error("no stream");
    const seconds = (from: Date, to: Date): number | null =>
      decided({
        stream: [
          { ...first, at: from.toISOString() },
          { ...last, at: to.toISOString() },
        ],
      }).report.matrix.wall_seconds;
    fc.assert(
      fc.property(instant, instant, (from, to) => {
        const between = Math.round((to.getTime() - from.getTime()) / 1_000);
        expect(seconds(from, to)).toBe(Math.max(0, between));
      }),
    );
    for (const leap of ["2024-02-29", "2000-02-29", "2100-03-01", "2100-02-28"])
      expect(seconds(new Date("1999-12-31T23:59:59.500Z"), new Date(`${leap}T00:00:00Z`))).toBe(
        Math.round((Date.parse(leap) - Date.parse("1999-12-31T23:59:59.500Z")) / 1_000),
      );
    expect(decided({ stream: [] }).report.matrix.wall_seconds).toBeNull();
  });
});

describe("the capability vector of a matrix", () => {
  test("has a row of each candidate", () => {
    const { capabilities } = decided().comparison;
    expect(capabilities?.map((one) => one.candidate)).toEqual(["alpha", "beta"]);
  });

  test("names a rubric that the plan did not bind as added afterwards, and no figure moves", () => {
    const rubric = aRubric();
    const bound = {
      kind: "rubric" as const,
      id: rubric.name,
      version: rubric.version,
      digest: contractDigest("rubric", rubric),
      path: "contracts/x.json",
    };
    const plan = boundPlan();
    const binding = { ...plan, contracts: [...plan.contracts, bound] };
    const of = (given: Plan) => decided({ plan: given, rubric }).comparison;
    expect(of(plan).capabilities?.[0]?.rubric).toMatchObject({ added_after_runs: true });
    expect(of(binding).capabilities?.[0]?.rubric).toMatchObject({ added_after_runs: false });
    const { capabilities: _, ...rest } = of(plan);
    const { capabilities: __, ...before } = decided({ plan }).comparison;
    expect(rest).toEqual(before);
    expect(rest.status).toBe("confirmatory");
  });
});
