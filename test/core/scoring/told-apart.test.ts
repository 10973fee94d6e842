import { describe, expect, test } from "vitest";

import type { Comparison } from "../../../src/contracts/comparison.ts";
import type { PairObservation } from "../../../src/contracts/pair-observation.ts";
import { canonicalJson } from "../../../src/core/digest/canonical.ts";
import type { CompareInput } from "../../../src/core/scoring/comparison.ts";
import { PAIR_MEASURES } from "../../../src/core/scoring/pair-measures.ts";
import { testDifferences } from "../../../src/core/scoring/pair-tests.ts";
import {
  aCompareInput,
  aPlan,
  aProfile,
  comparisonOf,
  metric,
  type RunOverrides,
  runsOf,
} from "../../builders/runs.ts";

const live = { metadata: { upstream: "live" } } as const satisfies RunOverrides;

/** Alpha's tokens in each block, against beta's 10,000. Profile: tokens alone, 100 points at none, 0 at 50,000. */
function contest(
  alpha: readonly number[],
  beta: (block: number) => number,
  overrides: Partial<CompareInput> = {},
): Comparison {
  const plan = aPlan({ repetitions: alpha.length });
  const results = runsOf(plan, ({ candidate, repetition }) => {
    const own = alpha[repetition - 1] ?? 0;
    const tokens = candidate === "alpha" ? own : beta(repetition);
    return { ...live, tokens: { in: tokens, out: 0 } };
  });
  const profile = aProfile({
    metrics: [metric("tokens", "tokens.wire", "lower", 1, 50_000, { practical_difference: 100 })],
  });
  return comparisonOf(aCompareInput(plan, results, { profile, ...overrides }));
}

function pairOf(document: Comparison, name: string): PairObservation {
  const found = document.pairs.find((pair) => pair.metric === name);
  if (found === undefined) throw new Error(`no pair in ${name}`);
  return found;
}

describe("the published examples, as live blocks", () => {
  test("0.0166 points after one repetition: not told apart, why, and how many blocks", () => {
    // 8.3 tokens of 50,000 are 0.0166 points.
    const pair = pairOf(
      contest([9_992], () => 10_000),
      "weighted",
    );
    expect(pair.mean_difference).toBeCloseTo(0.016, 9);
    expect(pair.word).toBe("observed");
    expect(pair.statement).toBe(
      "alpha has more weighted points than beta in 1 of 1 block, by 0.016 points on average. They can't be told apart: 1 block is too few, 6 at the least. One block shows no spread; 6 are the fewest.",
    );
  });

  test("0.1153 points after three: fewer tokens observed here, not told apart, about how many blocks", () => {
    const spread = [9_930, 9_950, 9_947];
    const document = contest(spread, () => 10_000);
    const pair = pairOf(document, "tokens");
    expect(pair).toMatchObject({ word: "observed", a_below: 3, blocks: 3 });
    expect(pair.statement).toMatch(
      /^alpha used fewer tokens than beta in 3 of 3 blocks, by 58 tokens on average\. They can't be told apart: 3 blocks are too few, 6 at the least\. A difference of this size would take about \d+ live blocks to be seen four times in five\.$/,
    );
    expect(document.ranking.statement).toContain("No champion: 3 live blocks cannot tell");
    expect(canonicalJson(document)).not.toMatch(/\bbetter\b/);
  });
});

/** Alpha uses fewer tokens in every block, a little fewer each time. */
function apart(n: number, step = 400): Comparison {
  return contest(
    Array.from({ length: n }, (_, at) => 10_000 - step - at),
    () => 10_000,
  );
}

describe("six blocks and more", () => {
  test("a difference in every one of eight blocks is one, and its size is given with an interval", () => {
    const pair = pairOf(apart(8), "tokens");
    expect(pair).toMatchObject({
      word: "different",
      sign_flip_p: 2 / 2 ** 8,
      p_method: "exact",
      drawn: null,
    });
    expect(pair.interval).toMatchObject({ of: "mean", method: "permutation" });
    expect(pair.statement).toBe(
      "alpha used fewer tokens than beta in 8 of 8 blocks, by 404 tokens on average. Chance alone hardly does that.",
    );
  });

  test("Holm: in a family of four six blocks reach .03125 and are not enough", () => {
    const document = apart(6);
    expect(document.statistics).toMatchObject({
      spec: "agentlab-stats/1",
      alpha: 0.05,
      primary: "weighted",
      family: 1,
      secondary: 4,
    });
    const tokens = pairOf(document, "tokens");
    expect(tokens).toMatchObject({ sign_flip_p: 0.03125, word: "not_told_apart" });
    expect(tokens.p_holm).toBeGreaterThan(0.05);
    expect(pairOf(document, "weighted")).toMatchObject({ p_holm: 0.03125, word: "different" });
  });

  test("what the profile calls too small to matter is never called a difference that matters", () => {
    const pair = pairOf(apart(10, 20), "tokens");
    expect(pair.word).toBe("too_small_to_matter");
    expect(pair.statement).toContain("smaller than the 100 tokens that the profile says matters");
  });

  test("more than twenty blocks are drawn from a stated seed, and the same seed gives the same p", () => {
    const [once, again] = [pairOf(apart(24), "tokens"), pairOf(apart(24), "tokens")];
    expect(once.p_method).toBe("drawn");
    expect(once.drawn).toMatchObject({ draws: 99_999 });
    expect(once).toEqual(again);
  });

  test("an exploratory comparison carries no p and no stronger word than observed", () => {
    const document = contest([1, 2, 3, 4, 5, 6, 7, 8], () => 10_000, {
      exploratory_reasons: ["a later look"],
    });
    for (const pair of document.pairs) {
      expect(pair.sign_flip_p).toHaveProperty("missing");
      expect(["observed", "not_compared"]).toContain(pair.word);
    }
  });
});

test("with three blocks, however far apart, nothing is called different", () => {
  for (const step of [1, 100, 9_999]) {
    const document = contest([10_000 - step, 10_000 - step, 10_000 - step], () => 10_000);
    expect(document.pairs.some((pair) => pair.word === "different")).toBe(false);
    expect(document.ranking.champion).toHaveProperty("missing");
  }
});

test("ten blocks, told apart, by more than matters, under firm weights: a champion", () => {
  const document = contest(
    Array.from({ length: 10 }, (_, at) => 2_000 + at),
    () => 10_000,
  );
  expect(document.ranking.champion).toBe("alpha");
  expect(document.ranking.statement).toMatch(/^alpha leads: told apart from every other candidate/);
});

test("whom the blocks tell apart the other way round neither leads overall nor in the metric", () => {
  // Ten planned blocks speak for beta; twenty of a second look, which are in no pair, make alpha first in points.
  const alpha = Array.from({ length: 30 }, (_, at) => (at < 10 ? 10_500 + at : 1_000));
  const document = contest(alpha, () => 10_000, { first_look_blocks: 10 });
  expect(document.ranking.order[0]?.candidate).toBe("alpha");
  expect(pairOf(document, "weighted").word).toBe("different");
  expect(document.ranking.champion).toEqual({
    missing: "alpha and beta can't be told apart in weighted points",
  });
  expect(document.ranking.leaders[0]?.statement).toContain("(observed; can't be told apart)");
});

test("a leader is told apart from every other only where every other could be weighed", () => {
  const plan = aPlan({ candidates: ["alpha", "beta", "gamma"], repetitions: 12 });
  const results = runsOf(plan, ({ candidate, repetition }) => ({
    metadata: { upstream: "live", ...(candidate === "gamma" ? { concurrency: 2 } : {}) },
    duration_ms: (candidate === "alpha" ? 1_000 : 9_000) + repetition,
  }));
  const profile = aProfile({ metrics: [metric("time", "latency.ms", "lower", 1, 20_000)] });
  const { ranking } = comparisonOf(aCompareInput(plan, results, { profile }));
  expect(ranking.champion).toBe("alpha");
  expect(ranking.statement).toMatch(/told apart from every other that can be weighed/);
});

test("differences that cancel out are no direction", () => {
  const { statement } = pairOf(
    contest(
      Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? 9_000 : 11_000)),
      () => 10_000,
    ),
    "tokens",
  );
  expect(statement).toMatch(/^alpha and beta differ in 8 of 8 blocks and are level on average\./);
});

describe("numbers at the edge of what can be counted", () => {
  const measure = PAIR_MEASURES.find((one) => one.metric === "cost");
  if (measure === undefined) throw new Error("no cost");

  test("six equal differences of thousands of dollars have the p of six blocks, and no smaller one", () => {
    const values = Array.from({ length: 6 }, () => 2_000e12);
    expect(testDifferences({ measure, values }, "seed")).toMatchObject({
      sign_flip_p: 0.03125,
      p_method: "exact",
    });
  });

  test("no p is 0", () => {
    const values = Array.from({ length: 501 }, (_, at) => 1_000_000_000 + (at % 2));
    const { sign_flip_p } = testDifferences({ measure, values }, "seed");
    expect(sign_flip_p).toBeGreaterThan(0);
  });
});

test("blocks without a value of both are counted as dropped", () => {
  const plan = aPlan({ repetitions: 8 });
  const results = runsOf(plan, ({ repetition }) => ({
    metadata: { upstream: "live", concurrency: repetition > 6 ? 2 : 1 },
  }));
  const document = comparisonOf(aCompareInput(plan, results));
  expect(pairOf(document, "latency")).toMatchObject({ blocks: 6, dropped: 2 });
  expect(pairOf(document, "score")).not.toHaveProperty("dropped");
});

test("runs of which some were answered live bound no rate, and are not called none", () => {
  const plan = aPlan({ repetitions: 8 });
  const results = runsOf(plan, ({ repetition }) => ({
    metadata: { upstream: repetition === 1 ? "test" : "live" },
  }));
  const [candidate] = comparisonOf(aCompareInput(plan, results)).candidates;
  expect(candidate?.failure_rate.at_most.strict).toEqual({
    missing: "not every run was answered by a live model",
  });
});

describe("the family is the planned one", () => {
  test("pairs that could not be tested do not make it smaller", () => {
    const plan = aPlan({ candidates: ["alpha", "beta", "gamma"], repetitions: 6 });
    const results = runsOf(plan, ({ candidate, repetition }) => ({
      metadata: { upstream: "live", ...(candidate === "gamma" ? { concurrency: 2 } : {}) },
      duration_ms: (candidate === "alpha" ? 1_000 : 9_000) + repetition,
    }));
    const profile = aProfile({ metrics: [metric("time", "latency.ms", "lower", 1, 20_000)] });
    const document = comparisonOf(aCompareInput(plan, results, { profile }));
    expect(document.statistics.family).toBe(3);
    expect(pairOf(document, "weighted")).toMatchObject({
      sign_flip_p: 0.03125,
      p_holm: 0.09375,
      word: "not_told_apart",
    });
  });

  test("a test among more needs more blocks for the same difference", () => {
    const values = [90, 110, 95, 105, 20, -40, 60, 30, 70, -10];
    const document = contest(
      values.map((one) => 10_000 - one),
      () => 10_000,
    );
    const [alone, among] = [pairOf(document, "weighted"), pairOf(document, "tokens")];
    expect(Number(among.blocks_needed)).toBeGreaterThan(Number(alone.blocks_needed));
  });
});
