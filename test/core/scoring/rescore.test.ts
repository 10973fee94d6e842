import { expect, test } from "vitest";

import { scoreDocument } from "../../../src/contracts/run-result.ts";
import { digestBytes } from "../../../src/core/digest/digest.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import { applyScores, scoreDocumentOf } from "../../../src/core/scoring/rescore.ts";
import { aCheck, aCompareInput, aPlan, aScore, runsOf } from "../../builders/runs.ts";

const plan = aPlan();
const results = runsOf(plan);
const versionOne = { id: "inventory-order", version: 1, sha256: digestBytes("version 1") };
const partial = aScore({ total: 60, checks: [aCheck({ passed: false, earned: 0 })] });

test("the same stored runs get another score; their digests and documents stay", () => {
  const before = structuredClone(results);
  const documents = results.map((stored) => scoreDocumentOf(stored, versionOne, partial));
  for (const document of documents) scoreDocument.parse(document);
  const rescored = applyScores(results, documents);
  expect(results).toEqual(before);
  expect(rescored.map((one) => one.digest)).toEqual(results.map((one) => one.digest));
  const outcome = compareRuns(
    aCompareInput(plan, rescored, { exploratory_reasons: ["scored again under version 1"] }),
  );
  if (!outcome.ok) throw new Error(outcome.message);
  const [alpha] = outcome.comparison.candidates;
  expect(alpha?.summary.score.mean).toBe(60);
  expect(alpha?.cases[0]).toMatchObject({ case_version: 1, passed: 0 });
  expect(outcome.comparison.status_reasons).toEqual(["scored again under version 1"]);
  expect(outcome.comparison.runs).toEqual(
    results
      .map(({ result, digest }) => ({ run_id: result.run_id, digest }))
      .toSorted((left, right) => (left.run_id < right.run_id ? -1 : 1)),
  );
});

test("a score made from other bytes, or of another case, is refused", () => {
  const [first] = results;
  if (first === undefined) throw new Error("no runs");
  const document = scoreDocumentOf(first, versionOne, partial);
  const altered = results.map((one) => ({ ...one, digest: digestBytes("altered") }));
  expect(() => applyScores(altered, [document])).toThrow(/alpha\.inventory-order\.1/);
  expect(() => scoreDocumentOf(first, { ...versionOne, id: "other" }, partial)).toThrow(/other/);
});
