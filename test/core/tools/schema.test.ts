/** The schema subset agrees with a full validator on what it supports, and names what it does not. */
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../../../src/contracts/primitives.ts";
import { unsupportedKeywords } from "../../../src/core/tools/schema-keywords.ts";
import { checkSchema, describeIssues } from "../../../src/core/tools/schema.ts";

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(0.5, 2.5, 7.25),
  fc.constantFrom("", "a", "abc", "żółw", "🙂🙂"),
  fc.boolean(),
  fc.constant(null),
);
const name = fc.constantFrom("a", "b", "c");
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const type = fc.constantFrom("string", "number", "integer", "boolean", "object", "array", "null");
const bound = fc.integer({ min: 0, max: 3 });
const leaf: fc.Arbitrary<Record<string, Json>> = fc.oneof(
  fc.record({ type }),
  fc.record({ type: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }) }),
  fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 5, selector: String }) }),
  fc.record({ const: scalar }),
  fc.record({ minimum: bound, exclusiveMaximum: fc.integer({ min: 4, max: 9 }) }),
  fc.record({ maximum: bound, exclusiveMinimum: fc.constant(-1) }),
  fc.record({ minLength: bound }),
  fc.record({ maxLength: bound, maxItems: bound }),
  fc.record({ required: fc.uniqueArray(name, { maxLength: 2 }), minItems: bound }),
);
const schema: fc.Arbitrary<Record<string, Json>> = fc.oneof(
  leaf,
  fc.record({ type: fc.constant("array"), items: leaf }),
  fc.record({ items: fc.record({ items: leaf }) }),
  fc.record({ additionalProperties: fc.oneof(fc.boolean(), leaf) }),
  fc.record({
    properties: fc.dictionary(name, leaf, { maxKeys: 2, noNullPrototype: true }),
    additionalProperties: fc.boolean(),
  }),
  fc.record({ properties: fc.record({ a: fc.record({ properties: fc.record({ b: leaf }) }) }) }),
);

describe("checkSchema", () => {
  test("accepts and refuses the same values as ajv", () => {
    const ajv = new Ajv({ strict: false });
    let valid = 0;
    fc.assert(
      fc.property(schema, value, (rules, given) => {
        const theirs = ajv.validate(rules, given);
        if (theirs) valid += 1;
        expect(checkSchema(rules, given).length === 0).toBe(theirs);
      }),
      { numRuns: 400 },
    );
    expect(valid).toBeGreaterThan(50);
  });

  test("says where and what, in words a model can act on", () => {
    const rules = {
      type: "object",
      properties: { quantity: { type: "integer", minimum: 1 }, tier: { enum: ["gold", "silver"] } },
      required: ["sku"],
      additionalProperties: false,
    };
    const issues = checkSchema(rules, { quantity: "7", tier: "tin", "a/b": 1 });
    expect(describeIssues(issues)).toBe(
      '"sku" is required and absent; /quantity: expected integer, found string "7"; ' +
        '/tier: "tin" is none of "gold", "silver"; /a~1b: "a/b" is not a property of this object',
    );
  });

  test("an inherited name is not a property", () => {
    expect(checkSchema({ required: ["constructor"] }, {})).toHaveLength(1);
  });

  test("a keyword that is not supported is found at contract time and makes every value invalid", () => {
    const rules = { properties: { sku: { type: "string", pattern: "^(a+)+$" } } };
    expect(unsupportedKeywords(rules)).toEqual([
      { pointer: "/properties/sku/pattern", message: 'keyword "pattern" is not supported' },
    ]);
    expect(checkSchema(rules, { sku: "a" })).toEqual([
      {
        pointer: "",
        message:
          'the schema can\'t be used: keyword "pattern" is not supported (at /properties/sku/pattern)',
      },
    ]);
    expect(unsupportedKeywords({ type: "text", minimum: "1", items: 3 })).toEqual([
      {
        pointer: "/type",
        message:
          '"type" needs one or more of string, number, integer, boolean, object, array, null',
      },
      { pointer: "/minimum", message: '"minimum" needs a number' },
      { pointer: "/items", message: "a schema is an object, true or false" },
    ]);
  });
});
