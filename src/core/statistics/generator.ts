/** A seeded random generator whose numbers are the same on every machine: xoshiro128**. */

export interface Generator {
  /** The next 32 random bits, 0 to 2^32 - 1. */
  next(): number;
  /** A whole number from 0 to n - 1, unbiased: values beyond the last full multiple of n are drawn again. */
  below(n: number): number;
  /** A fraction strictly between 0 and 1: (u + 0.5) / 2^32. */
  unit(): number;
}

const RANGE = 2 ** 32;

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/** The first 16 bytes of a hex seed as four little-endian words. */
function readState(seed: string): [number, number, number, number] {
  const hex = seed.startsWith("sha256:") ? seed.slice(7) : seed;
  if (!/^[0-9a-f]{32,}$/i.test(hex)) {
    throw new RangeError("a generator's seed is at least 32 hex digits, such as a SHA-256");
  }
  const word = (at: number): number => {
    const bytes = [6, 4, 2, 0].map((offset) => hex.slice(at + offset, at + offset + 2));
    return Number.parseInt(bytes.join(""), 16);
  };
  return [word(0), word(8), word(16), word(24)];
}

/**
 * A generator whose state is the first 16 bytes of `seed` (hex digits, or a sha256: digest), read as little-endian
 * words. Throws RangeError for a seed that is too short, not hex or all zero.
 * Blackman and Vigna, xoshiro128** 1.1 (2018).
 */
export function createGenerator(seed: string): Generator {
  let [a, b, c, d] = readState(seed);
  if ((a | b | c | d) === 0) throw new RangeError("a generator's seed must not be all zero");

  function next(): number {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  }

  function below(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > RANGE) {
      throw new RangeError(`below(n) needs a whole number from 1 to 2^32, got ${n}`);
    }
    const limit = RANGE - (RANGE % n);
    let value = next();
    while (value >= limit) value = next();
    return value % n;
  }

  return { next, below, unit: () => (next() + 0.5) / RANGE };
}
