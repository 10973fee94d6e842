import fc from "fast-check";
import { expect, test } from "vitest";

import { firstDifference } from "../../../src/core/dry/first-difference.ts";
import { dryRequest, type DryRequest } from "../../../src/core/dry/requests.ts";
import { aDryRequest } from "../../builders/dry.ts";

/** Distinct requests, told apart by their user text. */
const lists = fc
  .uniqueArray(fc.stringMatching(/^[g-z]{1,12}$/), { minLength: 1, maxLength: 6 })
  .map((words) => words.map((user) => aDryRequest({ user })));

test("the same requests in any order are the same, and another order is said", () => {
  fc.assert(
    fc.property(
      lists.chain((base) =>
        fc.tuple(fc.constant(base), fc.shuffledSubarray(base, { minLength: base.length })),
      ),
      ([base, head]) => {
        const swapped = base.some((one, at) => one !== head[at]);
        expect(firstDifference(base, head)).toEqual({
          kind: "same",
          calls: base.length,
          differs: swapped ? ["order"] : [],
          moments: [],
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
  expect(firstDifference([base], [head])).toEqual({
    kind: "same",
    calls: 1,
    differs: ["moments"],
    moments: [{ call: 1, base, head }],
  });
  const other = stamped("tomorrow", "9f0b1e2d-0e0f-4f7a-9d3a-2c1b3a580c9f", "/tmp/b-2/head");
  expect(firstDifference([base], [other])).toMatchObject({ kind: "changed", call: 1 });
});

test("requests that swapped their dates alone are the same in another order", () => {
  const [one, two] = ["2026-11-30", "2026-12-01"].map((day) =>
    aDryRequest({ system: `It is ${day}.` }),
  );
  if (one === undefined || two === undefined) throw new Error("two days");
  expect(firstDifference([one, two], [two, one])).toEqual({
    kind: "same",
    calls: 2,
    differs: ["order"],
    moments: [],
  });
});

test.each([
  ["another order of members", '{"b":1,"a":{"c":1,"d":2}}', '{"b":1,"a":{"d":2,"c":1}}', "/v1"],
  ["another writing of a number", '{"a":1}', '{"a":1.0}', "/v1"],
  ["a member given twice", '{"a":1}', '{"a":9,"a":1}', "/v1"],
  ["another query", '{"a":1}', '{"a":1}', "/v1?evil=1"],
])("%s is the same content, and never the same bytes", (_what, before, after, path) => {
  const { request } = aDryRequest();
  const sent = (body: string, at: string): DryRequest =>
    dryRequest("chat_completions", JSON.parse(body), request, {
      path: at,
      body: new TextEncoder().encode(body),
    });
  const base = sent(before, "/v1");
  expect(firstDifference([base], [sent(before, "/v1")])).toMatchObject({ differs: [] });
  expect(firstDifference([base], [sent(after, path)])).toMatchObject({
    kind: "same",
    differs: ["writing"],
  });
});
