/** The simulated model: it plays the case's script on the real request, the same for every candidate that asks the same. */

import type { Simulation } from "../../contracts/case.ts";
import { createGenerator, type Generator } from "../statistics/generator.ts";
import type { CanonicalReply, CanonicalRequest } from "../wire/request.ts";
import { countTurn, findHistoryFault, readResults } from "./conversation.ts";
import { findToolFault } from "./offered-tools.ts";
import { chooseTurn, speak, type Speech } from "./turn.ts";

export interface SimulationInput {
  readonly simulation: Simulation;
  readonly case_id: string;
  /** With its whole history: remote state is resolved by the caller before. */
  readonly request: CanonicalRequest;
  /** The name the reply is served under. */
  readonly model: string;
  /** Hex digest over (case, repetition), never over the candidate; the turn is mixed in here. */
  readonly seed: string;
  /** Counts from 1 over the model calls of the run; it only keeps call ids apart when a turn is asked for again. */
  readonly ordinal: number;
  readonly count_tokens: (text: string) => number;
}

export type SimulationFaultCode =
  | "remote_history"
  | "too_many_alternatives"
  | "invalid_history"
  | "invalid_tool_name"
  | "duplicate_tool"
  | "invalid_function_parameters"
  | "simulation_no_turn"
  | "simulation_expression";

export type Simulated =
  | { readonly reply: CanonicalReply; readonly delay_ms: number }
  | {
      readonly error: {
        readonly status: 400;
        readonly code: SimulationFaultCode;
        readonly message: string;
      };
    };

/** What a chat template adds: a few tokens around each message, and the opening of the reply. */
const MESSAGE_TOKENS = 3;
const REPLY_TOKENS = 3;

function refuse(code: SimulationFaultCode, message: string): Simulated {
  return { error: { status: 400, code, message } };
}

/** A generator of its own for each turn, so that what one turn draws never shifts the next. */
function seedTurn(seed: string, turn: number): Generator {
  const base = createGenerator(seed);
  for (let skipped = 0; skipped < 4 * turn; skipped += 1) base.next();
  const words = [base.next(), base.next(), base.next(), base.next() | 1];
  return createGenerator(words.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join(""));
}

function countInput(request: CanonicalRequest, count: (text: string) => number): number {
  let total = REPLY_TOKENS;
  if (request.system !== "") total += MESSAGE_TOKENS + count(request.system);
  for (const message of request.messages) {
    total += MESSAGE_TOKENS + count(message.text);
    for (const call of message.calls) total += count(call.name) + count(call.arguments);
  }
  for (const tool of request.tools) {
    const { name, description, parameters } = tool;
    total += count(JSON.stringify({ name, description, parameters }));
  }
  return total;
}

function countCalls(speech: Speech, count: (text: string) => number): number {
  return speech.calls
    .map((call) => count(call.name) + count(JSON.stringify(call.arguments)))
    .reduce((sum, tokens) => sum + tokens, 0);
}

/** The longest start of `text`, in whole characters, that stays within `limit` tokens. */
function cutText(text: string, limit: number, count: (text: string) => number): string {
  const characters = Array.from(text);
  let fits = 0;
  let tooLong = characters.length + 1;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (count(characters.slice(0, middle).join("")) <= limit) fits = middle;
    else tooLong = middle;
  }
  return characters.slice(0, fits).join("");
}

/** Applies the request's own limits as a provider does: one call where parallel calls are off, and the output cap. */
function limitSpeech(
  speech: Speech,
  request: CanonicalRequest,
  count: (text: string) => number,
): { readonly speech: Speech; readonly cut: boolean } {
  const { max_output_tokens: cap, parallel_tool_calls: parallel } = request.sampling;
  const said = parallel === false ? { ...speech, calls: speech.calls.slice(0, 1) } : speech;
  if (cap === undefined || count(said.text) + countCalls(said, count) <= cap) {
    return { speech: said, cut: false };
  }
  return { speech: { text: cutText(said.text, cap, count), calls: [] }, cut: true };
}

/** What a provider would refuse before the model runs, or null. */
function findRequestFault(request: CanonicalRequest): Simulated | null {
  if (request.history === "remote") {
    const message =
      "the request refers to a conversation kept by the provider that this run did not record";
    return refuse("remote_history", message);
  }
  if (request.n > 1) {
    const message = `the simulated model gives one alternative, not n = ${request.n}`;
    return refuse("too_many_alternatives", message);
  }
  const tool = findToolFault(request);
  if (tool !== null) return refuse(tool.code, tool.message);
  const history = findHistoryFault(request);
  return history === null ? null : refuse("invalid_history", history);
}

/**
 * The reply of the simulated model, or the error a provider (or an incomplete script) gives instead; errors are status
 * 400, so that no client tries again. `delay_ms` and call ids depend only on seed, turn and ordinal. Usage holds real
 * token counts of the canonical request and the reply; cached and reasoning are 0 because nothing was cached or hidden.
 */
export function simulateReply(input: SimulationInput): Simulated {
  const { request, simulation, count_tokens: count } = input;
  const fault = findRequestFault(request);
  if (fault !== null) return fault;
  const turn = countTurn(request);
  const results = readResults(request);
  const where = `the simulated model of case ${input.case_id}`;
  const chosen = chooseTurn(simulation, turn, request, results);
  if (chosen === null) {
    const seen = results.map((result) =>
      result.is_error ? `${result.tool} (error)` : result.tool,
    );
    const so = seen.length === 0 ? "no tool results" : `results of ${seen.join(", ")}`;
    const message = `${where} has no turn whose "when" holds at logical turn ${turn}, with ${so}`;
    return refuse("simulation_no_turn", message);
  }
  const said = speak(chosen.script, results);
  if (!said.ok) {
    const message = `${where}, turn ${chosen.place} of its script, at logical turn ${turn}: ${said.message}`;
    return refuse("simulation_expression", message);
  }
  const { speech, cut } = limitSpeech(said.speech, request, count);
  const generator = seedTurn(input.seed, turn);
  const { minimum, maximum } = simulation.latency_ms;
  const delay_ms = minimum + generator.below(Math.max(1, maximum - minimum + 1));
  const calls = speech.calls.map((call) => {
    const drawn = [generator.next(), generator.next()];
    const hex = drawn.map((word) => word.toString(16).padStart(8, "0")).join("");
    return { id: `call_${hex}${input.ordinal.toString(36)}`, ...call };
  });
  const usage = {
    in: countInput(request, count),
    cached: 0,
    out: count(speech.text) + countCalls(speech, count),
    reasoning: 0,
  };
  const end = cut ? "length" : calls.length > 0 ? "tool_calls" : "stop";
  return { reply: { model: input.model, text: speech.text, calls, usage, end }, delay_ms };
}
