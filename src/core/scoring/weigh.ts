/** Weighted points from points and weights alone: what a comparison computes, and what its page computes again. */
import { sum } from "../statistics/describe.ts";
import { roundDerived } from "../statistics/round.ts";

/**
 * One row of `points` a candidate, one place a metric, 0..100 or null; `weights` one a metric, 0 or more. Each result is
 * the compensated sum of points x weight / total weight, to nine significant digits; null where a metric has no points
 * or every weight is 0.
 */
export function weighCandidates(
  points: readonly (readonly (number | null)[])[],
  weights: readonly number[],
): (number | null)[] {
  const total = sum(weights);
  return points.map((row) => {
    const parts = row.map((value, at) =>
      value === null ? null : (value * (weights[at] ?? 0)) / total,
    );
    const known = parts.filter((part) => part !== null);
    return total === 0 || known.length < parts.length ? null : roundDerived(sum(known));
  });
}

/** Places of the candidates, most points first; equal points keep the given order, and who has none is left out. */
export function orderCandidates(weighted: readonly (number | null)[]): number[] {
  return weighted
    .flatMap((points, at) => (points === null ? [] : [{ points, at }]))
    .toSorted((left, right) => right.points - left.points)
    .map(({ at }) => at);
}
