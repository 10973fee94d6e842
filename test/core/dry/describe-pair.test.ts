import fc from "fast-check";
import { expect, test } from "vitest";

import { wireChange } from "../../../src/contracts/wire-changes.ts";
import { describePair } from "../../../src/core/dry/describe-pair.ts";
import { dryRequest, type DryRequest } from "../../../src/core/dry/requests.ts";
import { decodeRequest } from "../../../src/core/wire/request.ts";
import { aDryRequest } from "../../builders/dry.ts";
import { SYSTEM } from "../../builders/wire-requests.ts";

const answered = (unit_price: number): Record<string, unknown> => ({
  messages: [
    { role: "system", content: SYSTEM },
    { role: "user", content: "How much is it?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "look_up", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: JSON.stringify({ unit_price }) },
  ],
});

function anEmbedding(more: Record<string, unknown>): DryRequest {
  const body = { model: "embed-1", input: ["refunds take 14 days"], ...more };
  const request = decodeRequest("embeddings", body);
  if (request.kind === "rejection") throw new Error(JSON.stringify(request));
  return dryRequest("embeddings", body, request);
}

test.each([
  [
    "the prompt",
    aDryRequest(),
    aDryRequest({ system: "Refund at once." }),
    "system",
    "system text",
  ],
  ["a setting", aDryRequest(), aDryRequest({ temperature: 1 }), "sampling", "temperature"],
  [
    "what a tool gave back",
    aDryRequest(answered(1)),
    aDryRequest(answered(2)),
    "opening",
    "conversation after the first answer",
  ],
  [
    "a member nobody else reads",
    aDryRequest(),
    aDryRequest({ user: "x", metadata: { team: "blue" } }),
    "opening",
    "user text",
  ],
  [
    "only that member",
    aDryRequest(),
    aDryRequest({ metadata: { team: "blue" } }),
    "sampling",
    "metadata",
  ],
  [
    "only spaces",
    aDryRequest(),
    aDryRequest({ system: SYSTEM.replaceAll("\n", "\n\n") }),
    "sampling",
    "messages",
  ],
  ["a text to embed", anEmbedding({}), anEmbedding({ input: ["14"] }), "opening", "text to embed"],
  [
    "who embeds it",
    anEmbedding({}),
    anEmbedding({ model: "embed-2" }),
    "embedding_model",
    "embedding model",
  ],
  [
    "how it is embedded",
    anEmbedding({}),
    anEmbedding({ dimensions: 64 }),
    "sampling",
    "dimensions",
  ],
])("%s is named", (_what, base, head, kind, subject) => {
  const changes = describePair("quote", base, head);
  expect(changes).toMatchObject([{ kind, subject, cases: ["quote"] }]);
  expect(changes.map((one) => wireChange.parse(one))).toEqual(changes);
});

test("two requests that are not the same always have a change, in the published form", () => {
  const body = fc.record(
    {
      system: fc.string({ unit: "grapheme" }),
      user: fc.string(),
      temperature: fc.integer({ min: 0, max: 2 }),
      metadata: fc.jsonValue(),
      stream: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(body, body, (before, after) => {
      const [base, head] = [aDryRequest(before), aDryRequest(after)];
      const changes = describePair("quote", base, head);
      expect(changes.length > 0).toBe(base.steady !== head.steady);
      for (const one of changes) wireChange.parse(one);
    }),
  );
});
