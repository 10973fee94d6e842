/** How a test vector of the decoder is written: its wire, its bytes, the outcome they must have; and builders for bytes. */

import type { Wire } from "../../../src/contracts/model.ts";

export interface WireVector {
  readonly rule: number;
  readonly title: string;
  readonly wire: Wire;
  readonly status?: number;
  readonly content_type?: string;
  readonly body: string | Uint8Array;
  /** Only the keys given are compared; "minted" stands for any id the decoder makes. */
  readonly expected: Readonly<Record<string, unknown>>;
}

/** One Chat chunk as an event. */
export function chunk(delta: unknown, finish: string | null = null, extra: object = {}): string {
  const choice = { index: 0, delta, finish_reason: finish };
  return `data: ${JSON.stringify({ id: "r-7", model: "sim-a", choices: [choice], ...extra })}\n\n`;
}

export const DONE = "data: [DONE]\n\n";

export function calls(...entries: readonly unknown[]): object {
  return { tool_calls: entries };
}

export function whole(message: unknown, finish: string | null, extra: object = {}): string {
  const choices = [{ index: 0, message, finish_reason: finish }];
  return JSON.stringify({ id: "r-7", model: "sim-a", choices, ...extra });
}

/** One Responses event. */
export function item(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

export function completed(fields: object, type = "response.completed"): string {
  const status = type.slice("response.".length);
  return item(type, { response: { id: "rs-1", model: "sim-a", status, output: [], ...fields } });
}

export const NONE = {
  in: null,
  cached: null,
  cache_write: null,
  out: null,
  reasoning: null,
  complete: false,
};
export const COUNTS = { prompt_tokens: 40, completion_tokens: 6, total_tokens: 46 };
export const FETCH_OPEN = {
  type: "function_call",
  id: "it-1",
  call_id: "k-1",
  name: "fetch_row",
  arguments: "",
};
export const ORDER = { name: "fetch_row", args: { row: 12 }, ok: true, by: "client", id: "k-1" };
export const orderStart = {
  index: 0,
  id: "k-1",
  type: "function",
  function: { name: "fetch_row", arguments: '{"row":' },
};
export const orderEnd = { index: 0, function: { arguments: "12}" } };
