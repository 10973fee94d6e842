/** Builds valid cases and catalogues for tests, and reads the shipped ones from disk. */
import { readFileSync } from "node:fs";

import { parse } from "yaml";

import { type CaseContract, caseContract, caseFile } from "../../src/contracts/case.ts";
import { type ToolCatalogue, toolCatalogue } from "../../src/contracts/tool-catalogue.ts";

const root = new URL("../../", import.meta.url);

type CaseInput = Parameters<typeof caseContract.parse>[0];

/** A shipped case, by its path from the repository's root. Its texts and fixtures stand in the file itself. */
export function readCase(path: string): CaseContract {
  const file = caseFile.parse(parse(readFileSync(new URL(path, root), "utf8")));
  return caseContract.parse(file);
}

export function readCatalogue(path = "config/tools/enterprise.yaml"): ToolCatalogue {
  return toolCatalogue.parse(parse(readFileSync(new URL(path, root), "utf8")));
}

/** Two tools: `price_lookup` (reads the fixture `prices`) and `order_place` (appends to the world's `orders`). */
export function aCatalogue(overrides: Record<string, unknown> = {}): ToolCatalogue {
  const key = { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] };
  return toolCatalogue.parse({
    id: "small",
    tools: [
      {
        name: "price_lookup",
        description: "Looks up a price.",
        input_schema: key,
        side_effect_class: "read",
        behaviour: { kind: "lookup", fixture: "prices", key: "sku" },
      },
      {
        name: "order_place",
        description: "Places an order.",
        input_schema: key,
        side_effect_class: "unsafe_write",
        behaviour: { kind: "append", collection: "orders", id_prefix: "O-" },
      },
    ],
    ...overrides,
  });
}

/** A sound case over `aCatalogue`: look a price up and answer it as JSON. Its oracle scores 100. */
export function aCase(overrides: Record<string, unknown> = {}): CaseContract {
  const input: CaseInput = {
    id: "price-question",
    prompt: { system: "Answer with one JSON object.", user: "What does A-1 cost?" },
    output: { format: "json" },
    tools: ["price_lookup", "order_place"],
    fixtures: { prices: [{ sku: "A-1", price: 12.5 }] },
    evaluator: {
      checks: [
        { type: "output", points: 60, expected: { sku: "A-1", price: 12.5 } },
        { type: "calls", points: 30, tools: ["price_lookup"] },
        { type: "never_calls", points: 10, tools: ["order_place"] },
      ],
    },
    oracle: {
      steps: [{ tool: "price_lookup", arguments: { sku: "A-1" } }],
      answer: { sku: "A-1", price: { $result: { tool: "price_lookup", pointer: "/price" } } },
    },
  };
  return caseContract.parse({ ...(input as object), ...overrides });
}
