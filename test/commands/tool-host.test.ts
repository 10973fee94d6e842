import { describe, expect, test } from "vitest";

import { createToolHost } from "../../src/commands/tool-host.ts";
import type { CaseContract } from "../../src/contracts/case.ts";
import type { RuntimeEvent } from "../../src/contracts/event.ts";
import type { ChildFrame } from "../../src/contracts/frame.ts";
import type { Json } from "../../src/contracts/primitives.ts";
import { digestDocument } from "../../src/core/digest/digest.ts";
import type { HostMessage } from "../../src/core/ports.ts";
import type { ToolHistory } from "../../src/core/recovery/tool-history.ts";
import { digestArguments } from "../../src/core/tools/digest-arguments.ts";
import { aCase, aCatalogue } from "../builders/cases.ts";
import { beginning, isSound, startJob } from "./rig.ts";

type Intent = Extract<ChildFrame, { kind: "intent" }>;

function anIntent(
  operation_id: string,
  name: string,
  args: Json = { sku: "A-1" },
  idempotency_key = `key-${operation_id}`,
): Intent {
  return {
    v: 1,
    nonce: "0123456789abcdef",
    frame_sequence: 2,
    kind: "intent",
    event_type: "tool.requested",
    operation_id,
    payload: { name, arguments: args, idempotency_key, tool_call_id: `call-${operation_id}` },
    reservation: { id: "theirs", amount: {} },
  };
}

async function openHost(
  overrides: Record<string, unknown> = {},
  before: Partial<ToolHistory> = {},
) {
  const contract: CaseContract = aCase({ world: { orders: [] }, ...overrides });
  const rig = await startJob({
    authorised_tools: [...contract.tools],
    limits: {
      model_calls: 6,
      tool_calls: contract.limits.tool_calls,
      cost_pico: "0",
      wall_ms: 60_000,
    },
  });
  const { attempt, now } = beginning(contract.world);
  const sent: HostMessage[] = [];
  const durable: number[] = [];
  const host = createToolHost({
    recorder: rig.recorder,
    case: contract,
    tools: aCatalogue().tools,
    now,
    attempt: { ...attempt, history: { ...attempt.history, ...before } },
    redact: (text) => text,
    send: (message) => {
      sent.push(message);
      durable.push(rig.bodies().length);
    },
  });
  return { rig, host, sent, durable };
}

type Opened = Awaited<ReturnType<typeof openHost>>;
const typesOf = ({ rig }: Opened): string[] => rig.bodies().map((body) => body.type);
const bodiesOf = <T extends RuntimeEvent["type"]>({ rig }: Opened, type: T) =>
  rig
    .bodies()
    .flatMap((body) => (body.type === type ? [body as Extract<RuntimeEvent, { type: T }>] : []));

function isClean({ rig }: Opened): void {
  expect(rig.recorder.fault()).toBeNull();
  expect(isSound(rig.events())).toBe(true);
  const open = new Set(
    rig.bodies().flatMap((body) => (body.type === "budget.reserved" ? [body.reservation_id] : [])),
  );
  for (const body of rig.bodies())
    if (body.type === "budget.settled") open.delete(body.reservation_id);
  expect([...open]).toEqual([]);
}

describe("an execution", () => {
  test("is reserved, requested, executed and settled, and each answer comes after its event", async () => {
    const opened = await openHost();
    await opened.host.serve(anIntent("op-1", "price_lookup"));
    expect(typesOf(opened)).toEqual([
      "budget.reserved",
      "tool.requested",
      "tool.executing",
      "tool.settled",
      "budget.settled",
    ]);
    expect(opened.sent).toEqual([
      { kind: "accepted", operation_id: "op-1", execute: "host" },
      {
        kind: "settlement",
        operation_id: "op-1",
        output: '{"sku":"A-1","price":12.5}',
        is_error: false,
      },
    ]);
    expect(opened.durable).toEqual([2, 5]);
    isClean(opened);
  });

  test("effects are counted and change the world, reads do neither", async () => {
    const opened = await openHost();
    await opened.host.serve(anIntent("op-1", "order_place"));
    await opened.host.serve(anIntent("op-2", "price_lookup"));
    await opened.host.serve(anIntent("op-3", "order_place"));
    expect(bodiesOf(opened, "tool.settled").map((body) => body.effects)).toEqual([1, 0, 1]);
    expect(opened.host.world()).toEqual({
      orders: [
        { sku: "A-1", id: "O-1" },
        { sku: "A-1", id: "O-2" },
      ],
    });
    isClean(opened);
  });

  test("intents sent at once are served one after the other, in order", async () => {
    const opened = await openHost();
    const names = ["op-1", "op-2", "op-3", "op-4"];
    await Promise.all(names.map(async (id) => opened.host.serve(anIntent(id, "order_place"))));
    expect(opened.sent.map((message) => "operation_id" in message && message.operation_id)).toEqual(
      names.flatMap((id) => [id, id]),
    );
    expect(bodiesOf(opened, "tool.settled").map((body) => body.operation_id)).toEqual(names);
    isClean(opened);
  });

  test("an operation id of 100 characters is served like any other", async () => {
    const rules = [{ tool: "order_place", rule: "approve" }];
    const opened = await openHost({ approvals: rules });
    const [one, two] = ["x", "y"].map((last) => `${"o".repeat(99)}${last}`);
    await opened.host.serve(anIntent(one ?? "", "order_place", { sku: "A-1" }, "k1"));
    await opened.host.serve(anIntent(two ?? "", "order_place", { sku: "A-1" }, "k2"));
    expect(bodiesOf(opened, "tool.settled")).toHaveLength(2);
    isClean(opened);
  });
});

describe("the same idempotency key", () => {
  test.each(["k", "__proto__", "constructor"])(
    "%s: a repeat replays its receipt without effect",
    async (key) => {
      const opened = await openHost();
      const args = { sku: "A-1" };
      await opened.host.serve(anIntent("op-1", "order_place", args, key));
      await opened.host.serve(anIntent("op-2", "order_place", { ...args }, key));
      const [first, second] = bodiesOf(opened, "tool.settled");
      expect(second).toMatchObject({
        replayed: true,
        effects: 0,
        output: first?.output,
        request_sha256: first?.request_sha256,
      });
      expect(opened.host.world()).toMatchObject({ orders: [{ id: "O-1" }] });
      expect(opened.sent.at(-1)).toMatchObject({ kind: "settlement", output: first?.output });
      expect(bodiesOf(opened, "budget.reserved")).toHaveLength(1);
      isClean(opened);
    },
  );

  test("T4 with other arguments is refused, also where the first call was refused before it ran", async () => {
    for (const approvals of [[], [{ tool: "order_place", rule: "reject" }]]) {
      const opened = await openHost({ approvals });
      await opened.host.serve(anIntent("op-1", "order_place", { sku: "A-1" }, "k"));
      await opened.host.serve(anIntent("op-2", "order_place", { sku: "B-2" }, "k"));
      expect(bodiesOf(opened, "tool.refused").at(-1)).toMatchObject({
        operation_id: "op-2",
        code: "idempotency_mismatch",
      });
      isClean(opened);
    }
  });
});

describe("refusals before anything runs", () => {
  const tooLong = "t".repeat(200);
  test.each([
    ["unknown_tool", "rm", { sku: "A-1" }, 'there is no tool "rm"'],
    ["unknown_tool", tooLong, { sku: "A-1" }, "there is no tool"],
    ["not_authorised", "order_place", { sku: "A-1" }, "is not offered in this task"],
    ["invalid_arguments", "price_lookup", {}, "price_lookup refused its arguments"],
    ["invalid_arguments", "price_lookup", { sku: 7 }, "price_lookup refused its arguments"],
    ["invalid_arguments", "price_lookup", { sku: "A", n: 2 ** 60 }, "can't be kept exactly"],
    ["invalid_arguments", "price_lookup", "text", "price_lookup refused its arguments"],
  ])("%s: %s %j", async (code, name, args, says) => {
    const opened = await openHost({ tools: ["price_lookup"] });
    await opened.host.serve(anIntent("op-1", name, args));
    expect(typesOf(opened)).toEqual(["tool.refused"]);
    const [refused] = bodiesOf(opened, "tool.refused");
    expect(refused).toMatchObject({ code, name, arguments_sha256: digestArguments(args) });
    expect(refused?.message).toContain(says);
    expect(opened.sent).toEqual([
      {
        kind: "rejected",
        operation_id: "op-1",
        code,
        message: JSON.stringify({ error: refused?.message }),
      },
    ]);
    expect(opened.host.world()).toEqual({ orders: [] });
    isClean(opened);
  });

  test("limit_reached after the last call of the case; a replay is no call", async () => {
    const opened = await openHost({ limits: { tool_calls: 1 } });
    await opened.host.serve(anIntent("op-1", "price_lookup", { sku: "A-1" }, "k"));
    await opened.host.serve(anIntent("op-2", "price_lookup", { sku: "A-1" }, "k"));
    await opened.host.serve(anIntent("op-3", "price_lookup"));
    expect(bodiesOf(opened, "tool.settled")).toHaveLength(2);
    expect(bodiesOf(opened, "tool.refused")).toMatchObject([{ code: "limit_reached" }]);
    isClean(opened);
  });

  test("a message longer than an event holds is cut", async () => {
    const names = Array.from({ length: 60 }, (_, at) => `tool_${at}_${"x".repeat(50)}`);
    const opened = await openHost({ tools: ["price_lookup", ...names] });
    await opened.host.serve(anIntent("op-1", "rm"));
    expect(bodiesOf(opened, "tool.refused")[0]?.message).toHaveLength(2_000);
    isClean(opened);
  });
});

const ruled = (rule: string) => ({
  approvals: [{ tool: "order_place", rule, approver: "desk" }],
});

describe("approvals", () => {
  test("approve: the whole tuple is stored before the call runs", async () => {
    const opened = await openHost(ruled("approve"));
    await opened.host.serve(anIntent("op-1", "order_place"));
    const tuple = {
      approval_id: "approval-op-1",
      operation_id: "op-1",
      attempt: 1,
      action: "order_place",
      arguments_sha256: digestDocument("tool-arguments", { sku: "A-1" }),
      revision: 4,
    };
    expect(opened.rig.bodies().slice(1, 5)).toEqual([
      expect.objectContaining({ type: "tool.requested", approval_needed: true }),
      { type: "approval.requested", ...tuple },
      { type: "approval.decided", ...tuple, decision: "approved", approver: "rule:desk" },
      { type: "tool.executing", operation_id: "op-1" },
    ]);
    expect(opened.host.pending()).toBeNull();
    isClean(opened);
  });

  test.each([
    ["reject", "rejected", "approval_rejected"],
    ["expire", "expired", "approval_expired"],
  ])(
    "%s: the call is refused, nothing changes, the reservation is closed unused",
    async (rule, decision, code) => {
      const opened = await openHost(ruled(rule));
      await opened.host.serve(anIntent("op-1", "order_place"));
      expect(typesOf(opened)).toEqual([
        "budget.reserved",
        "tool.requested",
        "approval.requested",
        "approval.decided",
        "tool.refused",
        "budget.settled",
      ]);
      expect(bodiesOf(opened, "approval.decided")).toMatchObject([{ decision }]);
      expect(bodiesOf(opened, "tool.refused")).toMatchObject([{ code }]);
      expect(bodiesOf(opened, "budget.settled")).toMatchObject([
        { tool_calls: 0, worst_case: false },
      ]);
      expect(opened.host.world()).toEqual({ orders: [] });
      expect(opened.host.pending()).toBeNull();
      isClean(opened);
    },
  );

  test("a rejected action asked again, under a new id and key, is refused again and the run goes on", async () => {
    const opened = await openHost(ruled("reject"));
    await opened.host.serve(anIntent("op-1", "order_place"));
    await opened.host.serve(anIntent("op-2", "order_place"));
    await opened.host.serve(anIntent("op-3", "order_place", { sku: "A-1" }, "key-op-1"));
    await opened.host.serve(anIntent("op-4", "price_lookup"));
    expect(bodiesOf(opened, "tool.refused").map((body) => body.code)).toEqual(
      Array(3).fill("approval_rejected"),
    );
    expect(bodiesOf(opened, "tool.settled")).toMatchObject([{ operation_id: "op-4" }]);
    isClean(opened);
  });

  test("human: the child is told, the call is refused, the host remembers who waits", async () => {
    const opened = await openHost(ruled("human"));
    await opened.host.serve(anIntent("op-1", "order_place"));
    expect(opened.sent).toMatchObject([
      { kind: "approval_pending", operation_id: "op-1", approval_id: "approval-op-1" },
      { kind: "rejected", code: "approval_pending" },
    ]);
    expect(opened.host.pending()).toBe("order_place waits for a person's approval (approval-op-1)");
    expect(typesOf(opened)).not.toContain("approval.decided");
    isClean(opened);
  });
});

test("arguments without a canonical text have a digest of their own, the same whatever the key order", () => {
  expect(digestArguments({ a: 1 })).toBe(digestDocument("tool-arguments", { a: 1 }));
  const odd = digestArguments({ a: 2 ** 60, b: "\ud800" });
  expect(odd).toBe(digestArguments({ b: "\ud800", a: 2 ** 60 }));
  expect(odd).not.toBe(digestArguments({ a: 2 ** 60, b: "\udc00" }));
  expect(odd).toMatch(/^sha256:[0-9a-f]{64}$/);
});

describe("after a stop of the host", () => {
  const deed = {
    operation_id: "op-1",
    name: "order_place",
    request_sha256: "sha256:".padEnd(71, "0"),
    sequence: 9,
  };
  test.each([
    ["in other words", { sku: "B-2" }],
    ["in the same words under another key", { sku: "A-1" }],
  ])("what cannot be taken back is not done again, %s", async (_how, args) => {
    const opened = await openHost({}, { deeds: new Map([["another-key", deed]]) });
    await opened.host.serve(anIntent("op-1", "order_place", args, "k"));
    expect(bodiesOf(opened, "tool.refused")).toMatchObject([{ code: "done_before" }]);
    expect(bodiesOf(opened, "tool.executing")).toEqual([]);
    expect(opened.host.conflict()).toContain("order_place");
    isClean(opened);
  });
});
