/** The calls that a program runs itself: handed over once the host has accepted them, settled by what the program says. */
import type { ChildFrame } from "../contracts/frame.ts";
import type { Digest } from "../contracts/primitives.ts";
import type { ToolDefinition } from "../contracts/tool-catalogue.ts";
import { digestBytes } from "../core/digest/digest.ts";
import type { SettlementReply } from "../core/tool-ports.ts";
import type { Receipt } from "../core/tools/decide.ts";
import { declaredEffects } from "../core/tools/own-tools.ts";
import type { Recorder } from "./recorder.ts";
import { reservation } from "./reservation.ts";

export interface ProgramCall {
  readonly intent: Pick<Extract<ChildFrame, { kind: "intent" }>, "operation_id" | "payload">;
  readonly tool: ToolDefinition;
  readonly request_sha256: Digest;
  readonly undeclared: boolean;
}

/** Findings about settlements that fit nothing; a program may send them without end. */
const mostFindings = 20;
/** Characters an event holds, and those kept of a longer answer. */
const longestOutput = 1_048_576;
const keptOutput = 1_000_000;

export interface ProgramCalls {
  /** Resolves once the call is durable and may be run. */
  begin(call: ProgramCall): Promise<void>;
  /** Whether a call with this idempotency key runs now. */
  isRunning(idempotency_key: string): boolean;
  settle(operation_id: string, said: string, is_error: boolean): Promise<SettlementReply>;
  /** Nothing more will come: what still runs is settled at its worst case, and stays without a receipt. */
  close(): Promise<void>;
  /** A call that may have done harm and was never settled, in a sentence. */
  ambiguous(): string | null;
}

/** `remember` keeps the receipt of a settled call. */
export function createProgramCalls(inputs: {
  readonly recorder: Recorder;
  readonly redact: (text: string) => string;
  readonly remember: (idempotency_key: string, receipt: Receipt) => void;
}): ProgramCalls {
  const { recorder } = inputs;
  const running = new Map<string, ProgramCall>();
  /** What each settled call was settled with. */
  const settled = new Map<string, string>();
  let ambiguous: string | null = null;
  let stray = 0;

  async function settle(
    operation_id: string,
    said: string,
    is_error: boolean,
  ): Promise<SettlementReply> {
    const output = cut(inputs.redact(said));
    const content = `${is_error} ${digestBytes(output)}`;
    const call = running.get(operation_id);
    if (call === undefined) return turnAway(operation_id, content);
    const { intent, tool, request_sha256, undeclared } = call;
    running.delete(operation_id);
    settled.set(operation_id, content);
    inputs.remember(intent.payload.idempotency_key, { request_sha256, output, is_error });
    await recorder.append(
      {
        type: "tool.settled",
        operation_id,
        request_sha256,
        output,
        output_sha256: digestBytes(output),
        is_error,
        effects: declaredEffects(tool, { undeclared, is_error }),
        replayed: false,
      },
      reservation(intent, "budget.settled"),
    );
    return { ok: true };
  }

  /** The same settlement again is what a repeated request looks like; any other is kept in words. */
  async function turnAway(operation_id: string, content: string): Promise<SettlementReply> {
    const before = settled.get(operation_id);
    if (before === content) return { ok: true };
    const message =
      before === undefined
        ? `a settlement came for ${operation_id}, which is not running`
        : `a second settlement with another content came for ${operation_id}`;
    stray += 1;
    if (stray <= mostFindings)
      await recorder.append({
        type: "finding.noted",
        code: "stray_settlement",
        message,
        fix: "Settle each call once, under the operation_id that its intent was answered with.",
      });
    return { ok: false, message };
  }

  return {
    begin: async (call) => {
      await recorder.append({ type: "tool.executing", operation_id: call.intent.operation_id });
      running.set(call.intent.operation_id, call);
    },
    isRunning: (key) =>
      [...running.values()].some(({ intent }) => intent.payload.idempotency_key === key),
    settle,
    close: async () => {
      for (const { intent, tool } of running.values()) {
        if (tool.side_effect_class === "unsafe_write")
          ambiguous ??= `${tool.name} began and was never settled: whether it took effect is not known`;
        await recorder.append({ ...reservation(intent, "budget.settled"), worst_case: true });
      }
      running.clear();
    },
    ambiguous: () => ambiguous,
  };
}

/** As much of an answer as an event holds; what is left out is said. */
function cut(output: string): string {
  if (output.length <= longestOutput) return output;
  const kept = output.slice(0, keptOutput).toWellFormed();
  return `${kept}\n[cut: the whole answer has ${output.length} characters]`;
}
