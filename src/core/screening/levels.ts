/** The figures of the shipped screen: what it tests at, how many blocks it takes, and what it promises to find. */

/** At most this many cases get a second look, of this many fresh blocks each. */
export const MOST_CASES = 3;
export const FRESH_BLOCKS = 8;
/** Alpha of the family of tested cases (Holm), and of the one test over all cases. */
export const FAMILY_ALPHA = 0.05;
export const TOTAL_ALPHA = 0.01;
/** A tested case whose unadjusted p is at most this is neither confirmed nor cleared: three fresh blocks, all one way. */
export const SUSPECT_ALPHA = 0.2;
/** The promise: a case that passed 95 times in 100 and never passes now is found at least 95 times in 100. */
export const HEALTHY_RATE = 0.95;
export const REQUIRED_POWER = 0.95;
