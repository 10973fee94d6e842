/** The profiles that ship: weights that add up, and bounds that say where they come from. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { scoreProfile } from "../../../src/contracts/score-profile.ts";

const folder = join(import.meta.dirname, "../../../config/score-profiles");
const shipped = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), "utf8");
  return { file, text, profile: scoreProfile.parse(parse(text)) };
});

function percentOf(name: string): Record<string, number> {
  const found = shipped.find((one) => one.profile.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return Object.fromEntries(
    found.profile.metrics.map((rule) => [rule.id, Math.round(rule.weight * 1e6) / 1e4]),
  );
}

test("the named profiles are there, each in a file of its name", () => {
  const names = shipped.map((one) => one.profile.name);
  expect(names).toEqual(
    expect.arrayContaining(["alpha-v1", "balanced-v1", "bulk-v1", "finance-v1", "realtime-v1"]),
  );
  expect(shipped.map((one) => one.file)).toEqual(names.map((name) => `${name}.yaml`));
});

describe.each(shipped)("$file", ({ text, profile }) => {
  test("its weights add up to 1, and its first line names the schema", () => {
    const total = profile.metrics.reduce((sum, rule) => sum + rule.weight, 0);
    expect(total).toBeCloseTo(1, 9);
    expect(text).toMatch(/^# yaml-language-server: \$schema=/);
  });

  test("each bound is explained above its metric", () => {
    for (const { id } of profile.metrics)
      expect(text).toMatch(new RegExp(`\\n  #[^\\n]+\\n  - id: ${id}\\n`));
  });
});

test.each(["bulk-v1", "finance-v1", "realtime-v1"])(
  "%s says of each bound which kind it is, as its comment does, and from where a difference matters",
  (name) => {
    const found = shipped.find((one) => one.profile.name === name);
    for (const rule of found?.profile.metrics ?? []) {
      expect(rule.practical_difference).toBeGreaterThan(0);
      const [, above = ""] =
        new RegExp(`((?:  #[^\\n]+\\n)+)  - id: ${rule.id}\\n`).exec(found?.text ?? "") ?? [];
      expect(above).toMatch(new RegExp(`^  # ${rule.bounds_source}: `));
    }
    expect(percentOf(name)).not.toEqual({});
    const said = Object.entries(percentOf(name)).map(([id, weight]) => `${id} ${weight}`);
    expect(found?.profile.description?.toLowerCase()).toContain(said.join(", "));
  },
);

test("the seeds' weights, and what each business puts first", () => {
  expect(percentOf("alpha-v1")).toEqual({
    quality: 35,
    safety: 20,
    completion: 15,
    cost: 10,
    latency: 10,
    tokens: 5,
    trace: 5,
  });
  expect(percentOf("finance-v1")).toMatchObject({ safety: 40 });
  for (const [name, first] of [
    ["finance-v1", "safety"],
    ["bulk-v1", "cost"],
    ["realtime-v1", "latency"],
  ] as const)
    expect(Object.entries(percentOf(name)).toSorted(([, a], [, b]) => b - a)[0]?.[0]).toBe(first);
});
