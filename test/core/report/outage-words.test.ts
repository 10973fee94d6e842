/** An outage of the model leads the words above the fold, with the counts of both sides, and only where it kept something open. */
import { expect, test } from "vitest";

import type { CandidateComparison } from "../../../src/contracts/comparison.ts";
import type { Finding } from "../../../src/contracts/readiness.ts";
import { renderMarkdown } from "../../../src/core/report/markdown.ts";
import { reportView, type ReportInput } from "../../../src/core/report/view.ts";
import { aBrokenPullRequest, aSoundPullRequest } from "../../builders/pull-requests.ts";

type Failure = CandidateComparison["failures"][number];

const lost = (count: number, message: string): Failure[] =>
  Array.from({ length: count }, (_, at) => ({
    run_id: `run.${at}`,
    status: "failed",
    reason: "model_unavailable",
    message,
  }));
const condition = (code: string): Finding => ({
  code,
  message: `${code} is open.`,
  lift: "Wait.",
  runs: [],
});

/** The same pull request after an outage that cost each side so many runs and left these conditions. */
function after(input: ReportInput, counts: Record<string, number>, codes: string[]): ReportInput {
  const message = "the last model call failed: outage (status 503)";
  return {
    ...input,
    comparison: {
      ...input.comparison,
      candidates: input.comparison.candidates.map((one) => ({
        ...one,
        failures: lost(counts[one.candidate] ?? 0, message),
      })),
    },
    readiness: {
      ...input.readiness,
      candidates: input.readiness.candidates.map((one) => ({
        ...one,
        conditions: codes.map(condition),
      })),
    },
  };
}

const sentence = (input: ReportInput): string =>
  renderMarkdown(reportView(input)).split("\n")[2] ?? "";

test("an outage comes before the other conditions, with how many runs each side lost", () => {
  const input = after(aSoundPullRequest(), { base: 3, head: 4 }, ["test_evidence", "error_rate"]);
  expect(sentence(input)).toBe(
    "Lost to failed model calls: 3 of 32 runs of main and 4 of 32 runs of this PR (the last model call failed: outage (status 503)). What is left is too little to judge by.",
  );
});

test("on one side only it says so too", () => {
  const input = after(aSoundPullRequest(), { head: 4 }, ["screen_incomplete"]);
  expect(sentence(input)).toContain("0 of 32 runs of main and 4 of 32 runs of this PR");
});

test("a lost run that kept nothing open does not lead, nor does an outage beside a regression", () => {
  const settled = after(aSoundPullRequest(), { base: 1 }, ["test_evidence"]);
  expect(sentence(settled)).toBe("test_evidence is open.");
  const broken = after(aBrokenPullRequest(), { base: 3, head: 3 }, ["error_rate"]);
  expect(sentence(broken)).toContain("refund-over-limit");
  expect(sentence(broken)).not.toContain("Lost to");
});
