import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  isSameOrder,
  orderByProfiles,
  type Weighed,
} from "../../../src/core/scoring/profile-orders.ts";

/** `ids`: all candidates, also those that the profile does not weigh. */
function someWeighed(
  name: string,
  given: Readonly<Record<string, number>>,
  ids: readonly string[] = Object.keys(given),
): Weighed {
  const order = Object.entries(given)
    .map(([candidate, weighted]) => ({ candidate, weighted }))
    .toSorted((left, right) => right.weighted - left.weighted);
  return {
    profile: { name },
    ranking: { order },
    candidates: ids.map((candidate) => ({ candidate })),
  };
}

const points = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.integer({ min: 0, max: 4 }), {
  minKeys: 1,
});

function sorted(pairs: readonly (readonly [string, string])[] = []): string[] {
  return pairs.map((pair) => pair.toSorted().join("")).toSorted();
}

describe("the order of points under several profiles", () => {
  test("a profile that puts two the other way round turns the order over, and names them", () => {
    const [first, second] = orderByProfiles([
      someWeighed("balanced-v1", { a: 90, b: 80, c: 70 }),
      someWeighed("bulk-v1", { a: 60, b: 75, c: 50 }),
    ]);
    expect(first).toMatchObject({ order: [["a"], ["b"], ["c"]], turned: [], levelled: [] });
    expect(second).toMatchObject({ order: [["b"], ["a"], ["c"]], turned: [["a", "b"]] });
  });

  test("the same points are no order, and losing an order is not turning it over", () => {
    const orders = orderByProfiles([
      someWeighed("one", { a: 90, b: 80 }),
      someWeighed("two", { a: 70, b: 70 }),
    ]);
    expect(orders[1]).toMatchObject({
      order: [["a", "b"]],
      turned: [],
      levelled: [["a", "b"]],
    });
    expect(isSameOrder(orders)).toBe(false);
  });

  test("who is not weighed under one profile is held against nobody", () => {
    const orders = orderByProfiles([
      someWeighed("one", { a: 90, b: 80 }),
      someWeighed("two", { a: 10 }, ["a", "b"]),
    ]);
    expect(orders[1]).toMatchObject({ order: [["a"]], not_weighed: ["b"], turned: [] });
    expect(isSameOrder(orders)).toBe(false);
  });

  test("whatever the points: a profile agrees with itself, and turning over is mutual", () => {
    fc.assert(
      fc.property(points, points, (left, right) => {
        const ids = ["a", "b", "c", "d"];
        const [one, two] = [someWeighed("one", left, ids), someWeighed("two", right, ids)];
        expect(isSameOrder(orderByProfiles([one, one]))).toBe(true);
        const forth = orderByProfiles([one, two])[1];
        const back = orderByProfiles([two, one])[1];
        expect(sorted(forth?.turned)).toEqual(sorted(back?.turned));
        expect(sorted(forth?.levelled)).toEqual(sorted(back?.levelled));
        // Multiplied points are the same order.
        const doubled = Object.fromEntries(Object.entries(left).map(([id, of]) => [id, of * 2]));
        expect(isSameOrder(orderByProfiles([one, someWeighed("two", doubled, ids)]))).toBe(true);
      }),
    );
  });
});
