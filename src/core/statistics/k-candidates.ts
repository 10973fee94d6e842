/** Whether three or more candidates differ at all, and tests of several metrics at once, by relabelling inside blocks. */

import { createGenerator, type Generator } from "./generator.ts";
import { MOST_BLOCKS, SAMPLED_FLIPS } from "./sign-flip.ts";

/** More relabellings than this are drawn, not listed. */
export const MOST_RELABELLINGS = 2 ** 22;
/** With very many blocks fewer relabellings are drawn, never below 999. */
const MOST_EXCHANGES = 300_000_000;

/** p = count / total: all relabellings, or the draws and the observed labels, which count as one. */
export interface RelabellingTest {
  readonly statistic: number;
  readonly count: number;
  readonly total: number;
  readonly p: number;
  readonly exact: boolean;
  readonly draws: number | null;
  readonly seed: string | null;
}

function refuse(blocks: readonly (readonly number[])[]): number {
  const candidates = blocks[0]?.length ?? 0;
  const even = blocks.every(
    (block) => block.length === candidates && block.every(Number.isInteger),
  );
  const span = blocks.flat().reduce((total, one) => total + Math.abs(one), 0);
  if (candidates < 2 || !even || !Number.isSafeInteger(span * span)) {
    throw new RangeError(
      "a relabelling test takes blocks of two or more candidates, integers whose squared total is safe",
    );
  }
  return candidates;
}

/** Every order of the values; equal values count as different ones. */
function orders(values: readonly number[]): number[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, at) =>
    orders([...values.slice(0, at), ...values.slice(at + 1)]).map((rest) => [value, ...rest]),
  );
}

function squares(totals: Float64Array | readonly number[]): number {
  let sum = 0;
  for (const total of totals) sum += total * total;
  return sum;
}

function added(totals: readonly number[], block: readonly number[]): number[] {
  return totals.map((total, at) => total + (block[at] ?? 0));
}

/** How many relabellings of the blocks from `at` on reach the observed statistic. */
function countReaching(
  relabelled: readonly (readonly (readonly number[])[])[],
  at: number,
  totals: readonly number[],
  observed: number,
): number {
  const choices = relabelled[at];
  if (choices === undefined) return squares(totals) >= observed ? 1 : 0;
  return choices.reduce(
    (count, block) => count + countReaching(relabelled, at + 1, added(totals, block), observed),
    0,
  );
}

/** Shuffles every block where it lies (Durstenfeld 1964) and gives the candidates' totals. */
function relabel(blocks: Float64Array[], candidates: number, generator: Generator): Float64Array {
  const totals = new Float64Array(candidates);
  for (const block of blocks) {
    for (let last = candidates - 1; last >= 0; last -= 1) {
      const taken = last === 0 ? 0 : generator.below(last + 1);
      const value = block[taken] ?? 0;
      block[taken] = block[last] ?? 0;
      block[last] = value;
      totals[last] = (totals[last] ?? 0) + value;
    }
  }
  return totals;
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

/**
 * Blocks x candidates: the sum of squared candidate totals (it orders relabellings as the F of the block design does)
 * against all (k!)^B relabellings inside blocks, listed up to 2^22, else 99,999 drawn with the seed, fewer above some 1,000 blocks.
 * Scaled integers. Pitman 1938. Throws RangeError on fractions, uneven blocks or fewer than two candidates.
 */
export function blockedPermutation(
  blocks: readonly (readonly number[])[],
  seed: string,
): RelabellingTest {
  const candidates = refuse(blocks);
  const nothing = Array.from({ length: candidates }, () => 0);
  const statistic = squares(blocks.reduce<readonly number[]>(added, nothing));
  const total = factorial(candidates) ** blocks.length;
  if (total <= MOST_RELABELLINGS) {
    // Renaming all candidates alike changes nothing, so the first block keeps its labels.
    const [first = [], ...others] = blocks;
    const reaching = countReaching(others.map(orders), 0, first, statistic);
    const count = reaching * factorial(candidates);
    return { statistic, count, total, p: count / total, exact: true, draws: null, seed: null };
  }
  const affordable = Math.floor(MOST_EXCHANGES / (blocks.length * candidates));
  const draws = Math.max(999, Math.min(SAMPLED_FLIPS, affordable));
  const generator = createGenerator(seed);
  const labelled = blocks.map((block) => Float64Array.from(block));
  let count = 1;
  for (let draw = 0; draw < draws; draw += 1) {
    if (squares(relabel(labelled, candidates, generator)) >= statistic) count += 1;
  }
  return { statistic, count, total: 1 + draws, p: count / (1 + draws), exact: false, draws, seed };
}

/** Twice the midrank of every value in its block, so that ties stay whole numbers. */
function doubledRanks(block: readonly number[]): number[] {
  return block.map((own) => {
    const below = block.filter((one) => one < own).length;
    const level = block.filter((one) => one === own).length;
    return 2 * below + level + 1;
  });
}

/** The same test on ranks inside blocks (Friedman 1937, with its exact distribution), so that no wild value decides. Throws RangeError. */
export function friedmanPermutation(
  blocks: readonly (readonly number[])[],
  seed: string,
): RelabellingTest {
  return blockedPermutation(blocks.map(doubledRanks), seed);
}

/** p-values adjusted for all metrics together, in the order given. */
export interface MaxT {
  readonly p: readonly number[];
  readonly exact: boolean;
  readonly draws: number | null;
  readonly seed: string | null;
}

/** |Σ ±d| / √Σ d²; 0 when every difference is. */
function studentised(
  differences: readonly number[],
  signs: readonly number[],
  scale: number,
): number {
  const total = differences.reduce((sum, one, at) => sum + one * (signs[at] ?? 1), 0);
  return scale === 0 ? 0 : Math.abs(total) / scale;
}

/**
 * Westfall and Young's single step (1993): every metric's |Σ d| / √Σ d² against the largest of all metrics under common
 * sign flips of whole blocks, all 2^B of them up to 20 blocks, else 99,999 drawn with the seed. `metrics` x blocks, scaled
 * integers. Statistics equal to 1 part in 10^9 count as reached. Throws RangeError on uneven or empty lists or fractions.
 */
export function maxT(metrics: readonly (readonly number[])[], seed: string): MaxT {
  const blocks = metrics[0]?.length ?? 0;
  const even = metrics.every((one) => one.length === blocks && one.every(Number.isInteger));
  if (blocks === 0 || !even) {
    throw new RangeError("common flips take one integer difference a block for every metric");
  }
  const scales = metrics.map((one) => Math.sqrt(one.reduce((sum, d) => sum + d * d, 0)));
  const largest = (signs: readonly number[]): number =>
    metrics.reduce((most, one, at) => Math.max(most, studentised(one, signs, scales[at] ?? 0)), 0);
  const observed = metrics.map((one, at) => studentised(one, [], scales[at] ?? 0));
  const exact = blocks <= MOST_BLOCKS;
  const generator = createGenerator(seed);
  const rounds = exact ? 2 ** (blocks - 1) : SAMPLED_FLIPS;
  const reached = metrics.map(() => 0);
  const signs = Array.from({ length: blocks }, () => 1);
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < blocks; at += 1) {
      const bit = exact ? (round >> at) & 1 : generator.below(2);
      signs[at] = bit === 1 ? -1 : 1;
    }
    const most = largest(signs);
    for (const [at, own] of observed.entries()) {
      if (most >= own * (1 - 1e-9)) reached[at] = (reached[at] ?? 0) + 1;
    }
  }
  const p = reached.map((count) => (exact ? count / rounds : (1 + count) / (1 + rounds)));
  return { p, exact, draws: exact ? null : rounds, seed: exact ? null : seed };
}
