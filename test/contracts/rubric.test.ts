import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { rubric } from "../../src/contracts/rubric.ts";
import { anAssessment, aRubric } from "../builders/rubrics.ts";

const shipped = join(import.meta.dirname, "../../config/rubrics/example.yaml");

function problemsOf(changes: Record<string, unknown>): string[] {
  const parsed = rubric.safeParse({ ...aRubric(), ...changes });
  return parsed.success ? [] : parsed.error.issues.map((one) => one.message);
}

describe("a rubric", () => {
  test("the shipped example is one, and says of each assessment that it is an example", () => {
    const text = readFileSync(shipped, "utf8");
    expect(text).toMatch(/^# yaml-language-server: \$schema=/);
    const example = rubric.parse(parse(text));
    expect(example.dimensions.map((one) => one.id)).toEqual([
      "operability",
      "developer_experience",
      "portability",
    ]);
    for (const one of example.assessments) {
      expect(one.assessor).toMatch(/^EXAMPLE/);
      expect(one.note).toMatch(/^An invented assessment/);
    }
  });

  test.each(["assessor", "date", "evidence", "level"])(
    "an assessment without %s is refused",
    (key) => {
      const { [key]: _, ...rest } = { ...anAssessment() } as Record<string, unknown>;
      expect(problemsOf({ assessments: [anAssessment()] })).toEqual([]);
      expect(problemsOf({ assessments: [rest] })).toHaveLength(1);
    },
  );

  test.each(["assessor", "evidence"])("an assessment whose %s is blank is refused", (key) => {
    expect(problemsOf({ assessments: [{ ...anAssessment(), [key]: "  " }] })).toHaveLength(1);
  });

  test.each(["task_effect", "safety_governance", "efficiency"])(
    "%s comes from runs: nobody assesses it",
    (dimension) => {
      expect(problemsOf({ assessments: [{ ...anAssessment(), dimension }] })).toHaveLength(1);
    },
  );

  test("levels are 0 to 4, each once and in order", () => {
    const [first] = aRubric().dimensions;
    if (first === undefined) throw new Error("no dimension");
    const message = "describe the levels 0, 1, 2, 3 and 4, in this order";
    const twice = first.levels.map((one) => (one.level === 4 ? { ...one, level: 3 } : one));
    expect(problemsOf({ dimensions: [{ ...first, levels: twice }] })).toContain(message);
    const turned = first.levels.toReversed();
    expect(problemsOf({ dimensions: [{ ...first, levels: turned }] })).toContain(message);
    expect(problemsOf({ assessments: [{ ...anAssessment(), level: 5 }] })).toHaveLength(1);
  });

  test("what is assessed is described", () => {
    const [first] = aRubric().dimensions;
    expect(
      problemsOf({
        dimensions: [first],
        assessments: [anAssessment({ dimension: "portability" })],
      }),
    ).toEqual(["portability is assessed, but its levels are not described under dimensions"]);
    expect(problemsOf({ dimensions: [first, first], assessments: [] })).toEqual([
      "operability is described twice",
    ]);
  });

  test("one person has one say about one version; another person has another", () => {
    expect(problemsOf({ assessments: [anAssessment(), anAssessment({ level: 1 })] })).toEqual([
      "R. Meyer assesses operability of alpha twice",
    ]);
    const others = [
      anAssessment(),
      anAssessment({ assessor: "S. Okafor", level: 1 }),
      anAssessment({ framework_version: "1.0.0" }),
    ];
    expect(problemsOf({ assessments: others })).toEqual([]);
  });
});
