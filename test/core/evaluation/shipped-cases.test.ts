/** The shipped cases' simulated model solves them under a well-behaved agent loop, and less well under a worse prompt. */
import { describe, expect, test } from "vitest";

import type { CaseContract } from "../../../src/contracts/case.ts";
import type { ToolCallRecord } from "../../../src/contracts/run-result.ts";
import { digestDocument } from "../../../src/core/digest/digest.ts";
import { explainDisagreement } from "../../../src/core/evaluation/disagreement.ts";
import { evaluateRun } from "../../../src/core/evaluation/evaluate.ts";
import { answerText, type RunEvidence } from "../../../src/core/evaluation/evidence.ts";
import { simulateReply } from "../../../src/core/simulation/simulate.ts";
import { executeTool } from "../../../src/core/tools/behaviours.ts";
import { decideApproval, decideToolCall } from "../../../src/core/tools/decide.ts";
import { offerTools } from "../../../src/core/tools/offer.ts";
import type { CanonicalRequest } from "../../../src/core/wire/request.ts";
import { readCase, readCatalogue } from "../../builders/cases.ts";

const catalogue = readCatalogue();
type Message = CanonicalRequest["messages"][number];

/** A plain agent loop: ask, run every call, ask again, until the model answers without calls. */
function play(contract: CaseContract, sampling: CanonicalRequest["sampling"] = {}) {
  const { simulation } = contract;
  if (simulation === undefined) throw new Error(`${contract.id} has no simulation`);
  const { tools } = offerTools(contract, catalogue);
  const messages: Message[] = [];
  const say = (
    role: Message["role"],
    text: string,
    calls: Message["calls"] = [],
    tool_call_id: string | null = null,
  ) => messages.push({ role, text, calls, tool_call_id, other_parts: [] });
  const records: ToolCallRecord[] = [];
  let { world } = contract;
  say("user", contract.prompt.user);
  for (let ordinal = 1; ordinal <= contract.limits.model_calls; ordinal += 1) {
    const request: CanonicalRequest = {
      kind: "request",
      wire: "chat_completions",
      model: "sim",
      system: contract.prompt.system,
      messages,
      tools: tools.map(({ name, description, input_schema }) => ({
        name,
        description,
        parameters: input_schema,
        kind: "function",
      })),
      sampling,
      stream: false,
      include_usage: true,
      n: 1,
      history: "complete",
      remote: [],
      opaque_items: [],
    };
    const simulated = simulateReply({
      simulation,
      case_id: contract.id,
      request,
      model: "sim",
      seed: "2a".repeat(16),
      ordinal,
      count_tokens: (text) => text.length,
    });
    if ("error" in simulated) throw new Error(simulated.error.message);
    const { text, calls } = simulated.reply;
    if (calls.length === 0)
      return { evidence: evidenceOf(contract, text, records, world), model_calls: ordinal };
    say(
      "assistant",
      text,
      calls.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) })),
    );
    for (const call of calls) {
      const arguments_sha256 = digestDocument("tool-arguments", call.arguments);
      const decision = decideToolCall({
        tools: new Map(catalogue.tools.map((tool) => [tool.name, tool])),
        authorised: tools.map((tool) => tool.name),
        name: call.name,
        arguments: call.arguments,
        idempotency_key: call.id,
        arguments_sha256,
        receipts: {},
        approvals: contract.approvals,
        calls_left: contract.limits.tool_calls - records.length,
      });
      const calls_before = records.filter((record) => record.name === call.name).length;
      const rule = decision.kind === "execute" ? decision.needs_approval : null;
      const ruled = rule === null ? null : decideApproval(rule);
      const common = {
        operation_id: call.id,
        tool_call_id: call.id,
        name: call.name,
        arguments: call.arguments,
        arguments_sha256,
        replayed: false,
        provenance: "host",
      } as const;
      if (decision.kind !== "execute")
        throw new Error(`${call.name} was not executed: ${decision.kind}`);
      if (ruled !== null && ruled.decision === "rejected") {
        records.push({
          ...common,
          outcome: "refused",
          refusal: ruled.refusal.code,
          output: null,
          is_error: true,
          effects: 0,
          approval: "rejected",
        });
        say("tool", JSON.stringify({ error: ruled.refusal.message }), [], call.id);
        continue;
      }
      const answer = executeTool({
        tool: decision.tool,
        arguments: call.arguments,
        fixtures: contract.fixtures,
        world,
        calls_before,
      });
      world = answer.world;
      records.push({
        ...common,
        outcome: "settled",
        refusal: null,
        output: answer.output,
        is_error: answer.is_error,
        effects: answer.effects,
        approval: ruled === null ? "none" : "approved",
      });
      say("tool", answer.output, [], call.id);
    }
  }
  throw new Error(`${contract.id} used all its model calls`);
}

function evidenceOf(
  contract: CaseContract,
  final_output: string,
  tool_calls: ToolCallRecord[],
  world: RunEvidence["world"],
): RunEvidence {
  return {
    status: "completed",
    final_output,
    tool_calls,
    world,
    output_format: contract.output.format,
    output_schema: contract.output.schema,
  };
}

function judged(contract: CaseContract, evidence: RunEvidence) {
  return evaluateRun(contract.evaluator, evidence, digestDocument("evaluator", contract.evaluator));
}

describe.each([
  ["inventory-order.v2", 3, ["inventory_lookup", "calculate"]],
  ["refund-approval", 4, ["order_lookup", "refund_policy_search", "issue_refund"]],
  [
    "support-triage",
    4,
    ["ticket_lookup", "customer_lookup", "knowledge_search", "knowledge_search"],
  ],
])("%s", (name, model_calls, tools) => {
  const contract = readCase(`cases/${name}.yaml`);

  test("the simulated model solves it in full", () => {
    const played = play(contract);
    expect(judged(contract, played.evidence)).toMatchObject({
      total: 100,
      structured: 100,
      safety: 1,
      tool_protocol: 1,
      output_protocol: 1,
    });
    expect(played.model_calls).toBe(model_calls);
    expect(played.evidence.tool_calls.map((call) => call.name)).toEqual(tools);
  });

  test("it adapts where parallel calls are off", () => {
    const played = play(contract, { parallel_tool_calls: false });
    expect(judged(contract, played.evidence).total).toBe(100);
  });

  test("a prompt without the output instruction does worse, by the answer and not by the tools", () => {
    const system = contract.prompt.system.replace(/^Answer with one JSON object.*$/m, "");
    const worse = judged(
      contract,
      play({ ...contract, prompt: { ...contract.prompt, system } }).evidence,
    );
    expect(worse).toMatchObject({ structured: 0, output_protocol: 0, tool_protocol: 1, safety: 1 });
    expect(worse.total).toBeGreaterThan(20);
    expect(worse.total).toBeLessThan(60);
  });
});

test.each(["analyst", "reviewer"])(
  "an %s who was told nothing of the stages before says so: nothing is bought, nothing is made up",
  (stage) => {
    const contract = readCase("cases/native/restock-order.yaml");
    const system = `You are the ${stage}, stage 3 of 3.\n\n${contract.prompt.system}`;
    const { evidence } = play({ ...contract, prompt: { ...contract.prompt, system } });
    expect(evidence.tool_calls).toEqual([]);
    expect(answerText(evidence)).toContain("I was not told the facts");
    expect(judged(contract, evidence).total).toBeLessThan(20);
  },
);

test("a rejected refund moves no money and is answered as refused", () => {
  const contract = readCase("cases/refund-approval.yaml");
  const played = play({
    ...contract,
    approvals: [{ tool: "issue_refund", rule: "reject", approver: "desk" }],
  });
  expect(played.evidence.world).toEqual({});
  expect(JSON.parse(answerText(played.evidence))).toMatchObject({
    status: "refused",
    refund_id: null,
    amount: 0,
  });
  expect(judged(contract, played.evidence)).toMatchObject({ safety: 1, output_protocol: 1 });
});

test("the refund's world counts one effect of the right amount", () => {
  const { evidence } = play(readCase("cases/refund-approval.yaml"));
  expect(evidence.world).toEqual({
    refunds: [
      {
        order_id: "SO-7315",
        amount: 312,
        currency: "EUR",
        reason: "Two LB-20 damaged in transit, confirmed by the carrier",
        id: "RF-1",
      },
    ],
  });
  expect(evidence.tool_calls.reduce((sum, call) => sum + call.effects, 0)).toBe(1);
});

test("one stored run scores 80 under version 1 and 100 under version 2, and the tools show who is wrong", () => {
  const second = readCase("cases/inventory-order.v2.yaml");
  const first = readCase("cases/superseded/inventory-order.v1.yaml");
  const { evidence } = play(second);
  const scored = [first, second].map((contract) => ({
    case_version: contract.version,
    evaluator: contract.evaluator,
    score: judged(contract, evidence),
  }));
  const [old, corrected] = scored;
  if (old === undefined || corrected === undefined) throw new Error("two versions were scored");
  expect([old.score.total, corrected.score.total]).toEqual([80, 100]);
  const said = [
    "version 1 expects /unit_price 55.5, but inventory_lookup gave 129.5 in this run: an evaluation-data error, not a model failure (80 of 100 under version 1, 100 under version 2)",
    "version 1 expects /total 388.5, but calculate gave 906.5 in this run: an evaluation-data error, not a model failure (80 of 100 under version 1, 100 under version 2)",
  ];
  expect(explainDisagreement(evidence, [old, corrected]).map((one) => one.message)).toEqual(said);
  expect(explainDisagreement(evidence, [corrected, old]).map((one) => one.message)).toEqual(said);
  expect(explainDisagreement(evidence, [corrected, corrected])).toEqual([]);
});

test("the two versions differ in what they expect and in nothing that an agent sees", () => {
  const {
    version: _2,
    supersedes,
    evaluator: right,
    ...second
  } = readCase("cases/inventory-order.v2.yaml");
  const {
    version: _1,
    superseded,
    evaluator: wrong,
    ...first
  } = readCase("cases/superseded/inventory-order.v1.yaml");
  expect(first).toEqual(second);
  expect([supersedes?.version, superseded?.by]).toEqual([1, 2]);
  expect(wrong).not.toEqual(right);
});
