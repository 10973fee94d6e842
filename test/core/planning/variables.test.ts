import { expect, test } from "vitest";

import { variable, type Candidate, type Variable } from "../../../src/contracts/matrix.ts";
import { findStrayDifferences } from "../../../src/core/planning/variables.ts";

/** For each variable, what may differ: written out again from SPEC's intent, not read from the code. */
const allowed: Record<Variable, readonly string[]> = {
  revision: [
    "revision",
    "command",
    "setup",
    "env",
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
