/** Pairs what base and head asked in one case, and finds head's first request that base did not make. */
import type { DryRequest } from "./requests.ts";

/** In what two requests that count as the same may differ: their order, how the same is written, where they ran, and when. */
export type Shade = "order" | "writing" | "places" | "moments";

/** One of head's requests beside base's; `call` is head's place, from 1. */
export interface Pair {
  readonly call: number;
  readonly base: DryRequest;
  readonly head: DryRequest;
}

/** `call` counts from 1: head's place, for a request that head no longer makes base's. */
export type FirstDifference =
  | {
      readonly kind: "same";
      readonly calls: number;
      /** Empty where no byte differs. */
      readonly differs: readonly Shade[];
      /** Those that differ in dates or ids. */
      readonly moments: readonly Pair[];
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
  const shades = new Set<Shade>();
  const moments: Pair[] = [];
  let last = -1;
  const unpaired: { readonly at: number; readonly head: DryRequest }[] = [];
  for (const [at, one] of head.entries()) {
    const found = partnerOf(one, left);
    if (found === null) unpaired.push({ at, head: one });
    else {
      const [place, partner] = found;
      const shade = shadeOf(partner, one);
      if (shade !== null) shades.add(shade);
      if (shade === "moments") moments.push({ call: at + 1, base: partner, head: one });
      if (place < last) shades.add("order");
      last = place;
      left.delete(place);
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
  return { kind: "same", calls: head.length, differs: [...shades].toSorted(), moments };
}

function shadeOf(base: DryRequest, head: DryRequest): Shade | null {
  if (base.bytes === head.bytes) return null;
  if (base.exact === head.exact) return "writing";
  return base.placed === head.placed ? "places" : "moments";
}

/** The closest partner first: else two requests could swap their dates and seem changed. */
function partnerOf(
  one: DryRequest,
  left: ReadonlyMap<number, DryRequest>,
): readonly [number, DryRequest] | null {
  const places = [...left];
  for (const key of ["bytes", "exact", "placed", "steady"] as const) {
    const found = places.find(([, other]) => other[key] === one[key]);
    if (found !== undefined) return found;
  }
  return null;
}

function isVectors({ request }: DryRequest): boolean {
  return request.wire === "embeddings";
}
