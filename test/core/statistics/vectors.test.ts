import { describe, expect, test } from "vitest";

import { groups, type Check } from "./vectors/file.ts";
import { PAIRED } from "./vectors/paired.ts";
import { RATES } from "./vectors/rates.ts";

const CHECKS: Record<string, Check> = { ...RATES, ...PAIRED };

describe("reference vectors", () => {
  test.each(Object.keys(CHECKS))("%s", (name) => {
    expect(groups[name]).toBeDefined();
    CHECKS[name]?.(groups[name]);
  });
});
