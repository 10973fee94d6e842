/** Exact decimal arithmetic on JSON numbers by scaled integers: 0.1 + 0.2 is 0.3 and 7 x 129.5 is 906.5. */

/** units x 10^-scale; scale is never negative. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
const WIDEST = 60;

/** The decimal a JSON number shows; null when it needs more than 60 digits or is not finite. */
export function toDecimal(value: number): Decimal | null {
  const match = NUMBER.exec(String(value));
  const [, sign, whole, fraction = "", exponent = "0"] = match ?? [];
  if (whole === undefined) return null;
  const units = BigInt(`${sign ?? ""}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  if (Math.abs(scale) > WIDEST) return null;
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** The JSON number nearest to a decimal; null when the decimal has outgrown 60 digits. */
export function fromDecimal(decimal: Decimal): number | null {
  const negative = decimal.units < 0n;
  const digits = (negative ? -decimal.units : decimal.units)
    .toString()
    .padStart(decimal.scale + 1, "0");
  if (digits.length > WIDEST * 2) return null;
  const point = digits.length - decimal.scale;
  const size = Number(`${digits.slice(0, point)}.${digits.slice(point)}0`);
  return negative && size !== 0 ? -size : size;
}

function unitsAt(decimal: Decimal, scale: number): bigint {
  return decimal.units * 10n ** BigInt(scale - decimal.scale);
}

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: unitsAt(left, scale) + unitsAt(right, scale), scale };
}

export function negate(value: Decimal): Decimal {
  return { units: -value.units, scale: value.scale };
}

export function multiply(left: Decimal, right: Decimal): Decimal {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

/** Rounds to `digits` decimals, halves away from zero. */
export function round(value: Decimal, digits: number): Decimal {
  if (digits >= value.scale) return value;
  const step = 10n ** BigInt(value.scale - digits);
  const half = value.units < 0n ? -step / 2n : step / 2n;
  return { units: (value.units + half) / step, scale: digits };
}
