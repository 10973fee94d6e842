/** Quantiles of Student's t, of chi-square and of the normal distribution, and the regularised incomplete beta function. */

import { logGamma, lowerGamma } from "./gamma.ts";

const MOST_TERMS = 100_000;
const TINY = 1e-300;
const BISECTIONS = 1_100;

function apartFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** The continued fraction of I_x(a, b), by Lentz's method (Lentz 1976); fast for x < (a + 1) / (a + b + 2). */
function betaFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / apartFromZero(1 - ((a + b) * x) / (a + 1));
  let total = d;
  for (let k = 1; k <= MOST_TERMS; k += 1) {
    const even = (k * (b - k) * x) / ((a + 2 * k - 1) * (a + 2 * k));
    d = 1 / apartFromZero(1 + even * d);
    c = apartFromZero(1 + even / c);
    total *= c * d;
    const odd = (-(a + k) * (a + b + k) * x) / ((a + 2 * k) * (a + 2 * k + 1));
    d = 1 / apartFromZero(1 + odd * d);
    c = apartFromZero(1 + odd / c);
    total *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return total;
}

/**
 * I_x(a, b), the regularised incomplete beta function, a fraction (Abramowitz and Stegun 26.5.8).
 * Throws RangeError unless a > 0, b > 0 and 0 <= x <= 1.
 */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1 && Number.isFinite(a + b))) {
    throw new RangeError(`I_x(a, b) takes a, b > 0 and x in 0..1, not ${a}, ${b}, ${x}`);
  }
  if (x === 0 || x === 1) return x;
  const scale = logGamma(a + b) - logGamma(a) - logGamma(b);
  const front = Math.exp(scale + a * Math.log(x) + b * Math.log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(a, b, x)) / a;
  return 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

/** The point of [low, high] where an increasing function reaches `target`, halved until two doubles stand side by side. */
export function whereIncreasing(
  value: (at: number) => number,
  target: number,
  between: readonly [number, number],
): number {
  let [low, high] = between;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (value(middle) < target) low = middle;
    else high = middle;
  }
  return high;
}

function firstAbove(value: (at: number) => number, target: number): number {
  let high = 1;
  while (value(high) < target && high < 1e300) high *= 2;
  return high;
}

/** P(T <= t) for t >= 0. */
function tLower(t: number, df: number): number {
  return 1 - incompleteBeta(df / 2, 0.5, df / (df + t * t)) / 2;
}

/** t with P(T <= t) = p under Student's t with df degrees of freedom. Throws RangeError unless 0 < p < 1 and df > 0. */
export function tQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1 && df > 0)) {
    throw new RangeError(`a t quantile takes 0 < p < 1 and df > 0, not ${p} and ${df}`);
  }
  if (p === 0.5) return 0;
  if (p < 0.5) return -tQuantile(1 - p, df);
  const lower = (t: number): number => tLower(t, df);
  return whereIncreasing(lower, p, [0, firstAbove(lower, p)]);
}

/** x with P(X <= x) = p under chi-square with df degrees of freedom. Throws RangeError unless 0 < p < 1 and df > 0. */
export function chiSquareQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1 && df > 0)) {
    throw new RangeError(`a chi-square quantile takes 0 < p < 1 and df > 0, not ${p} and ${df}`);
  }
  const lower = (x: number): number => lowerGamma(df / 2, x / 2);
  return whereIncreasing(lower, p, [0, firstAbove(lower, p)]);
}

/** Coefficients of AS 241's PPND16: numerator and denominator of three ranges, lowest power first. */
const CENTRAL = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946,
    45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227,
  ],
  [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597,
    39307.89580009271, 28729.085735721943, 5226.495278852854,
  ],
] as const;
const MIDDLE = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045,
    1.2704582524523684, 0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008,
    0.015198666563616457, 0.0005475938084995345, 1.0507500716444169e-9,
  ],
] as const;
const FAR = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487,
    0.026532189526576124, 0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
    1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
  ],
] as const;

function horner(coefficients: readonly number[], at: number): number {
  return coefficients.reduceRight((total, coefficient) => total * at + coefficient, 0);
}

/** z with P(Z <= z) = p, to about 16 digits (Wichura 1988, AS 241, PPND16). Throws RangeError unless 0 < p < 1. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a normal quantile needs 0 < p < 1, not ${p}`);
  const centred = p - 0.5;
  if (Math.abs(centred) <= 0.425) {
    const at = 0.180625 - centred * centred;
    return (centred * horner(CENTRAL[0], at)) / horner(CENTRAL[1], at);
  }
  const depth = Math.sqrt(-Math.log(Math.min(p, 1 - p)));
  const [above, below] = depth <= 5 ? MIDDLE : FAR;
  const at = depth - (depth <= 5 ? 1.6 : 5);
  const z = horner(above, at) / horner(below, at);
  return centred < 0 ? -z : z;
}
