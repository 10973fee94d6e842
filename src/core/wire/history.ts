/** Resolves what a Responses request leaves with the provider, from the same run's own recorded responses. */

import type { CanonicalMessage } from "./messages.ts";
import type { CanonicalOutcome } from "./outcome.ts";
import type { CanonicalRequest } from "./request.ts";

/**
 * `tokens`: the most the provider can read of what is known here. `complete`: nothing else is read; false where part of it
 * lies with the provider and was never seen here, so that only the model's own limit bounds it.
 */
export interface ResolvedRequest {
  readonly request: CanonicalRequest;
  readonly tokens: number;
  readonly complete: boolean;
}

export interface ConversationHistory {
  /** `bytes`: of the request as it was sent. What cannot be found stays remote, under its own id. */
  resolve(request: CanonicalRequest, bytes: number): ResolvedRequest;
  /** Remembers an answer. `bytes`: of the response. An error answers nothing and is not remembered. */
  add(asked: ResolvedRequest, outcome: CanonicalOutcome, bytes: number): void;
}

interface Kept {
  readonly messages: readonly CanonicalMessage[];
  readonly system: string;
  /** What is read again because of it, as far as it is known. */
  readonly tokens: number;
  readonly complete: boolean;
  /** Which answer it came with: what came together is read once. */
  readonly answer: CanonicalOutcome;
}

/**
 * One run's memory. `previous_response_id` brings back the messages up to that response and the system text among them,
 * but no instructions, which apply to one request; `item_reference` one output item. A `conversation` or `prompt` was
 * made elsewhere and stays remote.
 */
export function createHistory(): ConversationHistory {
  const responses = new Map<string, Kept>();
  const items = new Map<string, Kept>();

  return {
    resolve: (request, bytes) => {
      const stored = request.stored_items ?? [];
      if (request.history === "complete" && stored.length === 0)
        return { request, tokens: bytes, complete: true };
      const found = request.remote.map((one) => ({ one, kept: find(one.kind, one.id) }));
      const remote = found.flatMap(({ one, kept }) => (kept === undefined ? [one] : []));
      const earlier = found.find(({ one }) => one.kind === "previous_response_id")?.kept;
      const read = [...found.map(({ kept }) => kept), ...stored.map((id) => items.get(id))];
      const tokens = bytes + readTogether(read.filter((kept) => kept !== undefined));
      const complete = read.every((kept) => kept?.complete === true);
      const own = request.messages.flatMap((message) =>
        message.reference === undefined
          ? [message]
          : (items.get(message.reference)?.messages ?? [message]),
      );
      const kept_system = joined([earlier?.system ?? "", request.kept_system ?? ""]);
      return {
        request: {
          ...request,
          system: joined([earlier?.system ?? "", request.system]),
          ...(kept_system === "" ? {} : { kept_system }),
          messages: mergeTurns([...(earlier?.messages ?? []), ...own]),
          remote,
          history: remote.length === 0 && complete ? "complete" : "remote",
        },
        tokens,
        complete,
      };
    },
    add: ({ request, tokens, complete }, outcome, bytes) => {
      if (outcome.error !== null || outcome.end === "truncated") return;
      // Reasoning is kept and read again, yet its text may be hidden: the tokens it was charged as are its bound.
      const answered = Math.max(bytes, outcome.usage.out ?? 0);
      const counted = outcome.usage.out !== null;
      for (const item of outcome.items ?? [])
        items.set(item.id, {
          messages: [turn(item.text, item.calls)],
          system: "",
          tokens: answered,
          complete: counted,
          answer: outcome,
        });
      if (outcome.response_id === null) return;
      const calls = outcome.calls
        .filter((call) => call.by === "client")
        .map(({ id, name, args_text }) => ({ id, name, arguments: args_text }));
      responses.set(outcome.response_id, {
        messages: [...request.messages, turn(outcome.text, calls)],
        system: request.kept_system ?? "",
        tokens: tokens + answered,
        complete: complete && counted,
        answer: outcome,
      });
    },
  };

  function find(kind: CanonicalRequest["remote"][number]["kind"], id: string): Kept | undefined {
    if (kind === "previous_response_id") return responses.get(id);
    return kind === "item_reference" ? items.get(id) : undefined;
  }
}

/** Each answer once: with all that came before it where the whole conversation is asked for, else by itself. */
function readTogether(kept: readonly Kept[]): number {
  const most = new Map<CanonicalOutcome, number>();
  for (const { answer, tokens } of kept) most.set(answer, Math.max(most.get(answer) ?? 0, tokens));
  return [...most.values()].reduce((sum, one) => sum + one, 0);
}

function turn(text: string, calls: CanonicalMessage["calls"]): CanonicalMessage {
  return { role: "assistant", text, calls, tool_call_id: null, other_parts: [] };
}

/** Items of one answer stand side by side and are one turn, as a request that repeats them in full is read. */
function mergeTurns(messages: readonly CanonicalMessage[]): CanonicalMessage[] {
  const merged: CanonicalMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    const joins =
      last?.role === "assistant" &&
      message.role === "assistant" &&
      last.reference === undefined &&
      message.reference === undefined;
    if (last === undefined || !joins) merged.push(message);
    else
      merged[merged.length - 1] = {
        ...last,
        text: last.text + message.text,
        calls: [...last.calls, ...message.calls],
        other_parts: [...last.other_parts, ...message.other_parts],
      };
  }
  return merged;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
