import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { decimal } from "../../src/contracts/primitives.ts";
import { toPico } from "../../src/core/budget/money.ts";

describe("a decimal amount", () => {
  test.each([
    [0, 0n],
    [0.15, 150_000_000_000n],
    [1e-12, 1n],
    [1.5e-11, 15n],
    [1.23e-10, 123n],
    [123456789012345, 123456789012345n * 10n ** 12n],
    ["0.000000000001", 1n],
    ["999999999999999.999999999999", 999999999999999999999999999n],
  ])("%s is read, and is whole in pico-units", (written, pico) => {
    expect(toPico(decimal.parse(written))).toBe(pico);
  });

  test.each([
    1e-13,
    1.5e-12,
    1.23e-11,
    0.1234567890123,
    1e15,
    1e300,
    -1,
    Number.NaN,
    Infinity,
    "0.0000000000001",
    "1e-3",
    "1,5",
    "",
    "1234567890123456",
  ])("%s is refused", (written) => {
    expect(decimal.safeParse(written).success).toBe(false);
  });

  test("whatever is accepted is exact money: toPico never throws on it", () => {
    const written = fc.oneof(
      fc.double({ min: 0, noNaN: true }),
      fc.integer({ min: 0, max: 10 ** 9 }).map((n) => n / 10 ** 6),
      fc
        .tuple(fc.nat({ max: 10 ** 6 }), fc.integer({ min: -20, max: 20 }))
        .map(([n, e]) => Number(`${n}e${e}`)),
      fc.stringMatching(/^\d{1,16}(\.\d{1,13})?$/),
    );
    fc.assert(
      fc.property(written, (one) => {
        const read = decimal.safeParse(one);
        if (!read.success) return;
        expect(toPico(read.data)).toBeTypeOf("bigint");
        expect(Number(read.data)).toBe(Number(one));
      }),
      { numRuns: 2_000 },
    );
  });
});
