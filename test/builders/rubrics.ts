/** Rubrics for tests: two dimensions described, one person's assessment. */
import { rubric, type Assessment, type Rubric } from "../../src/contracts/rubric.ts";

function levels(what: string): { level: number; means: string }[] {
  return [0, 1, 2, 3, 4].map((level) => ({ level, means: `${what}, step ${level}` }));
}

export function anAssessment(overrides: Partial<Assessment> = {}): Assessment {
  return {
    candidate: "alpha",
    dimension: "operability",
    level: 3,
    assessor: "R. Meyer",
    date: "2026-11-20",
    evidence: "docs/operations-review.md",
    ...overrides,
  };
}

export function aRubric(overrides: Partial<Rubric> = {}): Rubric {
  return rubric.parse({
    name: "review",
    version: 2,
    dimensions: [
      { id: "operability", question: "How is it run?", levels: levels("run") },
      { id: "portability", question: "What ties us?", levels: levels("tied") },
    ],
    assessments: [anAssessment()],
    ...overrides,
  });
}
