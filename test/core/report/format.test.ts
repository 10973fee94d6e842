/** Figures as people read them. */
import fc from "fast-check";
import { expect, test } from "vitest";

import { displayWidth, pad, wrapText } from "../../../src/core/report/columns.ts";
import {
  formatDuration,
  formatFigure,
  formatNumber,
  formatQuantity,
  formatShare,
  formatWall,
  sentenceList,
  sharedDecimals,
  shortDigest,
  shortRevision,
} from "../../../src/core/report/format.ts";

test.each([
  [0, 0, "0"],
  [999, 0, "999"],
  [1_262, 0, "1,262"],
  [1_234_567.891, 2, "1,234,567.89"],
  [-1_500, 0, "−1,500"],
  [-0.001, 1, "0.0"],
])("%d with %d decimals reads %s", (value, decimals, expected) => {
  expect(formatNumber(value, decimals)).toBe(expected);
});

test("thousands separators never change the figure", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 6 }), (value, decimals) => {
      const read = Number(formatNumber(value, decimals).replaceAll(",", "").replace("−", "-"));
      expect(read === value).toBe(true);
    }),
  );
});

test("a column takes the fewest decimals that lose nothing", () => {
  expect(sharedDecimals([100, 3], 2)).toBe(0);
  expect(sharedDecimals([0.55, 0.2, 1], 4)).toBe(2);
  expect(sharedDecimals([1 / 3], 2)).toBe(2);
  expect(sharedDecimals([{ missing: "no run" }], 2)).toBe(0);
});

test("small figures keep significant digits, and units are always there", () => {
  expect(formatFigure(0.000314159)).toBe("0.0003142");
  expect(formatFigure(1e-18)).toBe("0");
  expect(formatQuantity(1_262, "tokens")).toBe("1,262 tokens");
  expect(formatQuantity(0.000314159, "USD")).toBe("$0.0003142");
  expect(formatQuantity(1, "0 or 1")).toBe("1");
  expect(formatQuantity(0.5, "share")).toBe("50 %");
});

test("durations of one column share a unit", () => {
  expect(formatDuration(412)).toBe("412 ms");
  expect(formatDuration(412, 18_706)).toBe("0.4 s");
  expect(formatDuration(18_706)).toBe("18.7 s");
  expect(formatWall(41.4)).toBe("41 s");
  expect(formatWall(365)).toBe("6 min 5 s");
  expect(formatWall(7_440)).toBe("2 h 4 min");
});

test("a share that is neither none nor all is never rounded to either", () => {
  expect([0, 0.001, 0.083, 0.999, 1].map((share) => formatShare(share))).toEqual([
    "0 %",
    "under 1 %",
    "8 %",
    "over 99 %",
    "100 %",
  ]);
});

test("names are shortened only where they can still be recognised", () => {
  expect(shortDigest(`sha256:${"4f".repeat(32)}`)).toBe("sha256:4f4f4f4f4f4f…");
  expect(shortRevision("9f8e7d6c5b4a39281706f5e4d3c2b1a098765432")).toBe("9f8e7d6");
  expect(shortRevision("release-2")).toBe("release-2");
  expect(sentenceList(["a", "b", "c"])).toBe("a, b and c");
});

test("columns are padded by what a terminal shows", () => {
  expect(displayWidth("退款 ok")).toBe(7);
  expect(pad("退款", 6, "right")).toBe("  退款");
  expect(wrapText("one two three", 7)).toEqual(["one two", "three"]);
});
