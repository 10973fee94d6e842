/** What a run cost under a given catalogue, from the usage its model calls settled with: exact pico-units or a reason. */

import type { PricingCatalogue } from "../../contracts/pricing.ts";
import type { Missing } from "../../contracts/primitives.ts";
import type { ForeignRun, RunResult } from "../../contracts/run-result.ts";
import { callCost } from "../budget/cost.ts";
import { toPico } from "../budget/money.ts";
import { findPrice } from "../budget/price.ts";
import { absent, isMissing, noCallReason } from "./missing.ts";

/**
 * Pico-units of the catalogue's currency: the sum over the run's model calls, each at the price that held for the
 * model it asked for on the run's own start day (UTC). One call without price or usage makes the whole cost missing.
 */
export function runCost(result: RunResult, pricing: PricingCatalogue): bigint | Missing {
  if (isMissing(result.started_at)) {
    return absent(`no start day to look a price up: ${result.started_at.missing}`);
  }
  if (result.model_calls.length === 0) return absent(noCallReason(result));
  const day = result.started_at.slice(0, 10);
  let total = 0n;
  for (const call of result.model_calls) {
    const price = findPrice(pricing, result.metadata.model_provider, call.model, day);
    if (isMissing(price)) return price;
    const cost = callCost(call.usage, price);
    if (isMissing(cost)) return absent(`model call ${call.ordinal}: ${cost.missing}`);
    total += cost;
  }
  return total;
}

/**
 * Pico-units of a transcribed run. A publication gives one token count, so a price can be applied only where every
 * rate is 0; otherwise the published cost stands, where there is one.
 */
export function foreignCost(run: ForeignRun, pricing: PricingCatalogue): bigint | Missing {
  const price = findPrice(pricing, run.model_provider, run.model, run.started_on);
  if (!isMissing(price)) {
    const rates = [price.input, price.cached_input, price.output, price.reasoning, price.request];
    if (rates.every((rate) => rate === undefined || toPico(rate) === 0n)) return 0n;
  }
  if (!isMissing(run.cost)) return BigInt(run.cost);
  if (isMissing(price)) return price;
  return absent("the published token count is not split into input and output: no rate applies");
}
