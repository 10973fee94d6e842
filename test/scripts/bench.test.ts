import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Sample } from "../../scripts/bench/compare.ts";
import { runComparison, sample, spread } from "../../scripts/bench/compare.ts";

const scripts = join(import.meta.dirname, "../../scripts");

test("a spread is the median and the quartiles, between two values where there is none", () => {
  expect(spread([4, 1, 3, 2, 5])).toEqual({ median: 3, low: 2, high: 4 });
  expect(spread([1, 2])).toEqual({ median: 1.5, low: 1.25, high: 1.75 });
  expect(spread([7])).toEqual({ median: 7, low: 7, high: 7 });
});

test("ways are measured in turns, the warm-up is left out, and a ratio is taken within its round", async () => {
  const order: string[] = [];
  const variant = (name: string, walls: readonly number[]) => {
    let round = 0;
    return {
      name,
      measure: async (): Promise<Sample> => {
        order.push(name);
        const wall_us = walls[round] ?? 0;
        round += 1;
        return { wall_us, cpu_us: 1 };
      },
    };
  };
  // A slow second round: both are ten times slower, and the ratio does not see it.
  const rows = await runComparison(
    { title: "t", variants: [variant("a", [999, 1, 10, 1]), variant("b", [999, 3, 30, 3])] },
    3,
  );
  expect(order.join("")).toBe("abbaabba");
  expect(rows.map(({ name, wall_us, wall_ratio }) => [name, wall_us.median, wall_ratio])).toEqual([
    ["a", 1, { median: 1, low: 1, high: 1 }],
    ["b", 3, { median: 3, low: 3, high: 3 }],
  ]);
});

test("a sample is of one operation", async () => {
  const calls: number[] = [];
  const taken = await sample(4, (index) => {
    calls.push(index);
  });
  expect(calls).toEqual([0, 1, 2, 3]);
  expect(taken.wall_us).toBeGreaterThan(0);
});

test("each bench in the folder is in the list of the command", () => {
  const command = readFileSync(join(scripts, "bench.ts"), "utf8");
  const benches = readdirSync(join(scripts, "bench")).filter((file) =>
    /export const \w+: Bench\b/.test(readFileSync(join(scripts, "bench", file), "utf8")),
  );
  expect(benches.length).toBeGreaterThan(2);
  for (const file of benches) expect(command).toContain(`"./bench/${file}"`);
});
