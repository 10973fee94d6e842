import { createHash } from "node:crypto";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { requestShape as publishedShape } from "../../../src/contracts/wire-evidence.ts";
import { shapeDifference } from "../../../src/contracts/wire-evidence.ts";
import { type CanonicalRequest, decodeRequest } from "../../../src/core/wire/request.ts";
import { diffShape, requestShape } from "../../../src/core/wire/shape.ts";

const digest = (value: unknown): string =>
  `sha256:${createHash("sha256").update(JSON.stringify(value)).digest("hex")}`;

const schema = { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] };
const contract = {
  system: "Quote prices only from the catalogue.",
  tools: [
    { name: "look_up", description: "Finds a product.", input_schema: schema },
    { name: "add_up", description: "Adds prices.", input_schema: { type: "object" } },
  ],
  sampling: { temperature: 0, max_output_tokens: 256 },
};

function sent(system: string, tools: readonly object[], settings: object): CanonicalRequest {
  const request = decodeRequest("chat_completions", {
    model: "sim-a",
    messages: [
      { role: "system", content: system },
      { role: "user", content: "price?" },
    ],
    tools: tools.map((tool) => ({ type: "function", function: tool })),
    ...settings,
  });
  if (request.kind === "rejection") throw new Error(request.message);
  return request;
}

const asAgreed = [
  { name: "look_up", description: "Finds a product.", parameters: { ...schema, type: "object" } },
  { name: "add_up", description: "Adds prices.", parameters: { type: "object" } },
];
const settings = { temperature: 0, max_tokens: 256 };

describe("diffShape", () => {
  test("finds nothing when the contract was kept, whatever the key order", () => {
    const reordered = { required: ["sku"], properties: schema.properties, type: "object" };
    const tools = [{ ...asAgreed[0], parameters: reordered }, { ...asAgreed[1] }];
    expect(diffShape(contract, sent(contract.system, tools, settings))).toEqual([]);
  });

  test("names what a framework put before and after the system text", () => {
    const request = sent(
      `You are an agent.\n\n${contract.system}\nToday is Monday.`,
      asAgreed,
      settings,
    );
    expect(diffShape(contract, request)).toEqual([
      { field: "system", kind: "prefix_added", detail: "You are an agent.\n\n" },
      { field: "system", kind: "suffix_added", detail: "\nToday is Monday." },
    ]);
  });

  test("does not invent a suffix for a prefix, or the reverse", () => {
    const kinds = (text: string) =>
      diffShape(contract, sent(text, asAgreed, settings)).map((difference) => difference.kind);
    expect(kinds(`First: ${contract.system}`)).toEqual(["prefix_added"]);
    expect(kinds(`${contract.system} Last.`)).toEqual(["suffix_added"]);
  });

  test("shows where a rewritten system text departs, and a missing one", () => {
    const rewritten = sent("Quote prices from memory.", asAgreed, settings);
    expect(diffShape(contract, rewritten)).toEqual([
      { field: "system", kind: "changed", detail: "differs from character 14: from memory." },
    ]);
    expect(diffShape(contract, sent("", asAgreed, settings))).toMatchObject([
      { field: "system", kind: "missing" },
    ]);
  });

  test("lists tools that are missing, added, reworded, or carry another schema", () => {
    const parameters = {
      ...schema,
      additionalProperties: true,
      properties: { sku: { type: "integer" } },
    };
    const request = sent(
      contract.system,
      [
        { name: "look_up", description: "Looks.", parameters, strict: false },
        { name: "extra", description: "Ours." },
      ],
      settings,
    );
    expect(diffShape(contract, request)).toEqual([
      { field: "tools/look_up/description", kind: "changed", detail: "Looks." },
      {
        field: "tools/look_up/parameters",
        kind: "changed",
        detail: "/properties/sku/type changed, /additionalProperties added",
      },
      { field: "tools/look_up/strict", kind: "added", detail: "false" },
      { field: "tools/add_up", kind: "missing", detail: "not sent" },
      { field: "tools/extra", kind: "added", detail: "Ours." },
    ]);
  });

  test("lists sampling settings that are missing, added or changed", () => {
    const request = sent(contract.system, asAgreed, { temperature: 1, tool_choice: "auto" });
    expect(diffShape(contract, request)).toEqual([
      { field: "sampling/temperature", kind: "changed", detail: "contract: 0, sent: 1" },
      { field: "sampling/max_output_tokens", kind: "missing", detail: "contract: 256" },
      { field: "sampling/tool_choice", kind: "added", detail: 'sent: "auto"' },
    ]);
  });

  test("always fits the published format, however long or strange the texts", () => {
    const text = fc.string({ unit: "binary", maxLength: 900 });
    fc.assert(
      fc.property(text, text, text, (system, description, key) => {
        const parameters = { type: "object", properties: { [key]: { enum: [description] } } };
        const request = sent(system, [{ name: "look_up", description, parameters }], {
          stop: [description],
        });
        for (const difference of diffShape(contract, request)) {
          expect(shapeDifference.safeParse(difference).success).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

test("requestShape keeps digests and counts, never the text", () => {
  const request = sent("Größe", asAgreed, { ...settings, stream: true });
  const shape = requestShape(request, digest);
  expect(publishedShape.parse(shape)).toEqual({
    system: { bytes: 7, sha256: digest("Größe") },
    tools: asAgreed.map((tool) => ({
      name: tool.name,
      description_sha256: digest(tool.description),
      parameters_sha256: digest(tool.parameters),
    })),
    sampling: { temperature: 0, max_output_tokens: 256 },
    message_count: 1,
    stream: true,
  });
});
