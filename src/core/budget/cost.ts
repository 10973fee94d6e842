/** What a model call cost, and the most a call or a run can cost: exact pico-units, bounds always rounded up. */

import type { PriceEntry } from "../../contracts/pricing.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { Usage } from "../../contracts/wire-evidence.ts";
import { toPico } from "./money.ts";

const RATE_TOKENS = 1_000_000n;

/** Pico-units: token rates are per million tokens, `request` per request. */
interface Rates {
  readonly input: bigint;
  readonly cached: bigint;
  readonly cacheWrite: bigint;
  readonly output: bigint;
  readonly reasoning: bigint;
  readonly request: bigint;
}

function ratesOf(price: PriceEntry): Rates {
  const input = toPico(price.input);
  const output = toPico(price.output);
  return {
    input,
    output,
    cached: price.cached_input === undefined ? input : toPico(price.cached_input),
    cacheWrite: price.cache_write === undefined ? input : toPico(price.cache_write),
    reasoning: price.reasoning === undefined ? output : toPico(price.reasoning),
    request: price.request === undefined ? 0n : toPico(price.request),
  };
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

/** `part` of `total` tokens at its own rate; a part the wire did not report is charged at the dearer rate. */
function split(total: number, part: number | null, rate: bigint, partRate: bigint): bigint {
  if (part === null) return BigInt(total) * larger(rate, partRate);
  return BigInt(total - part) * rate + BigInt(part) * partRate;
}

/**
 * Pico-units of one settled call, half-up at one pico: input without cached at the input rate, cached at its own,
 * output without reasoning at the output rate, reasoning at its own, plus the request rate. A cached or reasoning count
 * that is not reported never makes a call cheaper. Missing when usage is absent, incomplete or contradicts itself.
 */
export function callCost(usage: Usage | null, price: PriceEntry): bigint | Missing {
  if (usage === null) return { missing: "the wire reported no usage" };
  if (!usage.complete || usage.in === null || usage.out === null) {
    return { missing: "the wire reported incomplete usage" };
  }
  if ((usage.cached ?? 0) > usage.in) {
    return { missing: `${usage.cached} cached tokens are more than ${usage.in} input tokens` };
  }
  if ((usage.reasoning ?? 0) > usage.out) {
    return {
      missing: `${usage.reasoning} reasoning tokens are more than ${usage.out} output tokens`,
    };
  }
  const rates = ratesOf(price);
  const input = split(usage.in, usage.cached, rates.input, rates.cached);
  const output = split(usage.out, usage.reasoning, rates.output, rates.reasoning);
  return (input + output + RATE_TOKENS / 2n) / RATE_TOKENS + rates.request;
}

/** tokens */
export interface CallBound {
  readonly input_tokens: number;
  readonly max_output_tokens: number;
}

/**
 * The most one call can cost, pico-units, rounded up: (input x rate + output x rate + output x reasoning rate) / 1e6 +
 * request rate. It charges the output twice, once as reasoning, because some providers cap only the visible output.
 */
export function worstCaseCall(bound: CallBound, price: PriceEntry): bigint {
  const rates = ratesOf(price);
  const dearest = larger(larger(rates.input, rates.cached), rates.cacheWrite);
  const input = BigInt(bound.input_tokens) * dearest;
  const output = BigInt(bound.max_output_tokens) * (rates.output + rates.reasoning);
  return (input + output + RATE_TOKENS - 1n) / RATE_TOKENS + rates.request;
}

/** The most a run of `model_calls` calls can cost, pico-units: each call at its own worst case. */
export function worstCaseRun(
  bound: {
    readonly model_calls: number;
    readonly input_tokens_per_call: number;
    readonly max_output_tokens: number;
  },
  price: PriceEntry,
): bigint {
  const call = {
    input_tokens: bound.input_tokens_per_call,
    max_output_tokens: bound.max_output_tokens,
  };
  return BigInt(bound.model_calls) * worstCaseCall(call, price);
}

/**
 * The most input tokens a text request of this many bytes can hold: a token covers at least one byte, and JSON spends
 * more bytes on each message than a chat template spends tokens. It bounds neither linked images nor history that the
 * provider keeps: requests with those must be refused or resolved first.
 */
export function inputTokenBound(bytes: number): number {
  return bytes;
}
