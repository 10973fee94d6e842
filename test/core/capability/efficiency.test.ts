import { describe, expect, test } from "vitest";

import { factOf, vectorOf } from "../../builders/capabilities.ts";
import { aFailedRun, type RunOverrides } from "../../builders/runs.ts";

function takeLonger(repetition: number): RunOverrides {
  return { duration_ms: repetition * 100 };
}

describe("efficiency", () => {
  test("is of completed runs: one that failed early is not a cheap one", () => {
    const vector = vectorOf((repetition) =>
      repetition === 1
        ? aFailedRun("crash", { tokens: { in: 1, out: 1 } })
        : { tokens: { in: 1_000, out: 200 } },
    );
    expect(factOf(vector, "efficiency", "tokens")).toMatchObject({
      value: 1_200,
      n: 2,
      unit: "tokens",
      detail: "mean of 2 completed runs; the model was simulated",
    });
  });

  test("a cost nobody knows leaves no mean, and another currency is named", () => {
    const later = vectorOf((repetition) => ({
      started_at: repetition === 1 ? "2025-01-01T00:00:00.000Z" : "2026-11-30T08:39:11.000Z",
    }));
    expect(factOf(later, "efficiency", "cost").value).toMatchObject({
      missing: expect.stringMatching(/^1 of 3 runs: /),
    });
    const euros = factOf(
      vectorOf(() => ({}), { currency: "EUR" }),
      "efficiency",
      "cost",
    );
    expect(euros).toMatchObject({ value: 0.00027, unit: "EUR", n: 3 });
  });

  test("a tail has its name from 20 runs on; below it is the longest run", () => {
    const few = vectorOf(takeLonger, { repetitions: 19, live: true });
    expect(factOf(few, "efficiency", "longest time")).toMatchObject({
      value: 1_900,
      n: 19,
      detail: "max of 19: no 95th percentile below 20",
    });
    const many = vectorOf(takeLonger, { repetitions: 20, live: true });
    expect(factOf(many, "efficiency", "95th percentile of the time")).toMatchObject({
      value: 1_900,
      n: 20,
      detail: "one run's value, nearest rank of 20 completed runs, no upper limit",
    });
    expect(factOf(many, "efficiency", "median time").value).toBe(1_050);
    const bounded = vectorOf(takeLonger, { repetitions: 59, live: true });
    expect(factOf(bounded, "efficiency", "95th percentile of the time")).toMatchObject({
      value: 5_700,
      detail: "one run's value, nearest rank of 59 completed runs, at most 5900 ms",
    });
  });

  test("runs that shared the machine have no time", () => {
    const vector = vectorOf(() => ({ metadata: { concurrency: 4 } }));
    expect(factOf(vector, "efficiency", "median time").value).toEqual({
      missing: "4 runs shared the machine: time counts only at concurrency 1",
    });
  });
});
