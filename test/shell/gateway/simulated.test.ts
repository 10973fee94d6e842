import { describe, expect, test } from "vitest";

import { aGate, chatBody, openSession, post, readUntil, simulated } from "./rig.ts";

/** Long enough for anything that was sent to arrive on loopback. */
const soon = async () => new Promise((resolve) => setTimeout(resolve, 60));

describe("settlement before the end", () => {
  test.each([
    ["chat_completions", "/chat/completions", "[DONE]", "finish_reason"],
    ["responses", "/responses", "response.completed", "response.output_item.done"],
  ])("a %s stream shows its terminal event only then", async (_wire, path, terminal, before) => {
    const durable = Promise.withResolvers<void>();
    const gate = aGate({ target: simulated(), settles: durable.promise });
    const session = await openSession(gate);
    const body = { ...chatBody, input: "7 pieces?", stream: true };
    const response = await post(session, body, { path });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const reading = await readUntil(response, before);
    await gate.afterSettled(1);
    const rest = reading.rest();
    let ended = false;
    void rest.then(() => (ended = true));
    await soon();
    expect(ended).toBe(false);
    expect(reading.text).not.toContain(terminal);
    durable.resolve();
    expect(reading.text + (await rest)).toContain(terminal);
    expect(gate.settled[0]?.call.outcome).toMatchObject({ text: '{"total":906.5}', end: "stop" });
  });

  test("a whole answer is not visible before", async () => {
    const durable = Promise.withResolvers<void>();
    const gate = aGate({ target: simulated(), settles: durable.promise });
    const session = await openSession(gate);
    let answered = false;
    const answer = post(session).then((response) => {
      answered = true;
      return response;
    });
    await gate.afterSettled(1);
    await soon();
    expect(answered).toBe(false);
    durable.resolve();
    expect((await answer).status).toBe(200);
  });

  test("a settlement that fails never lets the end through", async () => {
    const durable = Promise.withResolvers<void>();
    const gate = aGate({ target: simulated(), settles: durable.promise });
    const session = await openSession(gate);
    const stream = await post(session, { ...chatBody, stream: true });
    const reading = await readUntil(stream, "finish_reason");
    await gate.afterSettled(1);
    durable.reject(new Error("disk full at a secret place"));
    await expect(reading.rest()).rejects.toThrow("terminated");
    const whole = await post(session);
    expect(whole.status).toBe(500);
    const text = await whole.text();
    expect(text).toContain("not_recorded");
    expect(text).not.toContain("disk full");
  });
});

test("usage and calls are settled as the wire carries them", async () => {
  const calls = [{ id: "call_1", name: "inventory_lookup", arguments: { sku: "AL-7" } }];
  const gate = aGate({ target: simulated({ text: "", calls, end: "tool_calls" }) });
  const session = await openSession(gate);
  const answer = await post(session);
  expect(await answer.json()).toMatchObject({
    id: "resp_1",
    model: "sim-1",
    usage: { prompt_tokens: 20, completion_tokens: 6, total_tokens: 26 },
  });
  const settled = gate.settled[0]?.call;
  expect(settled?.outcome).toMatchObject({
    runnable: true,
    usage: { in: 20, cached: 0, out: 6, reasoning: 0, complete: true },
    calls: [{ id: "call_1", name: "inventory_lookup", args: { sku: "AL-7" }, ok: true }],
  });
  expect(JSON.parse(Buffer.from(settled?.body ?? []).toString("utf8"))).toMatchObject({
    id: "resp_1",
  });
  expect(Number.isInteger(settled?.duration_ms)).toBe(true);
});

describe("refusals", () => {
  test("over budget is a 402 in the provider's shape, nothing is played or settled", async () => {
    const gate = aGate({
      refusal: {
        admitted: false,
        status: 402,
        code: "run_budget",
        message: "this call could cost $0.02, $0.01 is left",
      },
    });
    const session = await openSession(gate);
    for (const stream of [false, true]) {
      const response = await post(session, { ...chatBody, stream });
      expect(response.status).toBe(402);
      expect(await response.json()).toEqual({
        error: {
          message: "this call could cost $0.02, $0.01 is left",
          type: "budget_exceeded",
          param: null,
          code: "run_budget",
        },
      });
    }
    expect(gate.settled).toEqual([]);
  });

  test("the simulation's own error is settled and shown", async () => {
    const target = {
      kind: "simulated_error",
      status: 400,
      code: "simulation_no_turn",
      message: "no turn holds",
    } as const;
    const gate = aGate({ target });
    const response = await post(await openSession(gate), { ...chatBody, stream: true });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("no turn holds");
    expect(gate.settled[0]?.call).toMatchObject({
      status: 400,
      outcome: { end: "error", error: { code: "simulation_no_turn" } },
    });
  });

  test("a gate that throws shows no reason", async () => {
    const response = await post(await openSession(aGate({})));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("this gate has no upstream");
  });
});

test("a session closes only after its calls in flight are settled", async () => {
  const durable = Promise.withResolvers<void>();
  const gate = aGate({ target: simulated(), settles: durable.promise });
  const session = await openSession(gate);
  const answer = post(session);
  await gate.afterSettled(1);
  let closed = false;
  const closing = session.close().then(() => (closed = true));
  await soon();
  expect(closed).toBe(false);
  durable.resolve();
  await closing;
  expect((await answer).status).toBe(200);
});
