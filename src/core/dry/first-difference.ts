/** Pairs what base and head asked in one case, and finds head's first request that base did not make. */
import type { DryRequest } from "./requests.ts";

/** `call` counts from 1: head's place, for a request that head no longer makes base's. */
export type FirstDifference =
  | {
      readonly kind: "same";
      readonly calls: number;
      /** No byte differs; false where dates, ids or paths do. */
      readonly exact: boolean;
    }
  | {
      readonly kind: "changed";
      readonly call: number;
      readonly base: DryRequest;
      readonly head: DryRequest;
    }
  | { readonly kind: "added"; readonly call: number; readonly head: DryRequest }
  | { readonly kind: "removed"; readonly call: number; readonly base: DryRequest };

/**
 * Requests made at once come in any order, so each of head's is paired with any equal one of base's that is left. What
 * has no partner is compared with base's first that has none either and is of the same sort.
 */
export function firstDifference(
  base: readonly DryRequest[],
  head: readonly DryRequest[],
): FirstDifference {
  const left = new Map(base.entries());
  let exact = true;
  const unpaired: { readonly at: number; readonly head: DryRequest }[] = [];
  for (const [at, one] of head.entries()) {
    const found = partnerOf(one, left);
    if (found === null) unpaired.push({ at, head: one });
    else {
      exact &&= left.get(found)?.exact === one.exact;
      left.delete(found);
    }
  }
  const [first] = unpaired;
  if (first !== undefined) {
    const call = first.at + 1;
    const before = [...left.values()].find((one) => isVectors(one) === isVectors(first.head));
    return before === undefined
      ? { kind: "added", call, head: first.head }
      : { kind: "changed", call, base: before, head: first.head };
  }
  const [gone] = left;
  if (gone !== undefined) return { kind: "removed", call: gone[0] + 1, base: gone[1] };
  return { kind: "same", calls: head.length, exact };
}

/** An exact partner before one that is only steady: else two requests could swap their dates and seem changed. */
function partnerOf(one: DryRequest, left: ReadonlyMap<number, DryRequest>): number | null {
  const places = [...left];
  const found =
    places.find(([, other]) => other.exact === one.exact) ??
    places.find(([, other]) => other.steady === one.steady);
  return found === undefined ? null : found[0];
}

function isVectors({ request }: DryRequest): boolean {
  return request.wire === "embeddings";
}
