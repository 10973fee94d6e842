import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { arrangeBlocks, findImbalance } from "../../../src/core/planning/blocks.ts";

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 1, maxLength: 6 });
const cases = names.map((ids) => ids.map((id) => ({ id, version: 1 })));
const seeds = fc.string({ minLength: 1, maxLength: 20 });

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

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
    const seedsTried = 2_000;
    for (let seed = 0; seed < seedsTried; seed++) {
      const blocks = arrangeBlocks(of, who, 1, String(seed));
      for (const [at, id] of (blocks[0]?.order ?? []).entries()) count(places, `${id}${at}`);
      for (const [at, block] of blocks.entries()) count(places, `${block.case_id}${at}`);
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

describe("a Williams design", () => {
  const of = [
    { id: "x", version: 1 },
    { id: "y", version: 1 },
  ];
  const ordersOf = (who: readonly string[], repetitions: number, seed = "s") =>
    arrangeBlocks(of, who, repetitions, seed, "williams").map(({ order }) => order.join(""));

  test("k = 3: six rows, and every twelve blocks hold each of them twice", () => {
    const rows = ["abc", "acb", "bac", "bca", "cab", "cba"];
    expect(ordersOf(["a", "b", "c"], 6).toSorted()).toEqual([...rows, ...rows].toSorted());
  });

  test("each in every place, and after every other one, equally often", () => {
    for (const k of [2, 3, 4, 5, 6, 7]) {
      const who = Array.from("abcdefg").slice(0, k);
      const rows = k % 2 === 0 ? k : 2 * k;
      const orders = ordersOf(who, rows);
      const places = new Map<string, number>();
      const neighbours = new Map<string, number>();
      for (const order of orders)
        for (const [at, id] of Array.from(order).entries()) {
          count(places, `${id}${at}`);
          const next = order[at + 1];
          if (next !== undefined) count(neighbours, `${id}${next}`);
        }
      expect([places.size, new Set(places.values()).size]).toEqual([k * k, 1]);
      expect([neighbours.size, new Set(neighbours.values()).size]).toEqual([k * (k - 1), 1]);
    }
  });

  test("no row is used twice more than another, whatever the number of blocks", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 15 }), seeds, (repetitions, seed) => {
        const used = new Map<string, number>();
        for (const order of ordersOf(["a", "b", "c"], repetitions, seed)) count(used, order);
        const counts = [...used.values(), ...(used.size < 6 ? [0] : [])];
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("the seed decides which row comes when", () => {
    const drawn = new Set(
      Array.from({ length: 30 }, (_, at) => ordersOf(["a", "b", "c", "d"], 4, `s${at}`).join()),
    );
    expect(drawn.size).toBeGreaterThan(20);
    expect(ordersOf(["a", "b"], 2)).toEqual(ordersOf(["a", "b"], 2));
  });

  test("what is uneven is said with the number that would be even", () => {
    expect(findImbalance("williams", 20, 3)).toBe(
      "20 blocks are no multiple of the 6 rows of a Williams design of 3 candidates: 2 of the rows are used once more than the others, and places and neighbours are that much out of balance; 24 blocks would be even",
    );
    expect(findImbalance("williams", 13, 3)).toContain("1 of the rows is used once more");
    expect(findImbalance("williams", 24, 3)).toBeNull();
    expect(findImbalance("shuffle", 20, 3)).toBeNull();
  });
});
