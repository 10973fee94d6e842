/** A rubric bound by the plan is evidence and verified; one that comes later stands beside the runs and changes no figure. */
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { comparison } from "../../src/contracts/comparison.ts";
import { aMatrix, openLab, type Lab } from "./lab.ts";

const levels = [0, 1, 2, 3, 4].map(
  (level) => `      - { level: ${level}, means: step ${level} }\n`,
);

function aRubricFile(level: number, name = "review"): string {
  return `name: ${name}
version: 1
dimensions:
  - id: operability
    question: How is it run?
    levels:
${levels.join("")}assessments:
  - candidate: bare-loop
    dimension: operability
    level: ${level}
    assessor: R. Meyer
    date: 2026-11-20
    evidence: docs/review.md
`;
}

function readView(lab: Lab, path: string) {
  const [matrix = ""] = lab.matrices();
  return readFileSync(lab.inside(`.agent-lab/matrices/${matrix}/${path}`), "utf8");
}

function operabilityOf(text: string) {
  const { capabilities, status, candidates } = comparison.parse(JSON.parse(text));
  const [vector] = capabilities ?? [];
  return {
    status,
    candidates,
    rubric: vector?.rubric,
    row: vector?.rows.find((one) => one.dimension === "operability"),
  };
}

test("the plan binds the rubric, the bundle holds it, and verify works the vector out again", async () => {
  const lab = openLab();
  lab.write("agent-lab.yaml", aMatrix({ rubric: "rubrics/review.yaml" }));
  lab.write("rubrics/review.yaml", aRubricFile(3));
  const answer = await lab.run(["evaluate", "--json"]);
  expect(answer.code).toBe(0);
  const planned = operabilityOf(readView(lab, "views/comparison.json"));
  expect(planned.rubric).toMatchObject({ name: "review", version: 1, added_after_runs: false });
  expect(planned.row?.assessments).toMatchObject([{ level: 3, of: 4, criterion: "step 3" }]);
  expect(readView(lab, "contracts/rubric/review.v1.json")).toContain("R. Meyer");
  expect(readView(lab, "views/report.md")).toContain("Judged by people");
  const [matrix = ""] = lab.matrices();
  const bundle = lab.inside(`.agent-lab/matrices/${matrix}/evidence.tar.gz`);
  expect((await lab.run(["verify", bundle])).code).toBe(0);

  // Held against the runs later: beside them, not among what they say.
  lab.write("later.yaml", aRubricFile(1, "later"));
  const later = await lab.run(["compare", "--rubric", "later.yaml"]);
  expect(later.code).toBe(0);
  expect(later.stdout).toContain("Not in the evidence bundle");
  const looked = operabilityOf(readView(lab, "views/later-v1/comparison.json"));
  expect(looked.rubric).toMatchObject({ name: "later", added_after_runs: true });
  expect(looked.row?.assessments).toMatchObject([{ level: 1 }]);
  expect(looked.status).toBe("confirmatory");
  expect(looked.candidates).toEqual(planned.candidates);
  expect(readView(lab, "views/later-v1/report.md")).toContain("added after the runs");
  // The planned one again is not a later one, whatever its file is called.
  const again = await lab.run(["compare", "--rubric", "rubrics/review.yaml", "--json"]);
  expect(again.json).toMatchObject({
    comparison: { capabilities: [{ rubric: { added_after_runs: false } }] },
  });
});

test("a rubric with a gap is refused where it is written, and validated alone", async () => {
  const lab = openLab();
  const line = "# yaml-language-server: $schema=schemas/rubric.schema.json\n";
  lab.write("rubric.yaml", `${line}${aRubricFile(3)}`);
  const sound = await lab.run(["validate", "rubric.yaml"]);
  expect(sound.code).toBe(0);
  expect(sound.stdout).toContain("rubric.yaml is a valid rubric: review v1");
  lab.write(
    "rubric.yaml",
    `${line}${aRubricFile(3).replace("    evidence: docs/review.md\n", "")}`,
  );
  const open = await lab.run(["validate", "rubric.yaml"]);
  expect(open.code).toBe(50);
  expect(open.stderr).toMatch(
    /rubric\.yaml:\d+:\d+[\s\S]*evidence|evidence[\s\S]*rubric\.yaml:\d+/,
  );
  lab.write("agent-lab.yaml", aMatrix({ rubric: "rubric.yaml" }));
  expect((await lab.run(["plan"])).code).toBe(50);
});
