/** The desk of a program's own tools: what it answers, and that its record holds whatever the program says. */
import { describe, expect, test } from "vitest";

import { guardOutlets } from "../../src/commands/guard.ts";
import { openToolDesk } from "../../src/commands/tool-desk.ts";
import type { RuntimeEvent } from "../../src/contracts/event.ts";
import type { ToolReply } from "../../src/contracts/kit.ts";
import { toolCatalogue } from "../../src/contracts/tool-catalogue.ts";
import type { Gateway } from "../../src/core/ports.ts";
import { createRedactor } from "../../src/core/redaction/redactor.ts";
import { foldToolCalls } from "../../src/core/runs/tool-calls.ts";
import type { ToolDesk } from "../../src/core/tool-ports.ts";
import { aCase } from "../builders/cases.ts";
import { beginning, isSound, startJob, type Rig } from "./rig.ts";

const tool = (name: string, more: object = {}): object => ({
  name,
  description: name,
  side_effect_class: "unsafe_write",
  behaviour: { kind: "own" },
  ...more,
});
const catalogue = toolCatalogue.parse({
  id: "shop",
  tools: [
    tool("refund"),
    tool("note", { side_effect_class: "read" }),
    tool("flaky", {
      behaviour: { kind: "fail_first", times: 1, error: "busy", afterwards: { kind: "own" } },
    }),
    tool("order", { behaviour: { kind: "append", collection: "orders", id_prefix: "O-" } }),
    tool("asks", { approval: "required" }),
  ],
});

async function openDesk(changes: object = {}) {
  const contract = aCase({ tools: [], world: { orders: [] }, ...changes });
  const rig = await startJob({
    track: "own",
    authorised_tools: [...contract.tools],
    limits: {
      model_calls: 6,
      tool_calls: contract.limits.tool_calls,
      cost_pico: "0",
      wall_ms: 60_000,
    },
  });
  const opened = openToolDesk({
    recorder: rig.recorder,
    case: contract,
    ...beginning(contract.world),
    tools: catalogue.tools,
    redact: (text) => text,
  });
  return { rig, ...opened };
}

const bodies = <T extends RuntimeEvent["type"]>(rig: Rig, type: T) =>
  rig
    .bodies()
    .flatMap((body) => (body.type === type ? [body as Extract<RuntimeEvent, { type: T }>] : []));

async function begin(desk: ToolDesk, name = "refund", args = { n: 1 }): Promise<string> {
  const reply = await desk.intent({ name, arguments: args });
  expect(reply.do).toBe("run");
  return reply.operation_id;
}

function isClean(rig: Rig): void {
  expect(rig.recorder.fault()).toBeNull();
  expect(isSound(rig.events())).toBe(true);
  const open = new Set(bodies(rig, "budget.reserved").map((body) => body.reservation_id));
  for (const body of bodies(rig, "budget.settled")) open.delete(body.reservation_id);
  expect([...open]).toEqual([]);
}

describe("a settlement", () => {
  test("may be repeated; another content, and one that fits nothing, are refused and kept in words", async () => {
    const { rig, desk } = await openDesk();
    const operation_id = await begin(desk);
    const said = { operation_id, output: "paid", is_error: false };
    expect(await desk.settlement(said)).toEqual({ ok: true });
    expect(await desk.settlement(said)).toEqual({ ok: true });
    expect(await desk.settlement({ ...said, output: "not paid" })).toMatchObject({ ok: false });
    expect(await desk.settlement({ ...said, is_error: true })).toMatchObject({ ok: false });
    expect(await desk.settlement({ ...said, operation_id: "tool-9" })).toMatchObject({ ok: false });
    expect(bodies(rig, "tool.settled").map((body) => body.output)).toEqual(["paid"]);
    const words = bodies(rig, "finding.noted").map((body) => body.message);
    expect(words).toHaveLength(3);
    expect(words.join("; ")).toMatch(/another content .*tool-1.*tool-9, which is not running/);
    isClean(rig);
  });

  test("of a call that the host answered or refused itself fits nothing", async () => {
    const { rig, desk } = await openDesk({ tools: ["order"] });
    const ordered = await desk.intent({ name: "order", arguments: { sku: "A" } });
    const refused = await desk.intent({ name: "refund", arguments: {} });
    expect([ordered.do, refused.do]).toEqual(["use", "refuse"]);
    for (const { operation_id } of [ordered, refused])
      expect(await desk.settlement({ operation_id, output: "x", is_error: false })).toMatchObject({
        ok: false,
      });
    isClean(rig);
  });

  test("that comes without end does not fill the ledger", async () => {
    const { rig, desk } = await openDesk();
    for (let n = 0; n < 50; n++)
      await desk.settlement({ operation_id: `none-${n}`, output: "", is_error: false });
    expect(bodies(rig, "finding.noted")).toHaveLength(20);
  });
});

describe("a call that the program never settles", () => {
  test("is ambiguous, named where it may have done harm, and its reservation is settled at its worst", async () => {
    const { rig, desk, host } = await openDesk();
    await begin(desk);
    await host.close();
    expect(host.ambiguous()).toContain("refund began and was never settled");
    expect(bodies(rig, "budget.settled")).toMatchObject([{ worst_case: true, tool_calls: 1 }]);
    expect(foldToolCalls(rig.bodies())).toMatchObject([
      { name: "refund", outcome: "ambiguous", provenance: "kit" },
    ]);
    isClean(rig);
  });

  test("does no harm where it only reads", async () => {
    const { rig, desk, host } = await openDesk();
    await begin(desk, "note");
    await host.close();
    expect(host.ambiguous()).toBeNull();
    isClean(rig);
  });
});

describe("an idempotency key", () => {
  const intent = { name: "refund", arguments: { n: 1 }, idempotency_key: "k" };

  test("T4 of a call that still runs is refused, and replayed once it has settled", async () => {
    const { rig, desk } = await openDesk();
    const { operation_id } = await desk.intent(intent);
    expect(await desk.intent(intent)).toMatchObject({ do: "refuse", code: "in_progress" });
    await desk.settlement({ operation_id, output: "paid", is_error: false });
    expect(await desk.intent(intent)).toMatchObject({ do: "use", output: "paid" });
    expect(await desk.intent({ ...intent, arguments: { n: 2 } })).toMatchObject({
      do: "refuse",
      code: "idempotency_mismatch",
    });
    expect(bodies(rig, "tool.executing")).toHaveLength(1);
    isClean(rig);
  });

  test("left out, each intent is an action of its own", async () => {
    const { rig, desk } = await openDesk();
    await begin(desk);
    await begin(desk);
    expect(bodies(rig, "tool.executing")).toHaveLength(2);
  });

  test("left out, it is made of what is asked: another order in another attempt gives the same keys", async () => {
    const calls = [
      { name: "refund", arguments: { n: 1, of: ["a"] } },
      { name: "refund", arguments: { n: 2 } },
      { name: "note", arguments: { n: 1 } },
      { name: "note", arguments: { n: 2 ** 60 } },
      { name: "refund", arguments: { of: ["a"], n: 1 }, tool_call_id: "call_1" },
      { name: "refund", arguments: { n: 2 }, idempotency_key: "mine" },
      { name: "refund", arguments: { n: 2 } },
    ];
    const keysOf = async (given: typeof calls) => {
      const { rig, desk } = await openDesk();
      for (const one of given) await desk.intent(one);
      return bodies(rig, "tool.requested").map((body) => body.idempotency_key);
    };
    const [a1, b1, c1, a2, mine, b2, ...more] = await keysOf(calls);
    expect([a1, b1, c1, a2, mine, b2].map((key) => key?.replace(/^[0-9a-f]{64}/, ""))).toEqual([
      ":1",
      ":1",
      ":1",
      ":2",
      "mine",
      ":2",
    ]);
    expect([a2?.slice(0, -1), b2?.slice(0, -1)]).toEqual([a1?.slice(0, -1), b1?.slice(0, -1)]);
    expect(new Set([a1, a2, b1, b2, c1]).size).toBe(5);
    expect(more).toEqual([]);
    expect(await keysOf(calls.toReversed())).toEqual([b1, mine, a1, c1, b2, a2]);
  });
});

test("a catalogue's error comes first, then the program's own tool", async () => {
  const { rig, desk } = await openDesk();
  const first = await desk.intent({ name: "flaky", arguments: {} });
  expect(first).toMatchObject({ do: "use", is_error: true, output: '{"error":"busy"}' });
  await begin(desk, "flaky", { n: 1 });
  expect(bodies(rig, "tool.requested").map((body) => body.runs_in)).toEqual([undefined, "program"]);
});

test("a stub's effects are in the host's world, an own tool's are taken from its declaration", async () => {
  const { rig, desk, host } = await openDesk();
  await desk.intent({ name: "order", arguments: { sku: "A" } });
  const operation_id = await begin(desk);
  await desk.settlement({ operation_id, output: "", is_error: false });
  expect(host.world()).toEqual({ orders: [{ sku: "A", id: "O-1" }] });
  expect(bodies(rig, "tool.settled").map((body) => body.effects)).toEqual([1, 1]);
});

test("a tool that waits for a person does not run, and the run says for whom", async () => {
  const approvals = [{ tool: "asks", rule: "human", approver: "lead" }];
  const { rig, desk, host } = await openDesk({ approvals });
  const reply = await desk.intent({ name: "asks", arguments: {} });
  expect(reply).toMatchObject({ do: "refuse", code: "approval_pending" });
  expect(host.pending()).toContain("asks waits for a person");
  isClean(rig);
});

test("arguments that can't be kept exactly are refused before anything runs", async () => {
  const { rig, desk } = await openDesk();
  const reply = await desk.intent({ name: "refund", arguments: { id: 2 ** 60 } });
  expect(reply).toMatchObject({ do: "refuse", code: "invalid_arguments" });
  isClean(rig);
});

test("a secret in arguments or results is recorded nowhere", async () => {
  const secret = "canary-7c41e9-database";
  const redactor = createRedactor([{ name: "DATABASE_URL", value: secret }]);
  const rig = await startJob({ track: "own" });
  const { desk } = openToolDesk({
    recorder: rig.recorder,
    case: aCase({ tools: [] }),
    ...beginning({}),
    tools: catalogue.tools,
    redact: (text) => redactor.redactText(text),
  });
  let guarded: ToolDesk | null | undefined = null;
  const gateway = {
    open: (_gate: unknown, given?: ToolDesk | null) => {
      guarded = given;
      return {};
    },
  } as unknown as Gateway;
  guardOutlets(redactor, {
    ledger: rig.ledger,
    artifacts: rig.artifacts,
    gateway,
  } as never).gateway.open({} as never, desk);
  const through = guarded as unknown as ToolDesk;
  const reply: ToolReply = await through.intent({ name: "refund", arguments: { url: secret } });
  await through.settlement({
    operation_id: reply.operation_id,
    output: JSON.stringify({ url: secret }),
    is_error: false,
  });
  expect(JSON.stringify(rig.events())).not.toContain(secret);
  expect(bodies(rig, "tool.settled")[0]?.output).toBe('{"url":"[redacted:DATABASE_URL]"}');
});

test("intents without end are answered, and no longer recorded past a limit", async () => {
  const { rig, desk } = await openDesk({ limits: { tool_calls: 1 } });
  for (let n = 0; n < 202; n++) await desk.intent({ name: "note", arguments: {} });
  const events = rig.events().length;
  expect(await desk.intent({ name: "note", arguments: {} })).toMatchObject({ do: "refuse" });
  expect(rig.events()).toHaveLength(events);
  expect(bodies(rig, "finding.noted").map((body) => body.code)).toEqual(["too_many_intents"]);
});
