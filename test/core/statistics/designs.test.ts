import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { passAtK, passHatK } from "../../../src/core/statistics/agreement.ts";
import { createGenerator } from "../../../src/core/statistics/generator.ts";
import { effectiveWeights, saturation } from "../../../src/core/statistics/saturation.ts";
import { shuffle } from "../../../src/core/statistics/shuffle.ts";
import { williamsSequences } from "../../../src/core/statistics/williams.ts";

const SEED = "0123456789abcdef".repeat(4);

describe("shuffle", () => {
  test("gives these orders for this seed: recorded plans depend on it", () => {
    const generator = createGenerator(SEED);
    const orders = [1, 2, 3].map(() => shuffle(["a", "b", "c", "d", "e"], generator).join(""));
    expect(orders).toEqual(["deabc", "becda", "badec"]);
  });

  test("keeps every item once, leaves its input alone, and every order comes about equally often", () => {
    const generator = createGenerator(SEED);
    const input = ["a", "b", "c"];
    const counts = new Map<string, number>();
    for (let draw = 0; draw < 6_000; draw += 1) {
      const order = shuffle(input, generator).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(input).toEqual(["a", "b", "c"]);
    expect([...counts.keys()].toSorted()).toEqual(["abc", "acb", "bac", "bca", "cab", "cba"]);
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeLessThan(20.5);
  });
});

describe("Williams designs", () => {
  test("each candidate follows each other, and takes each place, equally often, for every k", () => {
    for (let k = 2; k <= 26; k += 1) {
      const sequences = williamsSequences(k);
      const after = new Map<string, number>();
      const places = new Map<string, number>();
      for (const sequence of sequences) {
        expect(sequence.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: k }, (_, at) => at),
        );
        for (const [at, one] of sequence.entries()) {
          places.set(`${at}:${one}`, (places.get(`${at}:${one}`) ?? 0) + 1);
          const pair = `${sequence[at - 1]}>${one}`;
          if (at > 0) after.set(pair, (after.get(pair) ?? 0) + 1);
        }
      }
      const times = k % 2 === 0 ? 1 : 2;
      expect(sequences.length).toBe(k * times);
      expect(after.size).toBe(k * (k - 1));
      expect([...after.values(), ...places.values()].every((count) => count === times)).toBe(true);
    }
    expect(() => williamsSequences(1)).toThrow(RangeError);
    expect(() => williamsSequences(27)).toThrow(RangeError);
  });
});

describe("k of n", () => {
  test("more passes never lower either; k in a row is never likelier than one of k", () => {
    const counts = fc
      .integer({ min: 1, max: 30 })
      .chain((n) =>
        fc.tuple(
          fc.integer({ min: 0, max: n - 1 }),
          fc.constant(n),
          fc.integer({ min: 1, max: n }),
        ),
      );
    fc.assert(
      fc.property(counts, ([c, n, k]) => {
        expect(passHatK(c + 1, n, k)).toBeGreaterThanOrEqual(passHatK(c, n, k));
        expect(passAtK(c + 1, n, k)).toBeGreaterThanOrEqual(passAtK(c, n, k) - 1e-12);
        expect(passHatK(c, n, k)).toBeLessThanOrEqual(passAtK(c, n, k) + 1e-12);
        expect(passAtK(c, n, 1)).toBeCloseTo(c / n, 12);
      }),
    );
    expect(() => passHatK(3, 3, 4)).toThrow(RangeError);
    expect(() => passAtK(4, 3, 1)).toThrow(RangeError);
  });
});

describe("weights that decide", () => {
  test("a metric that all share has none left; shares make one", () => {
    const points = [
      [90, 60],
      [100, 100],
      [20, 40],
    ];
    expect(effectiveWeights([50, 10, 40], points)).toEqual([1500 / 2300, 0, 800 / 2300]);
    expect(effectiveWeights([50, 10], points.slice(1, 2).concat([[7, 7]]))).toBeNull();
    expect(() => effectiveWeights([1], points)).toThrow(RangeError);
    expect(() => effectiveWeights([-1, 1, 1], points)).toThrow(RangeError);
  });

  test("values on a bound are counted by side", () => {
    const found = saturation([0, 100, 100, 50, 99.9]);
    expect(found).toEqual({ values: 5, at_low: 1, at_high: 2, share: 0.6 });
    expect(() => saturation([])).toThrow(RangeError);
    expect(() => saturation([101])).toThrow(RangeError);
  });
});
