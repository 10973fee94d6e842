import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { arrangeBlocks } from "../../../src/core/planning/blocks.ts";

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 1, maxLength: 6 });
const cases = names.map((ids) => ids.map((id) => ({ id, version: 1 })));
const seeds = fc.string({ minLength: 1, maxLength: 20 });

describe("blocks", () => {
  test("every (case, repetition) once, every candidate once a block, repetition by repetition", () => {
    fc.assert(
      fc.property(cases, names, fc.integer({ min: 1, max: 5 }), seeds, (of, who, times, seed) => {
        const blocks = arrangeBlocks(of, who, times, seed);
        expect(blocks.map((block) => block.index)).toEqual(blocks.map((_, at) => at + 1));
        expect(blocks.map((block) => `${block.repetition} ${block.case_id}`).toSorted()).toEqual(
          of
            .flatMap(({ id }) => Array.from({ length: times }, (_, at) => `${at + 1} ${id}`))
            .toSorted(),
        );
        expect(blocks.map((block) => block.repetition)).toEqual(
          blocks.map((block) => block.repetition).toSorted((a, b) => a - b),
        );
        for (const block of blocks) expect(block.order.toSorted()).toEqual(who.toSorted());
      }),
    );
  });

  test("the same seed gives the same bytes", () => {
    fc.assert(
      fc.property(cases, names, seeds, (of, who, seed) => {
        expect(JSON.stringify(arrangeBlocks(of, who, 3, seed))).toBe(
          JSON.stringify(arrangeBlocks(of, who, 3, seed)),
        );
      }),
    );
  });

  test("another seed gives another order", () => {
    const of = [{ id: "one", version: 1 }];
    const orders = Array.from({ length: 40 }, (_, at) =>
      JSON.stringify(arrangeBlocks(of, ["a", "b", "c", "d"], 4, `seed ${at}`)),
    );
    expect(new Set(orders).size).toBe(40);
  });

  test("over many seeds each candidate stands as often in each place, and each case too", () => {
    const who = ["a", "b", "c", "d"];
    const of = ["x", "y", "z"].map((id) => ({ id, version: 1 }));
    const places = new Map<string, number>();
    const count = (key: string): void => void places.set(key, (places.get(key) ?? 0) + 1);
    const seedsTried = 2_000;
    for (let seed = 0; seed < seedsTried; seed++) {
      const blocks = arrangeBlocks(of, who, 1, String(seed));
      for (const [at, id] of (blocks[0]?.order ?? []).entries()) count(`${id}${at}`);
      for (const [at, block] of blocks.entries()) count(`${block.case_id}${at}`);
    }
    // Six standard deviations of a binomial count: sqrt(2000 p (1 - p)) is at most 21.1.
    for (const id of who)
      for (let at = 0; at < 4; at++)
        expect(Math.abs((places.get(`${id}${at}`) ?? 0) - seedsTried / 4)).toBeLessThan(120);
    for (const { id } of of)
      for (let at = 0; at < 3; at++)
        expect(Math.abs((places.get(`${id}${at}`) ?? 0) - seedsTried / 3)).toBeLessThan(130);
  });

  test("golden: the order of one seed, which stored plans depend on", () => {
    const of = [
      { id: "x", version: 2 },
      { id: "y", version: 1 },
    ];
    expect(
      arrangeBlocks(of, ["a", "b", "c"], 2, "agent-lab").map(
        (block) =>
          `${block.index} ${block.case_id} v${block.case_version} ${block.repetition} ${block.order.join("")}`,
      ),
    ).toEqual(["1 x v2 1 bca", "2 y v1 1 bac", "3 y v1 2 bac", "4 x v2 2 cba"]);
  });
});
