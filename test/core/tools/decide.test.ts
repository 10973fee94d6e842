/** An intent runs only when it is known, allowed, valid, new, within its limit and approved where needed. */
import { describe, expect, test } from "vitest";

import { digestDocument } from "../../../src/core/digest/digest.ts";
import {
  type ApprovalRule,
  decideApproval,
  decideToolCall,
  digestToolRequest,
  type Receipt,
  type ToolIntent,
} from "../../../src/core/tools/decide.ts";
import { offerTools } from "../../../src/core/tools/offer.ts";
import { aCase, aCatalogue } from "../../builders/cases.ts";

const catalogue = aCatalogue();
const tools = new Map(catalogue.tools.map((tool) => [tool.name, tool]));

function anIntent(overrides: Partial<ToolIntent> = {}): ToolIntent {
  const given = overrides.arguments ?? { sku: "A-1" };
  return {
    tools,
    authorised: ["price_lookup", "order_place"],
    name: "order_place",
    arguments: given,
    idempotency_key: "run-1:op-1",
    arguments_sha256: digestDocument("arguments", given),
    receipts: {},
    approvals: [],
    calls_left: 5,
    ...overrides,
  };
}

function receiptOf(intent: ToolIntent, version = 1): Receipt {
  const request_sha256 = digestToolRequest({ name: intent.name, version }, intent.arguments_sha256);
  return { request_sha256, output: '{"id":"O-1"}', is_error: false };
}

const withReceipt = (receipt: Receipt) => ({ receipts: { "run-1:op-1": receipt } });

describe("decideToolCall", () => {
  test("executes a sound intent and says which request the receipt will be bound to", () => {
    const intent = anIntent();
    expect(decideToolCall(intent)).toEqual({
      kind: "execute",
      tool: tools.get("order_place"),
      request_sha256: receiptOf(intent).request_sha256,
      needs_approval: null,
    });
  });

  test.each([
    ["unknown_tool", { name: "rm_rf" }],
    ["unknown_tool", { name: "constructor" }],
    ["not_authorised", { authorised: ["price_lookup"] }],
    ["invalid_arguments", { arguments: { sku: 7 } }],
    ["invalid_arguments", { arguments: "A-1" }],
    ["limit_reached", { calls_left: 0 }],
  ] as const)("%s refuses %j", (code, overrides) => {
    expect(decideToolCall(anIntent(overrides))).toMatchObject({ kind: "refuse", code });
  });

  test("the same request under its key is answered from the receipt, even with no calls left", () => {
    const receipt = receiptOf(anIntent());
    expect(decideToolCall(anIntent({ ...withReceipt(receipt), calls_left: 0 }))).toEqual({
      kind: "replay",
      receipt,
    });
  });

  test.each([
    ["other arguments", receiptOf(anIntent({ arguments: { sku: "B-2" } }))],
    ["another tool", receiptOf(anIntent({ name: "price_lookup" }))],
    ["another version of the tool", receiptOf(anIntent(), 2)],
  ])("the key of a request with %s is refused", (_, receipt) => {
    expect(decideToolCall(anIntent(withReceipt(receipt)))).toMatchObject({
      kind: "refuse",
      code: "idempotency_mismatch",
    });
  });

  test("a key that is an inherited name is no receipt", () => {
    expect(decideToolCall(anIntent({ idempotency_key: "constructor" })).kind).toBe("execute");
  });

  test("the case's rule travels with the decision; a needed approval without a rule is not given", () => {
    const rule: ApprovalRule = { tool: "order_place", rule: "approve", approver: "desk" };
    expect(decideToolCall(anIntent({ approvals: [rule] }))).toMatchObject({
      kind: "execute",
      needs_approval: rule,
    });
    const strict = new Map(
      [...tools].map(([name, tool]) => [name, { ...tool, approval: "required" as const }]),
    );
    expect(decideToolCall(anIntent({ tools: strict }))).toMatchObject({
      kind: "refuse",
      code: "approval_pending",
    });
  });
});

const decide = (rule: ApprovalRule["rule"]) => {
  const decided = decideApproval({ tool: "order_place", rule, approver: "desk" });
  return decided.decision === "approved"
    ? "approved"
    : `${decided.decision}/${decided.refusal.code}`;
};

test("decideApproval only ever approves on an approve rule", () => {
  expect(
    ["approve", "reject", "expire", "human"].map((rule) => decide(rule as ApprovalRule["rule"])),
  ).toEqual([
    "approved",
    "rejected/approval_rejected",
    "expired/approval_expired",
    "pending/approval_pending",
  ]);
});

test("offerTools joins the tool set and the case's own list and names what leads nowhere", () => {
  const sets = aCatalogue({ tool_sets: { desk: ["price_lookup", "gone"] } });
  const offer = offerTools(
    aCase({ tool_set: "desk", tools: ["order_place", "price_lookup", "lost"] }),
    sets,
  );
  expect(offer.tools.map((tool) => tool.name)).toEqual(["price_lookup", "order_place"]);
  expect(offer.unknown).toEqual(["gone", "lost"]);
  expect(offerTools(aCase({ tool_set: "attic", tools: [] }), sets)).toEqual({
    tools: [],
    unknown: ["tool_sets/attic"],
  });
});
