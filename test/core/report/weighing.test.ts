/** What the page weighs again is what the product would have computed under those weights, to the last digit. */
import fc from "fast-check";
import { expect, test } from "vitest";

import type { ScoreProfile } from "../../../src/contracts/score-profile.ts";
import { isMissing } from "../../../src/core/report/format.ts";
import { weighingOf } from "../../../src/core/report/sensitivity-section.ts";
import { weigh } from "../../../src/core/report/weigh-words.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import { aCompareInput, aPlan, aProfile, aScore, metric, runsOf } from "../../builders/runs.ts";

const plan = aPlan({ repetitions: 7 });
const results = runsOf(plan, ({ candidate, repetition }) => ({
  tokens: { in: (candidate === "alpha" ? 500 : 700) + repetition * 37, out: 11 * repetition },
  duration_ms: 1_000 + repetition * (candidate === "alpha" ? 333 : 271),
  score: aScore({ total: candidate === "alpha" && repetition % 3 === 0 ? 71.5 : 100 }),
}));

const firmness = {
  concentration: 100,
  thresholds: {
    stable_tolerance: 0.25,
    stable_share: 0.95,
    sensitive_tolerance: 0.1,
    sensitive_share: 0.8,
  },
};

function profileOf(weights: readonly number[]): ScoreProfile {
  const [quality = 0, tokens = 0, latency = 0] = weights;
  return aProfile({
    metrics: [
      metric("quality", "score.total", "higher", quality, 100),
      metric("tokens", "tokens.wire", "lower", tokens, 9_700),
      metric("latency", "latency.ms", "lower", latency, 7_300),
    ],
  });
}

function compared(weights: readonly number[]) {
  const outcome = compareRuns(aCompareInput(plan, results, { profile: profileOf(weights) }));
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.comparison;
}

test("sliders and another profile of the same bounds give the same points and the same word", () => {
  const weighing = weighingOf(compared([0.6, 0.3, 0.1]).candidates, firmness);
  if (weighing === null) throw new Error("two candidates are weighed");
  fc.assert(
    fc.property(
      fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 100 }).map((one) => one / 100))),
      (weights) => {
        fc.pre(weights.some((weight) => weight > 0));
        const { candidates, sensitivity } = compared(weights);
        const moved = weigh(weighing, weights);
        expect(moved.weighted).toEqual(candidates.map((one) => one.weighted));
        if (isMissing(sensitivity) || isMissing(sensitivity.stability)) {
          throw new Error("two candidates are ranked");
        }
        const word = `order is ${sensitivity.stability}.`;
        expect([word, "are level."].some((end) => moved.statement.endsWith(end))).toBe(true);
      },
    ),
  );
});
