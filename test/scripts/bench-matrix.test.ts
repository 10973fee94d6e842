import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { makeRuns, planMatrix, readRuns, writeMatrix } from "../../scripts/bench/matrix-runs.ts";
import { judgeFolder } from "../../scripts/bench/matrix.ts";
import { canonicalJson } from "../../src/core/digest/canonical.ts";

// More than the reader takes from the file at once, so that a line lies across two pieces.
const plan = planMatrix({ cases: 75, repetitions: 2 });
let folder = "";
let bytes = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-lab-bench-"));
  bytes = writeMatrix(folder, plan);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the runs read back are the runs that were made, of some 4 KiB each", () => {
  const read = [...readRuns(folder)].map((one) => canonicalJson(one.result));
  expect(read).toEqual([...makeRuns(plan)].map(canonicalJson));
  expect(read).toHaveLength(300);
  expect(bytes).toBeGreaterThan(1 << 20);
  expect(bytes / 300 / 1_024).toBeCloseTo(4.3, 1);
});

test("runs fail, lose their model, miss checks and break gates", () => {
  const runs = [...makeRuns(plan)];
  const reasons = new Set(runs.map((run) => run.reason));
  expect([...reasons].toSorted()).toEqual(["crash", "model_unavailable", "ok"]);
  expect(runs.some((run) => "checks" in run.score && run.score.checks[0]?.passed === false)).toBe(
    true,
  );
  expect(runs.some((run) => run.gates.protocol_clean?.state === "failed")).toBe(true);
});

test("the whole way gives a verdict and says what it took", () => {
  const judged = judgeFolder(folder);
  expect(judged).toMatchObject({ runs: 300, verdict: "No-Go" });
  expect(judged.html_bytes).toBeGreaterThan(10_000);
  const { reading_ms, deciding_ms, faces_ms, wall_ms, peak_mb } = judged;
  expect(reading_ms + deciding_ms + faces_ms).toBeCloseTo(wall_ms, 3);
  expect(peak_mb).toBeGreaterThan(1);
});

test("a changed run is refused", () => {
  const path = join(folder, "runs.jsonl");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace('"position":2', '"position":1'));
  expect(() => [...readRuns(folder)]).toThrow("a run was changed");
});
