/** The interval that belongs to the sign-flip test: every shift of the mean that the test would not reject. */

/** More values than this are not enumerated: 2^20 subsets, held once. */
export const MOST_VALUES = 20;

/** In the units of the values; `level` is the exact coverage under symmetric errors, at least 1 - alpha. */
export interface PermutationInterval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

/** The mean of every subset, the empty one's place left at 0: a set's sum is that without its highest member, plus it. */
function subsetMeans(values: readonly number[]): Float64Array {
  const means = new Float64Array(2 ** values.length);
  for (const [at, value] of values.entries()) {
    const bit = 2 ** at;
    for (let rest = 0; rest < bit; rest += 1) means[bit + rest] = (means[rest] ?? 0) + value;
  }
  const sizes = new Uint8Array(means.length);
  for (let set = 1; set < means.length; set += 1) {
    sizes[set] = (sizes[set >> 1] ?? 0) + (set & 1);
    means[set] = (means[set] ?? 0) / (sizes[set] ?? 1);
  }
  return means.subarray(1);
}

/** Moves the value of that rank (from 0) to its place: smaller ones before it, larger ones behind it (Hoare 1961). */
function select(values: Float64Array, rank: number, from = 0): number {
  let [low, high] = [from, values.length - 1];
  while (low < high) {
    const pivot = values[low + ((high - low) >> 1)] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left += 1;
      while ((values[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      const kept = values[left] ?? 0;
      values[left] = values[right] ?? 0;
      values[right] = kept;
      left += 1;
      right -= 1;
    }
    if (rank <= right) high = right;
    else if (rank >= left) low = left;
    else break;
  }
  return values[rank] ?? 0;
}

/**
 * Confidence interval for the centre of paired differences, from the means of all non-empty subsets (Hartigan 1969):
 * the k-th smallest and the k-th largest, k = ⌊alpha 2^n / 2⌋. One end alone is a bound at alpha / 2. Null when k is 0:
 * at .05 below 6 values, at .10 below 5. Assumes that the errors are symmetric; one-sided failures among high scores
 * are not, and belong to `boundedMeanLower`. Throws RangeError on no values, more than 20, or a value not finite.
 */
export function permutationInterval(
  values: readonly number[],
  alpha: number,
): PermutationInterval | null {
  const n = values.length;
  if (n < 1 || n > MOST_VALUES || !values.every(Number.isFinite) || !(alpha > 0 && alpha < 1)) {
    throw new RangeError(
      `a permutation interval takes 1 to ${MOST_VALUES} finite values and 0 < alpha < 1`,
    );
  }
  const cells = 2 ** n;
  const k = Math.floor((alpha * cells) / 2 + 1e-9);
  if (k < 1) return null;
  const means = subsetMeans(values);
  const low = select(means, k - 1);
  return { low, high: select(means, cells - k - 1, k - 1), level: 1 - (2 * k) / cells };
}

/** How surely the smallest and the largest of n values enclose the median: 1 - 2^(1 - n). Throws RangeError below one value. */
export function rangeLevel(n: number): number {
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError("a range needs at least one value");
  return 1 - 2 ** (1 - n);
}
