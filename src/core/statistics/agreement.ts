/** What c passes of n runs say about k runs in a row, and about k tries. */

function refuse(c: number, n: number, k: number): void {
  const counts = [c, n, k].every((one) => Number.isSafeInteger(one) && one >= 0);
  if (!counts || c > n || k < 1 || k > n) {
    throw new RangeError(`k of n runs needs 0 <= c <= n and 1 <= k <= n: c ${c}, n ${n}, k ${k}`);
  }
}

/** C(c, k) / C(n, k). */
function shareOfDraws(c: number, n: number, k: number): number {
  let share = 1;
  for (let at = 0; at < k; at += 1) share *= Math.max(0, c - at) / (n - at);
  return share;
}

/**
 * pass^k: the chance that k different runs of the n all passed, C(c, k) / C(n, k) (Yao and others 2024, τ-bench).
 * Throws RangeError when k exceeds n: n runs say nothing about more than n in a row.
 */
export function passHatK(c: number, n: number, k: number): number {
  refuse(c, n, k);
  return shareOfDraws(c, n, k);
}

/** pass@k: the chance that at least one of k different runs passed, 1 - C(n - c, k) / C(n, k) (Chen and others 2021). Throws RangeError. */
export function passAtK(c: number, n: number, k: number): number {
  refuse(c, n, k);
  return 1 - shareOfDraws(n - c, n, k);
}
