import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { detectionPower, pairedPower } from "../../../src/core/statistics/detection-power.ts";
import { createGenerator } from "../../../src/core/statistics/generator.ts";
import { mcnemarOneSided } from "../../../src/core/statistics/mcnemar.ts";

const SEED = "0123456789abcdef".repeat(4);

describe("power, counted over every outcome", () => {
  test("a case that died from .95 needs 6 of 8 one-way blocks in the fullest family: by hand", () => {
    // P(Bin(8, .95) >= 6) = .95^8 + 8 .95^7 .05 + 28 .95^6 .05^2; nothing falls the other way.
    const byHand = 0.95 ** 8 + 8 * 0.95 ** 7 * 0.05 + 28 * 0.95 ** 6 * 0.05 ** 2;
    const alpha = 0.05 / 3;
    const rates = { base_pass_rate: 0.95, head_pass_rate: 0, alpha };
    expect(pairedPower({ blocks: 8, ...rates })).toBeCloseTo(byHand, 8);
    const noticed = 1 - 0.05 ** 2;
    const found = detectionPower({ first_blocks: 2, fresh_blocks: 8, ...rates });
    expect(found).toBeCloseTo(noticed * byHand, 8);
    expect(found).toBeGreaterThan(0.95);
  });

  test("one block a case is too few to notice it 95 times in 100", () => {
    const rates = { base_pass_rate: 0.95, head_pass_rate: 0, alpha: 0.05 / 3 };
    expect(detectionPower({ first_blocks: 1, fresh_blocks: 8, ...rates })).toBeLessThan(0.95);
    expect(detectionPower({ first_blocks: 0, fresh_blocks: 8, ...rates })).toBe(0);
  });

  test("with equal rates the chance of a false alarm never exceeds alpha", () => {
    const rate = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(rate, fc.integer({ min: 0, max: 14 }), (pass, blocks) => {
        const rates = { base_pass_rate: pass, head_pass_rate: pass, alpha: 0.05 };
        expect(pairedPower({ blocks, ...rates })).toBeLessThanOrEqual(0.05);
      }),
    );
  });

  test("agrees with 40,000 simulated second looks", () => {
    const generator = createGenerator(SEED);
    const [base_pass_rate, head_pass_rate, alpha] = [0.9, 0.4, 0.05];
    let hits = 0;
    for (let trial = 0; trial < 40_000; trial += 1) {
      let [worse, better] = [0, 0];
      for (let block = 0; block < 8; block += 1) {
        const base = generator.unit() < base_pass_rate;
        const head = generator.unit() < head_pass_rate;
        if (base && !head) worse += 1;
        if (head && !base) better += 1;
      }
      if (mcnemarOneSided(worse, better) <= alpha) hits += 1;
    }
    const exact = pairedPower({ blocks: 8, base_pass_rate, head_pass_rate, alpha });
    expect(Math.abs(hits / 40_000 - exact)).toBeLessThan(0.01);
  });

  test("refuses rates and blocks that cannot be", () => {
    const rates = { base_pass_rate: 0.9, head_pass_rate: 0.4, alpha: 0.05 };
    expect(() => pairedPower({ blocks: 8.5, ...rates })).toThrow(RangeError);
    expect(() => pairedPower({ blocks: 8, ...rates, alpha: 2 })).toThrow(RangeError);
    expect(() => detectionPower({ first_blocks: -1, fresh_blocks: 8, ...rates })).toThrow(
      RangeError,
    );
  });
});
