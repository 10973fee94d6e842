import { describe, expect, test } from "vitest";

import { worstCaseCall } from "../../src/core/budget/cost.ts";
import { aCall, admitted, anAnswer, openGate, price, typesOf, worst } from "./gate-rig.ts";
import { isSound } from "./rig.ts";

const chain = (previous_response_id?: string) =>
  aCall(
    {
      messages: undefined,
      max_tokens: undefined,
      max_output_tokens: 100,
      input: "Hi",
      ...(previous_response_id === undefined ? {} : { previous_response_id }),
    },
    "responses",
  );

const bound = (input_tokens: number) =>
  worstCaseCall({ input_tokens, max_output_tokens: 100 }, price);

describe("one call", () => {
  test("the request is durable before it is named, reserved before it is asked, settled from the wire", async () => {
    const { rig, gate } = await openGate();
    const call = aCall();
    const operation = await admitted(gate, call);
    const [reserved, requested] = rig.bodies();
    expect(reserved).toMatchObject({
      type: "budget.reserved",
      operation_id: operation,
      cost_pico: worst(call).toString(),
    });
    if (requested?.type !== "model.requested") throw new Error("not requested");
    const stored = await rig.artifacts.read(requested.request);
    expect(stored instanceof Uint8Array && Buffer.compare(stored, call.body)).toBe(0);
    expect(gate.lastCall()).toBeNull();

    await gate.settle(operation, anAnswer());
    // 10 x 0.15 + 5 x 0.6 USD a million = 4.5 millionths
    expect(rig.bodies().slice(2)).toMatchObject([
      { type: "model.settled", cost_pico: "4500000", served_model: "sim-1", duration_ms: 12 },
      { type: "budget.settled", cost_pico: "4500000", worst_case: false },
    ]);
    expect(gate.lastCall()).toEqual({ state: "answered" });
    expect([gate.breach(), gate.settlementFault()]).toEqual([null, null]);
    expect(isSound(rig.events())).toBe(true);
  });

  test("usage that is incomplete or absent settles at the worst case and says so", async () => {
    const { rig, gate } = await openGate();
    const call = aCall();
    const usage = {
      in: null,
      cached: null,
      cache_write: null,
      out: null,
      reasoning: null,
      complete: false,
    };
    await gate.settle(await admitted(gate, call), anAnswer({ usage }));
    expect(rig.bodies().slice(2)).toMatchObject([
      { cost_pico: { missing: "the wire reported incomplete usage" } },
      { cost_pico: worst(call).toString(), worst_case: true },
    ]);
  });

  test("an overdraft settles at what was reserved, keeps the true cost and is remembered", async () => {
    const { rig, gate } = await openGate();
    const call = aCall();
    const usage = {
      in: 10,
      cached: 0,
      cache_write: null,
      out: 9_000,
      reasoning: 0,
      complete: true,
    };
    await gate.settle(await admitted(gate, call), anAnswer({ usage }));
    expect(rig.bodies().slice(2)).toMatchObject([
      { cost_pico: "5401500000" },
      { cost_pico: worst(call).toString(), worst_case: false },
    ]);
    expect(gate.settlementFault()).toContain("model-1 cost $0.0054");
    await gate.settle(await admitted(gate, aCall()), anAnswer());
    await gate.settle(await admitted(gate, aCall()), anAnswer({ usage }));
    expect(gate.settlementFault()).toContain("model-1 cost");
  });

  test.each([
    [400, "rejected", "bad_schema (status 400): Invalid schema for function 'pay'"],
    [404, "rejected", "bad_schema (status 404): Invalid schema for function 'pay'"],
    [422, "rejected", "bad_schema (status 422): Invalid schema for function 'pay'"],
    [401, "failed", "bad_schema (status 401)"],
    [403, "failed", "bad_schema (status 403)"],
    [409, "failed", "bad_schema (status 409)"],
    [429, "failed", "bad_schema (status 429)"],
    [500, "failed", "bad_schema (status 500)"],
  ])(
    "a live %i is %s: what the request is, or what the service is",
    async (status, state, message) => {
      const { gate } = await openGate({ model: { upstream: "live" } });
      const said = "Invalid schema for function 'pay'";
      const error = { status, code: "bad_schema", type: null, message: said, provider: null };
      await gate.settle(
        await admitted(gate, aCall()),
        anAnswer({ error, model: null }, { status }),
      );
      expect(gate.lastCall()).toEqual({ state, message });
    },
  );

  test.each([
    { code: "billing_hard_limit_reached", type: "invalid_request_error", message: null },
    { code: null, type: "insufficient_quota", message: null },
    { code: null, type: "invalid_request_error", message: "Your credit balance is too low." },
  ])("a 400 about the account is not the request's fault: %j", async (named) => {
    const { gate } = await openGate({ model: { upstream: "live" } });
    const error = { status: 400, provider: null, ...named };
    const settled = anAnswer({ error, model: null }, { status: 400 });
    await gate.settle(await admitted(gate, aCall()), settled);
    expect(gate.lastCall()?.state).toBe("failed");
  });

  test("a failed answer is the last call's state until a later one is answered", async () => {
    const { gate } = await openGate();
    const error = { status: 503, code: "overloaded", type: null, message: null, provider: null };
    await gate.settle(
      await admitted(gate, aCall()),
      anAnswer({ error, model: null }, { status: 503 }),
    );
    expect(gate.lastCall()).toEqual({ state: "failed", message: "overloaded (status 503)" });
    await gate.settle(await admitted(gate, aCall()), anAnswer({ model: null }, { status: 404 }));
    expect(gate.lastCall()).toEqual({ state: "failed", message: "status 404" });
    await gate.settle(await admitted(gate, aCall()), anAnswer());
    expect(gate.lastCall()).toEqual({ state: "answered" });
  });

  test.each([
    ["truncated", "the answer broke off before its end"],
    ["error", "the provider ended the answer with an error"],
  ] as const)(
    "an answer that ended %s is a failed call, whatever its status",
    async (end, message) => {
      const { gate } = await openGate();
      await gate.settle(await admitted(gate, aCall()), anAnswer({ end, raw_end: null }));
      expect(gate.lastCall()).toEqual({ state: "failed", message });
      await gate.settle(await admitted(gate, aCall()), anAnswer({ end: "length" }));
      expect(gate.lastCall()).toEqual({ state: "answered" });
    },
  );

  test("settling what was never admitted, or twice, is a bug and throws", async () => {
    const { gate } = await openGate();
    await expect(gate.settle("model-1", anAnswer())).rejects.toThrow("never admitted");
    const operation = await admitted(gate, aCall());
    const both = await Promise.allSettled([
      gate.settle(operation, anAnswer()),
      gate.settle(operation, anAnswer()),
    ]);
    expect(both.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("refusals", () => {
  test.each([
    [
      "another wire",
      () => aCall({ input: "Hi" }, "responses"),
      "wire_not_allowed",
      "chat_completions",
    ],
    [
      "another model",
      () => aCall({ model: "gpt" }),
      "model_not_in_contract",
      "asked for model gpt",
    ],
    ["several answers", () => aCall({ n: 3 }), "not_bounded", "3 answers"],
    [
      "an image",
      () =>
        aCall({
          messages: [
            { role: "user", content: [{ type: "image_url", image_url: { url: "https://x" } }] },
          ],
        }),
      "not_bounded",
      "other than text",
    ],
  ])("%s is 400, recorded, and the breach of the run", async (_name, make, code, says) => {
    const { rig, gate } = await openGate({ model: { wires: ["chat_completions"] } });
    const call = make();
    expect(await gate.admit(call)).toMatchObject({ admitted: false, status: 400, code });
    const [refused, ...others] = rig.bodies();
    expect(others).toEqual([]);
    expect(refused).toMatchObject({ type: "model.refused", ordinal: 1, status: 400, code });
    if (refused?.type !== "model.refused" || refused.request === undefined)
      throw new Error("the refused request was not kept");
    const kept = await rig.artifacts.read(refused.request);
    expect("fault" in kept ? kept : Uint8Array.from(kept)).toEqual(call.body);
    expect(gate.breach()).toMatchObject({ reason: "wire_contract" });
    expect(gate.breach()?.message).toContain(says);
    await gate.admit(aCall({ model: "later" }));
    expect(gate.breach()?.message).toContain(says);
    // An agent may ask for ever: only the first is kept.
    expect(rig.bodies()[1]).not.toHaveProperty("request");
    expect(gate.lastCall()).toBeNull();
  });

  test("another served model is a breach; an accepted name and a failed answer are none", async () => {
    const { gate } = await openGate();
    const error = { status: 500, code: null, type: null, message: null, provider: null };
    await gate.settle(
      await admitted(gate, aCall()),
      anAnswer({ model: "x", error }, { status: 500 }),
    );
    expect(gate.breach()).toBeNull();
    await gate.settle(await admitted(gate, aCall()), anAnswer({ model: "other-model" }));
    expect(gate.breach()).toEqual({
      reason: "served_model_mismatch",
      message: "model other-model answered; the contract accepts sim-1",
    });
  });

  test("402 at the calls limit: what was refused before does not count", async () => {
    const { rig, gate } = await openGate({ model_calls: 2 });
    await admitted(gate, aCall());
    await gate.admit(aCall({ model: "gpt" }));
    await admitted(gate, aCall());
    expect(await gate.admit(aCall())).toMatchObject({
      admitted: false,
      status: 402,
      code: "limit_reached",
      message: "this would be model call 3; case price-question allows 2",
    });
    expect(gate.lastCall()).toMatchObject({ state: "refused", reason: "limit_reached" });
    expect(typesOf(rig).filter((type) => type === "model.requested")).toHaveLength(2);
  });

  test("402 at the edge of the budget: exactly enough is admitted, one pico less is not", async () => {
    const call = aCall();
    const exact = await openGate({ cap: worst(call) });
    await admitted(exact.gate, call);
    const short = await openGate({ cap: worst(call) - 1n });
    expect(await short.gate.admit(call)).toMatchObject({ status: 402, code: "budget_exhausted" });
    expect(short.gate.lastCall()).toMatchObject({ state: "refused", reason: "budget_exhausted" });
    expect(typesOf(short.rig)).toEqual(["model.refused"]);
  });

  test("a request with an unknown past is bounded by its own bytes where they are more than the model takes", async () => {
    const { rig, gate } = await openGate({
      model: { max_input_tokens: 1_000, wires: ["responses"] },
      own: true,
    });
    const long = aCall(
      {
        messages: undefined,
        max_tokens: undefined,
        max_output_tokens: 100,
        input: "x".repeat(90_000),
        conversation: "c",
      },
      "responses",
    );
    await gate.admit(long);
    expect(rig.bodies()[0]).toMatchObject({ cost_pico: bound(long.body.length).toString() });
  });

  test("what a call cost beyond its bound closes the run's cap", async () => {
    const usage = {
      in: 9_000_000,
      cached: 0,
      cache_write: null,
      out: 0,
      reasoning: 0,
      complete: true,
    };
    const { gate } = await openGate({ cap: 10n ** 12n });
    await gate.settle(await admitted(gate, aCall()), anAnswer({ usage }));
    expect(await gate.admit(aCall())).toMatchObject({ admitted: false, code: "budget_exhausted" });
  });

  test("a chained request is bounded by what this run saw of its conversation; another run's by the contract", async () => {
    const { rig, gate } = await openGate({
      model: { max_input_tokens: 50_000, wires: ["chat_completions", "responses"] },
      own: true,
    });
    const [first, chained, foreign] = [chain(), chain("rs-1"), chain("rs-of-another-run")];
    await gate.admit(first);
    await gate.settle("model-1", anAnswer({ response_id: "rs-1" }));
    await gate.admit(chained);
    await gate.admit(foreign);
    const reserved = rig
      .bodies()
      .flatMap((body) => (body.type === "budget.reserved" ? [BigInt(body.cost_pico)] : []));
    // 5 tokens were put out, charged as such; they are read again.
    expect(reserved).toEqual([
      bound(first.body.length),
      bound(first.body.length + 5 + chained.body.length),
      bound(50_000),
    ]);
  });

  test("what a settled call did not spend is free again", async () => {
    const call = aCall();
    const { gate } = await openGate({ cap: worst(call) + 4_500_000n });
    const first = await admitted(gate, call);
    expect(await gate.admit(call)).toMatchObject({ code: "budget_exhausted" });
    await gate.settle(first, anAnswer());
    await admitted(gate, call);
  });
});

describe("text from outside never stops the record", () => {
  test("long and broken names, types, errors and arguments are cut, kept or digested as text", async () => {
    const { rig, gate } = await openGate();
    await gate.admit(aCall({ model: `m${"😀".repeat(3_000)}` }));
    const error = {
      status: 500,
      code: "e".repeat(2_000),
      type: null,
      message: null,
      provider: null,
    };
    await gate.settle(
      await admitted(gate, aCall()),
      anAnswer({ error }, { status: 500, content_type: `text/${"x".repeat(300)}` }),
    );
    await gate.settle(
      await admitted(gate, aCall({ messages: [{ role: "system", content: "\ud800" }] })),
      anAnswer({
        model: "sim-1\ud800",
        runnable: true,
        calls: [
          {
            name: "\udc00",
            args: { id: 2 ** 60 },
            args_text: "",
            ok: true,
            by: "client",
            id: "\ud800",
          },
          { name: "t", args: null, args_text: "{", ok: false, by: "client", id: "c", raw: "{" },
          { name: "web", args: {}, args_text: "{}", ok: true, by: "provider", id: "p" },
        ],
      }),
    );
    expect(rig.recorder.fault()).toBeNull();
    expect(isSound(rig.events())).toBe(true);
    const settled = rig.bodies().findLast((body) => body.type === "model.settled");
    expect(settled?.type === "model.settled" && settled.calls.map((one) => one.ok)).toEqual([
      true,
      false,
    ]);
    expect(settled).toMatchObject({ served_model: "sim-1\ufffd" });
  });
});
