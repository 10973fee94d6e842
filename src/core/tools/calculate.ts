/** Calculates + - * / ( ) exactly: numbers are scaled integers, only a quotient is ever rounded. */
import { add, type Decimal, fromDecimal, multiply, negate, round } from "../simulation/decimal.ts";

export type Calculated =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly message: string };

const longest = 500;
const deepest = 50;
/** Decimals a quotient keeps, rounded half up (away from zero). */
const quotientDecimals = 12;
/** Digits that every JSON reader with IEEE 754 doubles keeps. */
const safeDigits = 15;

/** Carries a sentence out of the recursion; never leaves this module. */
class CalculationError extends Error {}

interface Reader {
  readonly text: string;
  at: number;
}

function skipSpace(reader: Reader): string {
  while (/\s/.test(reader.text[reader.at] ?? "")) reader.at += 1;
  return reader.text[reader.at] ?? "";
}

function readNumber(reader: Reader): Decimal {
  const [digits] = /^(\d+(\.\d+)?|\.\d+)/.exec(reader.text.slice(reader.at)) ?? [];
  if (digits === undefined) {
    const found = reader.text[reader.at];
    const what = found === undefined ? "the end" : `"${found}"`;
    throw new CalculationError(
      `expected a number at character ${reader.at + 1}, found ${what}; use numbers, + - * / and ( )`,
    );
  }
  reader.at += digits.length;
  const [whole = "", fraction = ""] = digits.split(".");
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

function readFactor(reader: Reader, depth: number): Decimal {
  if (depth > deepest) throw new CalculationError(`nested deeper than ${deepest} levels`);
  const sign = skipSpace(reader);
  if (sign === "-" || sign === "+") {
    reader.at += 1;
    const value = readFactor(reader, depth + 1);
    return sign === "-" ? negate(value) : value;
  }
  if (sign !== "(") return readNumber(reader);
  reader.at += 1;
  const value = readSum(reader, depth + 1);
  if (skipSpace(reader) !== ")") {
    throw new CalculationError(`expected ")" at character ${reader.at + 1}`);
  }
  reader.at += 1;
  return value;
}

function divide(left: Decimal, right: Decimal): Decimal {
  if (right.units === 0n) throw new CalculationError("division by zero");
  const scale = quotientDecimals + 1 + right.scale;
  const units = (left.units * 10n ** BigInt(scale)) / right.units;
  // One decimal beyond the kept ones is exact enough to round on: truncation never crosses a half.
  return round({ units, scale: left.scale + quotientDecimals + 1 }, quotientDecimals);
}

function readProduct(reader: Reader, depth: number): Decimal {
  let value = readFactor(reader, depth);
  for (;;) {
    const operator = skipSpace(reader);
    if (operator !== "*" && operator !== "/") return value;
    reader.at += 1;
    const right = readFactor(reader, depth);
    value = operator === "*" ? multiply(value, right) : divide(value, right);
  }
}

function readSum(reader: Reader, depth: number): Decimal {
  let value = readProduct(reader, depth);
  for (;;) {
    const operator = skipSpace(reader);
    if (operator !== "+" && operator !== "-") return value;
    reader.at += 1;
    const right = readProduct(reader, depth);
    value = add(value, operator === "-" ? negate(right) : right);
  }
}

/** Integer digits are never given up; decimals past the fifteenth digit are rounded half up. */
function toJsonNumber(value: Decimal): number {
  const digits = value.units.toString().replace("-", "");
  const whole = Math.max(1, digits.length - value.scale);
  if (whole > safeDigits) {
    throw new CalculationError(
      `the result has ${whole} digits before the point; ${safeDigits} is the limit`,
    );
  }
  const number = fromDecimal(round(value, safeDigits - whole));
  if (number === null) throw new CalculationError("the result has too many digits");
  return number;
}

/**
 * The value of an arithmetic expression of at most 500 characters. Sums and products are exact, a quotient keeps
 * 12 decimals half up, the answer at most 15 digits. Anything else is a refusal with the character where it went wrong.
 */
export function calculate(expression: string): Calculated {
  if (expression.length > longest) {
    return {
      ok: false,
      message: `the expression has ${expression.length} characters; ${longest} is the limit`,
    };
  }
  const reader: Reader = { text: expression, at: 0 };
  try {
    const value = readSum(reader, 0);
    const rest = skipSpace(reader);
    if (rest !== "")
      throw new CalculationError(`unexpected "${rest}" at character ${reader.at + 1}`);
    return { ok: true, value: toJsonNumber(value) };
  } catch (error) {
    if (error instanceof CalculationError) return { ok: false, message: error.message };
    throw error;
  }
}
