import { describe, expect, test } from "vitest";

import type { Comparison } from "../../../src/contracts/comparison.ts";
import { digestBytes, digestDocument } from "../../../src/core/digest/digest.ts";
import { decideReadiness } from "../../../src/core/readiness/readiness.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import { aCompareInput, aFailedRun, aPlan, aPolicy, runsOf } from "../../builders/runs.ts";

function compare(): Comparison {
  const made = aPlan({ repetitions: 10, candidates: ["alpha", "beta", "beta-aa"] });
  const candidates = made.candidates.map((one) =>
    one.id === "beta-aa" ? { ...one, control_of: "beta" } : one,
  );
  const plan = { ...made, candidates };
  const live = { metadata: { upstream: "live" as const } };
  const runs = runsOf(plan, ({ candidate }) =>
    candidate === "beta-aa" ? { ...aFailedRun("crash"), ...live } : live,
  );
  const outcome = compareRuns(aCompareInput(plan, runs));
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.comparison;
}

describe("an A/A control", () => {
  /** Beta's twin failed every run: whatever noise does to it, it decides nothing. */
  const comparison = compare();

  test("is compared and shown beside its original, and neither ranked nor named as leading", () => {
    expect(comparison.candidates.map((one) => one.control_of)).toEqual([
      undefined,
      undefined,
      "beta",
    ]);
    expect(comparison.pairs.some((pair) => pair.a === "beta" && pair.b === "beta-aa")).toBe(true);
    expect(comparison.ranking.order.map((one) => one.candidate)).toEqual(["alpha", "beta"]);
    expect(comparison.ranking.statement).not.toContain("beta-aa");
  });

  test("has no readiness, and its failures are nobody's verdict", () => {
    const decided = decideReadiness({
      comparison,
      comparison_sha256: digestDocument("comparison", comparison),
      policy: aPolicy(),
      policy_sha256: digestBytes("policy"),
      track: "controlled",
    });
    expect(decided.candidates.map((one) => one.candidate)).toEqual(["alpha", "beta"]);
    expect(decided.subject).not.toBe("beta-aa");
    expect(decided.verdict).not.toBe("No-Go");
  });
});
