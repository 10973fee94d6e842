/** Whatever a matrix looks like, it is compared, decided and written without a fault, and says nothing that was not tested. */
import fc from "fast-check";
import { expect, test } from "vitest";

import type { Comparison } from "../../../src/contracts/comparison.ts";
import type { PairObservation } from "../../../src/contracts/pair-observation.ts";
import { digestDocument } from "../../../src/core/digest/digest.ts";
import { decideReadiness } from "../../../src/core/readiness/readiness.ts";
import { renderHtml } from "../../../src/core/report/html.ts";
import { renderMarkdown } from "../../../src/core/report/markdown.ts";
import { renderTerminal } from "../../../src/core/report/terminal.ts";
import { reportView } from "../../../src/core/report/view.ts";
import {
  aCompareInput,
  aFailedRun,
  aPlan,
  aPolicy,
  aProfile,
  aScore,
  comparisonOf,
  metric,
  runsOf,
} from "../../builders/runs.ts";

const weight = fc.constantFrom(0, 0.05, 0.3, 1);
const rules = fc.tuple(weight, weight, weight, weight, fc.constantFrom("run", "group"));
const ending = fc.constantFrom("fine", "fine", "fine", "fine", "failed", "lost", "missing");
const cell = fc.record({
  ending,
  score: fc.constantFrom(0, 40, 100, 100, 100),
  tokens: fc.integer({ min: 0, max: 20_000 }),
  milliseconds: fc.integer({ min: 0, max: 400_000 }),
});
const matrix = fc.record({
  candidates: fc.constantFrom(["a"], ["a", "b"], ["alpha", "beta", "gamma"], ["main", "pr"]),
  cases: fc.constantFrom(["one"], ["one", "two"]),
  repetitions: fc.integer({ min: 1, max: 9 }),
  upstream: fc.constantFrom("live", "simulated", "test"),
  rules,
  cells: fc.array(cell, { minLength: 60, maxLength: 60 }),
  margin: fc.constantFrom(1, 10, 90),
  measure: fc.constantFrom("score", "weighted", "tokens", "cost", "latency"),
});

/** One drawn matrix, its runs made from the drawn cells in turn. */
function comparisonFor(drawn: typeof matrix extends fc.Arbitrary<infer T> ? T : never) {
  const { candidates, cases, repetitions, upstream, cells } = drawn;
  const roles = { main: "base", pr: "head" } as const;
  const plan = aPlan({ candidates, cases, repetitions, roles });
  let next = 0;
  const results = runsOf(plan, () => {
    const one = cells[next++ % cells.length];
    if (one === undefined || one.ending === "missing") return null;
    const metadata = { upstream };
    if (one.ending === "failed") return aFailedRun("crash", { metadata });
    if (one.ending === "lost") return aFailedRun("model_unavailable", { metadata });
    return {
      score: aScore({ total: one.score }),
      tokens: { in: one.tokens, out: 0 },
      duration_ms: one.milliseconds,
      metadata,
    };
  });
  const [quality, tokens, cost, time, level] = drawn.rules;
  const profile = aProfile({
    metrics: [
      metric("quality", "score.total", "higher", quality, 100),
      metric("tokens", "tokens.wire", "lower", tokens, 10_000, { level }),
      metric("cost", "cost.catalog_usd", "lower", cost, 0.001, { missing: "exclude_run" }),
      metric("time", "latency.s", "lower", time, 300, { practical_difference: 1 }),
    ],
  });
  return { plan, comparison: comparisonOf(aCompareInput(plan, results, { profile })) };
}

/** True where a pair says more than six live blocks and an adjusted p allow, or hides that it was not tested. */
function isOverstated(pair: PairObservation, { status }: Comparison, upstream: string): boolean {
  switch (pair.word) {
    case "different":
    case "too_small_to_matter": {
      const tested = typeof pair.p_holm === "number" && pair.p_holm <= 0.05;
      return !(tested && pair.blocks >= 6 && status === "confirmatory" && upstream === "live");
    }
    case "observed":
      return typeof pair.p_holm === "number" || !pair.statement.includes("can't be told apart");
    case "not_told_apart":
    case "not_compared":
      return false;
  }
}

test("compared, decided and written in every face; different is said only of what was tested", () => {
  fc.assert(
    fc.property(matrix, (drawn) => {
      const { plan, comparison } = comparisonFor(drawn);
      expect(
        comparison.pairs.filter((pair) => isOverstated(pair, comparison, drawn.upstream)),
      ).toEqual([]);
      const policy = aPolicy({
        decision: "non_inferiority",
        reference: drawn.candidates[0],
        margins: [{ measure: drawn.measure, amount: drawn.margin }],
      });
      const readiness = decideReadiness({
        comparison,
        comparison_sha256: digestDocument("comparison", comparison),
        policy,
        policy_sha256: digestDocument("policy", policy),
        track: "controlled",
      });
      const view = reportView({
        comparison,
        readiness,
        plan,
        preflight: null,
        matrix: { matrix_id: comparison.matrix_id, blocks_done: 1, wall_seconds: null },
        paths: [],
        digests: [],
        money: null,
        tags: null,
        verify: null,
      });
      const faces = [
        renderTerminal(view, { colour: false, width: 100 }),
        renderMarkdown(view),
        renderHtml(view),
      ];
      for (const face of faces) {
        const words = face.replaceAll(/<script[\s\S]*<\/script>/g, "");
        expect(words.match(/\b(NaN|Infinity|undefined|better)\b|\[object Object\]/i)).toBeNull();
      }
    }),
    { numRuns: 120 },
  );
}, 120_000);
