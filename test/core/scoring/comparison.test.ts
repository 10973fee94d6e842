import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { plan as planContract } from "../../../src/contracts/plan.ts";
import { runResult as runResultContract } from "../../../src/contracts/run-result.ts";
import { canonicalJson } from "../../../src/core/digest/canonical.ts";
import { digestBytes } from "../../../src/core/digest/digest.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import type { DigestedResult } from "../../../src/core/scoring/observation.ts";
import type { CellAddress, RunOverrides } from "../../builders/runs.ts";
import {
  aCheck,
  aCompareInput,
  aFailedRun,
  aModelCall,
  aPlan,
  aProfile,
  aRunResult,
  aScore,
  candidateOf,
  comparisonOf,
  metric,
  runsOf,
} from "../../builders/runs.ts";

const live = { metadata: { upstream: "live" as const } };

/** alpha: a timeout, a lost model, a wrong answer, a good run. */
const broken = ({ candidate, repetition }: CellAddress): RunOverrides | null => {
  if (candidate === "beta") return {};
  if (repetition === 1) return aFailedRun("timeout");
  if (repetition === 2) return aFailedRun("model_unavailable", { model_calls: [] });
  if (repetition === 3) {
    return { score: aScore({ total: 40, checks: [aCheck({ passed: false, earned: 0 })] }) };
  }
  return {};
};

const failsFast = (cell: CellAddress) =>
  cell.candidate === "alpha" ? aFailedRun("crash", { tokens: { in: 1, out: 1 } }) : {};

const holes = (cell: CellAddress) =>
  cell.candidate === "alpha" && cell.repetition > 2 ? null : { ...live };

const tokenContest = (blocks: number, make: RunOverrides) => {
  const plan = aPlan({ repetitions: blocks, overrides: { upstream: "live" } });
  const results = runsOf(plan, ({ candidate }) => ({
    ...make,
    tokens: { in: candidate === "alpha" ? 500 : 900, out: 10 },
  }));
  return comparisonOf(aCompareInput(plan, results));
};

const tokenPair = (blocks: number) =>
  tokenContest(blocks, live).pairs.find((pair) => pair.metric === "tokens");

describe("a comparison of whole matrices", () => {
  test("the builders make documents that their contracts accept", () => {
    expect(planContract.safeParse(aPlan()).error).toBeUndefined();
    for (const result of [aRunResult(), aFailedRun("timeout")]) {
      expect(runResultContract.safeParse(result).error).toBeUndefined();
    }
  });

  test("points, contribution and weighted sum, by hand", () => {
    const plan = aPlan({ repetitions: 2 });
    const document = comparisonOf(
      aCompareInput(
        plan,
        runsOf(plan, ({ candidate, repetition }) => ({
          tokens: candidate === "alpha" ? { in: 900, out: 100 } : { in: 1_800, out: 200 },
          score: aScore({ total: candidate === "alpha" && repetition === 1 ? 50 : 100 }),
        })),
      ),
    );
    const alpha = candidateOf(document, "alpha");
    expect(alpha.metrics.map((row) => [row.raw, row.normalised, row.contribution])).toEqual([
      [75, 75, 45],
      [1_000, 90, 36],
    ]);
    expect(alpha.weighted).toBe(81);
    expect(candidateOf(document, "beta").weighted).toBe(92);
    expect(document.ranking.order.map((row) => row.candidate)).toEqual(["beta", "alpha"]);
    expect(alpha.summary.score).toEqual({
      n: 2,
      mean: 75,
      median: 75,
      sd: 35.3553391,
      mad: 25,
      minimum: 50,
      maximum: 100,
    });
    expect(alpha.summary.cost_pico).toBe("195000000");
    expect(document.status).toBe("confirmatory");
  });

  test("does not depend on the order in which runs arrive", () => {
    const plan = aPlan({ candidates: ["alpha", "beta", "gamma"], cases: ["a", "b"] });
    const results = runsOf(plan, ({ candidate, repetition }) => ({
      tokens: { in: candidate.length * 100 * repetition, out: 7 },
    }));
    const expected = canonicalJson(comparisonOf(aCompareInput(plan, results)));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(results, { minLength: results.length }),
        (shuffled: DigestedResult[]) => {
          expect(canonicalJson(comparisonOf(aCompareInput(plan, shuffled)))).toBe(expected);
        },
      ),
      { numRuns: 10 },
    );
  });

  test("the contributions add up to the weighted points, whatever the weights", () => {
    const weight = fc.integer({ min: 0, max: 100 });
    const plan = aPlan();
    const results = runsOf(plan, ({ candidate }) => ({
      tokens: { in: candidate === "alpha" ? 400 : 3_000, out: 10 },
    }));
    fc.assert(
      fc.property(weight, weight, (first, second) => {
        fc.pre(first + second > 0);
        const profile = aProfile({
          metrics: [
            metric("quality", "score.total", "higher", first, 100),
            metric("tokens", "tokens.wire", "lower", second, 10_000),
          ],
        });
        for (const row of comparisonOf(aCompareInput(plan, results, { profile })).candidates) {
          const parts = row.metrics.map((value) => Number(value.contribution));
          const total = parts.reduce((left, right) => left + right, 0);
          expect(row.weighted).toBeCloseTo(total, 5);
        }
      }),
      { numRuns: 50 },
    );
  });

  test("other weights turn a real trade-off round, over the same stored runs", () => {
    // careful scores 100 with many tokens; frugal scores 80 with few.
    const plan = aPlan({ candidates: ["careful", "frugal"] });
    const results = runsOf(plan, ({ candidate }) => ({
      score: aScore({ total: candidate === "careful" ? 100 : 80 }),
      tokens: candidate === "careful" ? { in: 7_000, out: 1_000 } : { in: 900, out: 100 },
    }));
    const weigh = (quality: number, tokens: number) =>
      comparisonOf(
        aCompareInput(plan, results, {
          profile: aProfile({
            name: "other",
            metrics: [
              metric("quality", "score.total", "higher", quality, 100),
              metric("tokens", "tokens.wire", "lower", tokens, 10_000),
            ],
          }),
          profile_sha256: digestBytes(`${quality}/${tokens}`),
        }),
      );
    const [first, second] = [weigh(0.9, 0.1), weigh(0.3, 0.7)];
    expect(first.ranking.order).toEqual([
      { candidate: "careful", weighted: 92 },
      { candidate: "frugal", weighted: 81 },
    ]);
    expect(second.ranking.order).toEqual([
      { candidate: "frugal", weighted: 87 },
      { candidate: "careful", weighted: 44 },
    ]);
    expect(second.runs).toEqual(first.runs);
    expect(second.status).toBe("exploratory");
    expect(second.status_reasons).toEqual(["score profile other is not the one the plan fixed"]);
  });
});

describe("failures", () => {
  const plan = aPlan({ repetitions: 4 });

  test("are counted three ways and make the candidate ineligible; the agent's own score 0, lost ones nothing", () => {
    const document = comparisonOf(aCompareInput(plan, runsOf(plan, broken)));
    const alpha = candidateOf(document, "alpha");
    expect(alpha.statuses).toEqual({ failed: 2, completed: 2 });
    expect(alpha.failure_rate).toMatchObject({ strict: 0.5, conditional: 0.5, error_rate: 0.25 });
    expect(alpha.failures.map((row) => row.reason)).toEqual(["timeout", "model_unavailable"]);
    expect(alpha.summary.score).toMatchObject({ n: 3, mean: 46.6666667 });
    expect(alpha.eligible).toBe(false);
    expect(alpha.ineligible_reasons).toEqual([
      "quality: 1 of 4 runs have no value (lost to something outside the agent (model_unavailable))",
      "tokens: 1 of 4 runs have no value (lost to something outside the agent (model_unavailable))",
      "2 of 4 planned runs did not complete",
    ]);
    expect(alpha.weighted).toEqual({
      missing: "quality: lost to something outside the agent (model_unavailable)",
    });
    expect(document.ranking.order.map((row) => row.candidate)).toEqual(["beta"]);
    expect(candidateOf(document, "beta").failure_rate.conditional).toBe(0);
    expect(alpha.cases[0]).toMatchObject({
      runs: 3,
      passed: 1,
      failing_checks: [{ id: "total", runs: 1, example_run: "alpha.inventory-order.3" }],
    });
  });

  test("a run lost outside the agent is no 0: means are over the others, and of nothing there is no mean", () => {
    const once = aPlan({ repetitions: 2 });
    const lost = (first: number) =>
      candidateOf(
        comparisonOf(
          aCompareInput(
            once,
            runsOf(once, ({ candidate, repetition }) =>
              candidate === "alpha" && repetition >= first ? aFailedRun("model_unavailable") : {},
            ),
          ),
        ),
        "alpha",
      );
    const half = lost(2);
    expect(half.summary.score).toMatchObject({ n: 1, mean: 100 });
    expect(half.summary.tokens).toMatchObject({ n: 1, mean: 1_200 });
    expect(half.summary.cost_pico).toBe("270000000");
    expect(half.cases[0]).toMatchObject({ runs: 1, passed: 1 });
    expect(half.eligible).toBe(false);
    const all = lost(1);
    const reason = { missing: "lost to something outside the agent (model_unavailable)" };
    expect(all.summary).toMatchObject({
      score: { n: 0, mean: reason },
      tokens: { n: 0, mean: reason },
      model_calls: { n: 0, mean: reason },
    });
    expect(all.metrics[0]).toMatchObject({ raw: reason, normalised: reason });
    expect(all.cases[0]).toMatchObject({ runs: 0, passed: 0 });
  });

  test("failing fast earns nothing for being cheap", () => {
    const alpha = candidateOf(comparisonOf(aCompareInput(plan, runsOf(plan, failsFast))), "alpha");
    expect(alpha.metrics.map((row) => row.normalised)).toEqual([0, 0]);
    expect(alpha.weighted).toBe(0);
    expect(alpha.metrics[1]?.raw).toBe(2);
  });

  test("a planned cell without a run counts 0 points and makes the comparison exploratory", () => {
    const document = comparisonOf(aCompareInput(plan, runsOf(plan, holes)));
    const alpha = candidateOf(document, "alpha");
    expect(alpha).toMatchObject({ runs: 2, planned: 4, eligible: false });
    expect(alpha.metrics[0]).toMatchObject({ raw: 100, normalised: 50 });
    expect(document.evidence).toMatchObject({
      level: "E0",
      complete_blocks: 2,
      wording: "Not comparable: 2 planned runs have no result.",
    });
    expect(document.status).toBe("exploratory");
  });

  test("one run outside the agent drops its block from the pairs; an agent's own failure stays", () => {
    const document = comparisonOf(aCompareInput(plan, runsOf(plan, broken)));
    const score = document.pairs.find((pair) => pair.metric === "score");
    expect(score).toMatchObject({ blocks: 3, a_below: 2, equal: 1, a_above: 0 });
    const tokens = document.pairs.find((pair) => pair.metric === "tokens");
    expect(tokens?.blocks).toBe(2);
  });
});

describe("eligibility", () => {
  const plan = aPlan();
  const weigh = (profile: Record<string, unknown>, make?: () => RunOverrides) =>
    candidateOf(
      comparisonOf(aCompareInput(plan, runsOf(plan, make), { profile: aProfile(profile) })),
      "alpha",
    );

  test("a missing value makes ineligible and leaves no points; the weights are not spread", () => {
    const alpha = weigh({ metrics: [metric("time", "latency.s", "lower", 1, 300)] }, () => ({
      metadata: { concurrency: 2 },
    }));
    expect(alpha.eligible).toBe(false);
    expect(alpha.weighted).toHaveProperty("missing");
    expect(alpha.ineligible_reasons[0]).toContain("time: 3 of 3 runs have no value (2 runs shared");
  });

  test("exclude_run leaves the run out, as long as one is left", () => {
    const rule = metric("tokens", "tokens.wire", "lower", 1, 10_000, { missing: "exclude_run" });
    const silent = aModelCall({ usage: null });
    const make = (cell: CellAddress): RunOverrides =>
      cell.repetition === 1 ? { model_calls: [silent, silent] } : {};
    const results = runsOf(plan, (cell) => {
      const special = make(cell);
      if (special.model_calls === undefined) return special;
      const wire = aRunResult().usage.wire;
      const none = { missing: "call 1 reported no input tokens" };
      return { ...special, usage: { ...aRunResult().usage, wire: { ...wire, tokens_in: none } } };
    });
    const profile = aProfile({ metrics: [rule] });
    const alpha = candidateOf(comparisonOf(aCompareInput(plan, results, { profile })), "alpha");
    expect(alpha.eligible).toBe(true);
    expect(alpha.metrics[0]?.distribution.n).toBe(2);
  });

  test("a required minimum is a floor no other points make up for", () => {
    const rule = metric("safety", "score.safety", "higher", 1, 1, { required_minimum: 1 });
    const alpha = weigh({ metrics: [rule] }, () => ({ score: aScore({ safety: 0 }) }));
    expect(alpha.ineligible_reasons).toEqual(["safety: 0 is below the required minimum 1"]);
  });

  test("too few samples", () => {
    expect(weigh({ minimum_samples: 10 }).ineligible_reasons).toEqual([
      "3 completed runs; the profile asks for 10",
    ]);
  });

  test("values on a bound are counted: the metric tells nothing apart there", () => {
    const alpha = weigh({ metrics: [metric("quality", "score.total", "higher", 1, 100)] });
    expect(alpha.metrics[0]?.at_bound).toBe(3);
  });

  test("grouping by framework never pools two candidates silently", () => {
    const profile = aProfile({ group_by: ["framework"] });
    expect(compareRuns(aCompareInput(plan, runsOf(plan), { profile })).ok).toBe(true);
    const same = runsOf(plan, () => ({ framework: { name: "same", version: "1" } }));
    expect(compareRuns(aCompareInput(plan, same, { profile }))).toMatchObject({
      ok: false,
      code: "profile_unsupported",
    });
  });
});

describe("what may be said", () => {
  test("simulated blocks count no live block and say nothing about models", () => {
    const document = tokenContest(9, {});
    expect(document.evidence).toMatchObject({
      level: "E0",
      live_blocks: 0,
      complete_blocks: 9,
      blocks_to_compare: 10,
    });
    expect(document.ranking.champion).toEqual({
      missing: "nothing live was run, and 9 simulated blocks say nothing about models",
    });
    expect(document.ranking.statement).toContain(
      "Observed, not a ranking: alpha used fewer tokens and cost less than beta in 9 of 9 blocks.",
    );
    expect(document.pairs.every((pair) => typeof pair.sign_flip_p === "object")).toBe(true);
  });

  test.each([
    [3, "E2", /^3 live blocks cannot tell anything apart: at least 6 are needed/],
    [6, "E3", /^6 live blocks can show a direction/],
  ] as const)("%i live blocks are %s", (blocks, level, reason) => {
    const document = tokenContest(blocks, live);
    expect(document.evidence.level).toBe(level);
    expect(document.ranking.champion).toEqual({ missing: expect.stringMatching(reason) });
    expect(canonicalJson(document)).not.toMatch(/\bbetter\b/);
  });

  test("p is exact from 6 live blocks, absent below", () => {
    expect(tokenPair(6)).toMatchObject({ a_below: 6, sign_flip_p: 0.03125, mean_difference: -400 });
    expect(tokenPair(3)?.sign_flip_p).toEqual({ missing: "3 blocks are too few, 6 at the least" });
    expect(tokenPair(21)).toMatchObject({ p_method: "drawn", sign_flip_p: 0.00001 });
  });

  test("one simulated run takes its block out of the live ones", () => {
    const plan = aPlan();
    const results = runsOf(plan, ({ candidate, repetition }) =>
      candidate === "alpha" && repetition === 1 ? {} : live,
    );
    const document = comparisonOf(aCompareInput(plan, results));
    expect(document).toMatchObject({ upstream: "simulated", evidence: { live_blocks: 2 } });
  });

  test("a failed preflight makes everything incomparable", () => {
    const plan = aPlan();
    const preflight = { passed: false, digest: digestBytes("preflight") };
    const document = comparisonOf(
      aCompareInput(
        plan,
        runsOf(plan, () => live),
        { preflight },
      ),
    );
    expect(document.evidence.level).toBe("E0");
    expect(
      candidateOf(document, "alpha").gates.find((gate) => gate.id === "preflight_clean"),
    ).toMatchObject({ passed: 0, failed: 3 });
  });
});
