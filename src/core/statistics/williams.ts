/** Williams designs: orders in which every candidate follows every other equally often. */

export const MOST_CANDIDATES = 26;

/**
 * Sequences of 0..k-1, each a block's order, balanced for place and for the candidate just before (Williams 1949): the
 * first is 0, 1, k-1, 2, k-2, .., each further one adds 1 to all. k sequences for an even k; an odd k appends all of
 * them reversed, 2k. Carry-over is balanced when every sequence is used equally often. Throws RangeError outside 2..26.
 */
export function williamsSequences(k: number): number[][] {
  if (!Number.isSafeInteger(k) || k < 2 || k > MOST_CANDIDATES) {
    throw new RangeError(`a Williams design takes 2 to ${MOST_CANDIDATES} candidates, not ${k}`);
  }
  const first = Array.from({ length: k }, (_, at) =>
    at % 2 === 1 ? (at + 1) / 2 : (k - at / 2) % k,
  );
  const forward = first.map((_, shift) => first.map((one) => (one + shift) % k));
  return k % 2 === 0 ? forward : [...forward, ...forward.map((one) => one.toReversed())];
}
