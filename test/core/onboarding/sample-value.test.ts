import fc from "fast-check";
import { expect, test } from "vitest";

import type { Json } from "../../../src/contracts/primitives.ts";
import { sampleValue } from "../../../src/core/onboarding/sample-value.ts";
import { checkSchema } from "../../../src/core/tools/schema.ts";

type Schema = { readonly [key: string]: Json };

const leaf: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({
    type: fc.constant("string"),
    minLength: fc.nat(9),
    maxLength: fc.integer({ min: 9, max: 20 }),
  }),
  fc.record({
    type: fc.constantFrom("integer", "number"),
    minimum: fc.integer({ min: -9, max: 9 }),
    maximum: fc.integer({ min: 9, max: 20 }),
  }),
  fc.record({
    type: fc.constantFrom("integer", "number"),
    exclusiveMinimum: fc.integer({ min: -9, max: 9 }),
  }),
  fc.record({ type: fc.constant("number"), exclusiveMaximum: fc.integer({ min: -9, max: 9 }) }),
  fc.record({ type: fc.constantFrom("boolean", "null") }),
  fc.record({ enum: fc.array(fc.string(), { minLength: 1, maxLength: 3 }) }),
  fc.constant({ type: ["null", "string"] }),
);
const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    leaf,
    fc.record({ type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(3) }),
    fc
      .dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie("schema"), { maxKeys: 3 })
      .map((properties) => ({
        type: "object",
        properties,
        required: Object.keys(properties),
        additionalProperties: false,
      })),
  ),
}));

test("a schema accepts its own sample, and always has the same one", () => {
  fc.assert(
    fc.property(schema, (one) => {
      const value = sampleValue(one);
      expect(checkSchema(one, value)).toEqual([]);
      expect(sampleValue(one)).toEqual(value);
    }),
  );
});

test("references, alternatives and parts are followed; a circle ends", () => {
  const tree: Schema = {
    $ref: "#/$defs/a~1b",
    $defs: {
      "a/b": {
        allOf: [
          {
            type: "object",
            properties: { x: { anyOf: [{ type: "integer", minimum: 4 }, { type: "null" }] } },
            required: ["x"],
          },
          { $ref: "#/$defs/more" },
        ],
      },
      more: { type: "object", properties: { y: { const: "why" } }, required: ["y"] },
    },
  };
  expect(sampleValue(tree)).toEqual({ x: 4, y: "why" });
  const circle: Schema = {
    type: "object",
    properties: { next: { $ref: "#" } },
    required: ["next"],
  };
  expect(JSON.stringify(sampleValue(circle)).length).toBeLessThan(500);
});

test("whatever stands in the place of a schema, there is a value and no exception", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(() => JSON.stringify(sampleValue(value))).not.toThrow();
    }),
  );
});
