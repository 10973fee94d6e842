import { describe, expect, test } from "vitest";

import type { RunResult } from "../../../src/contracts/run-result.ts";
import type { FaultCode } from "../../../src/core/evidence/fault.ts";
import { runPath } from "../../../src/core/evidence/layout.ts";
import {
  verifyBundle,
  type Verification,
  type VerifyRules,
} from "../../../src/core/evidence/verify.ts";
import { runResult } from "../../../src/core/runs/run-result.ts";
import { bundleParsers } from "../../../src/verify/parsers.ts";
import { recomputeBundle } from "../../../src/verify/recompute.ts";
import { storeEvents } from "../../builders/events.ts";
import { bundleOf, MATRIX, parts, put, recorded, write, type Files } from "./a-bundle.ts";

const rules: VerifyRules = { parsers: bundleParsers, recompute: recomputeBundle };
const made = parts();
const alpha = `${MATRIX}.alpha.inventory-order.1`;
const beta = `${MATRIX}.beta.inventory-order.1`;

/** Edits the files after they were sealed. */
function tampered(edit: (files: Files) => void): ReturnType<typeof verifyBundle> {
  const files = bundleOf(made);
  edit(files);
  return verifyBundle(files, rules);
}

test("points that the run's own answer does not earn are refused, however well they were recorded", () => {
  const made_up = new Map(made.runs);
  const run_id = `${MATRIX}.alpha.inventory-order.1`;
  const bodies = (made_up.get(run_id) ?? []).map(({ body }) =>
    body.type === "run.scored" ? { ...body, score: { ...body.score, total: 100 } } : body,
  );
  made_up.set(run_id, storeEvents(bodies, run_id));
  expect(() => bundleOf({ ...made, runs: made_up })).toThrow(
    "the recorded points are not what the case's checks give for this run",
  );
});

describe("verifyBundle", () => {
  test("passes a whole bundle and says what it did not look at", () => {
    const found = verifyBundle(bundleOf(made), rules);
    expect(found.first_fault).toBeNull();
    expect(found.ok).toBe(true);
    expect(found.matrix_id).toBe(MATRIX);
    expect(found.checks.map(({ id, state }) => `${id} ${state}`)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((id) => `${id} passed`),
    );
    expect(found.not_checked.join("\n")).toMatch(/^9: /m);
  });

  test("says so when nothing was folded again", () => {
    const found = verifyBundle(bundleOf(made), folds({ missing: "no folds here" }));
    expect(found.ok).toBe(true);
    expect(found.checks.filter(({ state }) => state === "not_checked").map(({ id }) => id)).toEqual(
      [7, 8],
    );
    expect(found.not_checked[0]).toBe("7 and 8: no folds here");
  });

  test("stops at the first fault", () => {
    const found = tampered((files) => files.delete(runPath(alpha)));
    expect(found.checks.map(({ id, state }) => `${id} ${state}`)).toEqual([
      "1 passed",
      "2 failed",
      ...[3, 4, 5, 6, 7, 8].map((id) => `${id} not_reached`),
    ]);
  });
});

type Case = [string, FaultCode, string, (files: Files) => void];
describe("a file that was changed after the manifest", () => {
  const cases: Case[] = [
    ["lost", "E-file_missing", runPath(alpha), (files) => files.delete(runPath(alpha))],
    ["no manifest", "E-file_missing", "manifest.json", (files) => files.delete("manifest.json")],
    [
      "one more",
      "E-file_extra",
      "events/extra.jsonl",
      (files) => write(files, "events/extra.jsonl", "x"),
    ],
    ["longer", "E-size_mismatch", "plan.json", (files) => write(files, "plan.json", "{}\n")],
    [
      "one bit",
      "E-digest_mismatch",
      runPath(beta),
      (files) => files.get(runPath(beta))?.set([0x20], 10),
    ],
    ["unsafe path", "E-path_unsafe", "../evil", (files) => write(files, "../evil", "x")],
    ["twin", "E-path_twin", "PLAN.json", (files) => write(files, "PLAN.json", "x")],
  ];
  test.each(cases)("%s: %s", (_, code, path, edit) => {
    expect(tampered(edit).first_fault).toMatchObject({ code, path });
  });
});

describe("a result that the ledger was made to record", () => {
  test("but its events do not give is found by folding them again", () => {
    const { first_fault, checks } = forged((run) => ({ ...run, duration_ms: 1 }));
    expect(first_fault).toMatchObject({ code: "E-run_differs", path: runPath(alpha), line: 1 });
    expect(checks.find(({ state }) => state === "failed")?.id).toBe(7);
  });

  test("for a cell that has one already is refused", () => {
    const { first_fault } = forged((run) => ({ ...run, candidate: "beta", position: 2 }));
    expect(first_fault).toMatchObject({ code: "E-cell_duplicate", path: runPath(beta) });
  });
});

describe("the folds handed in", () => {
  test("must cover every view", () => {
    const found = verifyBundle(bundleOf(made), folds({ files: new Map() }));
    expect(found.first_fault?.code).toBe("E-view_extra");
  });

  test("may refuse the evidence", () => {
    const outcome = { refused: "two prices", path: "plan.json" };
    const found = verifyBundle(bundleOf(made), folds(outcome));
    expect(found.first_fault).toEqual({
      code: "E-view_refused",
      path: "plan.json",
      message: "two prices",
    });
  });
});

describe("a cell", () => {
  test("without result or reason is named", () => {
    const silent = parts({
      matrix: (bodies) => bodies.filter(({ type }) => type !== "block.refused"),
    });
    const { first_fault } = verifyBundle(bundleOf(silent), rules);
    expect(first_fault).toMatchObject({ code: "E-cell_missing", path: "plan.json" });
    expect(first_fault?.message).toContain("block 2, alpha on inventory-order v2, repetition 2");
  });

  test("needs a registered plan", () => {
    const silent = parts({
      matrix: (bodies) => bodies.filter(({ type }) => type !== "matrix.registered"),
    });
    const { first_fault } = verifyBundle(bundleOf(silent), rules);
    expect(first_fault?.code).toBe("E-registration_missing");
  });
});

/** The bundle of a ledger that recorded an edited result. */
function forged(edit: (run: RunResult) => RunResult): Verification {
  const results = new Map([...made.runs].map(([id, events]) => [id, runResult(events)]));
  const result = edit(results.get(alpha) ?? runResult([]));
  const other = parts({
    matrix: (bodies) =>
      bodies.map((body) =>
        body.type === "run.recorded" && body.run_id === alpha ? recorded(alpha, result) : body,
      ),
  });
  return verifyBundle(
    bundleOf(other, (files) => put(files, runPath(alpha), result)),
    rules,
  );
}

function folds(outcome: ReturnType<VerifyRules["recompute"]>): VerifyRules {
  return { ...rules, recompute: () => outcome };
}
