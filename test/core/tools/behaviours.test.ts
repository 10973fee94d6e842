/** Every behaviour answers from its tables only, counts its effects and leaves the given world alone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json, JsonObject } from "../../../src/contracts/primitives.ts";
import type { Behaviour } from "../../../src/contracts/tool-catalogue.ts";
import { executeTool, runsInProgram } from "../../../src/core/tools/behaviours.ts";
import { findTableFault } from "../../../src/core/tools/reads.ts";
import { aCatalogue } from "../../builders/cases.ts";

const fixtures: JsonObject = {
  prices: [
    { sku: "A-1", price: 12.5 },
    { sku: 7, price: 1 },
  ],
  tiers: { gold: { discount: 0.1 } },
  articles: [
    { id: "K1", title: "Printer jam", text: "Open the cover." },
    { id: "K2", title: "Scanner lost network", text: "Restart the access point." },
    { id: "K3", title: "Network cable", text: "Check the cable of the printer network." },
  ],
};

function call(behaviour: Behaviour, given: Json, world: JsonObject = {}, calls_before = 0) {
  const [tool] = aCatalogue().tools;
  if (tool === undefined) throw new Error("the catalogue builder has no tool");
  return executeTool({
    tool: { ...tool, behaviour },
    arguments: given,
    fixtures,
    world,
    calls_before,
  });
}

const find = (query: string, limit = 5) =>
  call(
    { kind: "search", fixture: "articles", fields: ["title", "text"], limit },
    { query },
  ).output.match(/K\d/g);

describe("executeTool", () => {
  test("lookup gives the row, by text or number, from a list or an object", () => {
    const bySku: Behaviour = { kind: "lookup", fixture: "prices", key: "sku" };
    expect(call(bySku, { sku: "A-1" }).output).toBe('{"sku":"A-1","price":12.5}');
    expect(call(bySku, { sku: 7 }).output).toBe('{"sku":7,"price":1}');
    expect(call({ kind: "lookup", fixture: "tiers", key: "tier" }, { tier: "gold" }).output).toBe(
      '{"discount":0.1}',
    );
  });

  test("lookup says what it did not find, and inherited names are not entries", () => {
    const answer = call({ kind: "lookup", fixture: "prices", key: "sku" }, { sku: "Z" });
    expect(answer).toEqual({
      output: '{"error":"no entry of prices has sku \\"Z\\""}',
      is_error: true,
      world: {},
      effects: 0,
    });
    expect(
      call({ kind: "lookup", fixture: "tiers", key: "tier" }, { tier: "constructor" }).is_error,
    ).toBe(true);
    expect(call({ kind: "lookup", fixture: "gone", key: "sku" }, { sku: "A" }).output).toBe(
      '{"error":"there is no table \\"gone\\""}',
    );
  });

  test("search ranks rows by shared words and keeps the table's order among equals", () => {
    expect(find("the network of printers and a printer")).toEqual(["K3", "K1", "K2"]);
    expect(find("PRINTER!")).toEqual(["K1", "K3"]);
    expect(find("printer", 1)).toEqual(["K1"]);
    expect(find("zebra")).toBeNull();
  });

  test("append mints ids in order, counts one effect and never reuses an id", () => {
    const add: Behaviour = { kind: "append", collection: "orders", id_prefix: "O-" };
    const first = call(add, { sku: "A-1" });
    expect(first).toEqual({
      output: '{"sku":"A-1","id":"O-1"}',
      is_error: false,
      world: { orders: [{ sku: "A-1", id: "O-1" }] },
      effects: 1,
    });
    expect(call(add, { id: "O-9" }, first.world).output).toBe('{"id":"O-2"}');
    expect(call(add, {}, { orders: [{ id: "O-2" }] }).output).toBe('{"id":"O-3"}');
  });

  test("update changes one record, and setting what already stands is no effect", () => {
    const set: Behaviour = { kind: "update", collection: "tasks", key: "id" };
    const world = {
      tasks: [
        { id: "T-1", column: "todo" },
        { id: "T-2", column: "todo" },
      ],
    };
    const moved = call(set, { id: "T-2", column: "done" }, world);
    expect(moved.world).toEqual({
      tasks: [
        { id: "T-1", column: "todo" },
        { id: "T-2", column: "done" },
      ],
    });
    expect(moved.effects).toBe(1);
    expect(call(set, { id: "T-2", column: "done" }, moved.world).effects).toBe(0);
    expect(call(set, { id: "T-9", column: "done" }, world).is_error).toBe(true);
  });

  test("a read sees what a write did: the world hides a fixture of the same name", () => {
    const world = { prices: [{ sku: "A-1", price: 99 }] };
    expect(
      call({ kind: "lookup", fixture: "prices", key: "sku" }, { sku: "A-1" }, world).output,
    ).toBe('{"sku":"A-1","price":99}');
  });

  test("fail_first fails the stated number of times, then behaves", () => {
    const flaky: Behaviour = {
      kind: "fail_first",
      times: 2,
      error: "busy",
      afterwards: { kind: "calculate" },
    };
    const answers = [0, 1, 2, 3].map(
      (before) => call(flaky, { expression: "7 * 129.5" }, {}, before).output,
    );
    expect(answers).toEqual([
      '{"error":"busy"}',
      '{"error":"busy"}',
      '{"expression":"7 * 129.5","result":906.5}',
      '{"expression":"7 * 129.5","result":906.5}',
    ]);
  });

  test("whatever a model sends gets JSON back, and the given world is untouched", () => {
    const behaviours: Behaviour[] = [
      { kind: "lookup", fixture: "prices", key: "sku" },
      { kind: "search", fixture: "articles", fields: ["title"], limit: 3 },
      { kind: "calculate" },
      { kind: "append", collection: "orders", id_prefix: "O-" },
      { kind: "update", collection: "orders", key: "sku" },
    ];
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({ sku: fc.jsonValue(), query: fc.jsonValue(), expression: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...behaviours), anything, (behaviour, given) => {
        const world: JsonObject = { orders: [{ sku: "A-1", id: "O-1" }] };
        const before = JSON.stringify(world);
        const answer = call(behaviour, given as Json, world);
        expect(() => JSON.parse(answer.output)).not.toThrow();
        expect(JSON.stringify(world)).toBe(before);
        expect(answer.effects > 0).toBe(JSON.stringify(answer.world) !== before);
        const keys = Object.keys(Object(JSON.parse(answer.output)));
        expect(!answer.is_error || keys.join() === "error").toBe(true);
      }),
    );
  });
});

describe("a table of answers", () => {
  const rows: Json = [
    { when: { id: "1", options: { fast: true } }, output: { eta: 1 } },
    { when: { id: "1" }, output: [1, 2] },
    { when: { id: "2" }, error: "gone" },
    { output: null },
  ];
  const ask = (given: Json, table: Json = rows) => {
    const [tool] = aCatalogue().tools;
    if (tool === undefined) throw new Error("the catalogue builder has no tool");
    const behaviour: Behaviour = { kind: "table", fixture: "answers" };
    const { output, is_error, effects } = executeTool({
      tool: { ...tool, behaviour },
      arguments: given,
      fixtures: { answers: table },
      world: {},
      calls_before: 0,
    });
    expect(effects).toBe(0);
    return [output, is_error];
  };

  test("gives the first row whose `when` the arguments hold, more arguments or not", () => {
    expect(ask({ id: "1", options: { fast: true, more: 1 } })).toEqual(['{"eta":1}', false]);
    expect(ask({ id: "1", options: { fast: false } })).toEqual(["[1,2]", false]);
    expect(ask({ id: "2" })).toEqual(['{"error":"gone"}', true]);
    expect(ask({ id: 1 })).toEqual(["null", false]);
    expect(ask({ id: "9" }, [])).toEqual([expect.stringContaining("no row of answers"), true]);
  });

  test.each<[string, Json]>([
    ["it is not a list", { id: "1" }],
    ["row 1 is not", ["text"]],
    ["row 2 is not", [{ output: 1 }, { when: {} }]],
    ["row 1 is not", [{ output: 1, error: "both" }]],
    ["row 1 is not", [{ when: [], output: 1 }]],
    ["row 1 is not", [{ wen: {}, output: 1 }]],
  ])("%s a table", (words, table) => {
    expect(findTableFault(table)).toContain(words);
    expect(findTableFault(rows)).toBeNull();
  });
});

test("only a program can answer its own tool, after the errors a catalogue puts before it", () => {
  const own: Behaviour = { kind: "own" };
  const later: Behaviour = { kind: "fail_first", times: 2, error: "busy", afterwards: own };
  expect([0, 1, 2, 3].map((before) => runsInProgram(later, before))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(runsInProgram(own, 0)).toBe(true);
  expect(runsInProgram({ kind: "calculate" }, 0)).toBe(false);
  expect(call(own, {}).is_error).toBe(true);
});
