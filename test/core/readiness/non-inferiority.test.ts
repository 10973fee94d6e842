import { describe, expect, test } from "vitest";

import type { Comparison } from "../../../src/contracts/comparison.ts";
import { judgeMargin, judgeMargins } from "../../../src/core/readiness/non-inferiority.ts";
import {
  aCompareInput,
  aPlan,
  aPolicy,
  aProfile,
  aScore,
  candidateOf,
  comparisonOf,
  metric,
  runsOf,
} from "../../builders/runs.ts";

const roles = { main: "base", pr: "head" } as const;

/** Head's and base's scores, block by block, live. */
function scored(
  blocks: number,
  head: (block: number) => number,
  base: (block: number) => number = () => 100,
): Comparison {
  const plan = aPlan({ candidates: ["main", "pr"], repetitions: blocks, roles });
  const results = runsOf(plan, ({ candidate, repetition }) => ({
    score: aScore({ total: candidate === "pr" ? head(repetition) : base(repetition) }),
    tokens: { in: candidate === "pr" ? 1_000 + repetition : 990 - repetition, out: 0 },
    metadata: { upstream: "live" },
  }));
  return comparisonOf(aCompareInput(plan, results));
}

function margins(...list: readonly Record<string, unknown>[]) {
  return aPolicy({ decision: "non_inferiority", margins: list });
}

function judged(document: Comparison, policy: ReturnType<typeof margins>) {
  return judgeMargins(candidateOf(document, "pr"), document, policy);
}

describe("one end of an interval against the margin", () => {
  test.each([
    [{ low: -4, high: 3 }, "no_worse"],
    [{ low: -9, high: -6 }, "worse"],
    [{ low: -9, high: 1 }, "open"],
    [{ low: -5, high: -5 }, "open"],
  ] as const)("%o against 5 is %s", (ends, expected) => {
    expect(judgeMargin(ends, 5)).toBe(expected);
  });
});

describe("scores", () => {
  const ten = margins({ measure: "score", amount: 10 });

  test("thirty blocks without a fall rule out ten points", () => {
    expect(
      judged(
        scored(30, () => 100),
        ten,
      ),
    ).toEqual({ blocking: [], conditions: [] });
  });

  test("ten such blocks do not, although nothing fell, and it is said how many more would", () => {
    const { blocking, conditions } = judged(
      scored(10, () => 100),
      ten,
    );
    expect(blocking).toEqual([]);
    expect(conditions).toHaveLength(1);
    expect(conditions[0]).toMatchObject({
      code: "inconclusive",
      message:
        "Whether pr is no worse than main in score is open: over 10 blocks it may still be up to 25.89 points lower, and the policy allows 10 points.",
      lift: "About 19 more blocks.",
    });
  });

  test("a fall shown to be beyond the margin blocks", () => {
    const { blocking } = judged(
      scored(12, () => 20),
      ten,
    );
    expect(blocking[0]).toMatchObject({ code: "worse_than_margin" });
    expect(blocking[0]?.message).toMatch(
      /^pr is worse than main in score: over 12 blocks it is at least/,
    );
  });

  test("being better never blocks and needs no more blocks than being the same", () => {
    expect(
      judged(
        scored(
          30,
          () => 100,
          () => 40,
        ),
        ten,
      ).blocking,
    ).toEqual([]);
    expect(
      judged(
        scored(
          30,
          () => 100,
          () => 40,
        ),
        ten,
      ).conditions,
    ).toEqual([]);
  });
});

describe("measures without a bound", () => {
  test("a share of the base's mean is a margin; more tokens are worse", () => {
    const narrow = margins({ measure: "tokens", amount: 0.001, relative: true });
    const wide = margins({ measure: "tokens", amount: 0.5, relative: true });
    const document = scored(12, () => 100);
    expect(judged(document, wide)).toEqual({ blocking: [], conditions: [] });
    expect(judged(document, narrow).blocking[0]?.message).toMatch(
      /in tokens: over 12 blocks it is at least \d+ tokens higher/,
    );
  });

  test("every margin has to be kept", () => {
    const both = margins(
      { measure: "score", amount: 60 },
      { measure: "tokens", amount: 0.001, relative: true },
    );
    expect(
      judged(
        scored(12, () => 100),
        both,
      ).blocking,
    ).toHaveLength(1);
  });
});

describe("what cannot be judged is open, never passed", () => {
  test("without a reference", () => {
    const plan = aPlan();
    const document = comparisonOf(aCompareInput(plan, runsOf(plan)));
    const found = judgeMargins(
      candidateOf(document, "alpha"),
      document,
      margins({ measure: "score", amount: 10 }),
    );
    expect(found.conditions[0]?.message).toContain("its reference, and there is none");
  });

  test("a named reference is held against by the others and not by itself", () => {
    const plan = aPlan();
    const document = comparisonOf(aCompareInput(plan, runsOf(plan)));
    const policy = aPolicy({
      decision: "non_inferiority",
      reference: "alpha",
      margins: [{ measure: "score", amount: 10 }],
    });
    const of = (id: string) => judgeMargins(candidateOf(document, id), document, policy);
    expect(of("alpha")).toEqual({ blocking: [], conditions: [] });
    expect(of("beta").conditions[0]?.code).toBe("inconclusive");
  });

  test("in an exploratory comparison", () => {
    const plan = aPlan({ candidates: ["main", "pr"], repetitions: 30, roles });
    const document = comparisonOf(
      aCompareInput(plan, runsOf(plan), { exploratory_reasons: ["a later look"] }),
    );
    const found = judged(document, margins({ measure: "score", amount: 10 }));
    expect(found.conditions[0]?.message).toContain("the comparison is exploratory");
  });
});

describe("what was dropped is never passed over", () => {
  const plan = aPlan({ candidates: ["main", "pr"], repetitions: 60, roles });
  const live = { upstream: "live" } as const;

  test("runs that a profile leaves out: thirty clean blocks of sixty are no Go", () => {
    const results = runsOf(plan, ({ candidate, repetition }) => ({
      metadata: { ...live, concurrency: candidate === "pr" && repetition > 30 ? 2 : 1 },
    }));
    const profile = aProfile({
      metrics: [metric("time", "latency.ms", "lower", 1, 300_000, { missing: "exclude_run" })],
    });
    const document = comparisonOf(aCompareInput(plan, results, { profile }));
    expect(candidateOf(document, "pr").eligible).toBe(true);
    const { conditions } = judged(document, margins({ measure: "weighted", amount: 20 }));
    expect(conditions[0]).toMatchObject({
      code: "inconclusive",
      message: expect.stringContaining("30 of 60 blocks lack the value in one of the two"),
    });
  });

  test("a comparison that calls itself not comparable shows nobody worse and nobody no worse", () => {
    for (const total of [20, 100]) {
      const results = runsOf(plan, ({ candidate, repetition }) => ({
        score: aScore({ total: candidate === "pr" ? total : 100 }),
        metadata: live,
        ...(candidate === "main" && repetition > 50
          ? { status: "failed" as const, reason: "model_unavailable" as const }
          : {}),
      }));
      const document = comparisonOf(aCompareInput(plan, results));
      expect(document.evidence.level).toBe("E0");
      const found = judged(document, margins({ measure: "score", amount: 10 }));
      expect(found.blocking).toEqual([]);
      expect(found.conditions[0]?.message).toContain("lost a run to something outside the agent");
    }
  });
});

describe("how many more blocks", () => {
  test("equal differences are not lifted by one block more of the same", () => {
    const plan = aPlan({ candidates: ["main", "pr"], repetitions: 12, roles });
    const results = runsOf(plan, () => ({ metadata: { upstream: "live" } }));
    const document = comparisonOf(aCompareInput(plan, results));
    const { conditions } = judged(document, margins({ measure: "tokens", amount: 10 }));
    expect(conditions[0]?.lift).toMatch(/^Blocks whose differences are not all equal/);
  });

  test("a candidate that falls in enough blocks is not told that one more will do", () => {
    const document = scored(40, (block) => (block % 10 === 0 ? 40 : 100));
    const { conditions } = judged(document, margins({ measure: "score", amount: 12 }));
    expect(conditions[0]?.lift).not.toBe("About 1 more block.");
  });
});

test("a policy that asks for non-inferiority without a margin is refused", () => {
  expect(() => aPolicy({ decision: "non_inferiority" })).toThrow(/non_inferiority needs margins/);
});
