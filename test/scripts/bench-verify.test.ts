import { expect, test } from "vitest";

import { bigBundle, compareVerify } from "../../scripts/bench/verify.ts";
import { verifyBundle } from "../../src/core/evidence/verify.ts";
import { bundleParsers } from "../../src/verify/parsers.ts";
import { recomputeBundle } from "../../src/verify/recompute.ts";

test("the big bundle is sound: each copy of a run in a cell of its own", () => {
  const files = bigBundle(3);
  const runs = [...files.keys()].filter((path) => path.startsWith("runs/"));
  expect(runs).toHaveLength(9);
  const rules = { parsers: bundleParsers, recompute: recomputeBundle };
  expect(verifyBundle(files, rules)).toMatchObject({ ok: true, first_fault: null, noticed: [] });
});

test("both ways take every event, and say for how many they were measured", async () => {
  const [comparison] = await compareVerify(3);
  expect(comparison?.title).toMatch(/^one bundle of \d{3} events/);
  for (const { measure } of comparison?.variants ?? []) {
    const { wall_us, cpu_us } = await measure();
    expect(wall_us).toBeGreaterThan(0);
    expect(cpu_us).toBeGreaterThan(0);
  }
});
