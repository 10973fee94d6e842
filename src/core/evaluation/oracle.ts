/** Plays a case's oracle over a fresh world with the real tools, and records it as a run would be recorded. */
import type { CaseContract, Oracle } from "../../contracts/case.ts";
import type { Json, JsonObject } from "../../contracts/primitives.ts";
import type { ToolCallRecord } from "../../contracts/run-result.ts";
import type { ToolDefinition } from "../../contracts/tool-catalogue.ts";
import { digestDocument } from "../digest/digest.ts";
import { evaluateExpression, type ToolOutcome } from "../simulation/expression.ts";
import { executeTool } from "../tools/behaviours.ts";
import { decideApproval, decideToolCall } from "../tools/decide.ts";
import { parseJsonText, showJson } from "../tools/json-value.ts";
import { checkSchema, describeIssues } from "../tools/schema.ts";
import type { RunEvidence } from "./evidence.ts";
import type { Problem } from "./problem.ts";

/** `evidence` is absent when the oracle could not be played to its answer; the problems say why. */
export interface OraclePlay {
  readonly evidence?: RunEvidence;
  readonly problems: readonly Problem[];
}

interface Stage {
  readonly contract: CaseContract;
  readonly offered: readonly ToolDefinition[];
  readonly all: ReadonlyMap<string, ToolDefinition>;
  readonly records: ToolCallRecord[];
  readonly results: ToolOutcome[];
  readonly problems: Problem[];
  world: JsonObject;
}

interface StepAnswer {
  readonly output: string;
  readonly is_error: boolean;
  readonly effects: number;
  readonly refusal: string | null;
  readonly approval: ToolCallRecord["approval"];
}

function refusedStep(
  code: string,
  message: string,
  approval: ToolCallRecord["approval"],
): StepAnswer {
  const output = JSON.stringify({ error: message });
  return { output, is_error: true, effects: 0, refusal: code, approval };
}

/** A rule `human` is taken as approved: preflight asks whether the case can be solved, not who decides. */
function answerStep(stage: Stage, name: string, step: number, given: Json): StepAnswer {
  const decision = decideToolCall({
    tools: stage.all,
    authorised: stage.offered.map((tool) => tool.name),
    name,
    arguments: given,
    idempotency_key: `oracle:${step}`,
    arguments_sha256: digestDocument("tool-arguments", given),
    receipts: {},
    approvals: stage.contract.approvals,
    calls_left: stage.contract.limits.tool_calls - stage.records.length,
  });
  if (decision.kind === "refuse") return refusedStep(decision.code, decision.message, "none");
  if (decision.kind === "replay") throw new Error("an oracle has no receipts to replay");
  const rule = decision.needs_approval;
  if (rule !== null && rule.rule !== "human") {
    const ruled = decideApproval(rule);
    if (ruled.decision !== "approved") {
      return refusedStep(ruled.refusal.code, ruled.refusal.message, ruled.decision);
    }
  }
  const calls_before = stage.records.filter(
    (record) => record.name === name && record.outcome === "settled",
  ).length;
  const { fixtures } = stage.contract;
  const { tool } = decision;
  const answer = executeTool({
    tool,
    arguments: given,
    fixtures,
    world: stage.world,
    calls_before,
  });
  stage.world = answer.world;
  const { output, is_error, effects } = answer;
  return {
    output,
    is_error,
    effects,
    refusal: null,
    approval: rule === null ? "none" : "approved",
  };
}

function report(stage: Stage, code: string, message: string, where: string): void {
  stage.problems.push({ code, message: message.slice(0, 1_000), where });
}

function checkStep(
  stage: Stage,
  step: Oracle["steps"][number],
  given: Json,
  answer: StepAnswer,
  where: string,
): void {
  const call = `${step.tool} ${showJson(given, 200)}`;
  if (answer.is_error && !step.expect_error) {
    const why = showJson(parsed(answer.output), 300);
    const fix = "correct the step or the fixture, or set expect_error: true where it is meant";
    report(stage, "oracle_tool_error", `the oracle's ${call} answers ${why}: ${fix}`, where);
  }
  if (!answer.is_error && step.expect_error) {
    const message = `the oracle expects ${call} to fail, but it answers ${answer.output.slice(0, 300)}`;
    report(stage, "oracle_error_expected", message, where);
  }
  const unannounced = !stage.contract.evaluator.allow_tool_errors.includes(step.tool);
  if (step.expect_error && answer.is_error && answer.refusal === null && unannounced) {
    const message = `${step.tool} is meant to fail here, but evaluator.allow_tool_errors does not name it`;
    report(stage, "tool_error_not_annotated", message, where);
  }
  const schema = stage.all.get(step.tool)?.output_schema;
  const issues =
    answer.is_error || schema === undefined ? [] : checkSchema(schema, parsed(answer.output));
  if (issues.length > 0) {
    const message = `the answer of ${call} breaks the tool's output schema: ${describeIssues(issues)}`;
    report(stage, "tool_output_schema", message, where);
  }
}

function parsed(output: string): Json {
  const value = parseJsonText(output);
  return value.ok ? value.value : output;
}

function playStep(stage: Stage, step: Oracle["steps"][number], index: number): boolean {
  const where = `/oracle/steps/${index}`;
  const evaluated = evaluateExpression(step.arguments, { results: stage.results });
  if (!evaluated.ok) {
    report(stage, "oracle_expression", `step ${index + 1}: ${evaluated.message}`, where);
    return false;
  }
  const given = evaluated.value;
  const answer = answerStep(stage, step.tool, index + 1, given);
  checkStep(stage, step, given, answer, where);
  const { output, is_error, effects, refusal, approval } = answer;
  stage.results.push({ tool: step.tool, output: parsed(output), is_error });
  stage.records.push({
    operation_id: `oracle-${index + 1}`,
    tool_call_id: null,
    name: step.tool,
    arguments: given,
    arguments_sha256: digestDocument("tool-arguments", given),
    outcome: refusal === null ? "settled" : "refused",
    refusal,
    output: refusal === null ? output : null,
    is_error,
    effects,
    replayed: false,
    approval,
    provenance: "host",
  });
  return true;
}

/** Plays every step in order through the same decisions and behaviours as a run, then computes the answer. */
export function playOracle(
  contract: CaseContract,
  oracle: Oracle,
  tools: { readonly offered: readonly ToolDefinition[]; readonly all: readonly ToolDefinition[] },
): OraclePlay {
  const stage: Stage = {
    contract,
    offered: tools.offered,
    all: new Map(tools.all.map((tool) => [tool.name, tool])),
    records: [],
    results: [],
    problems: [],
    world: contract.world,
  };
  for (const [index, step] of oracle.steps.entries()) {
    if (!playStep(stage, step, index)) return { problems: stage.problems };
  }
  const answer = evaluateExpression(oracle.answer, { results: stage.results });
  if (!answer.ok) {
    report(stage, "oracle_expression", `the oracle's answer: ${answer.message}`, "/oracle/answer");
    return { problems: stage.problems };
  }
  const { format, schema } = contract.output;
  const { value } = answer;
  const evidence: RunEvidence = {
    status: "completed",
    final_output: format === "text" && typeof value === "string" ? value : JSON.stringify(value),
    tool_calls: stage.records,
    world: stage.world,
    output_format: format,
    output_schema: schema,
  };
  return { evidence, problems: stage.problems };
}
