/** The exact sign-flip test over blocks: every assignment of signs is counted, so the p-value needs no seed and no tolerance. */

/** More blocks than this are not enumerated: 2^20 assignments. */
export const MOST_BLOCKS = 20;

/** `count` of `total` = 2^B sign assignments are at least as extreme as the observed sum; p = count / total. */
export interface SignFlip {
  readonly count: number;
  readonly total: number;
  readonly p: number;
}

/**
 * Two-sided exact p of paired differences, the identity included (Fisher's randomisation test on the sum).
 * Differences are scaled integers (ms, tokens, score x 10^6): with binary fractions ties are lost
 * ([.1 .2 -.3 .1 .2 .3] would give .28 instead of .375). Throws RangeError on none, on more than 20, on non-integers
 * and where a sum could leave the safe integers.
 */
export function signFlip(differences: readonly number[]): SignFlip {
  const blocks = differences.length;
  if (blocks === 0 || blocks > MOST_BLOCKS) {
    throw new RangeError(`a sign-flip test takes 1 to ${MOST_BLOCKS} blocks, not ${blocks}`);
  }
  const span = differences.reduce((total, difference) => total + Math.abs(difference), 0);
  if (!differences.every(Number.isInteger) || !Number.isSafeInteger(span)) {
    throw new RangeError("a sign-flip test takes differences scaled to safe integers");
  }
  const [first = 0, ...others] = differences;
  const observed = Math.abs(others.reduce((total, difference) => total + difference, first));
  const signs = others.map(() => 1);
  let current = first + others.reduce((total, difference) => total + difference, 0);
  let extreme = 0;
  // The first sign stays +: the other half mirrors it. A Gray code changes one sign a step.
  for (let step = 1; step <= 2 ** others.length; step += 1) {
    if (Math.abs(current) >= observed) extreme += 1;
    const flipped = 31 - Math.clz32(step & -step);
    const sign = signs[flipped] ?? 1;
    current -= 2 * sign * (others[flipped] ?? 0);
    signs[flipped] = -sign;
  }
  const total = 2 ** blocks;
  return { count: extreme * 2, total, p: (extreme * 2) / total };
}
