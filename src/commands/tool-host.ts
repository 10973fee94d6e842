/**
 * Runs one job's tools: decide, reserve, approve, execute, leave a receipt. Effects live in the run's world. A program's
 * own tool goes the same way, but for its execution: the program runs it and hands in what came out.
 */
import type { CaseContract } from "../contracts/case.ts";
import type { RuntimeEvent } from "../contracts/event.ts";
import type { Digest, JsonObject } from "../contracts/primitives.ts";
import type { ToolDefinition } from "../contracts/tool-catalogue.ts";
import { neverCrash, type CrashPoint } from "../core/crash-points.ts";
import { digestBytes } from "../core/digest/digest.ts";
import type { HostMessage } from "../core/ports.ts";
import type { StandingCall } from "../core/recovery/tool-history.ts";
import type { ToolAnswer } from "../core/tools/answer.ts";
import { executeTool, runsInProgram } from "../core/tools/behaviours.ts";
import {
  decideToolCall,
  type ApprovalRule,
  type Receipt,
  type ToolRefusal,
} from "../core/tools/decide.ts";
import { digestArguments, findInexactArguments } from "../core/tools/digest-arguments.ts";
import { allowedNames, undeclaredTool } from "../core/tools/own-tools.ts";
import { askApproval } from "./ask-approval.ts";
import { operationPrefix, type Attempt } from "./attempt.ts";
import { createCallMemory, stillRunning } from "./call-memory.ts";
import { createProgramCalls, type ProgramCall, type ProgramCalls } from "./program-calls.ts";
import type { Recorder } from "./recorder.ts";
import { nameOperation, reservation } from "./reservation.ts";

type Intent = ProgramCall["intent"];
/** `child_id`: what the child calls it. */
type Served = Intent & { readonly child_id: string };

export interface ToolHostInputs {
  readonly recorder: Recorder;
  readonly case: CaseContract;
  /** The whole catalogue: what exists and is not offered is refused as such. */
  readonly tools: readonly ToolDefinition[];
  readonly attempt: Attempt;
  readonly now: () => string;
  readonly crashPoint?: CrashPoint;
  /** A call waits for a person: the attempt is to be suspended. Absent where it can't be: the call is refused instead. */
  readonly suspend?: () => void;
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
  /** What a checkpoint says about a call of the child's that is still open. */
  identify(child_id: string | null): {
    readonly pending_operation_id: string | null;
    readonly tool_name: string | null;
    readonly arguments_sha256: Digest | null;
  };
  /** Set when the agent asked for another form of what an earlier attempt had done; a sentence. */
  conflict(): string | null;
  /** Set when an operation waits for a person. */
  pending(): string | null;
}

export function createToolHost(inputs: ToolHostInputs): ToolHost {
  const { recorder, send, crashPoint = neverCrash } = inputs;
  const { history, world } = inputs.attempt;
  const prefix = operationPrefix(inputs.attempt);
  const tools = new Map(inputs.tools.map((tool) => [tool.name, tool]));
  const memory = createCallMemory(history);
  const { asked, rejected, executed, standing, owed } = memory;
  const undeclared = new Set<string>();
  /** Calls that were asked, by the child's name for them. */
  const open = new Map<string, ReturnType<ToolHost["identify"]>>();
  const program = createProgramCalls({
    recorder,
    redact: inputs.redact,
    remember: memory.remember,
  });
  /** What stands approved is reserved already. */
  let calls = standing.size;
  let pending: string | null = null;
  let conflict: string | null = null;
  let tail: Promise<void> = Promise.resolve();

  /** The child's name for a call, and ours: a child that is started again counts from the beginning. */
  async function serve(asking: Intent): Promise<void> {
    const operation_id = nameOperation(prefix, asking.operation_id);
    const intent = { ...asking, operation_id, child_id: asking.operation_id };
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
      receipts: memory.receipts(),
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
    if (decision.kind === "replay") {
      owed.delete(idempotency_key);
      return replay(intent, requested, decision.receipt);
    }
    const earlier = program.isRunning(idempotency_key)
      ? stillRunning(idempotency_key)
      : memory.findEarlier(decision.request_sha256, idempotency_key);
    if (earlier !== null) return refuse(intent, arguments_sha256, earlier);
    const done = memory.findOtherDeed(tool);
    if (done !== null) {
      conflict ??= done.message;
      return refuse(intent, arguments_sha256, done);
    }
    const stood = standing.get(idempotency_key);
    if (stood?.request_sha256 === decision.request_sha256)
      return carryOut(intent, tool, arguments_sha256, stood);
    asked.set(idempotency_key, decision.request_sha256);
    calls += 1;
    const before = recorder.revision();
    open.set(intent.child_id, {
      pending_operation_id: intent.operation_id,
      tool_name: name,
      arguments_sha256,
    });
    await recorder.append(reservation(intent, "budget.reserved"), requested);
    crashPoint("tool.after-request");
    if (
      decision.needs_approval !== null &&
      !(await approve(
        intent,
        decision.needs_approval,
        { arguments_sha256, request_sha256: decision.request_sha256 },
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
    send({ kind: "accepted", operation_id: intent.child_id, execute: "child" });
  }

  /** A person approved it while the run was suspended: everything it was bound to is looked at again. */
  async function carryOut(
    intent: Served,
    tool: ToolDefinition,
    arguments_sha256: string,
    { operation_id, request_sha256, expires_at }: StandingCall,
  ): Promise<void> {
    const mine = { ...intent, operation_id };
    standing.delete(intent.payload.idempotency_key);
    const now = inputs.now();
    crashPoint("approval.before-execution");
    if (expires_at === null || now < expires_at) return execute(mine, tool, request_sha256);
    const message = `the approval of ${tool.name} expired at ${expires_at}; it is ${now}`;
    await refuse(mine, arguments_sha256, { kind: "refuse", code: "approval_expired", message });
    await recorder.append({ ...reservation(mine, "budget.settled"), tool_calls: 0 });
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

  /** True when the call may run. A refused one is closed here: refusal, settlement, answer to the child. */
  async function approve(
    intent: Served,
    rule: ApprovalRule,
    digests: { readonly arguments_sha256: string; readonly request_sha256: string },
    revision: number,
  ): Promise<boolean> {
    const answer = await askApproval(
      { recorder, attempt: inputs.attempt.number, now: inputs.now },
      { operation_id: intent.operation_id, rule, revision, ...digests },
    );
    crashPoint("approval.after-decision");
    if (answer.decision === "approved") return true;
    if (answer.decision === "pending") {
      const { approval_id } = answer;
      pending = `${rule.tool} waits for a person's approval (${approval_id})`;
      send({ kind: "approval_pending", operation_id: intent.child_id, approval_id });
      if (inputs.suspend !== undefined) {
        inputs.suspend();
        return false;
      }
    }
    if (answer.decision === "rejected") rejected.set(digests.request_sha256, answer.refusal);
    await refuse(intent, digests.arguments_sha256, answer.refusal);
    await recorder.append({ ...reservation(intent, "budget.settled"), tool_calls: 0 });
    return false;
  }

  async function execute(
    intent: Served,
    tool: ToolDefinition,
    request_sha256: string,
  ): Promise<void> {
    send({ kind: "accepted", operation_id: intent.child_id, execute: "host" });
    await recorder.append({ type: "tool.executing", operation_id: intent.operation_id });
    crashPoint("tool.after-executing");
    const answer = actOnWorld(intent, tool, request_sha256);
    crashPoint("tool.after-effect");
    executed.set(tool.name, (executed.get(tool.name) ?? 0) + 1);
    const output = inputs.redact(answer.output);
    const { is_error } = answer;
    memory.remember(intent.payload.idempotency_key, { request_sha256, output, is_error });
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
    crashPoint("tool.after-receipt");
    send({ kind: "settlement", operation_id: intent.child_id, output, is_error });
  }

  /** What an idempotent tool did under this key before, it does not do again: that is what the word means. */
  function actOnWorld(intent: Served, tool: ToolDefinition, request_sha256: string): ToolAnswer {
    const { operation_id } = intent;
    const { idempotency_key } = intent.payload;
    const done = world.effects().find((one) => one.idempotency_key === idempotency_key);
    if (tool.side_effect_class === "idempotent_write" && done?.request_sha256 === request_sha256)
      return {
        output: done.output,
        is_error: done.is_error,
        world: world.state(),
        effects: 0,
      };
    const answer = executeTool({
      tool,
      arguments: intent.payload.arguments,
      fixtures: inputs.case.fixtures,
      world: world.state(),
      calls_before: executed.get(tool.name) ?? 0,
    });
    world.apply({ operation_id, idempotency_key, request_sha256 }, answer);
    return answer;
  }

  async function replay(intent: Served, requested: RuntimeEvent, receipt: Receipt): Promise<void> {
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
    send({ kind: "accepted", operation_id: intent.child_id, execute: "host" });
    send({
      kind: "settlement",
      operation_id: intent.child_id,
      output: receipt.output,
      is_error: receipt.is_error,
    });
  }

  async function refuse(
    intent: Served,
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
      operation_id: intent.child_id,
      code: refusal.code,
      message: JSON.stringify({ error: refusal.message }),
    });
  }

  /** Approved, and never asked for again: it did not run, and nothing may count on it. */
  async function dropStanding(): Promise<void> {
    for (const { operation_id } of standing.values())
      await recorder.append(
        { type: "tool.voided", operation_id, proof: "never_ran" },
        { ...reservation({ operation_id }, "budget.settled"), tool_calls: 0 },
      );
    standing.clear();
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
      inTurn(async () => program.settle(nameOperation(prefix, operation_id), output, is_error)),
    close: async () =>
      inTurn(async () => {
        await program.close();
        await dropStanding();
      }),
    ambiguous: () => program.ambiguous(),
    world: () => world.state(),
    pending: () => pending,
    conflict: () => conflict,
    identify: (child_id) => {
      const known = child_id === null ? undefined : open.get(child_id);
      return known ?? { pending_operation_id: null, tool_name: null, arguments_sha256: null };
    },
  };
}
