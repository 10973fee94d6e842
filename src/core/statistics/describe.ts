/** Location and spread of a list of numbers; every function throws on an empty list, since absence is the caller's to state. */

function refuseEmpty(values: readonly number[], what: string): void {
  if (values.length === 0) throw new RangeError(`the ${what} of no values does not exist`);
}

/** Neumaier's compensated sum (Neumaier 1974): 1 + 1e100 + 1 - 1e100 is 2. The empty sum is 0. */
export function sum(values: readonly number[]): number {
  let total = 0;
  let compensation = 0;
  for (const value of values) {
    const next = total + value;
    compensation +=
      Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + compensation;
}

/** Arithmetic mean. */
export function mean(values: readonly number[]): number {
  refuseEmpty(values, "mean");
  return sum(values) / values.length;
}

/** Sample standard deviation (n - 1), two passes. Throws below two values: one value has no spread. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) throw new RangeError("a standard deviation needs two values");
  const centre = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
}

/** The median of values that are in order already. */
export function middleOfSorted(sorted: ArrayLike<number>): number {
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/** The middle value, or the mean of the middle two. Infinity may stand for a run that never ended. */
export function median(values: readonly number[]): number {
  refuseEmpty(values, "median");
  return middleOfSorted(
    values.toSorted((left, right) => (left < right ? -1 : Number(left > right))),
  );
}

/** Median absolute deviation from the median, raw (not times 1.4826). */
export function medianAbsoluteDeviation(values: readonly number[]): number {
  const centre = median(values);
  return median(values.map((value) => Math.abs(value - centre)));
}
