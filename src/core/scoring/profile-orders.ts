/** The same runs under several score profiles: the order of points that each gives, and which profile turns it over. */

import type { CandidateComparison, Comparison } from "../../contracts/comparison.ts";

export interface ProfileOrder {
  readonly profile: string;
  /** Eligible candidates, most points first; candidates with the same points stand together. */
  readonly order: readonly (readonly string[])[];
  readonly not_weighed: readonly string[];
  /** Pairs that stand the other way round than under the first profile. */
  readonly turned: readonly (readonly [string, string])[];
  /** Pairs that have the same points here or under the first profile, and not under both. */
  readonly levelled: readonly (readonly [string, string])[];
}

/** What of a comparison an order rests on. */
export interface Weighed {
  readonly profile: Pick<Comparison["profile"], "name">;
  readonly ranking: Pick<Comparison["ranking"], "order">;
  readonly candidates: readonly Pick<CandidateComparison, "candidate">[];
}
type Points = ReadonlyMap<string, number>;

/** The first comparison is what the others are held against. Points are compared as the comparisons state them. */
export function orderByProfiles(comparisons: readonly Weighed[]): ProfileOrder[] {
  const [first] = comparisons;
  if (first === undefined) return [];
  const before = pointsOf(first);
  return comparisons.map((one) => {
    const points = pointsOf(one);
    const signs = pairsOf([...before.keys()].filter((id) => points.has(id))).map((pair) => ({
      pair,
      was: sign(before, pair),
      is: sign(points, pair),
    }));
    return {
      profile: one.profile.name,
      order: groupEqual(one),
      not_weighed: one.candidates.map((each) => each.candidate).filter((id) => !points.has(id)),
      turned: signs.filter(({ was, is }) => was * is < 0).map(({ pair }) => pair),
      levelled: signs.filter(({ was, is }) => was !== is && was * is === 0).map(({ pair }) => pair),
    };
  });
}

/** True when every profile weighs the same candidates and orders them alike. */
export function isSameOrder(orders: readonly ProfileOrder[]): boolean {
  const left = orders[0]?.not_weighed.join(" ");
  return orders.every(
    (one) => one.turned.length + one.levelled.length === 0 && one.not_weighed.join(" ") === left,
  );
}

function pointsOf({ ranking }: Weighed): Points {
  return new Map(ranking.order.map((one) => [one.candidate, one.weighted]));
}

function pairsOf(ids: readonly string[]): (readonly [string, string])[] {
  return ids.flatMap((a, at) => ids.slice(at + 1).map((b) => [a, b] as const));
}

function sign(points: Points, [a, b]: readonly [string, string]): number {
  return Math.sign((points.get(a) ?? 0) - (points.get(b) ?? 0));
}

function groupEqual({ ranking }: Weighed): string[][] {
  const groups: { weighted: number; ids: string[] }[] = [];
  for (const { candidate, weighted } of ranking.order) {
    const last = groups.at(-1);
    if (last?.weighted === weighted) last.ids.push(candidate);
    else groups.push({ weighted, ids: [candidate] });
  }
  return groups.map((one) => one.ids);
}
