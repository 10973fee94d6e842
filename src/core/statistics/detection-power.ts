/** How likely the screen is to find a fall of a given size, counted over every outcome the blocks could have had. */

import { mostContrary } from "./mcnemar.ts";
import { roundDerived } from "./round.ts";

function logFactorials(n: number): number[] {
  const table = [0];
  for (let k = 1; k <= n; k += 1) table.push((table[k - 1] ?? 0) + Math.log(k));
  return table;
}

/** Probabilities of 0..n successes. */
function binomial(n: number, rate: number): number[] {
  const factorial = logFactorials(n);
  return Array.from({ length: n + 1 }, (_, k) => {
    if (rate <= 0) return k === 0 ? 1 : 0;
    if (rate >= 1) return k === n ? 1 : 0;
    const ways = (factorial[n] ?? 0) - (factorial[k] ?? 0) - (factorial[n - k] ?? 0);
    return Math.exp(ways + k * Math.log(rate) + (n - k) * Math.log(1 - rate));
  });
}

function refuseRates(rates: readonly number[]): void {
  if (!rates.every((one) => one >= 0 && one <= 1)) {
    throw new RangeError("pass rates and alpha lie between 0 and 1");
  }
}

function refuseBlocks(blocks: number): void {
  if (!Number.isSafeInteger(blocks) || blocks < 0 || blocks > 1_000) {
    throw new RangeError(`power is counted over 0 to 1,000 blocks, not ${blocks}`);
  }
}

export interface PairedPower {
  readonly blocks: number;
  readonly base_pass_rate: number;
  readonly head_pass_rate: number;
  readonly alpha: number;
}

/**
 * P(exact one-sided paired p <= alpha) after `blocks` blocks in which base and head pass independently at these rates:
 * every split into (only base passed, only head passed, agreed) is weighed. Nine significant digits. Throws RangeError.
 */
export function pairedPower(input: PairedPower): number {
  const { blocks, base_pass_rate, head_pass_rate, alpha } = input;
  refuseRates([base_pass_rate, head_pass_rate, alpha]);
  refuseBlocks(blocks);
  const worse_rate = base_pass_rate * (1 - head_pass_rate);
  const better_rate = head_pass_rate * (1 - base_pass_rate);
  const discordant_rate = worse_rate + better_rate;
  let power = 0;
  for (const [discordant, chance] of binomial(blocks, discordant_rate).entries()) {
    const split = binomial(discordant, discordant_rate === 0 ? 0 : worse_rate / discordant_rate);
    const contrary = mostContrary(discordant, alpha);
    for (const [worse, share] of split.entries()) {
      if (discordant - worse <= contrary) power += chance * share;
    }
  }
  return roundDerived(Math.min(1, power));
}

/** `first_blocks` pick the case, `fresh_blocks` test it at `alpha`, the smallest Holm level of the family. */
export interface DetectionInput {
  readonly first_blocks: number;
  readonly fresh_blocks: number;
  readonly base_pass_rate: number;
  readonly head_pass_rate: number;
  readonly alpha: number;
}

/**
 * P(a case that fell from `base_pass_rate` to `head_pass_rate` looks worse in the first look and is confirmed on fresh
 * blocks). The looks use different blocks, so the two chances multiply. It assumes that the case is among those
 * chosen for the second look. Nine significant digits. Throws RangeError.
 */
export function detectionPower(input: DetectionInput): number {
  const { first_blocks, fresh_blocks, base_pass_rate, head_pass_rate, alpha } = input;
  refuseRates([base_pass_rate, head_pass_rate]);
  refuseBlocks(first_blocks);
  const base = binomial(first_blocks, base_pass_rate);
  const head = binomial(first_blocks, head_pass_rate);
  let noticed = 0;
  for (const [passed, chance] of base.entries()) {
    for (const [fewer, share] of head.entries()) if (fewer < passed) noticed += chance * share;
  }
  const confirmed = pairedPower({ blocks: fresh_blocks, base_pass_rate, head_pass_rate, alpha });
  return roundDerived(Math.min(1, noticed) * confirmed);
}
