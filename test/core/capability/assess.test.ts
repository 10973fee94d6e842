import { describe, expect, test } from "vitest";

import type { Rubric } from "../../../src/contracts/rubric.ts";
import { digestBytes } from "../../../src/core/digest/digest.ts";
import { rowOf, vectorOf } from "../../builders/capabilities.ts";
import { anAssessment, aRubric } from "../../builders/rubrics.ts";

function judged(...assessments: Rubric["assessments"]) {
  return vectorOf(() => ({}), { rubric: aRubric({ assessments }) });
}

describe("what people judge", () => {
  test("without a rubric it is not measured", () => {
    for (const row of vectorOf().rows.slice(5))
      expect(row).toMatchObject({ state: "not_measured", reason: "no rubric was given" });
  });

  test("an assessment keeps its level's words, its author, its day and its evidence", () => {
    const row = rowOf(judged(anAssessment({ note: "Two upgrades." })), "operability");
    expect(row).toEqual({
      dimension: "operability",
      origin: "rubric",
      state: "measured",
      facts: [],
      question: "How is it run?",
      assessments: [
        {
          level: 3,
          of: 4,
          criterion: "run, step 3",
          assessor: "R. Meyer",
          date: "2026-11-20",
          evidence: "docs/operations-review.md",
          note: "Two upgrades.",
        },
      ],
    });
  });

  test("two people who disagree stand beside each other", () => {
    const row = rowOf(
      judged(anAssessment(), anAssessment({ assessor: "S. Okafor", level: 1 })),
      "operability",
    );
    expect(row.assessments?.map((one) => [one.assessor, one.level])).toEqual([
      ["R. Meyer", 3],
      ["S. Okafor", 1],
    ]);
  });

  test("an assessment of another version is not taken over", () => {
    const old = anAssessment({ framework_version: "0.9.0" });
    expect(rowOf(judged(old), "operability")).toMatchObject({
      state: "not_measured",
      reason: "assessed for version 0.9.0 only, and version 1.0.0 ran",
    });
    const both = judged(old, anAssessment({ framework_version: "1.0.0", level: 2 }));
    expect(rowOf(both, "operability").assessments?.map((one) => one.level)).toEqual([2]);
  });

  test("a dimension nobody asked about and one nobody judged are told apart", () => {
    const vector = judged(anAssessment());
    expect(rowOf(vector, "developer_experience").reason).toBe(
      "rubric review does not ask about it",
    );
    expect(rowOf(vector, "portability").reason).toBe("rubric review does not assess it");
  });

  test("a rubric is named, and whether the plan knew it", () => {
    expect(judged(anAssessment()).rubric).toEqual({
      name: "review",
      version: 2,
      digest: digestBytes("rubric"),
      added_after_runs: true,
    });
  });
});
