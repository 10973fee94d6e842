/** Standard errors of a mean, when values stand alone and when runs of one case belong together. */

import { mean, standardDeviation, sum } from "./describe.ts";

/** s / √n. Throws RangeError below two values: one value has no error bar, not an error of 0. */
export function standardErrorOfMean(values: readonly number[]): number {
  return standardDeviation(values) / Math.sqrt(values.length);
}

/** Squares of the sums of deviations inside each cluster, summed, and the number of values. */
function clusterSpread(clusters: readonly (readonly number[])[]): { squares: number; n: number } {
  const filled = clusters.filter((cluster) => cluster.length > 0);
  if (filled.length < 2) throw new RangeError("a clustered standard error needs two clusters");
  const values = filled.flat();
  const centre = mean(values);
  const inside = filled.map((cluster) => sum(cluster.map((value) => value - centre)));
  return { squares: sum(inside.map((one) => one * one)), n: values.length };
}

/**
 * Miller's clustered standard error of the mean of all values (Miller 2024): SE² plus the products of deviations of
 * different runs of one case, over n². Throws RangeError below two clusters.
 */
export function clusteredStandardError(clusters: readonly (readonly number[])[]): number {
  const { squares, n } = clusterSpread(clusters);
  const values = clusters.flat();
  const centre = mean(values);
  const own = sum(values.map((value) => (value - centre) ** 2));
  return Math.sqrt(standardErrorOfMean(values) ** 2 + (squares - own) / (n * n));
}

/**
 * The same with the factor C / (C - 1) for few clusters, as Inspect computes it; with equally many runs a case it is the
 * standard error of the case means. Throws RangeError below two clusters.
 */
export function clusteredStandardErrorOfFew(clusters: readonly (readonly number[])[]): number {
  const { squares, n } = clusterSpread(clusters);
  const count = clusters.filter((cluster) => cluster.length > 0).length;
  return Math.sqrt((squares * count) / (count - 1)) / n;
}
