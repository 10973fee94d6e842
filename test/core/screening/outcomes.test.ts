import { describe, expect, test } from "vitest";

import { outcomeOf, pairOutcomes } from "../../../src/core/screening/outcomes.ts";
import type { RunOverrides } from "../../builders/runs.ts";
import type { CellAddress } from "../../builders/runs.ts";
import { aCheck, aFailedRun, aPlan, aScore, runsOf } from "../../builders/runs.ts";

const wrong: RunOverrides = { score: aScore({ checks: [aCheck({ passed: false })] }) };

function pairs(
  make: (cell: CellAddress) => RunOverrides | null,
  cases = ["one", "two"],
  more: Partial<Parameters<typeof pairOutcomes>[0]> = {},
) {
  const plan = aPlan({ candidates: ["base", "head"], cases, repetitions: 2 });
  const runs = runsOf(plan, make).map((one) => outcomeOf(one.result));
  const given = { blocks: plan.blocks, runs, base: "base", head: "head", changes: [] };
  return pairOutcomes({ ...given, ...more });
}

describe("paired outcomes", () => {
  test("one row a case, one pair a block", () => {
    const found = pairs(({ candidate, case_id, repetition }) =>
      candidate === "head" && case_id === "two" && repetition === 2 ? wrong : {},
    );
    const good = { base_passed: true, head_passed: true };
    expect(found).toEqual([
      { case_id: "one", planned: 2, pairs: [good, good] },
      { case_id: "two", planned: 2, pairs: [good, { base_passed: true, head_passed: false }] },
    ]);
  });

  test("an agent that crashed failed the case; a model service that was down leaves the block out", () => {
    const crashed = pairs(({ candidate }) => (candidate === "head" ? aFailedRun("crash") : {}));
    expect(crashed[0]?.pairs).toEqual([
      { base_passed: true, head_passed: false },
      { base_passed: true, head_passed: false },
    ]);
    const down = pairs(({ candidate, repetition }) =>
      candidate === "base" && repetition === 1 ? aFailedRun("model_unavailable") : {},
    );
    expect(down[0]).toMatchObject({ planned: 2, pairs: [{ base_passed: true }] });
    expect(down[0]?.pairs).toHaveLength(1);
  });

  test("a missing run leaves the block out", () => {
    const found = pairs(({ candidate, case_id }) =>
      candidate === "head" && case_id === "one" ? null : {},
    );
    expect(found[0]).toEqual({ case_id: "one", planned: 2, pairs: [] });
  });

  test("only base's version of a changed case counts", () => {
    const changes = [{ case_id: "one", change: "changed", base_version: 1 } as const];
    // The builder's blocks run version 2, which is head's here.
    const found = pairs(() => ({}), ["one", "two"], { changes });
    expect(found.map((one) => one.case_id)).toEqual(["two"]);
  });
});
