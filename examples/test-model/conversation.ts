/** What the test model reads, whichever wire it came by. */
import type { Fields } from "./json.ts";

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Fields;
}

/** One tool call of the past, with its result once there is one. */
export interface Step {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
  readonly result: string | null;
}

export interface Conversation {
  readonly model: string;
  readonly system: string;
  readonly user: string;
  readonly steps: readonly Step[];
  readonly tools: readonly Tool[];
  readonly parallel: boolean;
  /** 0 to 2; the providers' default is 1. */
  readonly temperature: number;
  /** The request's own seed: the same request then always gets the same answer. */
  readonly seed: number | null;
}

export interface Call {
  readonly name: string;
  /** A JSON object as text, as it goes over the wire. */
  readonly arguments: string;
}

export type Reply =
  | { readonly kind: "calls"; readonly calls: readonly Call[] }
  | { readonly kind: "text"; readonly text: string };

/** A request that a provider would refuse, in a provider's words. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface Usage {
  readonly input: number;
  readonly output: number;
}

/**
 * Tokens by the test model's own rule: characters / 4, rounded up, over everything it reads (system text, messages, past
 * calls and results, tool schemas as JSON) and everything it writes (text, or names and arguments of calls).
 */
export function countUsage(read: Conversation, reply: Reply): Usage {
  const steps = read.steps.map((step) => step.name + step.arguments + (step.result ?? ""));
  const written =
    reply.kind === "text"
      ? reply.text
      : reply.calls.map((call) => call.name + call.arguments).join("");
  const asked = read.system + read.user + steps.join("") + JSON.stringify(read.tools);
  return { input: countTokens(asked), output: countTokens(written) };
}

export function countTokens(written: string): number {
  return Math.ceil(written.length / 4);
}

const weakModels = /\b(?:nano|tiny|lite|luna)\b/;

/** A model that is played as weak (nano, tiny, lite, luna in its name) keeps only the first half of the lines of its system text in mind. */
export function keptInMind(read: Conversation): string {
  const lines = read.system.split("\n").filter((line) => line.trim() !== "");
  const kept = weakModels.test(read.model) ? Math.floor(lines.length / 2) : lines.length;
  return lines.slice(0, kept).join("\n");
}
