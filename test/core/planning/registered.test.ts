import { describe, expect, test } from "vitest";

import { plan as planFormat } from "../../../src/contracts/plan.ts";
import { bindContracts, type FrozenContracts } from "../../../src/core/planning/bind-contracts.ts";
import { planMatrix } from "../../../src/core/planning/plan-matrix.ts";
import { aMatrix, contracts, day, faultsOf } from "../../builders/plans.ts";
import { aProfile } from "../../builders/runs.ts";

function planned(overrides: Partial<FrozenContracts> = {}) {
  const outcome = planMatrix(contracts(overrides), day, "m");
  if (!outcome.ok) throw new Error(outcome.faults[0].message);
  return outcome.value;
}

describe("what is registered", () => {
  test("every pair of candidates on the weighted points, one look at all blocks", () => {
    const candidates = ["one", "two", "three"].map((adapter) => ({ id: adapter, adapter }));
    const { analysis } = planned({ matrix: aMatrix({ candidates, repetitions: 4 }) });
    expect(analysis).toEqual({
      spec: "agentlab-stats/1",
      alpha: 0.05,
      primary: "weighted",
      family: [
        { a: "one", b: "two", metric: "weighted" },
        { a: "one", b: "three", metric: "weighted" },
        { a: "two", b: "three", metric: "weighted" },
      ],
      looks: [{ blocks: 4, alpha: 0.05 }],
      planned_blocks: 4,
      decision: "screen",
    });
  });

  test("on a pull request: base and head, and what the screen tests besides", () => {
    const sides = ["base", "head"].map((id) => ({
      id,
      role: id,
      command: ["node", "agent.js"],
      revision: id,
    }));
    const matrix = aMatrix({ variable: "revision", track: "own", candidates: sides });
    expect(planned({ matrix }).analysis).toMatchObject({
      family: [{ a: "base", b: "head", metric: "weighted" }],
      screen: {
        base: "base",
        head: "head",
        total_alpha: 0.01,
        family_alpha: 0.05,
        most_cases: 3,
        fresh_blocks: 8,
      },
    });
  });

  test("a Williams order is planned, and what is uneven about it is a note", () => {
    const order = { design: "williams", seed: "s" };
    const uneven = planned({ matrix: aMatrix({ order, repetitions: 3 }) });
    expect(uneven.notes?.join()).toContain("4 blocks would be even");
    expect(planned({ matrix: aMatrix({ order, repetitions: 4 }) }).notes).toBeUndefined();
    expect(planFormat.parse(uneven)).toEqual(uneven);
  });
});

describe("the A/A lane", () => {
  test("a twin of the first candidate, in every block, paid for, in no family; the contract stays as written", () => {
    const matrix = aMatrix({ aa_control: true });
    const outcome = planMatrix(contracts({ matrix }), day, "m");
    if (!outcome.ok) throw new Error(outcome.faults[0].message);
    const { candidates, blocks, cells, worst_case_pico, analysis } = outcome.value;
    expect(candidates.at(-1)).toEqual({
      id: "a-aa",
      adapter: "one",
      role: "member",
      label: "a (A/A control)",
      control_of: "a",
    });
    expect(blocks.map((block) => block.order.toSorted())).toEqual(
      blocks.map(() => ["a", "a-aa", "b"]),
    );
    expect(cells).toBe(9);
    expect(worst_case_pico).toBe(String(8_400_000_000n * 9n));
    expect(analysis?.family).toEqual([{ a: "a", b: "b", metric: "weighted" }]);
    expect(outcome.value.contracts).toEqual(bindContracts(contracts({ matrix })));
  });

  test("on a pull request it is base's, wherever base stands", () => {
    const sides = ["head", "base"].map((id) => ({
      id,
      role: id,
      command: ["node", "agent.js"],
      revision: id,
    }));
    const matrix = aMatrix({
      variable: "revision",
      track: "own",
      candidates: sides,
      aa_control: true,
    });
    const outcome = planMatrix(contracts({ matrix }), day, "m");
    expect(outcome).toMatchObject({
      ok: true,
      value: { candidates: [{}, {}, { id: "base-aa", role: "member", control_of: "base" }] },
    });
  });

  test("a control that people declare, or that a profile would add to its original, is refused", () => {
    const declared = aMatrix({
      candidates: [
        { id: "a", adapter: "one" },
        { id: "b", adapter: "two", control_of: "a" },
      ],
    });
    expect(faultsOf({ matrix: declared }).map((one) => one.code)).toEqual(["control_declared"]);
    const profile = aProfile({ group_by: ["framework"] });
    expect(
      faultsOf({ matrix: aMatrix({ aa_control: true }), profile }).map((one) => one.code),
    ).toEqual(["control_merged"]);
  });

  test("two candidates that are the same are refused, with the A/A lane named", () => {
    const candidates = [
      { id: "a", adapter: "one" },
      { id: "b", adapter: "one" },
    ];
    const [fault] = faultsOf({ matrix: aMatrix({ candidates }) });
    expect(fault).toMatchObject({ code: "nothing_differs" });
    expect(fault?.fix).toContain("aa_control: true");
  });
});
