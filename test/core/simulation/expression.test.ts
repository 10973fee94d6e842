import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../../../src/contracts/primitives.ts";
import {
  evaluateExpression,
  type ExpressionScope,
} from "../../../src/core/simulation/expression.ts";

const scope: ExpressionScope = {
  results: [
    { tool: "inventory_lookup", output: { unit_price: 129.5, "a/b": [1, 2] }, is_error: false },
    { tool: "calculate", output: 1, is_error: false },
    { tool: "calculate", output: { value: 2 }, is_error: false },
  ],
  arguments: { quantity: 7 },
};
const price = { $result: { tool: "inventory_lookup", pointer: "/unit_price" } };

function valueOf(expression: Json): Json {
  const result = evaluateExpression(expression, scope);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}
function messageOf(expression: Json, within: ExpressionScope = scope): string {
  const result = evaluateExpression(expression, within);
  return result.ok ? `gave ${JSON.stringify(result.value)}` : result.message;
}

describe("an expression", () => {
  test.each<[string, Json, Json]>([
    ["plain JSON", { a: [1, "x", null, true] }, { a: [1, "x", null, true] }],
    ["a result", price, 129.5],
    ["an escaped pointer", { $result: { tool: "inventory_lookup", pointer: "/a~1b/1" } }, 2],
    ["the last result by default", { $result: { tool: "calculate" } }, { value: 2 }],
    ["a result by its number", { $result: { tool: "calculate", call: 1 } }, 1],
    ["an argument", { $argument: "/quantity" }, 7],
    ["an exact product", { $multiply: [{ $argument: "/quantity" }, price] }, 906.5],
    ["an exact sum", { $add: [0.1, 0.2] }, 0.3],
    ["an exact difference", { $subtract: [0.3, 0.1] }, 0.2],
    ["an exponent", { $multiply: [1e-7, 3] }, 3e-7],
    ["half away from zero", [{ $round: [2.675, 2] }, { $round: [-2.5, 0] }], [2.68, -3]],
    ["a negative sum", { $add: [-0.7, 0.1] }, -0.6],
    [
      "joined text",
      { $concat: ["total ", { $multiply: [7, 129.5] }, " ", true] },
      "total 906.5 true",
    ],
    ["a computed member", { total: { $add: [1, 2, 3] } }, { total: 6 }],
  ])("%s", (_name, expression, value) => {
    expect(valueOf(expression)).toEqual(value);
  });

  test.each<[string, Json, RegExp]>([
    ["an unknown form", { $eval: "1" }, /\$eval is not a form/],
    ["two keys", { $add: [1], other: 2 }, /stands alone/],
    ["a tool never called", { $result: { tool: "missing" } }, /missing, which has 0/],
    [
      "a call that was not made",
      { $result: { tool: "calculate", call: 3 } },
      /result 3 of calculate/,
    ],
    ["a pointer to nothing", { $result: { tool: "calculate", pointer: "/x" } }, /nothing at \/x/],
    ["an inherited member", { $result: { tool: "calculate", pointer: "/toString" } }, /nothing at/],
    ["a misspelt member", { $result: { tool: "calculate", ponter: "/x" } }, /takes \{tool/],
    ["text as a number", { $add: ["1", 2] }, /takes numbers, not "1"/],
    ["three operands", { $subtract: [1, 2, 3] }, /exactly two/],
    ["odd digits", { $round: [1, 13] }, /0 to 12/],
    ["an object joined", { $concat: [{ a: 1 }] }, /joins text/],
    ["a huge exponent", { $multiply: [1e300, 10] }, /takes numbers/],
  ])("%s is refused with a sentence", (_name, expression, message) => {
    expect(messageOf(expression)).toMatch(message);
  });

  test("says so where there are no arguments", () => {
    expect(messageOf({ $argument: "/a" }, { results: [] })).toMatch(/no arguments here/);
  });

  test("refuses a tower of nesting instead of overflowing", () => {
    let tower: Json = 1;
    for (let level = 0; level < 5_000; level += 1) tower = { $add: [tower] };
    expect(messageOf(tower)).toMatch(/deeper than 64/);
  });

  test("gives plain JSON back unchanged, __proto__ included", () => {
    const plain = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"$'));
    fc.assert(
      fc.property(plain, (value) => {
        expect(valueOf(value as Json)).toEqual(value);
      }),
    );
    const text = '{"__proto__":{"a":1}}';
    expect(JSON.stringify(valueOf(JSON.parse(text) as Json))).toBe(text);
  });

  test("adds money-like decimals exactly", () => {
    const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const sum = valueOf({ $add: [a / 100, b / 100] });
        expect(JSON.stringify(sum)).toBe(JSON.stringify((a + b) / 100));
      }),
    );
  });
});
