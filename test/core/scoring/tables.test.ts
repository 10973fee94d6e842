import { describe, expect, test } from "vitest";

import {
  aCompareInput,
  aModelCall,
  aPlan,
  aProfile,
  candidateOf,
  comparisonOf,
  metric,
  runsOf,
} from "../../builders/runs.ts";

const live = { metadata: { upstream: "live" as const } };

test("what was redacted is counted once over all runs, and not at all where nothing was", () => {
  const plan = aPlan();
  const twice = [aModelCall({ redacted: 2 }), aModelCall({ ordinal: 2, redacted: 1 })];
  const document = comparisonOf(
    aCompareInput(
      plan,
      runsOf(plan, ({ candidate, repetition }) => {
        if (repetition === 2) return { model_calls: twice };
        return candidate === "beta" ? { model_calls: [aModelCall({ redacted: 4 })] } : {};
      }),
    ),
  );
  expect(document.redacted).toEqual({ values: 14, calls: 6, runs: 4 });
  const clean = comparisonOf(aCompareInput(plan, runsOf(plan)));
  expect(clean).not.toHaveProperty("redacted");
});

describe("money and groups", () => {
  test("one run without a cost leaves no mean cost", () => {
    const plan = aPlan();
    const silent = { model_calls: [aModelCall({ usage: null })] };
    const document = comparisonOf(
      aCompareInput(
        plan,
        runsOf(plan, ({ candidate, repetition }) =>
          candidate === "alpha" && repetition === 2 ? silent : {},
        ),
      ),
    );
    expect(candidateOf(document, "alpha").summary.cost_pico).toEqual({
      missing: "1 of 3 runs: model call 1: the wire reported no usage",
    });
    expect(candidateOf(document, "beta").summary.cost_pico).toBe("270000000");
  });

  test("a rule over the group cuts the mean at the bound, a rule over runs cuts each run", () => {
    const plan = aPlan();
    const results = runsOf(plan, ({ repetition }) => ({
      tokens: { in: repetition === 1 ? 3_000 : 0, out: 0 },
    }));
    const points = (level: string) => {
      const rule = metric("tokens", "tokens.wire", "lower", 1, 1_500, { level });
      const profile = aProfile({ metrics: [rule] });
      return comparisonOf(aCompareInput(plan, results, { profile }));
    };
    expect(candidateOf(points("run"), "alpha").metrics[0]?.normalised).toBe(66.6666667);
    expect(candidateOf(points("group"), "alpha").metrics[0]?.normalised).toBe(33.3333333);
    const weighted = points("group").pairs.find((pair) => pair.metric === "weighted");
    expect(weighted?.blocks).toBe(0);
  });
});

describe("gates and wire", () => {
  test("tallies keep passed, failed and not observed apart", () => {
    const plan = aPlan();
    const gates = {
      no_duplicate_effects: { state: "failed", detail: "issue_refund took effect 2 times" },
    } as const;
    const document = comparisonOf(
      aCompareInput(
        plan,
        runsOf(plan, ({ candidate, repetition }) =>
          candidate === "alpha" && repetition === 2 ? { ...live, gates } : live,
        ),
      ),
    );
    const tally = (candidate: string, id: string) =>
      candidateOf(document, candidate).gates.find((gate) => gate.id === id);
    expect(tally("alpha", "no_duplicate_effects")).toMatchObject({
      passed: 2,
      failed: 1,
      failures: [{ run_id: "alpha.inventory-order.2", detail: "issue_refund took effect 2 times" }],
      note: "failed in 1 of 3 runs that could see it",
    });
    expect(tally("alpha", "budget_settled")).toMatchObject({ passed: 2, not_observed: 1 });
    expect(tally("beta", "budget_settled")?.note).toBe(
      "0 of 3 runs failed it; a true rate of up to 63.2% would often look the same",
    );
    expect(candidateOf(document, "alpha").isolation).toBe("env");
  });

  test("differences on the wire are counted in runs, and the first request is shown", () => {
    const plan = aPlan();
    const difference = { field: "system", kind: "prefix_added", detail: "31 bytes" } as const;
    const call = aModelCall({ differences: [difference] });
    const document = comparisonOf(
      aCompareInput(
        plan,
        runsOf(plan, ({ candidate }) =>
          candidate === "beta" ? { model_calls: [call, { ...call, ordinal: 2 }] } : {},
        ),
      ),
    );
    expect(candidateOf(document, "beta").wire).toMatchObject({
      differences: [{ ...difference, runs: 3 }],
      wires: ["chat_completions"],
      shape: { message_count: 2 },
    });
    expect(candidateOf(document, "alpha").wire.differences).toEqual([]);
  });
});
