import { expect, test } from "vitest";

import {
  detectableDifference,
  minimumBlocksForHolm,
  requiredBlocks,
  sdInflation,
} from "../../../src/core/statistics/planning.ts";
import { signFlip } from "../../../src/core/statistics/sign-flip.ts";

const smallest = (n: number) => signFlip(Array.from({ length: n }, () => 1)).p;

test("more blocks see smaller differences and inflate the spread less, at every n", () => {
  for (let n = 2; n < 40; n += 1) {
    expect(detectableDifference(n + 1)).toBeLessThan(detectableDifference(n));
    expect(sdInflation(n + 1)).toBeLessThan(sdInflation(n));
    expect(sdInflation(n)).toBeGreaterThan(1);
  }
});

test("half a standard deviation takes 25 blocks one-sided; a spread known from few blocks takes more", () => {
  const known = { sd: 1, n: 100_000, difference: 0.5 };
  expect(requiredBlocks({ ...known, alpha_one_sided: 0.05 })).toBe(25);
  expect(requiredBlocks({ ...known, difference: -0.5, alpha_one_sided: 0.05 })).toBe(25);
  // By hand: (1.959964 + .841621)² / .25 = 31.4.
  expect(requiredBlocks({ ...known, alpha_two_sided: 0.05 })).toBe(32);
  // f = 2.1169 after three blocks: 24.73 × 4.4814 = 110.8.
  expect(requiredBlocks({ ...known, n: 3, alpha_one_sided: 0.05 })).toBe(111);
});

test("never plans fewer than six blocks, not even when nothing has varied yet", () => {
  expect(requiredBlocks({ sd: 0, n: 3, difference: 1, alpha_two_sided: 0.05 })).toBe(6);
  expect(requiredBlocks({ sd: 1, n: 10, difference: 50, alpha_one_sided: 0.05 })).toBe(6);
});

test("the blocks that Holm needs are the fewest whose smallest p passes", () => {
  expect([1, 3, 6, 10].map(minimumBlocksForHolm)).toEqual([6, 7, 8, 9]);
  for (let m = 1; m <= 40; m += 1) {
    const blocks = minimumBlocksForHolm(m);
    expect(smallest(blocks)).toBeLessThanOrEqual(0.05 / m);
    expect(smallest(blocks - 1)).toBeGreaterThan(0.05 / m);
  }
});

test("refuses questions without an answer", () => {
  const question = { sd: 1, n: 10, difference: 1, alpha_one_sided: 0.05 };
  expect(() => requiredBlocks({ ...question, difference: 0 })).toThrow(RangeError);
  expect(() => requiredBlocks({ ...question, sd: -1 })).toThrow(RangeError);
  expect(() => requiredBlocks({ ...question, n: 1 })).toThrow(RangeError);
  expect(() => detectableDifference(1)).toThrow(RangeError);
  expect(() => detectableDifference(100_001)).toThrow(RangeError);
  expect(() => sdInflation(1)).toThrow(RangeError);
  expect(() => minimumBlocksForHolm(0)).toThrow(RangeError);
});
