/** Comparisons of which a test says no more than the weighted points under one profile. */
import type { Comparison } from "../../src/contracts/comparison.ts";
import { aCompareInput, aPlan, comparisonOf, runsOf } from "./runs.ts";

/** `candidates`: all of them, also those that the profile does not weigh. */
export function someWeighed(
  profile: string,
  points: Readonly<Record<string, number>>,
  candidates: readonly string[] = Object.keys(points),
): Comparison {
  const plan = aPlan({ candidates, repetitions: 1 });
  const comparison = comparisonOf(aCompareInput(plan, runsOf(plan)));
  const none = { missing: "cost: no price" };
  return {
    ...comparison,
    profile: { ...comparison.profile, name: profile },
    candidates: comparison.candidates.map((one) => {
      const weighted = points[one.candidate];
      return weighted === undefined
        ? { ...one, weighted: none, eligible: false, ineligible_reasons: [none.missing] }
        : { ...one, weighted };
    }),
    ranking: {
      ...comparison.ranking,
      order: Object.entries(points)
        .map(([candidate, weighted]) => ({ candidate, weighted }))
        .toSorted((left, right) => right.weighted - left.weighted),
    },
  };
}
