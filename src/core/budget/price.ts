/** Finds the price that held for a model on a day, or says which price is missing. */

import type { PriceEntry, PricingCatalogue } from "../../contracts/pricing.ts";
import type { Missing } from "../../contracts/primitives.ts";

function holdsOn(entry: PriceEntry, day: string): boolean {
  const ended = entry.effective_until !== undefined && day >= entry.effective_until;
  return entry.effective_from <= day && !ended;
}

/**
 * The entry of (provider, model) that holds on `day` (YYYY-MM-DD, UTC): effective_from <= day < effective_until, the
 * latest effective_from first. Names match exactly; no price is ever guessed from a similar name.
 */
export function findPrice(
  catalogue: PricingCatalogue,
  provider: string,
  model: string,
  day: string,
): PriceEntry | Missing {
  const known = catalogue.entries.filter(
    (entry) => entry.provider === provider && entry.model === model,
  );
  let found: PriceEntry | undefined;
  for (const entry of known) {
    if (!holdsOn(entry, day)) continue;
    if (found === undefined || entry.effective_from > found.effective_from) found = entry;
  }
  if (found !== undefined) return found;
  const which = `${catalogue.name} has no price for ${provider.slice(0, 60)} ${model.slice(0, 80)}`;
  const why = known.length === 0 ? "" : `: its ${known.length} entries hold on other days`;
  return { missing: `${which} on ${day}${why}` };
}
