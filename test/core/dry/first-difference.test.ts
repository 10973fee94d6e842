import fc from "fast-check";
import { expect, test } from "vitest";

import { firstDifference } from "../../../src/core/dry/first-difference.ts";
import type { DryRequest } from "../../../src/core/dry/requests.ts";
import { aDryRequest } from "../../builders/dry.ts";

/** Distinct requests, told apart by their user text. */
const lists = fc
  .uniqueArray(fc.stringMatching(/^[g-z]{1,12}$/), { minLength: 1, maxLength: 6 })
  .map((words) => words.map((user) => aDryRequest({ user })));

test("the same requests in any order are the same, byte for byte", () => {
  fc.assert(
    fc.property(
      lists.chain((base) =>
        fc.tuple(fc.constant(base), fc.shuffledSubarray(base, { minLength: base.length })),
      ),
      ([base, head]) => {
        expect(firstDifference(base, head)).toEqual({
          kind: "same",
          calls: base.length,
          exact: true,
        });
      },
    ),
  );
});

test("one request that differs is found at its place, beside the one it came from", () => {
  fc.assert(
    fc.property(lists, fc.nat(), (base, seed) => {
      const at = seed % base.length;
      const other = aDryRequest({ user: "A FEW OTHER WORDS" });
      const head = base.with(at, other);
      expect(firstDifference(base, head)).toEqual({
        kind: "changed",
        call: at + 1,
        base: base[at],
        head: other,
      });
    }),
  );
});

test("a request more is added, a request less is removed, at its place", () => {
  fc.assert(
    fc.property(lists, fc.nat(), (base, seed) => {
      const at = seed % base.length;
      const less = base.toSpliced(at, 1);
      expect(firstDifference(base, less)).toEqual({
        kind: "removed",
        call: at + 1,
        base: base[at],
      });
      expect(firstDifference(less, base)).toEqual({ kind: "added", call: at + 1, head: base[at] });
    }),
  );
});

test("a request asked twice needs two partners", () => {
  const one = aDryRequest();
  expect(firstDifference([one, one], [one, one])).toMatchObject({ kind: "same" });
  expect(firstDifference([one, one], [one])).toMatchObject({ kind: "removed", call: 2 });
  expect(firstDifference([one], [one, one])).toMatchObject({ kind: "added", call: 2 });
});

function stamped(date: string, id: string, path: string): DryRequest {
  return aDryRequest({ system: `Today is ${date}.\nSession ${id}.\nFiles in ${path}.` });
}

test("dates, ids and paths are no difference, and are said to differ; any other word is one", () => {
  const base = stamped(
    "2026-11-30T08:00:00Z",
    "2c1b3a58-0e0f-4f7a-9d3a-0c9f0b1e2d3c",
    "/tmp/a-1/base",
  );
  const head = stamped(
    "2026-12-01T09:10:11Z",
    "9f0b1e2d-0e0f-4f7a-9d3a-2c1b3a580c9f",
    "/tmp/b-2/head",
  );
  expect(firstDifference([base], [head])).toEqual({ kind: "same", calls: 1, exact: false });
  const other = stamped("tomorrow", "9f0b1e2d-0e0f-4f7a-9d3a-2c1b3a580c9f", "/tmp/b-2/head");
  expect(firstDifference([base], [other])).toMatchObject({ kind: "changed", call: 1 });
});

test("requests that swapped their dates alone are the same, byte for byte", () => {
  const [one, two] = ["2026-11-30", "2026-12-01"].map((day) =>
    aDryRequest({ system: `It is ${day}.` }),
  );
  if (one === undefined || two === undefined) throw new Error("two days");
  expect(firstDifference([one, two], [two, one])).toEqual({ kind: "same", calls: 2, exact: true });
});
