import { expect, test } from "vitest";

import { digestBytes } from "../../../src/core/digest/digest.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import { aCompareInput, aPlan, aRunResult, runsOf, withDigest } from "../../builders/runs.ts";

const plan = aPlan();
const results = runsOf(plan);
const stray = (overrides: Parameters<typeof aRunResult>[0]) =>
  withDigest(aRunResult({ run_id: "stray", ...overrides }));
const compare = (...added: typeof results) =>
  compareRuns(aCompareInput(plan, [...results, ...added]));

test("a run of another matrix is refused and named", () => {
  expect(compare(stray({ matrix_id: "20250101T000000Z-aaaaaa" }))).toEqual({
    ok: false,
    code: "foreign_run",
    run_id: "stray",
    message:
      "Run stray belongs to matrix 20250101T000000Z-aaaaaa, not 20261130T083911Z-d5c844. Remove it or compare that matrix.",
  });
});

test("a run of another plan is refused and named", () => {
  const outcome = compare(stray({ repetition: 9, plan_sha256: digestBytes("other plan") }));
  expect(outcome).toMatchObject({ ok: false, code: "mixed_plan", run_id: "stray" });
});

test("where the plan's digest is known, every run must carry it", () => {
  const plan_sha256 = digestBytes("the real plan");
  expect(compareRuns(aCompareInput(plan, results, { plan_sha256 }))).toMatchObject({
    ok: false,
    code: "mixed_plan",
    run_id: "alpha.inventory-order.1",
  });
});

test("a run of another track, an unplanned cell, a run or a cell twice", () => {
  const [first] = results;
  if (first === undefined) throw new Error("no runs");
  expect(compare(stray({ repetition: 9, track: "native" }))).toMatchObject({ code: "mixed_track" });
  expect(compare(stray({ repetition: 9 }))).toMatchObject({ code: "unplanned_run" });
  expect(compare(stray({ candidate: "gamma" }))).toMatchObject({ code: "unplanned_run" });
  expect(compare(first)).toMatchObject({ code: "duplicate_run" });
  expect(compare(stray({ candidate: "alpha" }))).toMatchObject({
    code: "duplicate_cell",
    message: expect.stringContaining("alpha.inventory-order.1 and stray"),
  });
});

test("nothing at all is refused; a plan without a run is an empty comparison", () => {
  expect(compareRuns(aCompareInput(null, []))).toMatchObject({ ok: false, code: "no_runs" });
  expect(compareRuns(aCompareInput(plan, []))).toMatchObject({ ok: true });
});
