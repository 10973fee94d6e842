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
    3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
    45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
  ],
  [
    1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
    39307.89580009271061, 28729.085735721942674, 5226.495278852854561,
  ],
] as const;
const MIDDLE = [
  [
    1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
    1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833,
    7.7454501427834140764e-4,
  ],
  [
    1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455,
    0.14810397642748007459, 0.0151986665636164571966, 5.475938084995344946e-4,
    1.05075007164441684324e-9,
  ],
] as const;
const FAR = [
  [
    6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123,
    0.026532189526576123093, 0.0012426609473880784386, 2.71155556874348757815e-5,
    2.01033439929228813265e-7,
  ],
  [
    1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525,
    7.868691311456132591e-4, 1.8463183175100546818e-5, 1.4215117583164458887e-7,
    2.04426310338993978564e-15,
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
