import { describe, expect, test } from "vitest";

import { caseContract, caseFile, type CaseFile } from "../../../src/contracts/case.ts";
import { contractDigest } from "../../../src/core/planning/bind-contracts.ts";
import { freezeCase, type CaseTexts } from "../../../src/core/planning/freeze-case.ts";
import { aCatalogue } from "../../builders/cases.ts";

const noTexts: CaseTexts = { system: null, user: null, fixtures: {} };
const catalogue = aCatalogue({ tool_sets: { desk: ["order_place", "price_lookup"] } });

function aFile(overrides: Record<string, unknown> = {}): CaseFile {
  return caseFile.parse({
    id: "c",
    input: "Hello?",
    expect: { contains: ["hello"] },
    ...overrides,
  });
}

function frozen(file: CaseFile, texts: CaseTexts = noTexts) {
  const outcome = freezeCase(file, texts, catalogue, "c.yaml");
  if (!outcome.ok) throw new Error(outcome.faults[0].message);
  return outcome.value;
}

function refused(file: CaseFile, texts: CaseTexts = noTexts) {
  const outcome = freezeCase(file, texts, catalogue, "c.yaml");
  if (outcome.ok) throw new Error("frozen");
  expect(outcome.faults[0].where).toBe("c.yaml");
  expect(outcome.faults[0].fix).not.toBe("");
  return outcome.faults[0];
}

describe("freezing a case", () => {
  test("expect becomes an evaluator and is gone; the result is a frozen case of its format", () => {
    const value = frozen(aFile({ expect: { contains: ["a"], never_calls: ["order_place"] } }));
    expect(value.evaluator.checks.map((check) => check.type)).toEqual(["contains", "never_calls"]);
    expect(value).not.toHaveProperty("expect");
    expect(caseContract.parse(value)).toEqual(value);
  });

  test("a pattern that RE2 does not know is refused here, short or long, before anybody pays for a run", () => {
    const evaluator = { checks: [{ type: "matches", pattern: "(open" }] };
    for (const judge of [{ expect: { matches: "(?=total)" } }, { expect: undefined, evaluator }]) {
      const fault = refused(aFile(judge));
      expect(fault.code).toBe("bad_pattern");
      expect(fault.message).toMatch(/^case c can't be judged: the pattern is not RE2: /);
    }
    expect(frozen(aFile({ expect: { matches: "total: [0-9]+" } })).evaluator.checks).toHaveLength(
      1,
    );
  });

  test("the long evaluator is kept as it is", () => {
    const evaluator = {
      checks: [{ type: "max_calls", points: 3, count: 2 }],
      allow_tool_errors: [],
    };
    expect(frozen(aFile({ expect: undefined, evaluator })).evaluator).toEqual(evaluator);
  });

  test.each([
    ["neither", { expect: undefined }, "needs either expect (short) or evaluator (long)"],
    [
      "both",
      { evaluator: { checks: [{ type: "max_calls", count: 1 }] } },
      "needs either expect (short) or evaluator (long)",
    ],
    ["an empty expect", { expect: {} }, "expects nothing"],
    ["an expect of empty lists", { expect: { contains: [], calls: [] } }, "expects nothing"],
  ])("%s of the two judges is refused", (_name, overrides, says) => {
    const fault = refused(aFile(overrides));
    expect(fault.code).toBe("case_without_judge");
    expect(fault.message).toContain(says);
  });

  test("what the shell read wins over what stands in the file", () => {
    const value = frozen(aFile({ prompt: { system: { file: "s.md" }, user: { file: "u.md" } } }), {
      system: "from s.md",
      user: "from u.md",
      fixtures: { prices: [{ sku: "A" }] },
    });
    expect(value.prompt).toEqual({ system: "from s.md", user: "from u.md" });
    expect(value.fixtures).toEqual({ prices: [{ sku: "A" }] });
  });

  test("without a prompt the input is the user's text: text as it is, data as canonical JSON", () => {
    expect(frozen(aFile()).prompt).toEqual({ system: "", user: "Hello?" });
    expect(frozen(aFile({ input: { b: 1, a: [2] } })).prompt.user).toBe('{"a":[2],"b":1}');
    expect(refused(aFile({ input: undefined })).code).toBe("case_without_input");
  });

  test("a tool set adds its tools once, after the case's own", () => {
    expect(frozen(aFile({ tools: ["price_lookup"], tool_set: "desk" })).tools).toEqual([
      "price_lookup",
      "order_place",
    ]);
  });

  test.each(["nothing", "constructor", "to-string"])("the tool set %s is unknown", (tool_set) => {
    const fault = refused(aFile({ tool_set }));
    expect(fault.code).toBe("unknown_tool_set");
    expect(fault.fix).toBe("It has: desk.");
  });

  test("what has no exact text is refused with its pointer, never thrown", () => {
    let deep: unknown = 1;
    for (let at = 0; at < 70; at++) deep = [deep];
    for (const [bad, pointer] of [
      [2 ** 60, "/fixtures/t/0"],
      ["\ud800", "/fixtures/t/0"],
      [deep, "/fixtures/t/0"],
    ] as const) {
      const fault = refused(aFile(), { ...noTexts, fixtures: { t: [bad as never] } });
      expect(fault.code).toBe("case_not_exact");
      expect(fault.message).toContain(pointer);
    }
    expect(refused(aFile({ input: [2 ** 60] })).code).toBe("case_not_exact");
  });

  test("the digest does not depend on key order or on defaults being written out", () => {
    const short = aFile();
    const long = caseFile.parse({
      expect: { contains: ["hello"] },
      version: 1,
      tags: [],
      faults: [],
      approvals: [],
      world: {},
      fixtures: {},
      tools: [],
      limits: {
        wall_seconds: 120,
        output_tokens: 8_000,
        input_tokens: 60_000,
        tool_calls: 24,
        model_calls: 12,
      },
      output: { format: "text" },
      schema_version: 1,
      input: "Hello?",
      id: "c",
    });
    const digest = contractDigest("case", frozen(short));
    expect(contractDigest("case", frozen(long))).toBe(digest);
    expect(contractDigest("case", frozen(aFile({ limits: { model_calls: 13 } })))).not.toBe(digest);
    expect(contractDigest("model", frozen(short))).not.toBe(digest);
  });
});
