import { describe, expect, test } from "vitest";

import {
  allowedWording,
  blocksForLevel,
  breadthWording,
  evidenceLevel,
} from "../../../src/core/statistics/evidence-level.ts";
import { zeroFailureUpperBound } from "../../../src/core/statistics/failure-bound.ts";

describe("evidence level", () => {
  test.each([
    [0, "E0"],
    [1, "E1"],
    [2, "E1"],
    [3, "E2"],
    [5, "E2"],
    [6, "E3"],
    [9, "E3"],
    [10, "E4"],
    [29, "E4"],
    [30, "E5"],
    [58, "E5"],
    [59, "E6"],
    [298, "E6"],
    [299, "E7"],
  ] as const)("%i live blocks are %s", (blocks, level) => {
    expect(evidenceLevel(blocks)).toBe(level);
    expect(blocksForLevel(level)).toBeLessThanOrEqual(blocks);
  });

  test("no level's words say better, and nothing below E4 speaks of effects or intervals", () => {
    for (const level of ["E0", "E1", "E2", "E3", "E4", "E5", "E6", "E7"] as const) {
      expect(allowedWording(level)).not.toMatch(/better|worse/i);
      expect(allowedWording(level)).not.toBe("");
    }
    for (const level of ["E0", "E1", "E2", "E3"] as const) {
      expect(allowedWording(level)).not.toMatch(/interval/i);
    }
  });

  test("breadth grows with cases, never with repetitions", () => {
    expect(breadthWording(1)).toContain("1 case only");
    expect(breadthWording(3)).toContain("these 3 cases only");
    expect(breadthWording(6)).toContain("indicative");
  });
});

describe("bound after a clean sample", () => {
  // how: closed form 1 - 0.05^(1/n); the project's reference vectors, group `zero_failures`.
  test.each([
    [1, 0.95],
    [3, 0.6315968501359612],
    [6, 0.39303776899708276],
    [10, 0.2588655508930523],
    [59, 0.049507609888227],
    [299, 0.009969146792899286],
  ])("%i clean runs", (runs, bound) => {
    expect(zeroFailureUpperBound(runs)).toBeCloseTo(bound, 12);
  });

  test("has no answer without a run", () => {
    expect(() => zeroFailureUpperBound(0)).toThrow(RangeError);
  });
});
