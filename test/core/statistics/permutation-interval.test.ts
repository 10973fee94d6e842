import fc from "fast-check";
import { expect, test } from "vitest";

import {
  permutationInterval,
  rangeLevel,
} from "../../../src/core/statistics/permutation-interval.ts";
import { signFlip } from "../../../src/core/statistics/sign-flip.ts";

const some = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 6, maxLength: 11 });

test("holds exactly the shifts that the sign-flip test does not reject", () => {
  fc.assert(
    fc.property(some, fc.integer({ min: -40, max: 40 }), (values, shift) => {
      const found = permutationInterval(values, 0.05);
      if (found === null) throw new Error("six values and more have an interval");
      const shifted = values.map((one) => one - shift);
      const below = signFlip(shifted).p_greater;
      const above = signFlip(shifted.map((one) => -one)).p_greater;
      expect(below <= 0.025).toBe(shift < found.low);
      expect(above <= 0.025).toBe(shift > found.high);
    }),
  );
});

test("is the plain sorted list of subset means, and mirrors with the signs", () => {
  fc.assert(
    fc.property(some, fc.constantFrom(0.05, 0.1, 0.5), (values, alpha) => {
      const means: number[] = [];
      for (let set = 1; set < 2 ** values.length; set += 1) {
        const members = values.filter((_, at) => (set >> at) & 1);
        means.push(members.reduce((total, one) => total + one, 0) / members.length);
      }
      means.sort((left, right) => left - right);
      const k = Math.floor((alpha * 2 ** values.length) / 2);
      const found = permutationInterval(values, alpha);
      expect(found?.low).toBe(means[k - 1]);
      expect(found?.high).toBe(means[means.length - k]);
      const mirrored = permutationInterval(
        values.map((one) => -one),
        alpha,
      );
      expect((mirrored?.low ?? NaN) + (found?.high ?? NaN)).toBe(0);
    }),
  );
});

test("twenty values are enumerated; below six there is no 95 % interval, nor a bound at .05 below five", () => {
  const twenty = Array.from({ length: 20 }, (_, at) => (at * 37) % 20);
  const found = permutationInterval(twenty, 0.05);
  expect(found?.level).toBeGreaterThanOrEqual(0.95);
  expect(found?.level).toBeLessThan(0.950002);
  expect((found?.low ?? NaN) + (found?.high ?? NaN)).toBeCloseTo(19, 9);
  expect(permutationInterval([1, 2, 3, 4, 5], 0.05)).toBeNull();
  expect(permutationInterval([1, 2, 3, 4, 5], 0.1)).toEqual({ low: 1, high: 5, level: 0.9375 });
  expect(permutationInterval([1, 2, 3, 4], 0.1)).toBeNull();
  expect(rangeLevel(1)).toBe(0);
});

test("refuses none, more than twenty and what is not finite", () => {
  expect(() => permutationInterval([], 0.05)).toThrow(RangeError);
  expect(() =>
    permutationInterval(
      Array.from({ length: 21 }, () => 1),
      0.05,
    ),
  ).toThrow(/20/);
  expect(() => permutationInterval([1, Number.POSITIVE_INFINITY], 0.05)).toThrow(RangeError);
  expect(() => permutationInterval([1, 2], 0)).toThrow(RangeError);
  expect(() => rangeLevel(0)).toThrow(RangeError);
});
