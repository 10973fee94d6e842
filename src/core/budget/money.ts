/** Money as whole pico-units (1 unit of a currency = 10^12 pico): exact in, exact out, never a binary fraction. */

const PICO_DIGITS = 12;
const PICO_PER_UNIT = 10n ** 12n;
const DECIMAL = /^(\d{1,30})(?:\.(\d{1,40}))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * A decimal of currency units as pico-units: "0.15" is 150000000000n. Exponents are read too, because a number in YAML
 * may have become text as "1e-7". Throws RangeError on anything finer than one pico or that is no decimal: contracts
 * check both before.
 */
export function toPico(decimal: string): bigint {
  const match = DECIMAL.exec(decimal.trim());
  const [, whole, fraction = "", exponent = "0"] = match ?? [];
  if (whole === undefined) {
    throw new RangeError(`"${decimal.slice(0, 60)}" is not a decimal amount; write one like 0.15`);
  }
  const digits = BigInt(whole + fraction);
  const shift = PICO_DIGITS - fraction.length + Number(exponent);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  if (digits % divisor !== 0n) {
    throw new RangeError(`"${decimal.slice(0, 60)}" has more than ${PICO_DIGITS} decimals`);
  }
  return digits / divisor;
}

/** An amount as contracts write it: "5 USD". Throws RangeError when it is not one. */
export function parseAmount(amount: string): { pico: bigint; currency: string } {
  const [decimal, currency, ...rest] = amount.split(" ");
  if (decimal === undefined || currency === undefined || rest.length > 0) {
    throw new RangeError(`"${amount.slice(0, 60)}" is not an amount; write one like 5 USD`);
  }
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new RangeError(`"${amount.slice(0, 60)}" names no currency; write one like 5 USD`);
  }
  return { pico: toPico(decimal), currency };
}

function roundTo(value: bigint, step: bigint): bigint {
  return ((value + step / 2n) / step) * step;
}

function decimalText(pico: bigint): string {
  const whole = pico / PICO_PER_UNIT;
  const fraction = (pico % PICO_PER_UNIT).toString().padStart(PICO_DIGITS, "0");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}

/** An amount as contracts write it, exact to the last pico-unit: "0.625 USD". */
export function writeAmount(pico: bigint, currency: string): string {
  return `${decimalText(pico)} ${currency}`;
}

/**
 * Money for people, currency always shown: two decimals from one unit up, three significant digits below it, half-up
 * ($5.00, $0.031, 0.50 EUR). For the eye only: stored amounts stay whole pico-units.
 */
export function formatPico(pico: bigint, currency: string): string {
  const size = pico < 0n ? -pico : pico;
  const kept = size >= PICO_PER_UNIT ? PICO_DIGITS - 2 : Math.max(0, size.toString().length - 3);
  const text = decimalText(roundTo(size, 10n ** BigInt(kept)));
  const sign = pico < 0n ? "-" : "";
  return currency === "USD" ? `${sign}$${text}` : `${sign}${text} ${currency}`;
}
