/** Where no run of either side completes, head is not blamed for what base does too, and nothing is called well. */
import { expect, test } from "vitest";

import type { RunReason } from "../../../src/contracts/run-status.ts";
import { digestDocument } from "../../../src/core/digest/digest.ts";
import { decideReadiness } from "../../../src/core/readiness/readiness.ts";
import { compareRuns } from "../../../src/core/scoring/comparison.ts";
import { aCompareInput, aPlan, aPolicy, runsOf } from "../../builders/runs.ts";

const missing = { missing: "the run did not complete" };

/** Base and head on two cases; `ends` says how every run of a side ended. */
function judge(ends: {
  readonly base: RunReason;
  readonly head: RunReason;
  /** How the first runs of base ended instead, and how many of them. */
  readonly once?: RunReason;
  readonly times?: number;
}) {
  let left = ends.once === undefined ? 0 : (ends.times ?? 1);
  const plan = aPlan({
    candidates: ["base", "head"],
    cases: ["one", "two"],
    repetitions: 2,
    roles: { base: "base", head: "head" },
  });
  const results = runsOf(plan, ({ candidate }) => {
    const instead = candidate === "base" && left > 0;
    if (instead) left -= 1;
    const usual = candidate === "base" ? ends.base : ends.head;
    const reason = instead ? (ends.once ?? usual) : usual;
    const metadata = { upstream: "live" } as const;
    return reason === "ok"
      ? { metadata }
      : {
          metadata,
          status: "failed",
          reason,
          message: `${reason} of ${candidate}`,
          score: missing,
        };
  });
  const compared = compareRuns(aCompareInput(plan, results));
  if (!compared.ok) throw new Error(compared.message);
  const { comparison } = compared;
  const { verdict, exit_code, candidates } = decideReadiness({
    comparison,
    comparison_sha256: digestDocument("comparison", comparison),
    policy: aPolicy(),
    policy_sha256: digestDocument("policy", {}),
    track: "own",
  });
  const head = candidates.find((one) => one.candidate === "head");
  return {
    verdict,
    exit_code,
    blocking: head?.blocking.map((one) => one.code) ?? [],
    conditions: head?.conditions.map((one) => one.code) ?? [],
    first: head?.conditions[0]?.message ?? "",
  };
}

test("both sides at their limit every time: no verdict against head, and no pass", () => {
  const found = judge({ base: "limit_reached", head: "limit_reached" });
  expect(found).toMatchObject({ verdict: "Conditional-Go", exit_code: 30, blocking: [] });
  expect(found.conditions[0]).toBe("unsound_baseline");
  expect(found.first).toBe(
    "No run of either side completed: 4 of base (limit_reached of base) and 4 of head failed, so that what changed between them cannot be seen.",
  );
});

test("it does not matter which failure of its own each has", () => {
  const found = judge({ base: "crash", head: "timeout" });
  expect(found).toMatchObject({ verdict: "Conditional-Go", exit_code: 30 });
});

test("a head that never finishes on a base that does is No-Go", () => {
  expect(judge({ base: "ok", head: "limit_reached" })).toMatchObject({
    verdict: "No-Go",
    exit_code: 20,
    blocking: ["never_completed"],
  });
});

test("a head that lost every run to refused model calls, on a base that lost none, does not pass", () => {
  for (const ends of [
    { base: "ok", head: "model_unavailable" },
    { base: "model_unavailable", head: "ok" },
  ] as const) {
    expect(judge(ends)).toMatchObject({ verdict: "Conditional-Go", exit_code: 30, blocking: [] });
  }
});

test("an outage on both sides is infrastructure; an outage of base alone clears nobody", () => {
  const outage = judge({ base: "model_unavailable", head: "model_unavailable" });
  expect(outage).toMatchObject({ verdict: "Conditional-Go", exit_code: 40, blocking: [] });
  expect(outage.conditions).not.toContain("unsound_baseline");
  expect(judge({ base: "model_unavailable", head: "crash" })).toMatchObject({
    verdict: "No-Go",
    blocking: ["never_completed"],
  });
});

test("a base that lost one run to an outage is still no measure where it never finishes", () => {
  const found = judge({ base: "limit_reached", head: "limit_reached", once: "model_unavailable" });
  expect(found).toMatchObject({ verdict: "Conditional-Go", exit_code: 30, blocking: [] });
});

test("a base that completes once in four leaves it to chance; one that completes half the time does not", () => {
  expect(judge({ base: "crash", head: "crash", once: "ok" }).blocking).toEqual([]);
  expect(judge({ base: "crash", head: "crash", once: "ok", times: 2 }).blocking).toEqual([
    "never_completed",
  ]);
});

test("a side that lost more than the policy allows passes no step, though its other runs completed", () => {
  const lost = judge({ base: "ok", head: "ok", once: "model_unavailable", times: 2 });
  expect(lost).toMatchObject({ verdict: "Conditional-Go", exit_code: 30, blocking: [] });
  // One of the four allowed to be lost would be .25: the policy of this test allows .1.
  expect(judge({ base: "ok", head: "ok" }).exit_code).not.toBe(30);
});
