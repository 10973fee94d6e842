/** The gamma function's logarithm and the regularised incomplete gamma function, which give the chi-square and the normal tails. */

/** Terms B_2k / (2k (2k - 1)) of Stirling's series. */
const STIRLING = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360_360,
  1 / 156,
  -3617 / 122_400,
];
const MOST_TERMS = 100_000;
const TINY = 1e-300;

/** ln Γ(x) for x > 0, by Stirling's series (Abramowitz and Stegun 6.1.41) after raising x to at least 16. Throws RangeError. */
export function logGamma(x: number): number {
  if (!(x > 0 && Number.isFinite(x))) throw new RangeError(`ln Γ(${x}) is not defined here`);
  let raised = x;
  let product = 1;
  while (raised < 16) {
    product *= raised;
    raised += 1;
  }
  let series = 0;
  let power = 1 / raised;
  for (const term of STIRLING) {
    series += term * power;
    power /= raised * raised;
  }
  const stirling = (raised - 0.5) * Math.log(raised) - raised + 0.5 * Math.log(2 * Math.PI);
  return stirling + series - Math.log(product);
}

/** P(a, x) by its series; converges fast below a + 1. */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let total = term;
  for (let k = 1; k <= MOST_TERMS && term > total * 1e-17; k += 1) {
    term *= x / (a + k);
    total += term;
  }
  return total * Math.exp(a * Math.log(x) - x - logGamma(a));
}

/** Q(a, x) by Legendre's continued fraction, evaluated with Lentz's method; converges fast above a + 1. */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let total = d;
  for (let k = 1; k <= MOST_TERMS; k += 1) {
    const factor = k * (a - k);
    b += 2;
    d = 1 / (Math.abs(factor * d + b) < TINY ? TINY : factor * d + b);
    c = Math.abs(b + factor / c) < TINY ? TINY : b + factor / c;
    total *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return total * Math.exp(a * Math.log(x) - x - logGamma(a));
}

function refuse(a: number, x: number): void {
  if (!(a > 0 && x >= 0 && Number.isFinite(a))) {
    throw new RangeError(`the incomplete gamma function takes a > 0 and x >= 0, not ${a} and ${x}`);
  }
}

/** Q(a, x) = Γ(a, x) / Γ(a), the upper tail, a fraction (Abramowitz and Stegun 6.5). Throws RangeError. */
export function upperGamma(a: number, x: number): number {
  refuse(a, x);
  if (x === 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  return x < a + 1 ? 1 - lowerSeries(a, x) : upperFraction(a, x);
}

/** P(a, x) = 1 - Q(a, x), the lower tail, computed without loss where it is small. Throws RangeError. */
export function lowerGamma(a: number, x: number): number {
  refuse(a, x);
  if (x === 0) return 0;
  if (x === Number.POSITIVE_INFINITY) return 1;
  return x < a + 1 ? lowerSeries(a, x) : 1 - upperFraction(a, x);
}

/** P(Z >= z); accurate relative to itself far into the tail, from Q(1/2, z²/2) / 2. Throws RangeError on NaN. */
export function normalUpperTail(z: number): number {
  if (Number.isNaN(z)) throw new RangeError("NaN has no tail");
  const beyond = upperGamma(0.5, (z * z) / 2) / 2;
  return z >= 0 ? beyond : 1 - beyond;
}
