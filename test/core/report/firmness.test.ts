import { describe, expect, test } from "vitest";

import { scoreProfile } from "../../../src/contracts/score-profile.ts";
import { digestDocument } from "../../../src/core/digest/digest.ts";
import { decideReadiness } from "../../../src/core/readiness/readiness.ts";
import { firmnessStatements } from "../../../src/core/report/firmness-words.ts";
import { renderHtml } from "../../../src/core/report/html.ts";
import { renderMarkdown } from "../../../src/core/report/markdown.ts";
import { renderTerminal } from "../../../src/core/report/terminal.ts";
import { reportView } from "../../../src/core/report/view.ts";
import type { CompareInput } from "../../../src/core/scoring/comparison.ts";
import {
  aCatalogueOfPrices,
  aCompareInput,
  aPlan,
  aPolicy,
  aProfile,
  aScore,
  comparisonOf,
  metric,
  runsOf,
  type RunOverrides,
} from "../../builders/runs.ts";

const plain = { colour: false, width: 100 };

function fold(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** Each face of a matrix of alpha and beta, its white space folded. */
function facesOf(
  make: (candidate: string, repetition: number) => RunOverrides,
  overrides: Partial<CompareInput>,
  repetitions = 3,
): Readonly<Record<"terminal" | "comment" | "page", string>> {
  const plan = aPlan({ repetitions });
  const results = runsOf(plan, ({ candidate, repetition }) => make(candidate, repetition));
  const comparison = comparisonOf(aCompareInput(plan, results, overrides));
  const readiness = decideReadiness({
    comparison,
    comparison_sha256: digestDocument("comparison", comparison),
    policy: aPolicy(),
    policy_sha256: digestDocument("policy", {}),
    track: "controlled",
  });
  const view = reportView({
    comparison,
    readiness,
    plan,
    preflight: null,
    matrix: { matrix_id: comparison.matrix_id, blocks_done: repetitions, wall_seconds: 1 },
    paths: [],
    digests: [],
    money: null,
    tags: null,
    verify: null,
  });
  return {
    terminal: fold(renderTerminal(view, plain)),
    comment: fold(renderMarkdown(view)),
    page: fold(renderHtml(view)),
  };
}

const faces = ["terminal", "comment", "page"] as const;

describe("an order that small changes of the weights turn over", () => {
  const profile = aProfile({
    metrics: [
      metric("quality", "score.total", "higher", 0.52, 100),
      metric("tokens", "tokens.wire", "lower", 0.48, 10_000),
    ],
  });
  const found = facesOf(
    (candidate) =>
      candidate === "alpha"
        ? { score: aScore({ total: 90 }), tokens: { in: 5_000, out: 0 } }
        : { score: aScore({ total: 80 }), tokens: { in: 4_000, out: 0 } },
    { profile },
  );

  test.each(faces)("%s says so", (face) => {
    expect(found[face]).toContain("Ranking unstable: beta comes ahead of alpha");
  });
});

describe("a free model", () => {
  const pricing = aCatalogueOfPrices({
    entries: [
      {
        provider: "simulated",
        model: "simulated",
        effective_from: "2026-01-01",
        input: 0,
        output: 0,
        source: "free",
        checked: "2026-11-30",
      },
    ],
  });
  const profile = aProfile({
    metrics: [
      metric("cost", "cost.catalog_usd", "lower", 0.1, 0.05),
      metric("tokens", "tokens.wire", "lower", 0.9, 10_000),
    ],
  });
  const found = facesOf(
    (candidate) => ({ tokens: { in: candidate === "alpha" ? 1_000 : 2_000, out: 0 } }),
    { profile, pricing },
  );

  test.each(faces)("the weight of its cost is named as dead: %s", (face) => {
    expect(found[face]).toContain(
      "cost is dead weight: the model is free, so every candidate gets 100 points and 10 % of the weight goes to nobody.",
    );
  });
});

describe("bounds moved after the runs", () => {
  const planned_profile = aProfile();
  const profile = scoreProfile.parse({
    ...planned_profile,
    name: "moved",
    metrics: planned_profile.metrics.map((rule) =>
      rule.id === "tokens" ? { ...rule, maximum: 2_000 } : rule,
    ),
  });
  const found = facesOf(() => ({}), {
    profile,
    profile_sha256: digestDocument("score-profile", profile),
    planned_profile,
  });

  test.each(faces)("make the comparison exploratory, and the metric is named: %s", (face) => {
    expect(found[face]).toContain(
      "Score profile moved is not the one the plan fixed: it changes the bounds of tokens after the runs.",
    );
  });
});

describe("three blocks", () => {
  const found = facesOf(
    (candidate, repetition) => ({
      tokens: { in: candidate === "alpha" ? 1_000 + repetition : 9_000, out: 0 },
      metadata: { upstream: "live" },
    }),
    {},
  );

  test.each(faces)(
    "never say better, and say why and how many blocks it would take: %s",
    (face) => {
      expect(found[face]).not.toMatch(/\bbetter\b/i);
      expect(found[face]).toContain("be told apart: 3 blocks are too few, 6 at the least.");
      expect(found[face]).toMatch(/would take about \d+ live blocks to be seen four times in five/);
    },
  );
});

test("an id that is also a word of the sentence is named once, where it stands for the candidate", () => {
  const plan = aPlan({ candidates: ["in", "by"], repetitions: 8 });
  const labelled = {
    ...plan,
    candidates: plan.candidates.map((one) => ({ ...one, label: `by $& ${one.id}` })),
  };
  const results = runsOf(labelled, ({ candidate, repetition }) => ({
    metadata: { upstream: "live" },
    tokens: { in: (candidate === "in" ? 100 : 900) + repetition, out: 0 },
  }));
  const profile = aProfile({ metrics: [metric("tokens", "tokens.wire", "lower", 1, 50_000)] });
  const comparison = comparisonOf(aCompareInput(labelled, results, { profile }));
  const compared = firmnessStatements(comparison).find((one) => one.label === "Compared");
  expect(compared?.text).toEqual([
    expect.stringMatching(
      /^by \$& in has more weighted points than by \$& by in 8 of 8 blocks, by 1\.60 points on average\./,
    ),
  ]);
});
