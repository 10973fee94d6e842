/** How many blocks a question needs, and what a number of blocks can see, in standard deviations of the paired difference. */

import { logGamma, normalUpperTail } from "./gamma.ts";
import { chiSquareQuantile, normalQuantile, tQuantile } from "./student.ts";

/** Below six blocks no exact two-sided p reaches .05. */
export const FEWEST_BLOCKS = 6;
const POWER = 0.8;
const ALPHA = 0.05;
const SLICES = 2_400;
const SECANTS = 40;

function refuseCount(n: number, least: number): void {
  if (!Number.isSafeInteger(n) || n < least)
    throw new RangeError(`needs ${least} or more, not ${n}`);
}

/**
 * What a standard deviation measured on n values is multiplied by to be large enough 80 times in 100:
 * √((n - 1) / χ²_.2(n - 1)). 3 values: 2.12; 10: 1.29. Throws RangeError below two values.
 */
export function sdInflation(n: number): number {
  refuseCount(n, 2);
  return Math.sqrt((n - 1) / chiSquareQuantile(1 - POWER, n - 1));
}

/** Power of the paired t test at a true shift: the spread's density, cut into slices (Simpson), times the normal tails. */
function powerAt(shift: number, df: number, critical: number): number {
  const reach = 9 / Math.sqrt(2 * df);
  const [from, to] = [Math.max(0, 1 - reach), 1 + reach];
  const scale = Math.LN2 + (df / 2) * Math.log(df / 2) - logGamma(df / 2);
  const slice = (s: number): number => {
    if (s === 0) return df === 1 ? Math.exp(scale) : 0;
    const density = Math.exp(scale + (df - 1) * Math.log(s) - (df * s * s) / 2);
    return (
      density * (normalUpperTail(critical * s - shift) + normalUpperTail(critical * s + shift))
    );
  };
  let total = slice(from) + slice(to);
  for (let at = 1; at < SLICES; at += 1) {
    total += (at % 2 === 1 ? 4 : 2) * slice(from + ((to - from) * at) / SLICES);
  }
  return (total * (to - from)) / (3 * SLICES);
}

/**
 * The smallest true mean difference, in standard deviations of the difference, that a two-sided paired t test at .05
 * finds 80 times in 100 after n blocks (noncentral t). 3 blocks: 3.26; 6: 1.43; 10: 1.00; 30: .53.
 * Throws RangeError below two or above 100,000 blocks.
 */
export function detectableDifference(n: number): number {
  refuseCount(n, 2);
  if (n > 100_000) throw new RangeError(`power is computed up to 100,000 blocks, not ${n}`);
  const critical = tQuantile(1 - ALPHA / 2, n - 1);
  const missing = (shift: number): number => powerAt(shift, n - 1, critical) - POWER;
  let [before, at] = [critical, critical + normalQuantile(POWER)];
  let [missedBefore, missed] = [missing(before), missing(at)];
  for (let step = 0; step < SECANTS && Math.abs(at - before) > 1e-12 * at; step += 1) {
    if (missed === missedBefore) break;
    const next = at - (missed * (at - before)) / (missed - missedBefore);
    [before, missedBefore] = [at, missed];
    [at, missed] = [next, missing(next)];
  }
  return at / Math.sqrt(n);
}

interface Question {
  /** Standard deviation of the paired difference, measured on `n` blocks, in the units of `difference`. */
  readonly sd: number;
  readonly n: number;
  /** The margin or effect that must be told apart from 0. */
  readonly difference: number;
}

/** One of the two levels: a margin is asked one-sided, a difference two-sided. */
export type BlocksQuestion =
  | (Question & { readonly alpha_two_sided: number })
  | (Question & { readonly alpha_one_sided: number });

/**
 * Blocks for 80 % power, N = (z_α + z_.8)² (s f / δ)² rounded up, f being `sdInflation(n)`; never below six. A plan, not
 * a promise: it takes the normal distribution's quantiles. Throws RangeError below two blocks, on a negative sd or a
 * difference of 0.
 */
export function requiredBlocks(question: BlocksQuestion): number {
  const { sd, n, difference } = question;
  const outside =
    "alpha_two_sided" in question ? question.alpha_two_sided / 2 : question.alpha_one_sided;
  if (!(sd >= 0 && Number.isFinite(sd)) || !Number.isFinite(difference) || difference === 0) {
    throw new RangeError(
      "planning blocks needs a standard deviation and a difference other than 0",
    );
  }
  const quantiles = normalQuantile(1 - outside) + normalQuantile(POWER);
  const blocks = (quantiles * ((sd * sdInflation(n)) / difference)) ** 2;
  return Math.max(FEWEST_BLOCKS, Math.ceil(blocks - 1e-9));
}

/** The smallest B at which an exact sign-flip p can pass Holm's first step in a family of m: 2/2^B <= .05/m. Throws RangeError. */
export function minimumBlocksForHolm(m: number): number {
  refuseCount(m, 1);
  let blocks = 1;
  while (2 / 2 ** blocks > ALPHA / m) blocks += 1;
  return blocks;
}
