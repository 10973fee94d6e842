/** A random order from a seeded generator. */

import type { Generator } from "./generator.ts";

/**
 * A new list in random order: one of the items left is drawn and taken out until none is left (Fisher and Yates 1938,
 * their original form), so n items cost `below(n)`, `below(n - 1)`, .. `below(1)`. Recorded plans depend on this order
 * of draws.
 */
export function shuffle<T>(items: readonly T[], generator: Pick<Generator, "below">): T[] {
  const rest = [...items];
  const shuffled: T[] = [];
  while (rest.length > 0) shuffled.push(...rest.splice(generator.below(rest.length), 1));
  return shuffled;
}
