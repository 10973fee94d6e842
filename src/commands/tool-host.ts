/**
 * Runs one job's tools: decide, reserve, approve, execute, leave a receipt. Effects live in the run's world. A program's
 * own tool goes the same way, but for its execution: the program runs it and hands in what came out.
 */
import type { CaseContract } from "../contracts/case.ts";
import type { RuntimeEvent } from "../contracts/event.ts";
import type { JsonObject } from "../contracts/primitives.ts";
import type { ToolDefinition } from "../contracts/tool-catalogue.ts";
import { digestBytes } from "../core/digest/digest.ts";
import type { HostMessage } from "../core/ports.ts";
import { executeTool, runsInProgram } from "../core/tools/behaviours.ts";
import {
  decideApproval,
  decideToolCall,
  type ApprovalRule,
  type Receipt,
  type ToolRefusal,
} from "../core/tools/decide.ts";
import { digestArguments, findInexactArguments } from "../core/tools/digest-arguments.ts";
import { allowedNames, undeclaredTool } from "../core/tools/own-tools.ts";
import { createProgramCalls, type ProgramCall, type ProgramCalls } from "./program-calls.ts";
import type { Recorder } from "./recorder.ts";
import { nameFor, reservation } from "./reservation.ts";

type Intent = ProgramCall["intent"];

export interface ToolHostInputs {
  readonly recorder: Recorder;
  readonly case: CaseContract;
  /** The whole catalogue: what exists and is not offered is refused as such. */
  readonly tools: readonly ToolDefinition[];
  readonly attempt: number;
  /** A program of the user's own: a tool no catalogue declares is run all the same, and said to be undeclared. */
  readonly own?: boolean;
  readonly send: (message: HostMessage) => void;
  /** Takes secrets out of what a tool answers, before it is digested, recorded and sent. */
  readonly redact: (text: string) => string;
}

export interface ToolHost {
  /** Serves one intent to its end; intents of one job are served one after the other. */
  serve(intent: Intent): Promise<void>;
  /** What came out of a call that the program ran itself. */
  readonly settle: ProgramCalls["settle"];
  readonly close: ProgramCalls["close"];
  readonly ambiguous: ProgramCalls["ambiguous"];
  world(): JsonObject;
  /** Set when an operation waits for a person. */
  pending(): string | null;
}

export function createToolHost(inputs: ToolHostInputs): ToolHost {
  const { recorder, send } = inputs;
  const tools = new Map(inputs.tools.map((tool) => [tool.name, tool]));
  let receipts: Readonly<Record<string, Receipt>> = {};
  /** Idempotency key to the request it was first sent with, run or not. */
  const asked = new Map<string, string>();
  /** Requests somebody rejected: a new operation id or key does not bring them back. */
  const rejected = new Map<string, ToolRefusal>();
  const executed = new Map<string, number>();
  const undeclared = new Set<string>();
  const program = createProgramCalls({
    recorder,
    redact: inputs.redact,
    remember: (key, receipt) => {
      receipts = { ...receipts, [key]: receipt };
    },
  });
  let world: JsonObject = inputs.case.world;
  let calls = 0;
  let pending: string | null = null;
  let tail: Promise<void> = Promise.resolve();

  async function serve(intent: Intent): Promise<void> {
    const { name, arguments: args, idempotency_key } = intent.payload;
    const arguments_sha256 = digestArguments(args);
    const inexact = findInexactArguments(args);
    if (inexact !== null)
      return refuse(intent, arguments_sha256, {
        kind: "refuse",
        code: "invalid_arguments",
        message: `the arguments of ${name} can't be kept exactly: ${inexact}`,
      });
    const foreign = inputs.own === true && !tools.has(name);
    const tool = foreign ? undeclaredTool(name) : tools.get(name);
    const decision = decideToolCall({
      tools: foreign ? new Map([[name, undeclaredTool(name)]]) : tools,
      authorised: inputs.own === true ? allowedNames(inputs.case, name) : inputs.case.tools,
      name,
      arguments: args,
      idempotency_key,
      arguments_sha256,
      receipts,
      approvals: inputs.case.approvals,
      calls_left: inputs.case.limits.tool_calls - calls,
    });
    if (decision.kind === "refuse" || tool === undefined)
      return refuse(
        intent,
        arguments_sha256,
        decision.kind === "refuse"
          ? decision
          : { kind: "refuse", code: "unknown_tool", message: `there is no tool ${name}` },
      );
    const requested: RuntimeEvent = {
      type: "tool.requested",
      operation_id: intent.operation_id,
      tool_call_id: intent.payload.tool_call_id ?? null,
      name,
      arguments: args,
      arguments_sha256,
      idempotency_key,
      side_effect_class: tool.side_effect_class,
      approval_needed: decision.kind === "execute" && decision.needs_approval !== null,
      ...(runsInProgram(tool.behaviour, executed.get(name) ?? 0)
        ? { runs_in: "program" as const }
        : {}),
      ...(foreign ? { undeclared: true as const } : {}),
    };
    if (decision.kind === "replay") return replay(intent, requested, decision.receipt);
    const earlier = findEarlier(decision.request_sha256, idempotency_key);
    if (earlier !== null) return refuse(intent, arguments_sha256, earlier);
    asked.set(idempotency_key, decision.request_sha256);
    calls += 1;
    const before = recorder.revision();
    await recorder.append(reservation(intent, "budget.reserved"), requested);
    if (
      decision.needs_approval !== null &&
      !(await approve(
        intent,
        decision.needs_approval,
        arguments_sha256,
        decision.request_sha256,
        before,
      ))
    )
      return;
    if (foreign) await noteUndeclared(name);
    if (!runsInProgram(tool.behaviour, executed.get(name) ?? 0))
      return execute(intent, tool, decision.request_sha256);
    const { request_sha256 } = decision;
    await program.begin({ intent, tool, request_sha256, undeclared: foreign });
    executed.set(name, (executed.get(name) ?? 0) + 1);
    send({ kind: "accepted", operation_id: intent.operation_id, execute: "child" });
  }

  async function noteUndeclared(name: string): Promise<void> {
    if (undeclared.has(name)) return;
    undeclared.add(name);
    await recorder.append({
      type: "finding.noted",
      code: "undeclared_tool",
      message: `${name.slice(0, 200)} is in no tool catalogue: it ran as unsafe_write, and what it may do was not judged`,
      fix: "Declare it in the file that tools: names, with its side_effect_class and behaviour: { kind: own }.",
    });
  }

  /** What the run already settled about this request or this key, although nothing was executed for it. */
  function findEarlier(request_sha256: string, key: string): ToolRefusal | null {
    if (program.isRunning(key))
      return {
        kind: "refuse",
        code: "in_progress",
        message: `the call with the idempotency key "${key}" is still running; wait for its answer`,
      };
    const before = asked.get(key);
    if (before !== undefined && before !== request_sha256)
      return {
        kind: "refuse",
        code: "idempotency_mismatch",
        message: `the idempotency key "${key}" already stands for another request; use a new key`,
      };
    return rejected.get(request_sha256) ?? null;
  }

  /** True when the call may run. A refused one is closed here: refusal, settlement, answer to the child. */
  async function approve(
    intent: Intent,
    rule: ApprovalRule,
    arguments_sha256: string,
    request_sha256: string,
    revision: number,
  ): Promise<boolean> {
    const tuple = {
      approval_id: nameFor("approval", intent.operation_id),
      operation_id: intent.operation_id,
      attempt: inputs.attempt,
      action: rule.tool,
      arguments_sha256,
      revision,
    };
    await recorder.append({ type: "approval.requested", ...tuple });
    const decided = decideApproval(rule);
    if (decided.decision !== "pending")
      await recorder.append({
        type: "approval.decided",
        ...tuple,
        decision: decided.decision,
        approver: `rule:${rule.approver}`,
      });
    if (decided.decision === "approved") return true;
    if (decided.decision === "pending") {
      pending = `${rule.tool} waits for a person's approval (${tuple.approval_id})`;
      send({
        kind: "approval_pending",
        operation_id: intent.operation_id,
        approval_id: tuple.approval_id,
      });
    }
    if (decided.decision === "rejected") rejected.set(request_sha256, decided.refusal);
    await refuse(intent, arguments_sha256, decided.refusal);
    await recorder.append({ ...reservation(intent, "budget.settled"), tool_calls: 0 });
    return false;
  }

  async function execute(
    intent: Intent,
    tool: ToolDefinition,
    request_sha256: string,
  ): Promise<void> {
    send({ kind: "accepted", operation_id: intent.operation_id, execute: "host" });
    await recorder.append({ type: "tool.executing", operation_id: intent.operation_id });
    const answer = executeTool({
      tool,
      arguments: intent.payload.arguments,
      fixtures: inputs.case.fixtures,
      world,
      calls_before: executed.get(tool.name) ?? 0,
    });
    world = answer.world;
    executed.set(tool.name, (executed.get(tool.name) ?? 0) + 1);
    const output = inputs.redact(answer.output);
    const { is_error } = answer;
    receipts = {
      ...receipts,
      [intent.payload.idempotency_key]: { request_sha256, output, is_error },
    };
    await recorder.append(
      {
        type: "tool.settled",
        operation_id: intent.operation_id,
        request_sha256,
        output,
        output_sha256: digestBytes(output),
        is_error,
        effects: answer.effects,
        replayed: false,
      },
      reservation(intent, "budget.settled"),
    );
    send({ kind: "settlement", operation_id: intent.operation_id, output, is_error });
  }

  async function replay(intent: Intent, requested: RuntimeEvent, receipt: Receipt): Promise<void> {
    await recorder.append(requested, {
      type: "tool.settled",
      operation_id: intent.operation_id,
      request_sha256: receipt.request_sha256,
      output: receipt.output,
      output_sha256: digestBytes(receipt.output),
      is_error: receipt.is_error,
      effects: 0,
      replayed: true,
    });
    send({ kind: "accepted", operation_id: intent.operation_id, execute: "host" });
    send({
      kind: "settlement",
      operation_id: intent.operation_id,
      output: receipt.output,
      is_error: receipt.is_error,
    });
  }

  async function refuse(
    intent: Intent,
    arguments_sha256: string,
    refusal: ToolRefusal,
  ): Promise<void> {
    await recorder.append({
      type: "tool.refused",
      operation_id: intent.operation_id,
      tool_call_id: intent.payload.tool_call_id ?? null,
      name: intent.payload.name,
      arguments_sha256,
      code: refusal.code,
      message: refusal.message.slice(0, 2_000).toWellFormed(),
    });
    send({
      kind: "rejected",
      operation_id: intent.operation_id,
      code: refusal.code,
      message: JSON.stringify({ error: refusal.message }),
    });
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = tail.then(work);
    tail = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  }

  return {
    serve: async (intent) => inTurn(async () => serve(intent)),
    settle: async (operation_id, output, is_error) =>
      inTurn(async () => program.settle(operation_id, output, is_error)),
    close: async () => inTurn(async () => program.close()),
    ambiguous: () => program.ambiguous(),
    world: () => world,
    pending: () => pending,
  };
}
