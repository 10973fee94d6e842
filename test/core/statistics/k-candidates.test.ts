import fc from "fast-check";
import { expect, test } from "vitest";

import {
  blockedPermutation,
  friedmanPermutation,
  maxT,
} from "../../../src/core/statistics/k-candidates.ts";
import { signFlip } from "../../../src/core/statistics/sign-flip.ts";

const SEED = "beadfeed".repeat(8);
const value = fc.integer({ min: -9, max: 9 });
const someBlocks = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 8 });

test("with two candidates it is the sign-flip test on their differences", () => {
  fc.assert(
    fc.property(someBlocks, (blocks) => {
      const differences = blocks.map(([one, other]) => one - other);
      expect(blockedPermutation(blocks, SEED).p).toBe(signFlip(differences).p);
    }),
  );
});

test("names of candidates and what a whole block shares do not matter", () => {
  const blocks = fc.array(fc.tuple(value, value, value), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(blocks, value, (rows, shift) => {
      const one = blockedPermutation(rows, SEED);
      const renamed = rows.map(([a, b, c]) => [c, a, b]);
      expect(blockedPermutation(renamed, SEED).p).toBe(one.p);
      const shifted = rows.map((block, at) =>
        block.map((each) => (at === 0 ? each + shift : each)),
      );
      expect(blockedPermutation(shifted, SEED).p).toBe(one.p);
      const stretched = rows.map((block) => block.map((each) => each ** 3));
      expect(friedmanPermutation(stretched, SEED).p).toBe(friedmanPermutation(rows, SEED).p);
    }),
  );
});

test("drawn relabellings come near the counted p, and say that they are drawn", () => {
  const base = [
    [3, 5, 4],
    [2, 6, 3],
    [4, 7, 7],
    [1, 5, 2],
    [5, 4, 6],
    [3, 3, 1],
    [2, 4, 1],
    [6, 2, 5],
  ];
  const counted = blockedPermutation(base, SEED);
  // One block more whose values are equal: the same p, but too many relabellings to list.
  const longer = [...base, [4, 4, 4], [4, 4, 4]];
  const drawn = blockedPermutation(longer, SEED);
  expect(counted).toMatchObject({ exact: true, draws: null, seed: null, total: 6 ** 8 });
  expect(drawn).toMatchObject({ exact: false, draws: 99_999, seed: SEED });
  expect(Math.abs(drawn.p - counted.p)).toBeLessThan(0.006);
  expect(blockedPermutation(longer, SEED)).toEqual(drawn);
});

test("with very many blocks fewer are drawn, and the result says how many", () => {
  const blocks = Array.from({ length: 60_000 }, (_, at) => [at % 3, at % 5, at % 7]);
  const found = blockedPermutation(blocks, SEED);
  expect(found.draws).toBe(1_666);
  expect(found.p).toBe(1 / 1_667);
});

test("adjusted for all metrics, one metric keeps its own p and more never lower it", () => {
  const differences = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(fc.array(differences, { minLength: 1, maxLength: 4 }), (metrics) => {
      const { p } = maxT(metrics, SEED);
      for (const [at, one] of metrics.entries()) {
        expect(maxT([one], SEED).p[0]).toBe(signFlip(one).p);
        expect(p[at]).toBeGreaterThanOrEqual(signFlip(one).p);
        expect(p[at]).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("the same metric in other units changes no p; beyond twenty blocks flips are drawn", () => {
  const one = [3, -1, 4, 1, 5, -9, 2, 6, 5, 3];
  const hundredfold = one.map((each) => each * 100);
  const single = signFlip(one).p;
  expect(maxT([one, hundredfold], SEED).p).toEqual([single, single]);
  expect(maxT([one.map(() => 0)], SEED).p).toEqual([1]);
  const long = Array.from({ length: 24 }, (_, at) => (at < 20 ? (one[at % 10] ?? 0) : 0));
  const drawn = maxT([long], SEED);
  expect(drawn).toMatchObject({ exact: false, draws: 99_999, seed: SEED });
  expect(Math.abs((drawn.p[0] ?? 0) - signFlip(long.slice(0, 20)).p)).toBeLessThan(0.005);
});

test("refuses fractions and uneven lists", () => {
  expect(() => blockedPermutation([[1, 2], [1]], SEED)).toThrow(RangeError);
  expect(() => blockedPermutation([[0.5, 1]], SEED)).toThrow(RangeError);
  expect(() => blockedPermutation([], SEED)).toThrow(RangeError);
  expect(() => maxT([[1], [1, 2]], SEED)).toThrow(RangeError);
  expect(() => maxT([], SEED)).toThrow(RangeError);
});
