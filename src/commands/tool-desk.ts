/** The desk of one run's own tools: what a program announces over HTTP goes to the tool host, its answer goes back. */
import type { ToolIntent, ToolReply } from "../contracts/kit.ts";
import type { Json } from "../contracts/primitives.ts";
import { digestDocument } from "../core/digest/digest.ts";
import type { HostMessage } from "../core/ports.ts";
import type { SettlementReply, ToolDesk } from "../core/tool-ports.ts";
import { digestArguments } from "../core/tools/digest-arguments.ts";
import { createToolHost, type ToolHost, type ToolHostInputs } from "./tool-host.ts";

/** Intents past the case's limit that are still recorded one by one: each event of a run makes the next dearer to write. */
const refusalsKept = 200;

export interface OpenDesk {
  readonly desk: ToolDesk;
  readonly host: ToolHost;
}

export function openToolDesk(inputs: Omit<ToolHostInputs, "send" | "own" | "suspend">): OpenDesk {
  const replies = new Map<string, ToolReply>();
  /** Only the host sees all that a program sends, from whichever of its processes: so the host counts repeats. */
  const sent = new Map<string, number>();
  const host = createToolHost({
    ...inputs,
    own: true,
    send: (message) => {
      const reply = replyOf(message);
      if (reply !== null) replies.set(reply.operation_id, reply);
    },
  });
  const most = inputs.case.limits.tool_calls + refusalsKept;
  let intents = 0;

  /** Made of what is asked and how often it was: a program that is started again finds its receipts in any order. */
  function keyOf(name: string, args: Json): string {
    const request = digestDocument("tool-key", { name, arguments_sha256: digestArguments(args) });
    const nth = (sent.get(request) ?? 0) + 1;
    sent.set(request, nth);
    return `${request.replace("sha256:", "")}:${nth}`;
  }

  async function intent({
    name,
    arguments: args,
    idempotency_key,
    tool_call_id,
  }: ToolIntent): Promise<ToolReply> {
    intents += 1;
    const operation_id = `tool-${intents}`;
    if (intents > most) {
      const message = `more than ${most} tool calls were announced in one run`;
      if (intents === most + 1)
        await inputs.recorder.append({
          type: "finding.noted",
          code: "too_many_intents",
          message: `${message}; the rest were refused and are not recorded one by one`,
          fix: "Mend the loop that calls the tool again and again.",
        });
      return { do: "refuse", operation_id, code: "limit_reached", message };
    }
    await host.serve({
      operation_id,
      payload: {
        name,
        arguments: args,
        idempotency_key: idempotency_key ?? keyOf(name, args),
        ...(tool_call_id === undefined ? {} : { tool_call_id }),
      },
    });
    const reply = replies.get(operation_id);
    replies.delete(operation_id);
    if (reply === undefined) throw new Error(`the tool host gave no answer to ${operation_id}`);
    return reply;
  }

  async function settlement(said: {
    readonly operation_id: string;
    readonly output: string;
    readonly is_error: boolean;
  }): Promise<SettlementReply> {
    return host.settle(said.operation_id, said.output, said.is_error);
  }

  return { desk: { intent, settlement }, host };
}

/** The last message about an operation is its answer; those that only announce one are none. */
function replyOf(message: HostMessage): ToolReply | null {
  switch (message.kind) {
    case "accepted":
      return message.execute === "child" ? { do: "run", operation_id: message.operation_id } : null;
    case "settlement": {
      const { operation_id, output, is_error } = message;
      return { do: "use", operation_id, output, is_error };
    }
    case "rejected": {
      const { operation_id, code } = message;
      return { do: "refuse", operation_id, code, message: sentenceOf(message.message) };
    }
    case "approval_pending":
    case "cancel":
    case "start":
      return null;
  }
}

/** A refusal is sent to adapters as the JSON their models read; here its sentence stands alone. */
function sentenceOf(text: string): string {
  const read: unknown = JSON.parse(text);
  const said =
    typeof read === "object" && read !== null && "error" in read ? String(read.error) : text;
  return said.slice(0, 2_000).toWellFormed();
}
