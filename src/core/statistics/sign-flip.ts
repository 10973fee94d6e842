/** The sign-flip test over blocks. Up to 20 blocks every assignment of signs is counted, so the p-value needs no seed and no tolerance. */

import { createGenerator } from "./generator.ts";

/** More blocks than this are not enumerated: 2^20 assignments. */
export const MOST_BLOCKS = 20;
export const SAMPLED_FLIPS = 99_999;

/**
 * Of `total` = 2^B sign assignments, `count` have a sum at least as far from 0 as the observed one and `count_greater`
 * one at least as large; p = count / total (two-sided), p_greater = count_greater / total.
 */
export interface SignFlip {
  readonly count: number;
  readonly count_greater: number;
  readonly total: number;
  readonly p: number;
  readonly p_greater: number;
}

/** Throws RangeError on fractions and where a sum could leave the safe integers; gives the observed sum. */
function observedSum(differences: readonly number[]): number {
  const span = differences.reduce((total, difference) => total + Math.abs(difference), 0);
  if (!differences.every(Number.isInteger) || !Number.isSafeInteger(span)) {
    throw new RangeError("a sign-flip test takes differences scaled to safe integers");
  }
  return differences.reduce((total, difference) => total + difference, 0);
}

/** The sums of all sign assignments, ascending. */
function signedSums(differences: readonly number[]): Float64Array {
  let sums = new Float64Array(1);
  for (const difference of differences) {
    const wider = new Float64Array(sums.length * 2);
    wider.set(sums.map((sum) => sum - difference));
    wider.set(
      sums.map((sum) => sum + difference),
      sums.length,
    );
    sums = wider;
  }
  return sums.toSorted();
}

/** How many assignments sum to at least `least`: each half is enumerated, and every pair of halves counted in order. */
function countAtLeast(differences: readonly number[], least: number): number {
  const middle = differences.length >> 1;
  const left = signedSums(differences.slice(0, middle));
  const right = signedSums(differences.slice(middle));
  let count = 0;
  let below = right.length;
  for (const sum of left) {
    while (below > 0 && (right[below - 1] ?? 0) + sum >= least) below -= 1;
    count += right.length - below;
  }
  return count;
}

/**
 * Exact p of paired differences, the identity included (Fisher's randomisation test on the sum). Differences are scaled
 * integers (ms, tokens, score x 10^6): with binary fractions ties are lost ([.1 .2 -.3 .1 .2 .3] would give .28 instead
 * of .375). Throws RangeError on none, on more than 20, on non-integers and where a sum could leave the safe integers.
 */
export function signFlip(differences: readonly number[]): SignFlip {
  const blocks = differences.length;
  if (blocks === 0 || blocks > MOST_BLOCKS) {
    throw new RangeError(`a sign-flip test takes 1 to ${MOST_BLOCKS} blocks, not ${blocks}`);
  }
  const observed = observedSum(differences);
  const total = 2 ** blocks;
  const count_greater = countAtLeast(differences, observed);
  // Flipping every sign mirrors the sums, so both tails are equally long; at 0 they are everything.
  const count = observed === 0 ? total : 2 * countAtLeast(differences, Math.abs(observed));
  return { count, count_greater, total, p: count / total, p_greater: count_greater / total };
}

/** p = (1 + hits) / (1 + draws), the identity counted as one draw more; `seed` gives the same flips again. */
export interface SampledSignFlip {
  readonly hits: number;
  readonly draws: number;
  readonly seed: string;
  readonly p: number;
}

/** The sums of all 256 sign patterns of up to eight blocks: bit b turns block b's sign round. */
function patternSums(differences: readonly number[]): Float64Array {
  return Float64Array.from({ length: 256 }, (_, pattern) =>
    differences.reduce((total, one, bit) => total + (((pattern >> bit) & 1) === 1 ? -one : one), 0),
  );
}

/** Adds 32 blocks' signed differences to every draw's sum, one number of the generator a draw. */
function addSigned(sums: Float64Array, differences: readonly number[], next: () => number): void {
  const [a, b, c, d] = [0, 8, 16, 24].map((from) => patternSums(differences.slice(from, from + 8)));
  if (!a || !b || !c || !d) return;
  for (let draw = 0; draw < sums.length; draw += 1) {
    const bits = next();
    const low = (a[bits & 255] ?? 0) + (b[(bits >>> 8) & 255] ?? 0);
    sums[draw] = (sums[draw] ?? 0) + low + (c[(bits >>> 16) & 255] ?? 0) + (d[bits >>> 24] ?? 0);
  }
}

/**
 * Two-sided p from `draws` seeded sign assignments, for more blocks than can be enumerated (Phipson and Smyth 2010:
 * the observed one counts, so p is never 0). The generator gives one number a draw for the first 32 blocks, then one a
 * draw for the next 32; bit b is for block b of the 32. `seed`: hex digits or a sha256: digest. Throws RangeError like
 * signFlip, without its limit.
 */
export function signFlipSampled(
  differences: readonly number[],
  seed: string,
  draws = SAMPLED_FLIPS,
): SampledSignFlip {
  if (differences.length === 0 || !Number.isSafeInteger(draws) || draws < 1) {
    throw new RangeError("a sampled sign-flip test takes at least one block and one draw");
  }
  const observed = Math.abs(observedSum(differences));
  const generator = createGenerator(seed);
  const sums = new Float64Array(draws);
  for (let from = 0; from < differences.length; from += 32) {
    addSigned(sums, differences.slice(from, from + 32), () => generator.next());
  }
  const hits = sums.reduce((count, sum) => count + (Math.abs(sum) >= observed ? 1 : 0), 0);
  return { hits, draws, seed, p: (1 + hits) / (1 + draws) };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/**
 * Differences weighted so that their sum orders assignments as the mean over cases of the mean over repetitions does:
 * each is multiplied by the least common multiple of all numbers of repetitions over its own case's. Still integers.
 * Throws RangeError on a case without a difference.
 */
export function caseWeighted(cases: readonly (readonly number[])[]): number[] {
  if (cases.some((one) => one.length === 0)) {
    throw new RangeError("a case without a difference has no weight");
  }
  const common = cases.reduce(
    (multiple, { length }) => (multiple / greatestCommonDivisor(multiple, length)) * length,
    1,
  );
  return cases.flatMap((one) => one.map((difference) => difference * (common / one.length)));
}

/** The exact test on the mean over cases of the mean over repetitions. Throws RangeError like signFlip. */
export function signFlipWeighted(cases: readonly (readonly number[])[]): SignFlip {
  return signFlip(caseWeighted(cases));
}

/** The two-sided p and how it was come by; draws and seed are null when every assignment was counted. */
export interface PairedTest {
  readonly p: number;
  readonly exact: boolean;
  readonly draws: number | null;
  readonly seed: string | null;
}

/** Exact up to 20 blocks, sampled with the seed above. Throws RangeError like signFlip, without its limit. */
export function pairedTest(differences: readonly number[], seed: string): PairedTest {
  if (differences.length <= MOST_BLOCKS) {
    return { p: signFlip(differences).p, exact: true, draws: null, seed: null };
  }
  const { p, draws } = signFlipSampled(differences, seed);
  return { p, exact: false, draws, seed };
}
