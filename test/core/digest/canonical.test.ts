import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  canonicalJson,
  maximumDepth,
  tryCanonicalJson,
} from "../../../src/core/digest/canonical.ts";

function fromBits(hex: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

/** RFC 8785 Appendix B: IEEE 754 bits and their JSON text. */
const numbers: readonly [bits: string, text: string][] = [
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555554", "333333333.33333325"],
  ["41b3de4355555555", "333333333.3333333"],
  ["41b3de4355555556", "333333333.3333334"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
];
/** Rows of the same table that are integers beyond 2^53-1: legal in the RFC, refused here on purpose. */
const unsafe: readonly string[] = [
  "7fefffffffffffff",
  "ffefffffffffffff",
  "4340000000000000",
  "c340000000000000",
  "4430000000000000",
  "44b52d02c7e14af5",
  "44b52d02c7e14af6",
  "44b52d02c7e14af7",
  "444b1ae4d6e2ef4e",
  "444b1ae4d6e2ef4f",
  "444b1ae4d6e2ef50",
];

describe("numbers", () => {
  test.each(numbers)("bits %s print as %s", (bits, text) => {
    expect(canonicalJson(fromBits(bits))).toBe(text);
  });
  test.each(unsafe)("bits %s are an unsafe integer and refused", (bits) => {
    expect(() => canonicalJson({ money: fromBits(bits) })).toThrow(
      /at \/money is the integer .* beyond 2\^53-1/,
    );
  });
  test.each(["7fffffffffffffff", "7ff0000000000000", "fff0000000000000"])(
    "bits %s are refused",
    (bits) => {
      expect(() => canonicalJson([fromBits(bits)])).toThrow(/at \/0 is (NaN|-?Infinity)/);
    },
  );
  test("the last safe integers are kept", () => {
    expect(canonicalJson([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])).toBe(
      "[9007199254740991,-9007199254740991]",
    );
  });
});

describe("RFC 8785 examples", () => {
  test("§3.2.3: keys sort by UTF-16 code unit, so an astral key comes before U+FB33", () => {
    const unsorted = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    const order = [...canonicalJson(unsorted).matchAll(/:"([^"]*)"/g)].map((match) => match[1]);
    expect(order).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });
  test("§3.2.2: strings, literals and numbers (its 1E30 is an unsafe integer and left out)", () => {
    const input = String.raw`{"numbers":[333333333.33333329,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
    expect(canonicalJson(JSON.parse(input))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });
});

function nest(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { k: value };
  return value;
}
describe("what JSON cannot hold is refused, by place", () => {
  class Point {
    readonly x = 1;
  }
  const sparse: unknown[] = [1];
  sparse[2] = 3;
  const named = Object.assign([1], { extra: 2 });
  const cases: readonly [what: string, value: unknown, pointer: string][] = [
    ["undefined", { a: { b: undefined } }, "/a/b"],
    ["undefined at the top", undefined, ""],
    ["a function", { f: () => 1 }, "/f"],
    ["a toJSON method", { toJSON: () => 1 }, "/toJSON"],
    ["a bigint", { cost: 1n }, "/cost"],
    ["a symbol", [Symbol("s")], "/0"],
    ["a symbol key", { a: { [Symbol("s")]: 1 } }, "/a"],
    ["a date", { at: new Date(0) }, "/at"],
    ["a map", { m: new Map() }, "/m"],
    ["bytes", { b: new Uint8Array(1) }, "/b"],
    ["an object of a class", [new Point()], "/0"],
    ["a boxed string", { s: Object("s") }, "/s"],
    ["a hole", { list: sparse }, "/list/1"],
    ["an array with names", { list: named }, "/list"],
    ["a lone surrogate", { text: "\ud800" }, "/text"],
    ["a lone surrogate in a key", { "\udc00": 1 }, "/\udc00"],
    ["a key that needs escaping", { "a/b~c": NaN }, "/a~1b~0c"],
  ];
  test.each(cases)("%s", (_what, value, pointer) => {
    const outcome = tryCanonicalJson(value);
    expect(outcome).toMatchObject({ ok: false, pointer });
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test(`${maximumDepth} levels are kept, one more is refused`, () => {
    expect(tryCanonicalJson(nest(maximumDepth)).ok).toBe(true);
    expect(tryCanonicalJson(nest(maximumDepth + 1))).toMatchObject({ ok: false });
  });
  test("a cycle ends in a refusal, not in a crash", () => {
    const loop: Record<string, unknown> = {};
    loop["self"] = loop;
    expect(() => canonicalJson(loop)).toThrow(/deeper than 64/);
  });
});

test("a key named __proto__ is a key like any other", () => {
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":2}}'))).toBe(
    '{"__proto__":{"x":2},"b":1}',
  );
});

test("text is not normalised: two spellings of é stay two values", () => {
  expect(canonicalJson("e\u0301")).not.toBe(canonicalJson("\u00e9"));
});

const jsonValue = fc.jsonValue({ maxDepth: 5 }).filter((value) => tryCanonicalJson(value).ok);

test("property: parsing gives the value back, and the text is a fixed point", () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const text = canonicalJson(value);
      const parsed: unknown = JSON.parse(text);
      expect(parsed).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(parsed)).toBe(text);
    }),
  );
});

test("property: the order in which keys were written does not matter", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: "grapheme" }), jsonValue),
      fc.integer(),
      (record, salt) => {
        const entries = Object.entries(record);
        const turn = entries.length === 0 ? 0 : Math.abs(salt) % entries.length;
        const turned = [...entries.slice(turn), ...entries.slice(0, turn)].toReversed();
        expect(canonicalJson(Object.fromEntries(turned))).toBe(canonicalJson(record));
      },
    ),
  );
});
