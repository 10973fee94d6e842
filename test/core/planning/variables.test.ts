import { expect, test } from "vitest";

import {
  candidate,
  variable,
  type Candidate,
  type Variable,
} from "../../../src/contracts/matrix.ts";
import {
  describeVariables,
  findSameCandidates,
  findStrayDifferences,
} from "../../../src/core/planning/variables.ts";

/** For each variable, what may differ: written out again from SPEC's intent, not read from the code. */
const allowed: Record<Variable, readonly string[]> = {
  revision: [
    "revision",
    "command",
    "setup",
    "reset",
    "snapshot",
    "env",
    "output",
    "working_directory",
    "prompt",
    "models",
    "tool_set",
  ],
  framework: ["adapter", "working_directory"],
  framework_version: ["working_directory"],
  prompt: ["prompt"],
  model: ["models"],
  tool_set: ["tool_set"],
};

const differing: Record<string, readonly [Partial<Candidate>, Partial<Candidate>]> = {
  adapter: [{ adapter: "one" }, { adapter: "two" }],
  command: [{ command: ["node", "a.js"] }, { command: ["node", "b.js"] }],
  setup: [{ setup: ["npm", "ci"] }, {}],
  reset: [{ reset: ["sh", "a"] }, { reset: ["sh", "b"] }],
  snapshot: [{}, { snapshot: ["cat", "world.json"] }],
  output: [{ output: { take: "all" } }, { output: { take: "last_line" } }],
  env: [{ env: { MODE: "a" } }, { env: { MODE: { from: "MODE" } } }],
  revision: [{ revision: "base" }, { revision: "head" }],
  working_directory: [{ working_directory: "a" }, {}],
  prompt: [{ prompt: { system: "x" } }, { prompt: { system: "y" } }],
  models: [{ models: ["a", "b"] }, { models: ["b", "a"] }],
  tool_set: [{}, { tool_set: "minimal" }],
};

const table = variable.options.flatMap((name) =>
  Object.keys(differing).map((field) => ({ name, field, ok: allowed[name].includes(field) })),
);

test.each(table)("variable $name, a difference in $field: allowed $ok", ({ name, field, ok }) => {
  const [left, right] = differing[field] ?? [{}, {}];
  const found = findStrayDifferences(
    name,
    [
      { id: "a", role: "member", ...left },
      { id: "b", role: "member", ...right },
    ],
    "m.yaml",
  );
  expect(found).toEqual(
    ok
      ? []
      : [
          {
            code: "second_variable",
            message: `a and b differ in ${field}, but the variable is ${name}`,
            where: "m.yaml",
            fix: `Make ${field} the same in all candidates, or declare another variable. With ${name}, only ${allowed[name].join(", ")} may differ.`,
          },
        ],
  );
});

test("id, label and role are not differences; key order inside a value is none either", () => {
  const prompt = { system: "x" };
  expect(
    findStrayDifferences(
      "framework",
      [
        { id: "a", role: "base", label: "A", prompt },
        { id: "b", role: "head", label: "B", prompt: { ...prompt } },
      ],
      "m",
    ),
  ).toEqual([]);
});

test("every candidate is compared with the first, and every stray field is named", () => {
  const found = findStrayDifferences(
    "prompt",
    [
      { id: "a", role: "member", adapter: "x" },
      { id: "b", role: "member", adapter: "x" },
      { id: "c", role: "member", adapter: "y", revision: "v2" },
    ],
    "m",
  );
  expect(found.map((one) => one.message)).toEqual([
    "a and c differ in adapter, but the variable is prompt",
    "a and c differ in revision, but the variable is prompt",
  ]);
  expect(findStrayDifferences("prompt", [], "m")).toEqual([]);
});

test("the table lists every field of the candidate contract once a variable, but its names", () => {
  const names = ["id", "label", "role", "control_of"];
  const fields = Object.keys(candidate.shape).filter((field) => !names.includes(field));
  expect(Object.keys(differing).toSorted()).toEqual(fields.toSorted());
  for (const { variable: name, may_differ, held } of describeVariables()) {
    expect(may_differ).toEqual(allowed[name as Variable]);
    expect([...may_differ, ...held].toSorted()).toEqual(fields.toSorted());
  }
});

const same = table.filter(({ ok, name }) => ok && name !== "revision");

test.each(same)("variable $name: candidates that agree in $field are one", ({ name, field }) => {
  const [left] = differing[field] ?? [{}, {}];
  const others = Object.fromEntries(
    Object.entries(differing)
      .filter(([other]) => !allowed[name].includes(other))
      .map(([other, [, right]]) => [other, right[other as keyof Candidate]]),
  );
  const [one, two] = ["a", "b"].map((id): Candidate => ({ id, role: "member", ...left }));
  if (one === undefined || two === undefined) throw new Error("two candidates were made");
  expect(findSameCandidates(name, [one, { ...two, ...others }], "m.yaml")).toEqual([
    {
      code: "nothing_differs",
      message: `a and b do not differ in ${allowed[name].join(" or ")}, and the variable is ${name}`,
      where: "m.yaml",
      fix: "Change one of them or take it out. To see what noise alone looks like, write aa_control: true.",
    },
  ]);
  const twin: Candidate = { ...two, control_of: "a" };
  expect(findSameCandidates(name, [one, twin], "m.yaml")).toEqual([]);
});

function aCandidate(id: string, fields: Partial<Candidate>): Candidate {
  return { id, role: "member", ...fields };
}

test("a revision may be compared with itself, and two that differ are no fault", () => {
  expect(
    findSameCandidates(
      "revision",
      [aCandidate("a", { revision: "x" }), aCandidate("b", { revision: "x" })],
      "m",
    ),
  ).toEqual([]);
  expect(
    findSameCandidates(
      "framework",
      [aCandidate("a", { adapter: "a" }), aCandidate("b", { adapter: "b" })],
      "m",
    ),
  ).toEqual([]);
});
