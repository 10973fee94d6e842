/** Arithmetic is exact where decimals are, and refuses with the place where it went wrong. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { calculate } from "../../../src/core/tools/calculate.ts";

const text = (value: number) =>
  `(${value < 0 ? "-" : ""}${Math.trunc(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, "0")})`;

describe("calculate", () => {
  test.each([
    ["7*129.5", 906.5],
    ["7 * 129.50", 906.5],
    ["0.1 + 0.2", 0.3],
    ["1.1 * 1.1", 1.21],
    ["2 - 3 - 4", -5],
    ["12 / 3 / 2", 2],
    ["2 + 3 * 4", 14],
    ["-(2 + 3) * -4", 20],
    [".5 + 1", 1.5],
    ["1 / 3", 0.333333333333],
    ["2 / 3", 0.666666666667],
    ["-2 / 3", -0.666666666667],
    ["0.000000000001 / 2", 0.000000000001],
    ["100000 / 3", 33333.3333333333],
    ["1.0 / 0.25", 4],
    ["0 * 5", 0],
  ])("%s is %d", (expression, value) => {
    expect(calculate(expression)).toEqual({ ok: true, value });
  });

  test.each([
    ["", "expected a number at character 1, found the end; use numbers, + - * / and ( )"],
    ["2 +", "expected a number at character 4, found the end; use numbers, + - * / and ( )"],
    ["2 x 3", 'unexpected "x" at character 3'],
    ["7 % 2", 'unexpected "%" at character 3'],
    ["(1 + 2", 'expected ")" at character 7'],
    ["1 / (2 - 2)", "division by zero"],
    [
      "process.exit(1)",
      'expected a number at character 1, found "p"; use numbers, + - * / and ( )',
    ],
    ["9999999999 * 9999999999", "the result has 20 digits before the point; 15 is the limit"],
    ["1".repeat(501), "the expression has 501 characters; 500 is the limit"],
    ["(".repeat(100), "nested deeper than 50 levels"],
  ])("%s is refused", (expression, message) => {
    expect(calculate(expression)).toEqual({ ok: false, message });
  });

  test("cents add, subtract and multiply as whole numbers do", () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: -999, max: 999 }), (left, right, times) => {
        const result = calculate(`${text(left)} + ${text(right)} * ${times}`);
        const exact = left + right * times;
        expect(result).toEqual({ ok: true, value: exact === 0 ? 0 : exact / 100 });
      }),
    );
  });
});
