import { describe, expect, test } from "vitest";

import { factOf, rowOf, vectorOf } from "../../builders/capabilities.ts";
import { aFailedRun, aToolCall } from "../../builders/runs.ts";

describe("recovery", () => {
  test("where nothing went wrong nothing is measured, however clean the runs are", () => {
    const row = rowOf(vectorOf(), "reliable_recovery");
    expect(row).toMatchObject({
      state: "not_measured",
      reason: "no fault was injected and nothing went wrong: there was nothing to recover from",
    });
    expect(row.facts.find((one) => one.name === "injected faults survived")?.value).toEqual({
      missing: "no fault was injected",
    });
  });

  test("interrupted runs: how many went on, and whether they did anything twice", () => {
    const vector = vectorOf((repetition) =>
      repetition === 1
        ? { attempt: 2 }
        : repetition === 2
          ? aFailedRun("dead_letter", { attempt: 3 })
          : {},
    );
    expect(rowOf(vector, "reliable_recovery")).toMatchObject({ state: "measured" });
    expect(factOf(vector, "reliable_recovery", "completed after it was interrupted")).toMatchObject(
      { value: 0.5, n: 2, detail: "1 of 2 runs" },
    );
    expect(
      factOf(vector, "reliable_recovery", "caused a side effect twice after it was interrupted").n,
    ).toBe(2);
    expect(factOf(vector, "reliable_recovery", "cut off and not recovered")).toMatchObject({
      value: 1,
      n: 3,
      detail: "1 of 3 observed: 1 stopped with Agent Lab in each attempt",
    });
  });

  test("a tool's error is something to recover from; a call the host refused is none", () => {
    const call = aToolCall({ is_error: true });
    const vector = vectorOf((repetition) => ({
      tool_calls: [repetition === 1 ? call : aToolCall()],
    }));
    expect(factOf(vector, "reliable_recovery", "completed after a tool's error")).toMatchObject({
      value: 1,
      n: 1,
    });
    const refused = vectorOf(() => ({ tool_calls: [{ ...call, outcome: "refused" as const }] }));
    expect(rowOf(refused, "reliable_recovery").state).toBe("not_measured");
  });

  test("a crash and a cancellation are told apart", () => {
    const vector = vectorOf((repetition) =>
      repetition === 3 ? {} : aFailedRun(repetition === 1 ? "crash" : "cancelled"),
    );
    expect(factOf(vector, "reliable_recovery", "cut off and not recovered").detail).toBe(
      "2 of 3 observed: 1 crashed, 1 cancelled",
    );
  });
});
