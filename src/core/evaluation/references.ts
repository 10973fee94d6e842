/** Finds what a case names and does not have, and checks that cannot judge anything; no tool is run for it. */
import type { CaseContract } from "../../contracts/case.ts";
import type { Check } from "../../contracts/evaluator.ts";
import type { Behaviour, ToolCatalogue, ToolDefinition } from "../../contracts/tool-catalogue.ts";
import { tablesOf } from "../tools/behaviours.ts";
import { isMap, type JsonMap } from "../tools/json-value.ts";
import type { Offer } from "../tools/offer.ts";
import { findTableFault } from "../tools/reads.ts";
import { unsupportedKeywords } from "../tools/schema-keywords.ts";
import { namedTools } from "./named-tools.ts";
import { searchPattern } from "./pattern.ts";
import type { Problem } from "./problem.ts";

function schemaProblems(schema: JsonMap, where: string): Problem[] {
  return unsupportedKeywords(schema).map(({ pointer, message }) => ({
    code: "schema_unsupported",
    message: `the JSON Schema here can't be checked: ${message} (at ${pointer || "its root"})`,
    where: where + pointer,
  }));
}

/** The fixture that a tool answers from row by row. */
function tableRead(behaviour: Behaviour): string | undefined {
  if (behaviour.kind === "fail_first") return tableRead(behaviour.afterwards);
  return behaviour.kind === "table" ? behaviour.fixture : undefined;
}

function toolProblems(contract: CaseContract, tool: ToolDefinition): Problem[] {
  const where = `tools/${tool.name}`;
  const { reads } = tablesOf(tool.behaviour);
  const absent = reads.filter(
    (table) => !Object.hasOwn(contract.fixtures, table) && !Object.hasOwn(contract.world, table),
  );
  const answers = tableRead(tool.behaviour);
  const rows = answers === undefined ? undefined : contract.fixtures[answers];
  const fault = rows === undefined ? null : findTableFault(rows);
  const ruled = contract.approvals.some((rule) => rule.tool === tool.name);
  return [
    ...absent.map((table) => ({
      code: "fixture_missing",
      message: `${tool.name} reads "${table}", but the case has no fixture or world table of that name`,
      where: "/fixtures",
    })),
    ...(fault === null
      ? []
      : [
          {
            code: "fixture_unusable",
            message: `${tool.name} answers from "${answers}", but ${fault}`,
            where: `/fixtures/${answers}`,
          },
        ]),
    ...(tool.approval === "required" && !ruled
      ? [
          {
            code: "approval_rule_missing",
            message: `${tool.name} needs an approval, but the case has no rule for it: add one under approvals`,
            where: "/approvals",
          },
        ]
      : []),
    ...schemaProblems(tool.input_schema, `${where}/input_schema`),
    ...schemaProblems(tool.output_schema ?? {}, `${where}/output_schema`),
  ];
}

/** A check that every answer passes, or that can never be judged. */
function emptyCheck(check: Check): string | undefined {
  if (
    check.type === "output" &&
    isMap(check.expected) &&
    Object.keys(check.expected).length === 0
  ) {
    return check.mode === "subset"
      ? "it expects no value at all: every JSON object passes"
      : undefined;
  }
  if (check.type === "json_schema" && Object.keys(check.schema).length === 0) {
    return "its schema is empty: every JSON answer passes";
  }
  if (check.type === "matches") {
    const result = searchPattern(check.pattern, "");
    if (!result.ok) return result.message;
    return result.found
      ? `the pattern ${JSON.stringify(check.pattern)} matches the empty answer`
      : undefined;
  }
  return undefined;
}

function checkProblems(
  contract: CaseContract,
  known: ReadonlySet<string>,
  offered: ReadonlySet<string>,
): Problem[] {
  const { checks, allow_tool_errors } = contract.evaluator;
  const problems = checks.flatMap((check, index): Problem[] => {
    const where = `/evaluator/checks/${index}`;
    const empty = emptyCheck(check);
    const must = check.type === "calls" || check.type === "calls_with" || check.type === "order";
    const names = namedTools(check).flatMap((tool): Problem[] => {
      if (!known.has(tool)) {
        return [
          {
            code: "unknown_tool",
            message: `the check names ${tool}, which is not in the catalogue`,
            where,
          },
        ];
      }
      if (!must || offered.has(tool)) return [];
      return [
        {
          code: "tool_not_offered",
          message: `the check needs ${tool}, which the case does not offer`,
          where,
        },
      ];
    });
    return [
      ...names,
      ...(empty === undefined
        ? []
        : [
            {
              code: "check_vacuous",
              message: `the ${check.type} check is no test: ${empty}`,
              where,
            },
          ]),
      ...(check.type === "json_schema" ? schemaProblems(check.schema, `${where}/schema`) : []),
    ];
  });
  if (checks.every((check) => check.points === 0)) {
    const message = "no check is worth any points, so nothing is judged";
    problems.push({ code: "evaluator_vacuous", message, where: "/evaluator/checks" });
  }
  for (const tool of allow_tool_errors.filter((name) => !offered.has(name))) {
    const message = `allow_tool_errors names ${tool}, which the case does not offer`;
    problems.push({ code: "tool_not_offered", message, where: "/evaluator/allow_tool_errors" });
  }
  return problems;
}

function simulationProblems(contract: CaseContract, offered: ReadonlySet<string>): Problem[] {
  const turns = contract.simulation?.turns ?? [];
  return turns.flatMap((turn, index) => {
    const { has_result, no_result, result_is_error } = turn.when;
    const waits = [has_result, no_result, result_is_error].filter((name) => name !== undefined);
    const called = (turn.calls ?? []).map((call) => call.name);
    return [...new Set([...called, ...waits])]
      .filter((tool) => !offered.has(tool))
      .map((tool) => ({
        code: "tool_not_offered",
        message: `the simulated turn ${called.includes(tool) ? "calls" : "waits for"} ${tool}, which the case does not offer`,
        where: `/simulation/turns/${index}`,
      }));
  });
}

/** Every dangling reference, unsupported schema keyword and vacuous check of a case, in the order of its document. */
export function findReferenceProblems(
  contract: CaseContract,
  catalogue: ToolCatalogue,
  offer: Offer,
): Problem[] {
  const known = new Set(catalogue.tools.map((tool) => tool.name));
  const offered = new Set(offer.tools.map((tool) => tool.name));
  return [
    ...offer.unknown.map((name) => ({
      code: "unknown_tool",
      message: `the case asks for ${name}, which the catalogue ${catalogue.id} version ${catalogue.version} does not have`,
      where: name.startsWith("tool_sets/") ? "/tool_set" : "/tools",
    })),
    ...(contract.output.schema === undefined
      ? []
      : schemaProblems(contract.output.schema, "/output/schema")),
    ...offer.tools.flatMap((tool) => toolProblems(contract, tool)),
    ...checkProblems(contract, known, offered),
    ...contract.approvals
      .map((rule, index) => ({ rule, index }))
      .filter(({ rule }) => !offered.has(rule.tool))
      .map(({ rule, index }) => ({
        code: "tool_not_offered",
        message: `the approval rule names ${rule.tool}, which the case does not offer`,
        where: `/approvals/${index}`,
      })),
    ...simulationProblems(contract, offered),
  ];
}
