/** Few trials of what docs/operating-characteristics.md reports; the bounds are the promise plus four standard errors. */
import { describe, expect, test } from "vitest";

import { KINDS } from "../../scripts/sim/draws.ts";
import { standardNormal } from "../../scripts/sim/draws.ts";
import { playDrift } from "../../scripts/sim/drift.ts";
import { goes, REGRESSIONS, UNPROMISED } from "../../scripts/sim/margins.ts";
import { calledDifferent, falseInFamily } from "../../scripts/sim/pairs.ts";
import { mean } from "../../src/core/statistics/describe.ts";

const options = { seed: "test", trials: 600 };

function within(share: number, trials: number): number {
  return 4 * Math.sqrt((share * (1 - share)) / trials);
}

describe("two candidates that are the same", () => {
  test.each(Object.entries(KINDS))(
    "%s: called different at most 5 %% of the time",
    (name, draw) => {
      for (const blocks of [6, 10, 20]) {
        const { called, trials } = calledDifferent(
          options,
          name,
          blocks,
          (generator) => draw(generator) - draw(generator),
        );
        expect(called / trials).toBeLessThanOrEqual(0.05 + within(0.05, trials));
      }
    },
  );

  test("with three blocks nothing is called different, however far apart", () => {
    const { called } = calledDifferent(options, "far", 3, () => 1_000);
    expect(called).toBe(0);
  });
});

test.each([
  [6, 0.35],
  [10, 0.8],
  [20, 0.985],
])("one standard deviation over %i blocks is seen in %f of the trials", (blocks, power) => {
  const { called, trials } = calledDifferent(
    options,
    "one SD",
    blocks,
    (generator) => 1 + standardNormal(generator),
  );
  expect(Math.abs(called / trials - power)).toBeLessThan(0.03 + within(power, trials));
});

test.each(REGRESSIONS.map((one) => [one.what, one] as const))(
  "%s: a fall of the margin passes at most 5 %% of the time",
  (_, regression) => {
    const few = { seed: "test", trials: 250 };
    for (const blocks of [10, 30]) {
      const share = goes(few, regression, blocks, regression.margin) / few.trials;
      expect(share).toBeLessThanOrEqual(0.05 + within(0.05, few.trials));
    }
  },
);

test("a rare far block passes a margin without bounds more often than promised elsewhere, as the page says", () => {
  const few = { seed: "test", trials: 250 };
  const [rare] = UNPROMISED;
  const passed = rare === undefined ? 0 : goes(few, rare, 10, rare.margin);
  expect(passed / few.trials).toBeGreaterThan(0.05 + within(0.05, few.trials));
});

test.each([
  [3, 8],
  [6, 10],
])(
  "a family of %i pairs over %i blocks has a false call at most 5 %% of the time",
  (size, blocks) => {
    for (const one_base of [false, true]) {
      const any = falseInFamily(options, size, blocks, one_base);
      expect(any / options.trials).toBeLessThanOrEqual(0.05 + within(0.05, options.trials));
    }
  },
);

describe("a drift", () => {
  const few = { seed: "test", trials: 200 };

  test("biases nothing in drawn order and as many runs as there are blocks in two halves", () => {
    const [blocks, drift] = [30, 0.05];
    const drawn = playDrift(few, "drawn", blocks, drift);
    expect(Math.abs(mean(drawn.biases))).toBeLessThan(0.1);
    expect(drawn.called_different / few.trials).toBeLessThanOrEqual(
      0.05 + within(0.05, few.trials),
    );
    const halves = playDrift(few, "halves", blocks, drift);
    expect(mean(halves.biases)).toBeCloseTo(-blocks * drift, 1);
    expect(halves.called_different / few.trials).toBeGreaterThan(0.9);
  });

  test("is reported, and where there is none it seldom is", () => {
    expect(playDrift(few, "drawn", 30, 0.05).reported / few.trials).toBeGreaterThan(0.9);
    expect(playDrift(few, "drawn", 30, 0).reported / few.trials).toBeLessThan(0.03);
  });
});
