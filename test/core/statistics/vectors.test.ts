import { describe, expect, test } from "vitest";

import { STATISTICS_SPEC } from "../../../src/core/statistics/spec.ts";
import { groups, type Check } from "./vectors/file.ts";
import { PAIRED } from "./vectors/paired.ts";
import { RATES } from "./vectors/rates.ts";
import { WEIGHTS } from "./vectors/weights.ts";

const CHECKS: Record<string, Check> = { ...RATES, ...PAIRED, ...WEIGHTS };

describe("reference vectors", () => {
  test.each(Object.keys(CHECKS))("%s", (name) => {
    expect(groups[name]).toBeDefined();
    CHECKS[name]?.(groups[name]);
  });
});

test("the formulas have a name of their own", () => {
  expect(STATISTICS_SPEC).toBe("agentlab-stats/1");
});
