import { expect, test } from "vitest";

import { findLeaders } from "../../../src/core/scoring/leaders.ts";
import {
  aCompareInput,
  aPlan,
  aProfile,
  aScore,
  comparisonOf,
  metric,
  runsOf,
} from "../../builders/runs.ts";

const profile = aProfile({
  metrics: [
    metric("quality", "score.total", "higher", 0.4, 100),
    metric("safety", "score.safety", "higher", 0.3, 1),
    metric("tokens", "tokens.wire", "lower", 0.3, 10_000),
  ],
});

/** Alpha uses fewer tokens and is safe; beta is not; both score alike. */
function leadersAfter(blocks: number) {
  const plan = aPlan({ repetitions: blocks });
  const results = runsOf(plan, ({ candidate, repetition }) => ({
    score: aScore({ safety: candidate === "alpha" ? 1 : 0 }),
    tokens: { in: candidate === "alpha" ? 1_000 + repetition : 5_000, out: 0 },
    metadata: { upstream: "live" },
  }));
  const { candidates, pairs } = comparisonOf(aCompareInput(plan, results, { profile }));
  return findLeaders(candidates, pairs);
}

test("told apart by its blocks a lead stands as it is; level points have no leader", () => {
  const [quality, , tokens] = leadersAfter(10);
  expect(quality).toMatchObject({ candidate: { missing: "alpha and beta have the same points" } });
  expect(tokens).toMatchObject({
    candidate: "alpha",
    statement: "tokens: alpha, 1,006 tokens against 5,000 tokens of beta.",
  });
});

test("too few blocks leave a lead observed", () => {
  expect(leadersAfter(3)[2]?.statement).toMatch(/of beta \(observed; can't be told apart\)\.$/);
});

test("a metric that no test is made of is never said to be tested", () => {
  expect(leadersAfter(10)[1]?.statement).toBe(
    "safety: alpha, 1 against 0 of beta (observed; not tested).",
  );
});
