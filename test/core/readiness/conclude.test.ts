import { expect, test } from "vitest";

import { exitCode } from "../../../src/core/readiness/conclude.ts";

test.each([
  [0, 0, 0, 0],
  [10, 0, 10, 0],
  [20, 20, 20, 0],
  [30, 30, 30, 30],
  [40, 40, 40, 40],
] as const)("%i: no-go %i, conditional %i, never %i", (exit_code, noGo, conditional, never) => {
  expect(exitCode({ exit_code }, "no-go")).toBe(noGo);
  expect(exitCode({ exit_code }, "conditional")).toBe(conditional);
  expect(exitCode({ exit_code }, "never")).toBe(never);
});
