/** The section on the capability vector, against a golden file that was read, and what no face of it may do. */
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Comparison } from "../../../src/contracts/comparison.ts";
import { describeCapabilities } from "../../../src/core/capability/describe-capabilities.ts";
import { digestBytes } from "../../../src/core/digest/digest.ts";
import { capabilitySections } from "../../../src/core/report/capability-section.ts";
import { renderHtml } from "../../../src/core/report/html.ts";
import { renderMarkdown } from "../../../src/core/report/markdown.ts";
import { renderTerminal } from "../../../src/core/report/terminal.ts";
import { wordsOf } from "../../../src/core/report/view-model.ts";
import { reportView } from "../../../src/core/report/view.ts";
import { observeResult } from "../../../src/core/scoring/observe-result.ts";
import { anAssessment, aRubric } from "../../builders/rubrics.ts";
import {
  aCatalogueOfPrices,
  aCompareInput,
  aFailedRun,
  ALL_GATES_PASSED,
  aPlan,
  aToolCall,
  comparisonOf,
  runsOf,
} from "../../builders/runs.ts";
import { aFrameworkMatrix } from "../../builders/views.ts";

const golden = join(import.meta.dirname, "../../golden/report/capabilities.md");
const unseen = { state: "not_observed", detail: "the adapter writes no checkpoint" } as const;

function compared(judged = true): Comparison {
  const plan = aPlan({ repetitions: 3 });
  const results = runsOf(plan, ({ candidate, repetition }) => {
    if (candidate === "alpha" && repetition === 2) return aFailedRun("crash");
    return {
      tool_calls: [aToolCall({ effects: 1 }), aToolCall({ is_error: candidate === "beta" })],
      gates: { ...ALL_GATES_PASSED, checkpoint_verifiable: unseen },
      duration_ms: 1_000 + repetition * 10,
    };
  });
  const pricing = aCatalogueOfPrices();
  const comparison = comparisonOf(aCompareInput(plan, results, { pricing }));
  const document = aRubric({
    assessments: [
      anAssessment({ note: "Two upgrades in a year." }),
      anAssessment({ assessor: "S. Okafor", level: 1, evidence: "https://example.org/review" }),
      anAssessment({ candidate: "beta", framework_version: "0.9.0" }),
    ],
  });
  const rubric = judged
    ? { document, digest: digestBytes("rubric"), added_after_runs: true }
    : null;
  const capabilities = describeCapabilities({
    comparison,
    runs: results.map((stored) => observeResult(stored, pricing)),
    pricing,
    rubric,
  });
  return { ...comparison, capabilities };
}

function viewOf(comparison: Comparison) {
  const view = reportView(aFrameworkMatrix());
  return { ...view, sections: capabilitySections(comparison) };
}

function wordsIn(comparison: Comparison): string[] {
  return capabilitySections(comparison).flatMap((section) =>
    section.blocks.flatMap((block) =>
      block.kind === "text" || block.kind === "heading" ? [wordsOf(block.text)] : [],
    ),
  );
}

test("the section is the golden file", async () => {
  const markdown = renderMarkdown(viewOf(compared()));
  const [, section = ""] = markdown.split("Capability vector");
  await expect(`Capability vector${section}`).toMatchFileSnapshot(golden);
});

describe("the capability vector", () => {
  test("is a section of the report, and of no comparison without one", () => {
    const input = aFrameworkMatrix();
    const { capabilities } = compared();
    const given = reportView({ ...input, comparison: { ...input.comparison, capabilities } });
    expect(given.sections.map((one) => one.id)).toContain("capabilities");
    expect(reportView(input).sections.map((one) => one.id)).not.toContain("capabilities");
  });

  test("says whose figures they are where no live model answered", () => {
    expect(wordsIn(compared())).toContain("Task effect · from the runs · SIMULATED MODEL");
    const live = { ...compared(), upstream: "live" as const };
    expect(wordsIn(live)).toContain("Task effect · from the runs");
  });

  test("says that nobody judged, where nobody did", () => {
    expect(wordsIn(compared(false)).at(-1)).toBe(
      "Operability, Developer experience and Portability: not measured, no rubric was given. No run shows them: people judge them.",
    );
  });

  test("is a detail: the terminal does not print it", () => {
    const text = renderTerminal(viewOf(compared()), { colour: false, width: 100 });
    expect(text).not.toContain("Auditability");
  });

  test("what an assessor wrote is data in every face", () => {
    const comparison = compared();
    const [first, ...others] = comparison.capabilities ?? [];
    if (first === undefined) throw new Error("no vector");
    const hostile = "<img src=x onerror=y> @octocat fixes #12";
    const rows = first.rows.map((row) => ({
      ...row,
      ...(row.assessments === undefined
        ? {}
        : {
            assessments: row.assessments.map((one) => ({
              ...one,
              assessor: hostile,
              criterion: hostile,
              evidence: hostile,
              note: hostile,
            })),
          }),
    }));
    const view = viewOf({ ...comparison, capabilities: [{ ...first, rows }, ...others] });
    expect(renderHtml(view)).not.toContain("<img");
    const outside = renderMarkdown(view).replaceAll(/`[^`]*`/g, "");
    expect(outside).not.toMatch(/<img|@octocat|#12/);
  });
});
