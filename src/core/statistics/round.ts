/** Derived numbers are cut to nine significant digits, so that the last bit of a platform's arithmetic never reaches a digest. */

const SIGNIFICANT_DIGITS = 9;

/** `value` to nine significant digits; -0 becomes 0. Throws on NaN and infinities: they are never a result. */
export function roundDerived(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a result`);
  const rounded = Number(value.toPrecision(SIGNIFICANT_DIGITS));
  return rounded === 0 ? 0 : rounded;
}
