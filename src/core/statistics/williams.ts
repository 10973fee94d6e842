/** Williams designs: orders of k treatments in which each stands in each place, and follows each other one, equally often. */

/**
 * Rows of candidate indices 0 to k-1: k rows for an even k, 2k for an odd one, one row for k = 1.
 * E. J. Williams, Australian Journal of Scientific Research A 2 (1949) 149-168: the base row 0, 1, k-1, 2, k-2, ...;
 * row i adds i to it, mod k; an odd k takes every row reversed too. Throws RangeError below 1.
 */
export function williamsSequences(k: number): number[][] {
  if (!Number.isInteger(k) || k < 1)
    throw new RangeError(`a Williams design has 1 treatment or more, got ${k}`);
  if (k === 1) return [[0]];
  const base = Array.from({ length: k }, (_, place) =>
    place % 2 === 1 ? (place + 1) / 2 : (k - place / 2) % k,
  );
  const rows = base.map((_, shift) => base.map((one) => (one + shift) % k));
  return k % 2 === 0 ? rows : [...rows, ...rows.map((row) => row.toReversed())];
}
