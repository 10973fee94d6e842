import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { secondLook } from "../../../src/contracts/screen.ts";
import { chooseSecondLook, secondLookBlocks } from "../../../src/core/screening/second-look.ts";
import { aCase } from "../../builders/looks.ts";
import { aPlan } from "../../builders/runs.ts";

const letters = fc.string({
  unit: fc.constantFrom("b", "h", "+", "-"),
  minLength: 1,
  maxLength: 4,
});

describe("the choice of the second look", () => {
  test("nothing worse, nothing chosen, and it says so", () => {
    const choice = chooseSecondLook({
      cases: [aCase("one", "++"), aCase("two", "-h")],
      changes: [],
    });
    expect(choice).toEqual({
      cases: [],
      blocks_each: 8,
      reason: "no case passed less often than on base in the first look",
      untested: [],
    });
  });

  test("the three that fell furthest, a dead case before a stumbling one, then by name", () => {
    const cases = [
      aCase("a-stumbles", "b+"),
      aCase("b-dies", "bb"),
      aCase("c-dies-after-a-bad-start", "b-"),
      aCase("d-stumbles", "b+"),
      aCase("e-even", "bh"),
    ];
    const choice = chooseSecondLook({ cases, changes: [] });
    expect(choice.cases).toEqual(["b-dies", "c-dies-after-a-bad-start", "a-stumbles"]);
    expect(choice.untested).toEqual(["d-stumbles"]);
    expect(choice.reason).toBe(
      "4 cases passed less often than on base in the first look; the 3 that fell furthest get 8 fresh blocks",
    );
  });

  test("an added case has no past to fall from; a changed and a removed one have", () => {
    const cases = [aCase("fresh", "bb"), aCase("edited", "bb"), aCase("gone", "bb")];
    const choice = chooseSecondLook({
      cases,
      changes: [
        { case_id: "fresh", change: "added", base_version: null },
        { case_id: "edited", change: "changed", base_version: 1 },
        { case_id: "gone", change: "removed", base_version: 1 },
      ],
    });
    expect(choice.cases).toEqual(["edited", "gone"]);
  });

  test("at most three, only worse ones, whatever the order the cases arrive in", () => {
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 8 }), (looks) => {
        const cases = looks.map((look, at) => aCase(`case-${String(at)}`, look));
        const choice = chooseSecondLook({ cases, changes: [] });
        secondLook.parse(choice);
        expect(chooseSecondLook({ cases: cases.toReversed(), changes: [] })).toEqual(choice);
        for (const id of [...choice.cases, ...choice.untested]) {
          const look = looks[Number(id.slice(5))] ?? "";
          expect(look.split("b").length).toBeGreaterThan(look.split("h").length);
        }
        expect(choice.untested.length === 0 || choice.cases.length === 3).toBe(true);
      }),
    );
  });
});

describe("the fresh blocks", () => {
  const plan = aPlan({ candidates: ["base", "head"], cases: ["one", "two"], repetitions: 2 });
  const choice = { cases: ["two"], blocks_each: 8, reason: "", untested: [] };

  test("continue the plan's indices and repetitions and touch no planned cell", () => {
    const blocks = secondLookBlocks(plan, choice, ["base", "head"]);
    expect(blocks.map((one) => one.index)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    expect(blocks.map((one) => one.repetition)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(blocks.map((one) => `${one.case_id} ${String(one.case_version)}`))).toEqual(
      new Set(["two 2"]),
    );
    expect(new Set(blocks.map((one) => one.order.join())).size).toBe(2);
    expect(secondLookBlocks(plan, choice, ["base", "head"])).toEqual(blocks);
  });

  test("run base's version of a changed case", () => {
    const both = {
      ...plan,
      blocks: plan.blocks.map((one, at) => ({ ...one, case_version: at % 2 === 0 ? 3 : 2 })),
    };
    const changes = [{ case_id: "two", change: "changed", base_version: 2 } as const];
    const blocks = secondLookBlocks(both, choice, ["base", "head"], changes);
    expect(new Set(blocks.map((one) => one.case_version))).toEqual(new Set([2]));
  });

  test("a case that is not planned is a bug and throws", () => {
    expect(() => secondLookBlocks(plan, { ...choice, cases: ["three"] }, ["base"])).toThrow(
      "three",
    );
  });
});
