/** Preflight passes a sound case and says exactly what is wrong with an unsound one, with no model call. */
import { describe, expect, test } from "vitest";

import { casePreflight } from "../../../src/contracts/preflight.ts";
import type { ToolCatalogue } from "../../../src/contracts/tool-catalogue.ts";
import { preflightCase } from "../../../src/core/evaluation/preflight.ts";
import { aCase, aCatalogue, readCase, readCatalogue } from "../../builders/cases.ts";

const case_sha256 = `sha256:${"0".repeat(64)}`;

function check(overrides: Record<string, unknown>, catalogue: ToolCatalogue = aCatalogue()) {
  return casePreflight.parse(preflightCase({ case: aCase(overrides), case_sha256, catalogue }));
}

function told(overrides: Record<string, unknown>, catalogue?: ToolCatalogue): string[] {
  return check(overrides, catalogue).problems.map(
    ({ code, message, where }) => `${code} ${where}: ${message}`,
  );
}

const answer = { type: "output", points: 60, expected: { price: 12.5 } };

describe("shipped cases", () => {
  test.each(["inventory-order.v2", "refund-approval", "support-triage", "native/restock-order"])(
    "%s is sound",
    (name) => {
      const contract = readCase(`cases/${name}.yaml`);
      const result = preflightCase({ case: contract, case_sha256, catalogue: readCatalogue() });
      expect(result).toMatchObject({ oracle_score: 100, error_score: 0, problems: [] });
      expect(Math.max(result.null_score, result.echo_score)).toBeLessThan(50);
      expect(contract.evaluator.checks.reduce((sum, one) => sum + one.points, 0)).toBe(100);
    },
  );

  test("version 1 of the inventory order is an evaluation-data error, named value by value", () => {
    const contract = readCase("cases/superseded/inventory-order.v1.yaml");
    const result = preflightCase({ case: contract, case_sha256, catalogue: readCatalogue() });
    expect(result.oracle_score).toBe(80);
    expect(result.problems.map((problem) => problem.message)).toEqual([
      "the evaluator expects /unit_price 55.5, but inventory_lookup gives 129.5 (oracle scores 80 of 100): an evaluation-data error",
      "the evaluator expects /total 388.5, but calculate gives 906.5 (oracle scores 80 of 100): an evaluation-data error",
    ]);
  });
});

describe("agents that do nothing", () => {
  test("a sound case has no problems", () => {
    expect(check({})).toMatchObject({ oracle_score: 100, null_score: 10, problems: [] });
  });

  test("must not pass", () => {
    const evaluator = { checks: [{ type: "never_calls", tools: ["order_place"] }] };
    expect(told({ evaluator })).toEqual([
      "null_agent_passes /evaluator/checks: an agent that does nothing scores 100 of 100: the evaluator does not test the task",
      "echo_agent_passes /evaluator/checks: an agent that only repeats its prompt scores 100 of 100: the evaluator does not test the task",
    ]);
  });

  test("an echo of the prompt is caught on its own", () => {
    const overrides = {
      output: { format: "text" },
      evaluator: { checks: [{ type: "contains", text: ["A-1"] }] },
      oracle: { steps: [], answer: "A-1" },
    };
    expect(check(overrides).problems.map((problem) => problem.code)).toEqual(["echo_agent_passes"]);
  });
});

const playSteps = (steps: object[]) =>
  told({ oracle: { steps, answer: { sku: "A-1", price: 12.5 } } });

const failingLookup = (sku: string) => ({
  steps: [{ tool: "price_lookup", arguments: { sku }, expect_error: true }],
  answer: { sku: "A-1", price: 12.5 },
});

describe("oracle", () => {
  test("absent where tools are offered is a problem; without tools it is only said", () => {
    expect(told({ oracle: undefined })).toEqual([
      "oracle_missing /oracle: the case offers catalogue tools, but has no oracle to show that it can be solved",
    ]);
    const bare = check({ oracle: undefined, tools: [], evaluator: { checks: [answer] } });
    expect(bare).toMatchObject({
      oracle_score: { missing: "the case has no oracle" },
      problems: [],
    });
  });

  test("a key that leads nowhere, a reference that leads nowhere, a call it may not make", () => {
    expect(playSteps([{ tool: "price_lookup", arguments: { sku: "Z" } }])).toEqual([
      'oracle_tool_error /oracle/steps/0: the oracle\'s price_lookup {"sku":"Z"} answers {"error":"no entry of prices has sku \\"Z\\""}: correct the step or the fixture, or set expect_error: true where it is meant',
    ]);
    expect(
      playSteps([
        { tool: "price_lookup", arguments: { sku: { $result: { tool: "order_place" } } } },
      ])[0],
    ).toMatch(/^oracle_expression \/oracle\/steps\/0: step 1: /);
    expect(playSteps([{ tool: "price_lookup", arguments: { sku: 7 } }])[0]).toContain(
      "price_lookup refused its arguments: /sku: expected string, found number 7",
    );
    expect(playSteps([{ tool: "order_place", arguments: { sku: "A-1" } }]).join("\n")).toContain(
      "oracle_unsafe /oracle/steps: the oracle itself calls a tool that the evaluator forbids",
    );
  });

  test("an announced error must happen and must be allowed", () => {
    expect(told({ oracle: failingLookup("A-1") })).toEqual([
      'oracle_error_expected /oracle/steps/0: the oracle expects price_lookup {"sku":"A-1"} to fail, but it answers {"sku":"A-1","price":12.5}',
    ]);
    expect(told({ oracle: failingLookup("Z") })).toEqual([
      "tool_error_not_annotated /oracle/steps/0: price_lookup is meant to fail here, but evaluator.allow_tool_errors does not name it",
    ]);
  });

  test("its answer must fit the case's own output contract", () => {
    const output = { format: "json", schema: { type: "object", required: ["currency"] } };
    expect(told({ output })).toEqual([
      "oracle_output_contract /output: the oracle's answer breaks the case's own output contract (format or schema)",
    ]);
  });
});

describe("references", () => {
  test.each([
    [
      { tools: ["price_lookup", "order_place", "teleport"] },
      "unknown_tool /tools: the case asks for teleport, which the catalogue small version 1 does not have",
    ],
    [
      { tool_set: "attic" },
      "unknown_tool /tool_set: the case asks for tool_sets/attic, which the catalogue small version 1 does not have",
    ],
    [
      { fixtures: { other: [] }, oracle: undefined },
      'fixture_missing /fixtures: price_lookup reads "prices", but the case has no fixture or world table of that name',
    ],
    [
      { approvals: [{ tool: "pay", rule: "approve" }] },
      "tool_not_offered /approvals/0: the approval rule names pay, which the case does not offer",
    ],
    [
      { simulation: { turns: [{ calls: [{ name: "pay", arguments: {} }] }] } },
      "tool_not_offered /simulation/turns/0: the simulated turn calls pay, which the case does not offer",
    ],
    [
      { evaluator: { checks: [answer, { type: "calls", tools: ["pay"] }] } },
      "unknown_tool /evaluator/checks/1: the check names pay, which is not in the catalogue",
    ],
    [
      { evaluator: { checks: [answer], allow_tool_errors: ["pay"] } },
      "tool_not_offered /evaluator/allow_tool_errors: allow_tool_errors names pay, which the case does not offer",
    ],
    [
      { evaluator: { checks: [answer, { type: "output", expected: {} }] } },
      "check_vacuous /evaluator/checks/1: the output check is no test: it expects no value at all: every JSON object passes",
    ],
    [
      { evaluator: { checks: [{ ...answer, points: 0 }] } },
      "evaluator_vacuous /evaluator/checks: no check is worth any points, so nothing is judged",
    ],
    [
      { output: { format: "json", schema: { $ref: "#/x" } } },
      'schema_unsupported /output/schema/$ref: the JSON Schema here can\'t be checked: keyword "$ref" is not supported (at /$ref)',
    ],
  ])("%j", (overrides, message) => {
    expect(told(overrides)).toContain(message);
  });

  test("a pattern that is not RE2 is found before a run, and so is an approval without a rule", () => {
    const checks = [answer, { type: "matches", pattern: "(?=a)" }];
    expect(told({ evaluator: { checks } })[0]).toMatch(
      /^check_vacuous \/evaluator\/checks\/1: .*not RE2/,
    );
    const catalogue = aCatalogue();
    const strict = {
      ...catalogue,
      tools: catalogue.tools.map((tool) => ({ ...tool, approval: "required" as const })),
    };
    expect(told({ approvals: [{ tool: "price_lookup", rule: "human" }] }, strict)).toEqual([
      "approval_rule_missing /approvals: order_place needs an approval, but the case has no rule for it: add one under approvals",
    ]);
  });
});

function ownProblems(overrides: Record<string, unknown>): string[] {
  const contract = aCase({ oracle: undefined, ...overrides });
  const catalogue = aCatalogue();
  const found = preflightCase({ case: contract, case_sha256, catalogue, track: "own" });
  return found.problems.map((one) => one.code);
}

describe("a case of a program of the user's own", () => {
  test("needs no oracle and may name tools no catalogue holds", () => {
    expect(ownProblems({})).toEqual([]);
    expect(ownProblems({ tools: ["nowhere"] })).toEqual([]);
  });

  test("still needs the fixtures of the tools that it lists and that are answered from them", () => {
    expect(ownProblems({ fixtures: {} })).toEqual(["fixture_missing"]);
    expect(ownProblems({ fixtures: {}, tools: [] })).toEqual([]);
  });
});

test("rows that can't answer are named before a model is called", () => {
  const [first, ...others] = aCatalogue().tools;
  if (first === undefined) throw new Error("the catalogue builder has no tool");
  const rows = { ...first, behaviour: { kind: "table" as const, fixture: "rows" } };
  const late = { kind: "fail_first" as const, times: 1, error: "busy", afterwards: rows.behaviour };
  for (const behaviour of [rows.behaviour, late])
    expect(
      told(
        { fixtures: { rows: [{ when: { sku: "A-1" }, outptu: 1 }] }, oracle: undefined },
        { ...aCatalogue(), tools: [{ ...rows, behaviour }, ...others] },
      )[0],
    ).toMatch(
      /^fixture_unusable \/fixtures\/rows: price_lookup answers from "rows", but row 1 is not/,
    );
});
