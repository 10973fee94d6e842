/** What paired differences can carry: a p-value, an interval, one-sided ends, and how many blocks a clear answer would take. */

import type { PairObservation } from "../../contracts/pair-observation.ts";
import type { Missing } from "../../contracts/primitives.ts";
import { digestBytes } from "../digest/digest.ts";
import { boundedMeanLower } from "../statistics/bounded-mean.ts";
import { mean, standardDeviation } from "../statistics/describe.ts";
import { BLOCKS_TO_TELL_APART } from "../statistics/evidence-level.ts";
import { permutationInterval, rangeLevel } from "../statistics/permutation-interval.ts";
import { requiredBlocks } from "../statistics/planning.ts";
import { roundDerived } from "../statistics/round.ts";
import { MOST_BLOCKS, pairedTest } from "../statistics/sign-flip.ts";
import { incompleteBeta, tQuantile } from "../statistics/student.ts";
import { absent } from "./missing.ts";
import type { PairMeasure } from "./pair-measures.ts";

/** Above this many blocks Student's t stands in for drawing signs: by then both give the same answer. */
const MOST_DRAWN = 500;
const ONE_SIDED = 0.95;
const TWO_SIDED = 0.95;

/** Whole numbers of 1 / scale, a minus b, one a block, in plan order. */
export interface Differences {
  readonly measure: PairMeasure;
  readonly values: readonly number[];
}

export type TestOfPair = Pick<PairObservation, "sign_flip_p" | "p_method" | "drawn">;

/** No p: with the reason. */
export function untested(reason: string): TestOfPair {
  return { sign_flip_p: absent(reason), p_method: null, drawn: null };
}

/**
 * Two-sided p of "no difference": sign flips counted up to 20 blocks, drawn up to 500 (from `seed`, which is stated),
 * Student's t beyond. Below six blocks there is none.
 */
export function testDifferences({ values }: Differences, seed: string): TestOfPair {
  const n = values.length;
  if (n < BLOCKS_TO_TELL_APART)
    return untested(`${n} blocks: below ${BLOCKS_TO_TELL_APART} no p can reach .05`);
  if (n > MOST_DRAWN) return testByT(values);
  const found = pairedTest(safe(values), digestBytes(seed).slice("sha256:".length));
  const p = roundDerived(found.p);
  if (found.exact) return { sign_flip_p: p, p_method: "exact", drawn: null };
  const { draws, seed: used } = found;
  return {
    sign_flip_p: p,
    p_method: "drawn",
    drawn: draws === null || used === null ? null : { draws, seed: used },
  };
}

/** Halved until their sum is a safe integer: what is lost lies far below a pico-dollar in a thousand dollars. */
function safe(values: readonly number[]): number[] {
  let shrunk = [...values];
  while (!Number.isSafeInteger(shrunk.reduce((total, one) => total + Math.abs(one), 0)))
    shrunk = shrunk.map((one) => Math.round(one / 2));
  return shrunk;
}

/** A p of 0 would say that chance is ruled out: none is smaller than the smallest number. */
function testByT(values: readonly number[]): TestOfPair {
  const sd = standardDeviation(values);
  const centre = mean(values);
  if (sd === 0)
    return { sign_flip_p: centre === 0 ? 1 : Number.MIN_VALUE, p_method: "t", drawn: null };
  const t = centre / (sd / Math.sqrt(values.length));
  const df = values.length - 1;
  const p = incompleteBeta(df / 2, 0.5, df / (df + t * t));
  const within = Math.max(Number.MIN_VALUE, Math.min(1, p));
  return { sign_flip_p: roundDerived(within), p_method: "t", drawn: null };
}

/** In the measure's unit. */
function inUnits({ measure, values }: Differences): number[] {
  return values.map((value) => value / measure.scale);
}

/** Of the mean difference, both ends together at .95 or the level that few blocks really have. */
export function intervalOf(differences: Differences): PairObservation["interval"] {
  const values = inUnits(differences);
  const n = values.length;
  if (n < 2) return absent(`${n === 1 ? "one block has" : "no block: there is"} no interval`);
  if (isConstant(values)) return absent(EQUAL);
  if (n < BLOCKS_TO_TELL_APART) {
    const ends = { low: Math.min(...values), high: Math.max(...values) };
    return { of: "median", method: "range", level: rangeLevel(n), ...rounded(ends) };
  }
  if (n <= MOST_BLOCKS) {
    const found = permutationInterval(values, 1 - TWO_SIDED);
    if (found === null) return absent(`${n} blocks are too few for an interval`);
    return { of: "mean", method: "permutation", level: found.level, ...rounded(found) };
  }
  return { of: "mean", method: "t", level: TWO_SIDED, ...rounded(tEnds(values, 0.975)) };
}

/**
 * Each end by itself at .95: what a margin is held against. Measures with natural bounds get ends that hold without any
 * assumption about the spread (Gaffke 2005), so that ten runs without a failure never pass for a proof that there is none.
 */
export function oneSidedOf(differences: Differences): PairObservation["one_sided"] {
  const values = inUnits(differences);
  const n = values.length;
  const { span } = differences.measure;
  if (n === 0) return absent("no block");
  if (span !== null) {
    const ends = boundedEnds(values, span);
    if (ends !== null) return { method: "bounded", level: ONE_SIDED, ...rounded(ends) };
  }
  if (isConstant(values)) return absent(EQUAL);
  if (n < BLOCKS_TO_TELL_APART) return absent(`${n} blocks are too few for an interval`);
  if (n <= MOST_BLOCKS) {
    const found = permutationInterval(values, 2 * (1 - ONE_SIDED));
    if (found === null) return absent(`${n} blocks are too few for an interval`);
    return { method: "permutation", level: ONE_SIDED, ...rounded(found) };
  }
  return { method: "t", level: ONE_SIDED, ...rounded(tEnds(values, ONE_SIDED)) };
}

const EQUAL = "every block has the same difference, so that its spread is not known";

function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}

function boundedEnds(values: readonly number[], span: number) {
  const shares = values.map((value) => clamp((value + span) / (2 * span)));
  const low = boundedMeanLower(shares, 1 - ONE_SIDED);
  const rest = boundedMeanLower(
    shares.map((share) => 1 - share),
    1 - ONE_SIDED,
  );
  if (low === null || rest === null) return null;
  return { low: low * 2 * span - span, high: (1 - rest) * 2 * span - span };
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function tEnds(values: readonly number[], p: number) {
  const centre = mean(values);
  const reach =
    (tQuantile(p, values.length - 1) * standardDeviation(values)) / Math.sqrt(values.length);
  return { low: centre - reach, high: centre + reach };
}

function rounded({ low, high }: { readonly low: number; readonly high: number }) {
  return { low: roundDerived(low), high: roundDerived(high) };
}

/**
 * Complete live blocks in all before a difference as large as the one seen would be found four times in five. Of the
 * family's adjustment: `fewest` is what it demands at the least, `alpha` what its first step leaves to one test.
 */
export function blocksNeeded(
  differences: Differences,
  { fewest, alpha }: { readonly fewest: number; readonly alpha: number },
): number | Missing {
  const { values } = differences;
  const n = values.length;
  if (n === 0) return absent("no block has both values");
  const difference = Math.abs(mean(values));
  if (difference === 0) return absent("no difference was seen");
  if (n === 1) return absent(`one block shows no spread; ${fewest} are the fewest`);
  const sd = standardDeviation(values);
  if (sd === 0) return fewest;
  return Math.max(fewest, requiredBlocks({ sd, n, difference, alpha_two_sided: alpha }));
}
