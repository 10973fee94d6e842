import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { formatPico, parseAmount, toPico } from "../../../src/core/budget/money.ts";

describe("toPico", () => {
  test.each([
    ["0", 0n],
    ["0.15", 150_000_000_000n],
    ["5", 5_000_000_000_000n],
    ["0.000000000001", 1n],
    ["1e-7", 100_000n],
    ["2.5e+3", 2_500_000_000_000_000n],
    ["1.500000000000000", 1_500_000_000_000n],
  ])("%s is exact", (decimal, pico) => {
    expect(toPico(decimal)).toBe(pico);
  });

  test.each(["", "-1", "1,5", "0.0000000000001", "0x10", "NaN", "1.", "0.30000000000000004"])(
    "%j is refused, never rounded",
    (decimal) => {
      expect(() => toPico(decimal)).toThrow(RangeError);
    },
  );

  test("every whole number of pico-units comes back from its decimal text", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 27n }), (pico) => {
        const digits = pico.toString().padStart(13, "0");
        expect(toPico(`${digits.slice(0, -12)}.${digits.slice(-12)}`)).toBe(pico);
      }),
    );
  });
});

test("an amount is a decimal and a currency", () => {
  expect(parseAmount("5 USD")).toEqual({ pico: 5_000_000_000_000n, currency: "USD" });
  expect(parseAmount("0.05 EUR")).toEqual({ pico: 50_000_000_000n, currency: "EUR" });
});

test.each(["5", "USD 5", "5 usd", "5 USD each", "five USD"])("%j is no amount", (bad) => {
  expect(() => parseAmount(bad)).toThrow(RangeError);
});

describe("formatPico", () => {
  test.each([
    ["0", "USD", "$0.00"],
    ["5", "USD", "$5.00"],
    ["0.031", "USD", "$0.031"],
    ["0.0314159", "USD", "$0.0314"],
    ["0.5", "EUR", "0.50 EUR"],
    ["1234.565", "USD", "$1234.57"],
    ["0.9996", "USD", "$1.00"],
    ["0.00042", "USD", "$0.00042"],
    ["0.000000000001", "USD", "$0.000000000001"],
  ])("%s %s is shown as %s", (decimal, currency, text) => {
    expect(formatPico(toPico(decimal), currency)).toBe(text);
  });

  test("a difference keeps its sign", () => {
    expect(formatPico(-toPico("0.02"), "USD")).toBe("-$0.02");
  });

  test("what is shown is within half a percent, and never says free for money spent", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), (pico) => {
        const shown = toPico(formatPico(pico, "USD").slice(1));
        const error = shown > pico ? shown - pico : pico - shown;
        expect(shown).toBeGreaterThan(0n);
        expect(error * 200n).toBeLessThanOrEqual(pico);
      }),
    );
  });
});
