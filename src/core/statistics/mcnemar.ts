/** The exact one-sided test on paired pass/fail outcomes: only pairs that disagree count, and every way they could have fallen is counted. */

/** Up to here every way is counted with all its digits; what that takes grows with the square. */
const COUNTED_WHOLE = 10_000;
/** Bits kept of each count beyond that: more than the smallest double has, so that no digit of a p is lost. */
const KEPT_BITS = 1_200;

/** part / 2^bits to double precision, however large both are. */
function ratio(part: bigint, bits: number): number {
  const kept = Math.max(0, part.toString(2).length - 64);
  return Number(part >> BigInt(kept)) * 2 ** (kept - bits);
}

/**
 * P(at least `worse` of the discordant pairs fall this way when both ways are equally likely): McNemar's exact
 * conditional test (McNemar 1947; binomial form), one-sided. `worse`: pairs in which only the first passed; `better`:
 * pairs in which only the second did. Pairs that agree carry no information and are not given. No discordant pair
 * gives 1. Inside a block the order of the candidates is drawn at random, and that draw alone licenses the p-value.
 * Throws RangeError on counts that are negative or not whole.
 */
export function mcnemarOneSided(worse: number, better: number): number {
  const discordant = worse + better;
  const counts = [worse, better].every((one) => Number.isSafeInteger(one) && one >= 0);
  if (!counts || !Number.isSafeInteger(discordant)) {
    throw new RangeError(`an exact paired test takes whole counts, not ${worse} and ${better}`);
  }
  if (discordant > COUNTED_WHOLE) {
    return better < worse ? tailOfMany(better, discordant) : 1 - tailOfMany(worse - 1, discordant);
  }
  // By symmetry the ways with at least `worse` this way are those with at most `better` the other way.
  let ways = 1n;
  let total = 1n;
  for (let k = 1; k <= better; k += 1) {
    ways = (ways * BigInt(discordant - k + 1)) / BigInt(k);
    total += ways;
  }
  return ratio(total, discordant);
}

/**
 * P(at most `most` of `discordant`), for `most` below the middle: each count in proportion to the largest, and all of
 * them together are certain. Beyond the last one added, none would show in a double.
 */
function tailOfMany(most: number, discordant: number): number {
  const middle = Math.floor(discordant / 2);
  const largest = 1n << BigInt(KEPT_BITS);
  let ways = largest;
  let half = 0n;
  let tail = 0n;
  for (let k = middle; k >= 0 && ways > 0n; k -= 1) {
    half += ways;
    if (k <= most) tail += ways;
    ways = (ways * BigInt(k)) / BigInt(discordant - k + 1);
  }
  const all = 2n * half - (discordant % 2 === 0 ? largest : 0n);
  return ratio((tail << BigInt(KEPT_BITS)) / all, KEPT_BITS);
}

/**
 * The most pairs that may fall the other way, of `discordant`, with the one-sided p still at most `alpha`; -1 when
 * even none would not do.
 */
export function mostContrary(discordant: number, alpha: number): number {
  let ways = 1n;
  let total = 1n;
  for (let contrary = 0; contrary <= discordant; contrary += 1) {
    if (contrary > 0) {
      ways = (ways * BigInt(discordant - contrary + 1)) / BigInt(contrary);
      total += ways;
    }
    if (ratio(total, discordant) > alpha) return contrary - 1;
  }
  return discordant;
}
