import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../../../src/contracts/primitives.ts";
import { compareSchemas } from "../../../src/core/wire-difference/schema-changes.ts";

const schema = {
  type: "object",
  properties: {
    amount: { type: "number", minimum: 0 },
    reason: { enum: ["late", "broken"] },
    lines: { type: "array", items: { type: "object", properties: { sku: { type: "string" } } } },
  },
  required: ["amount", "reason"],
  additionalProperties: false,
};

function told(after: Json): string[] {
  return compareSchemas("refund", schema, after).map(
    ({ subject, pointer, from, to }) => `${subject} ${from ?? "-"} > ${to ?? "-"} at ${pointer}`,
  );
}

describe("schema changes", () => {
  test.each([
    [{ ...schema, required: ["reason", "amount"] }, []],
    [
      { ...schema, properties: { ...schema.properties, amount: { type: "string", minimum: 0 } } },
      ["refund.amount number > string at /properties/amount/type"],
    ],
    [
      { ...schema, properties: { ...schema.properties, amount: { type: ["number", "null"] } } },
      [
        "refund.amount number > number or null at /properties/amount/type",
        "refund.amount minimum 0 > - at /properties/amount/minimum",
      ],
    ],
    [
      { ...schema, properties: { ...schema.properties, reason: { enum: ["late"] } } },
      ['refund.reason enum ["late","broken"] > ["late"] at /properties/reason/enum'],
    ],
    [{ ...schema, required: ["amount"] }, ["refund.reason required > optional at /required"]],
    [
      {
        ...schema,
        properties: {
          ...schema.properties,
          lines: {
            type: "array",
            items: { type: "object", properties: { sku: { type: "integer" } } },
          },
        },
      },
      ["refund.lines[].sku string > integer at /properties/lines/items/properties/sku/type"],
    ],
    [
      {
        ...schema,
        properties: { amount: { type: "number", minimum: 0 }, note: { type: "string" } },
      },
      [
        'refund.reason one of ["late","broken"] > - at /properties/reason',
        "refund.lines array > - at /properties/lines",
        "refund.note - > string at /properties/note",
      ],
    ],
    [
      { ...schema, additionalProperties: true },
      ["refund additionalProperties false > true at /additionalProperties"],
    ],
    [null, ["refund {"]],
  ] as const)("%j", (after, expected) => {
    const found = told(after);
    expect(found).toHaveLength(expected.length);
    for (const [at, line] of found.entries())
      expect(line.startsWith(expected[at] ?? "?")).toBe(true);
  });

  test("equal exactly when nothing differs; every value is capped", () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, value, (left, right) => {
        const [before, after] = [left, right] as [Json, Json];
        expect(compareSchemas("t", before, before)).toEqual([]);
        for (const one of compareSchemas("t", before, after)) {
          expect(one.from).not.toBe(undefined);
          expect(Math.max(one.from?.length ?? 0, one.to?.length ?? 0)).toBeLessThanOrEqual(200);
        }
      }),
    );
  });
});
