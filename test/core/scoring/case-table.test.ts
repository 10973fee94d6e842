import { expect, test } from "vitest";

import { deedWords, failureWords } from "../../../src/core/readiness/regression-words.ts";
import { tabulateCases } from "../../../src/core/scoring/case-table.ts";
import { observeResult } from "../../../src/core/scoring/observe-result.ts";
import { aCatalogueOfPrices, aCheck, aPlan, aScore, runsOf } from "../../builders/runs.ts";

/** Ten runs of one case; `detail` is what its one check says in each. */
function tableOf(detail: (repetition: number) => string) {
  const plan = aPlan({ candidates: ["alpha"], cases: ["one"], repetitions: 10 });
  const runs = runsOf(plan, ({ repetition }) => ({
    score: aScore({ checks: [aCheck({ passed: false, detail: detail(repetition) })] }),
  }));
  return tabulateCases(runs.map((run) => observeResult(run, aCatalogueOfPrices())));
}

test("a deed is counted by itself: nine refunds and one deletion are not ten deletions", () => {
  const rows = tableOf((at) => (at === 1 ? "called delete_order" : "called issue_refund"));
  const words = failureWords(rows, "one");
  expect(words && deedWords(words)).toBe("In 9 of all 10 runs it called issue_refund");
});

test("what differs from run to run is one example, and says so", () => {
  const rows = tableOf((at) => `expected /total 7, found ${at}`);
  expect(rows[0]?.failing_checks).toMatchObject([{ runs: 10, varied: true }]);
  const words = failureWords(rows, "one");
  expect(words && deedWords(words)).toBe(
    "In all 10 runs a check failed, for example: expected /total 7, found 1",
  );
});
