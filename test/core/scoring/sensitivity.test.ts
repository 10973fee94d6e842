import { describe, expect, test } from "vitest";

import type { Comparison } from "../../../src/contracts/comparison.ts";
import type { Sensitivity } from "../../../src/contracts/sensitivity.ts";
import { isMissing } from "../../../src/core/scoring/missing.ts";
import { concentrate } from "../../../src/core/scoring/stability.ts";
import {
  aCompareInput,
  aPlan,
  aProfile,
  aScore,
  comparisonOf,
  metric,
  runsOf,
} from "../../builders/runs.ts";

interface Figures {
  readonly score: number;
  readonly tokens: number;
}

/** Three blocks a candidate, the same in each; quality and tokens weigh as given. */
function weighed(
  figures: Readonly<Record<string, Figures>>,
  weights: readonly [number, number],
): Comparison {
  const candidates = Object.keys(figures);
  const plan = aPlan({ candidates });
  const results = runsOf(plan, ({ candidate }) => {
    const one = figures[candidate] ?? { score: 0, tokens: 0 };
    return {
      score: aScore({ total: one.score }),
      tokens: { in: one.tokens, out: 0 },
    };
  });
  const profile = aProfile({
    metrics: [
      metric("quality", "score.total", "higher", weights[0], 100),
      metric("tokens", "tokens.wire", "lower", weights[1], 10_000),
    ],
  });
  return comparisonOf(aCompareInput(plan, results, { profile }));
}

function sensitivityOf(document: Comparison): Sensitivity {
  if (isMissing(document.sensitivity)) throw new Error(document.sensitivity.missing);
  return document.sensitivity;
}

describe("two candidates, one ahead in quality and one in tokens", () => {
  // Points: alpha 90 and 50, beta 80 and 60. Level at equal weights.
  const figures = { alpha: { score: 90, tokens: 5_000 }, beta: { score: 80, tokens: 4_000 } };

  test("near the turning point the ranking is called unstable, and how far it holds is said", () => {
    const document = weighed(figures, [0.52, 0.48]);
    const found = sensitivityOf(document);
    // pro 5.2, con 4.8: 0.4 / 10.
    expect(found.rivals[0]).toMatchObject({ leader: "alpha", rival: "beta", tolerance: 0.04 });
    expect(found.stability).toBe("sensitive");
    expect(found.statement).toMatch(
      /^Ranking unstable: beta comes ahead of alpha when every weight may move by 4\.0 %; \d+ % of the weights/,
    );
    expect(document.ranking.champion).toHaveProperty("missing");
    expect(document.ranking.statement).toContain("Ranking unstable");
  });

  test("far from it the ranking is stable", () => {
    const found = sensitivityOf(weighed(figures, [0.9, 0.1]));
    expect(found.stability).toBe("stable");
    expect(found.rivals[0]?.tolerance).toBeCloseTo(0.8, 9);
    expect(found.rivals[0]?.share_any).toBeCloseTo(0.5, 9);
  });

  test("each weight's turning point, the others in proportion", () => {
    const [quality, tokens] =
      sensitivityOf(weighed(figures, [0.9, 0.1])).rivals[0]?.one_at_a_time ?? [];
    expect(quality).toMatchObject({
      metric: "quality",
      weight: 0.9,
      critical: 0.5,
      low: 0.5,
      high: 1,
    });
    expect(tokens).toMatchObject({
      metric: "tokens",
      weight: 0.1,
      critical: 0.5,
      low: 0,
      high: 0.5,
    });
  });

  test("the smallest transfer", () => {
    const transfer = sensitivityOf(weighed(figures, [0.9, 0.1])).rivals[0]?.transfer;
    expect(transfer).toMatchObject({ from: ["quality"], to: "tokens" });
    expect(transfer).toHaveProperty("share", expect.closeTo(0.4, 9));
  });
});

test("who is ahead in everything is ahead under every set of weights", () => {
  const found = sensitivityOf(
    weighed(
      { alpha: { score: 90, tokens: 4_000 }, beta: { score: 80, tokens: 5_000 } },
      [0.5, 0.5],
    ),
  );
  expect(found.rivals[0]?.tolerance).toEqual({ missing: "no weights turn them over" });
  expect(found.rivals[0]).toMatchObject({ share_near: 1, share_any: 1, stability: "stable" });
});

/** Alpha and beta, alike but in tokens; the middle metric as told. */
function withMiddle(overrides: Readonly<Record<string, unknown>> = {}) {
  const plan = aPlan();
  const results = runsOf(plan, ({ candidate }) => ({
    tokens: { in: candidate === "alpha" ? 1_000 : 2_000, out: 0 },
    metadata: { catalog_cost_pico: "0" },
  }));
  const profile = aProfile({
    metrics: [
      metric("quality", "score.total", "higher", 0.5, 100),
      metric("cost", "calls.tool", "lower", 0.1, 0.05, { minimum: -1, ...overrides }),
      metric("tokens", "tokens.wire", "lower", 0.4, 10_000),
    ],
  });
  return sensitivityOf(comparisonOf(aCompareInput(plan, results, { profile }))).weights;
}

describe("weights that reach nobody", () => {
  test("all on one bound is dead weight, by name; the effective share goes to what tells apart", () => {
    const [quality, , tokens] = withMiddle();
    expect(quality).toMatchObject({ state: "dead", effective: 0, at_bound: 1 });
    expect(quality?.statement).toBe(
      "quality is dead weight: every run of every candidate lies on the same bound, so 50 % of the weight goes to nobody.",
    );
    expect(tokens).toMatchObject({ state: "live", effective: 1 });
  });

  test("alike between the bounds is named, and not called dead", () => {
    expect(withMiddle({ minimum: -10, maximum: 50 })[1]).toMatchObject({
      state: "same",
      effective: 0,
    });
  });
});

describe("three candidates", () => {
  const figures = {
    alpha: { score: 90, tokens: 5_000 },
    beta: { score: 80, tokens: 4_000 },
    gamma: { score: 85, tokens: 4_600 },
  };
  const found = sensitivityOf(weighed(figures, [0.6, 0.4]));

  test("rank acceptability says how often each comes where, with draws and seed", () => {
    expect(found.rank_acceptability.map((one) => one.around)).toEqual(["profile", "any"]);
    for (const { rows, draws, seed } of found.rank_acceptability) {
      expect(draws).toBe(10_000);
      expect(seed).toMatch(/^[0-9a-f]{64}$/);
      expect(rows.map((row) => row.candidate)).toEqual(["alpha", "gamma", "beta"]);
      for (const { ranks } of rows) {
        expect(ranks.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 6);
      }
    }
  });

  test("the weakest rival decides the word", () => {
    expect(found.rivals).toHaveLength(2);
    const words = found.rivals.map((one) => one.stability);
    expect(words).toContain(found.stability);
  });
});

test("a candidate that cannot be weighed is not ranked, and one alone is no ranking", () => {
  const plan = aPlan();
  const results = runsOf(plan, ({ candidate }) =>
    candidate === "alpha" ? { metadata: { concurrency: 2 } } : {},
  );
  const profile = aProfile({ metrics: [metric("time", "latency.s", "lower", 1, 300)] });
  const document = comparisonOf(aCompareInput(plan, results, { profile }));
  expect(document.sensitivity).toEqual({ missing: "one candidate can be ranked" });
});

test("concentrated weights are whole and add up, whatever their sum", () => {
  expect(concentrate([0.55, 0.2, 0.1, 0.1, 0.05], 100)).toEqual([55, 20, 10, 10, 5]);
  expect(concentrate([1, 1, 1], 100)).toEqual([34, 33, 33]);
  expect(concentrate([0, 3], 100)).toEqual([0, 100]);
});

test("who is ahead only where the profile gives no weight is not beaten under every set of weights", () => {
  const document = weighed(
    { alpha: { score: 90, tokens: 5_000 }, beta: { score: 80, tokens: 4_000 } },
    [1, 0],
  );
  const found = sensitivityOf(document);
  expect(found.rivals[0]).toMatchObject({
    tolerance: { missing: "only a metric without weight could" },
    share_any: 0.5,
  });
  expect(found.statement).not.toContain("under every set of weights");
  expect(found.weights[1]?.statement).toBe("tokens has no weight.");
});

test("a price of nothing is named only where nobody paid", () => {
  const plan = aPlan();
  const results = runsOf(plan, ({ candidate }) => ({
    tokens: { in: candidate === "alpha" ? 0 : 100, out: 0 },
  }));
  const profile = aProfile({
    metrics: [
      metric("quality", "score.total", "higher", 0.5, 100),
      metric("cost", "cost.catalog_usd", "lower", 0.5, 20, { minimum: 10 }),
    ],
  });
  const { weights } = sensitivityOf(comparisonOf(aCompareInput(plan, results, { profile })));
  const cost = weights.find((one) => one.metric === "cost");
  expect(cost?.state).toBe("dead");
  expect(cost?.statement).not.toContain("free");
});
