import { createHash } from "node:crypto";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createGenerator } from "../../../src/core/statistics/generator.ts";

const hexSeed = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes) => Buffer.from(bytes).toString("hex"));

describe("the seeded generator", () => {
  test("gives the published xoshiro128** numbers for the state 1, 2, 3, 4", () => {
    const generator = createGenerator("01000000020000000300000004000000");
    const first = Array.from({ length: 12 }, () => generator.next());
    expect(first).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597,
      4258142804, 337829053, 2142557243,
    ]);
  });

  test("reads a SHA-256 as four little-endian words, with or without its prefix", () => {
    const digest = createHash("sha256").update("agent-lab/stats/v1").digest("hex");
    for (const seed of [digest, `sha256:${digest}`]) {
      const generator = createGenerator(seed);
      const first = Array.from({ length: 5 }, () => generator.next());
      expect(first).toEqual([639742395, 467523105, 3551435604, 3585865976, 3091460702]);
    }
  });

  test("draws whole numbers below n, each value about equally often", () => {
    const generator = createGenerator("a5".repeat(32));
    const counts = [0, 0, 0, 0, 0, 0];
    for (let draw = 0; draw < 60_000; draw += 1) {
      const value = generator.below(6);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    expect(counts).toHaveLength(6);
    const chiSquare = counts.reduce((sum, n) => sum + (n - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(20.5);
  });

  test("stays inside its bounds for every seed and n", () => {
    fc.assert(
      fc.property(hexSeed, fc.integer({ min: 1, max: 2 ** 32 }), (seed, n) => {
        const generator = createGenerator(seed);
        const value = generator.below(n);
        const unit = generator.unit();
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(n);
        expect(unit).toBeGreaterThan(0);
        expect(unit).toBeLessThan(1);
      }),
    );
  });

  test("draws again beyond the last full multiple of n", () => {
    const n = 2 ** 31 + 1;
    const raw = createGenerator("ff".repeat(16));
    const values = Array.from({ length: 20 }, () => raw.next());
    const kept = values.filter((value) => value < n);
    expect(kept.length).toBeLessThan(values.length);
    const bounded = createGenerator("ff".repeat(16));
    expect(kept.map(() => bounded.below(n))).toEqual(kept);
  });

  test("refuses a seed that is short, not hex or all zero, and a bound of nothing", () => {
    expect(() => createGenerator("abc")).toThrow(/32 hex digits/);
    expect(() => createGenerator("z".repeat(32))).toThrow(/32 hex digits/);
    expect(() => createGenerator("0".repeat(32))).toThrow(/all zero/);
    expect(() => createGenerator("1".repeat(32)).below(0)).toThrow(/whole number/);
  });
});
