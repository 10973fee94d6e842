import { existsSync } from "node:fs";

import { expect, test } from "vitest";

import { aMatrix, openLab } from "./lab.ts";

const bad: readonly { name: string; files: Record<string, string>; says: readonly string[] }[] = [
  {
    name: "a misspelt key",
    files: { "agent-lab.yaml": "adaptors: [bare-loop]\n" },
    says: ["agent-lab.yaml:1:1", 'unknown key "adaptors"', 'Did you mean "adapters"?'],
  },
  {
    name: "a wrong type",
    files: { "agent-lab.yaml": "adapters: bare-loop\n" },
    says: ["agent-lab.yaml:1:1", "adapters", "Give a list."],
  },
  {
    name: "a missing file",
    files: { "agent-lab.yaml": "adapters: [bare-loop]\npricing: nowhere.yaml\n" },
    says: ["nowhere.yaml", "there is no file"],
  },
  { name: "no agent-lab.yaml at all", files: {}, says: ["there is no file agent-lab.yaml"] },
  {
    name: "an alias bomb",
    files: {
      "agent-lab.yaml": `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
        .split("")
        .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(",")}]`)
        .join("\n")}\n`,
    },
    says: ["agent-lab.yaml:2:", "aliases"],
  },
  {
    name: "an oversize YAML",
    files: { "agent-lab.yaml": `# ${"x".repeat(70_000)}\nadapters: [bare-loop]\n` },
    says: ["agent-lab.yaml", "65536 is the limit"],
  },
  {
    name: "a map with thousands of keys",
    files: {
      "agent-lab.yaml": Array.from({ length: 4_000 }, (_, at) => `k${at}: 1`).join("\n"),
    },
    says: ["agent-lab.yaml:1:1", "more than 500 entries"],
  },
  {
    name: "code in YAML",
    files: { "agent-lab.yaml": 'adapters: !!js/function "() => 1"\n' },
    says: ["agent-lab.yaml:1:", "plain data, never code"],
  },
  {
    name: "YAML that is not YAML",
    files: { "agent-lab.yaml": "adapters: [bare-loop\n" },
    says: ["agent-lab.yaml:", "Correct the YAML"],
  },
  {
    name: "two things that differ",
    files: {
      "agent-lab.yaml": aMatrix({
        candidates:
          "[{ id: a, adapter: bare-loop, prompt: { system: x } }, { id: b, adapter: langgraph-js }]",
      }),
    },
    says: ["a and b differ in prompt", "the variable is framework"],
  },
  {
    name: "a budget below the worst case",
    files: { "agent-lab.yaml": aMatrix({ budget: "0.0001 USD" }) },
    says: ["the worst case is", "more than the budget of $0.0001"],
  },
  {
    name: "a case path that leaves the project",
    files: {
      "agent-lab.yaml": aMatrix({ cases: "[case.yaml]" }),
      "case.yaml":
        "id: c\nprompt: { user: { file: ../../../etc/passwd } }\nexpect: { contains: [x] }\n",
    },
    says: ["case.yaml", "leaves the project folder"],
  },
  {
    name: "a misspelt adapter",
    files: { "agent-lab.yaml": aMatrix({ candidates: "[{ id: a, adapter: bare-lop }]" }) },
    says: ['agent-lab.yaml: there is no adapter "bare-lop"; did you mean "bare-loop"?'],
  },
  {
    name: "a case that a simulated model has no script for",
    files: {
      "agent-lab.yaml": aMatrix({ cases: "[c/one.yaml]" }),
      "c/one.yaml": "id: one\ninput: x\nexpect: { contains: [x] }\n",
    },
    says: ["c/one.yaml: case one has no simulation; add one or use a live model"],
  },
  {
    name: "a pattern that RE2 does not know",
    files: {
      "agent-lab.yaml": aMatrix({ cases: "[c/one.yaml]" }),
      "c/one.yaml":
        "id: one\ninput: x\nexpect: { matches: '(?=total)' }\nsimulation: { turns: [{ text: x }] }\n",
    },
    says: ["c/one.yaml: case one can't be judged: the pattern is not RE2", "no lookahead"],
  },
  {
    name: "a cap that refuses every first call",
    files: {
      "agent-lab.yaml": aMatrix({ cases: "[c/one.yaml]" }),
      "c/one.yaml":
        "id: one\ninput: x\nexpect: { contains: [x] }\nlimits: { cost: 0.000001 USD }\nsimulation: { turns: [{ text: x }] }\n",
    },
    says: [
      "c/one.yaml: limits.cost of case one is 0.000001 USD, but one model call could cost $",
      "Raise limits.cost well above $",
    ],
  },
  {
    name: "a track this version can't run",
    files: { "agent-lab.yaml": aMatrix({ track: "mcp" }) },
    says: ["track: mcp", "can't run it yet"],
  },
  {
    name: "an adapter of the controlled track on the native one",
    files: { "agent-lab.yaml": aMatrix({ track: "native" }) },
    says: [
      '"bare-loop" is made for track controlled',
      "is on track native",
      "native adapters alone",
    ],
  },
  {
    name: "an adapter of the native track on the controlled one",
    files: {
      "agent-lab.yaml": aMatrix({ candidates: "[{ id: a, adapter: langgraph-js-stages }]" }),
    },
    says: ['"langgraph-js-stages" is made for track native', "write track: native"],
  },
];

test.each(bad)("$name: exit 50, the place and the way out, nothing started", async (one) => {
  const lab = openLab();
  for (const [path, content] of Object.entries(one.files)) lab.write(path, content);
  const answer = await lab.run(["evaluate"]);
  expect(answer.code).toBe(50);
  for (const part of one.says) expect(answer.stderr).toContain(part);
  expect(answer.stderr).not.toContain("    at ");
  expect(existsSync(lab.inside(".agent-lab"))).toBe(false);
});

test("with --json a refusal is one object on stdout", async () => {
  const lab = openLab();
  lab.write("agent-lab.yaml", "adaptors: [bare-loop]\n");
  const answer = await lab.run(["evaluate", "--json"]);
  expect(answer.json).toMatchObject({
    verdict: null,
    exit_code: 50,
    faults: [{ code: "unknown_key", where: "agent-lab.yaml:1:1" }, {}],
  });
});

test("an unknown option and an unknown command exit with 50", async () => {
  const lab = openLab();
  expect((await lab.run(["evaluate", "--fail-on", "sometimes"])).code).toBe(50);
  expect((await lab.run(["evalute"])).code).toBe(50);
  expect((await lab.run(["gate", "--matrix", "20260101T000000Z-000000"])).code).toBe(50);
});
