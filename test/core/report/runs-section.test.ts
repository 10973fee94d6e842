import { expect, test } from "vitest";

import { runsSection } from "../../../src/core/report/evidence-sections.ts";
import { aCompareInput, aPlan, comparisonOf, runsOf } from "../../builders/runs.ts";

/** The rows of the section's table, and the words below it. */
function shown(runs: number) {
  const plan = aPlan({ candidates: ["alpha"], repetitions: 3 });
  const comparison = comparisonOf(aCompareInput(plan, runsOf(plan)));
  const [run] = comparison.runs;
  if (run === undefined) throw new Error("no run");
  const { title, blocks } = runsSection({
    ...comparison,
    runs: Array.from({ length: runs }, () => run),
  });
  const rows = blocks.flatMap((block) => (block.kind === "table" ? block.table.rows : []));
  const words = blocks.flatMap((block) => (block.kind === "text" ? block.text : []));
  return { title, rows: rows.length, words };
}

test("as many runs as a page holds are all listed, and nothing else is said", () => {
  expect(shown(2_000)).toEqual({ title: "Runs (2,000)", rows: 2_000, words: [] });
});

test("of more runs the first are listed, and where all of them are", () => {
  const one = shown(2_001);
  expect(one).toMatchObject({ title: "Runs (2,001)", rows: 2_000 });
  expect(one.words[0]).toBe("Shown: the first 2,000. 1 more run with its digest: in ");
  expect(shown(100_000).words).toEqual([
    "Shown: the first 2,000. 98,000 more runs with their digests: in ",
    { code: "comparison.json" },
    " beside this report.",
  ]);
});
