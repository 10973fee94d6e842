/** Tool calls of a program's own tools, rebuilt from the wire: what the model asked for and what came back to it. */
import type { Json } from "../../contracts/primitives.ts";
import type { CanonicalMessage } from "../wire/messages.ts";
import type { CanonicalOutcome } from "../wire/outcome.ts";

/** `output` is null when no later request carried an answer: the call was not run, or the run ended first. */
export interface ObservedTool {
  readonly tool_call_id: string;
  readonly name: string;
  readonly arguments: Json;
  readonly output: string | null;
}

export interface ToolObserver {
  /** Takes a request before it is forwarded; returns the calls it answers. */
  request(messages: readonly CanonicalMessage[]): ObservedTool[];
  /** Takes a response; its calls wait for their answer. A cut or broken one is a call only if it is answered. */
  response(outcome: CanonicalOutcome): void;
  /** The calls nobody answered. */
  rest(): ObservedTool[];
}

interface Open {
  readonly id: string;
  readonly name: string;
  readonly arguments: Json;
}

/**
 * A tool message answers the oldest open call of its id: ids may repeat from turn to turn, and a request repeats its
 * whole history, so an answer counts once, for the call that is still open.
 */
export function createToolObserver(): ToolObserver {
  let open: Open[] = [];
  let broken: Open[] = [];
  return {
    request: (messages) => {
      const answered: ObservedTool[] = [];
      for (const message of messages.slice(lastAssistant(messages) + 1)) {
        if (message.role !== "tool") continue;
        const call = take(open, message.tool_call_id) ?? take(broken, message.tool_call_id);
        if (call !== undefined)
          answered.push({
            tool_call_id: call.id,
            name: call.name,
            arguments: call.arguments,
            output: message.text,
          });
      }
      return answered;
    },
    response: (outcome) => {
      for (const call of outcome.calls) {
        if (call.by !== "client") continue;
        // Asked again, the model may repeat an id: then the whole call is the one that is answered.
        broken = broken.filter(({ id }) => id !== call.id);
        const whole = outcome.runnable && call.ok;
        const args = call.ok ? call.args : (call.args ?? call.raw ?? null);
        (whole ? open : broken).push({ id: call.id, name: call.name, arguments: args });
      }
    },
    rest: () => {
      const left = open.map((call) => ({
        tool_call_id: call.id,
        name: call.name,
        arguments: call.arguments,
        output: null,
      }));
      open = [];
      broken = [];
      return left;
    },
  };
}

function take(calls: Open[], id: string | null): Open | undefined {
  const at = calls.findIndex((call) => call.id === id);
  return at < 0 ? undefined : calls.splice(at, 1)[0];
}

/** Answers stand after the last assistant turn; earlier ones were counted when they were new. */
function lastAssistant(messages: readonly CanonicalMessage[]): number {
  return messages.findLastIndex((message) => message.role === "assistant");
}
