import { describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import { runResult as runResultFormat } from "../../../src/contracts/run-result.ts";
import { canonicalJson } from "../../../src/core/digest/canonical.ts";
import { foldModelCalls } from "../../../src/core/runs/model-calls.ts";
import { runResult } from "../../../src/core/runs/run-result.ts";
import { foldToolCalls } from "../../../src/core/runs/tool-calls.ts";
import * as event from "../../builders/events.ts";

const fold = (bodies: readonly RuntimeEvent[]) => runResult(event.storeEvents(bodies));
const without = (type: RuntimeEvent["type"]) =>
  event.aCompletedRun().filter((body) => body.type !== type);
/** A completed run whose first event of the body's type is the body. */
const replaced = (body: RuntimeEvent) => {
  const bodies = event.aCompletedRun();
  return bodies.with(
    bodies.findIndex((one) => one.type === body.type),
    body,
  );
};

describe("the fold", () => {
  test("the same events give the same bytes, in the published format", () => {
    const result = fold(event.aCompletedRun());
    expect(canonicalJson(fold(event.aCompletedRun()))).toBe(canonicalJson(result));
    expect(runResultFormat.parse(result)).toEqual(result);
    expect(result).toMatchObject({
      status: "completed",
      final_output: '{"total":906.5}',
      usage: {
        wire: { model_calls: 2, tool_calls: 1, hidden_retries: 0, tokens_in: 200, tokens_out: 40 },
      },
      metadata: { catalog_cost_pico: "800000", served_models: ["sim-1"], isolation: "env" },
      events: { count: 21 },
      score: { total: 100 },
    });
  });

  test("the first request that broke the contract is named; one refused for money is not", () => {
    const ref = {
      sha256: event.aDigest("7"),
      size: 40,
      media_type: "application/json",
      role: "model_request",
    } as const;
    const refusals: RuntimeEvent[] = [
      {
        type: "model.refused",
        ordinal: 8,
        wire: "responses",
        status: 402,
        code: "limit_reached",
        message: "m",
      },
      {
        type: "model.refused",
        ordinal: 9,
        wire: "responses",
        status: 400,
        code: "model_not_in_contract",
        message: "m",
        request: ref,
      },
    ];
    const bodies = event.aCompletedRun();
    const at = bodies.findIndex((one) => one.type === "output.received");
    expect(fold(bodies).refused_request).toBeUndefined();
    expect(fold(bodies.toSpliced(at, 0, ...refusals)).refused_request).toEqual({
      ordinal: 9,
      wire: "responses",
      request_sha256: ref.sha256,
      request_size: 40,
    });
  });

  test("usage the wire did not report is missing, call and kind named; the rest is summed", () => {
    const partial = { in: 100, cached: null, out: 20, reasoning: 0, complete: true };
    const { wire } = fold(replaced(event.aModelSettled({ usage: partial }))).usage;
    expect(wire.tokens_cached).toEqual({ missing: "call 1 reported no cached tokens" });
    expect(wire.tokens_in).toBe(200);
    const nothing = fold(replaced(event.aModelSettled({ usage: null }))).usage.wire;
    expect(nothing.tokens_in).toEqual({ missing: "call 1 reported no input tokens" });
  });

  test.each([
    [2, 1, 3],
    [2, undefined, 2],
    [undefined, 1, 1],
    [undefined, undefined, undefined],
    [0, 0, undefined],
  ])("%j secrets in the request and %j in the answer are %j of the call", (asked, said, sum) => {
    const request = asked === undefined ? {} : { redacted: asked };
    const answer = said === undefined ? {} : { redacted: said };
    const [call] = fold(
      event.aCompletedRun().map((body) => {
        if (body.type === "model.requested" && body.ordinal === 1) return { ...body, ...request };
        return body.type === "model.settled" && body.operation_id === "model-1"
          ? { ...body, ...answer }
          : body;
      }),
    ).model_calls;
    expect(call?.redacted).toBe(sum);
  });

  test("a cost that is missing makes the sum missing, never smaller", () => {
    const unpriced = event.aModelSettled({ cost_pico: { missing: "the wire reported no usage" } });
    expect(fold(replaced(unpriced)).metadata.catalog_cost_pico).toEqual({
      missing: "call 1: the wire reported no usage",
    });
  });

  test("no answer, an empty answer and an answer are three things", () => {
    expect(fold(replaced(event.anOutputReceived({ text: "" }))).final_output).toEqual({
      missing: "the agent answered with nothing",
    });
    expect(fold(without("output.received")).final_output).toEqual({
      missing: "the run gave no output",
    });
    const ended = event.anAttemptEnded({ status: "failed", reason: "crash", message: "exit 3" });
    const crashed = replaced(ended).filter((body) => body.type !== "output.received");
    expect(fold(crashed).final_output).toEqual({ missing: "exit 3" });
  });

  test("a long last message is cut without leaving half a character", () => {
    const message = `x${"😀".repeat(500)}`;
    const ended = event.anAttemptEnded({ status: "failed", reason: "crash", message });
    const result = fold(replaced(ended).filter((body) => body.type !== "output.received"));
    expect(() => canonicalJson(result)).not.toThrow();
  });

  test("a run that never started states each absence", () => {
    const result = fold([
      event.aJobCreated(),
      event.anAttemptEnded({
        status: "unavailable",
        reason: "setup_failed",
        message: "no adapter",
        duration_ms: { missing: "the run never started" },
      }),
      event.aRunFinished({ terminal_artifact_verified: { missing: "no output" } }),
    ]);
    const never = { missing: "the run never started" };
    expect(runResultFormat.parse(result)).toEqual(result);
    expect(result).toMatchObject({
      attempt: 0,
      started_at: never,
      framework: { version: never },
      metadata: { runtime: never, isolation: never, lockfile_sha256: never },
      usage: {
        wire: { model_calls: 0, tokens_in: 0 },
        sdk_reported: { missing: "no result frame" },
      },
      score: { missing: "the run was not scored" },
    });
  });

  test.each([
    ["no event", []],
    ["no end", without("attempt.ended").slice(0, -2)],
    ["another first event", event.aCompletedRun().slice(1)],
  ])("a stream with %s has no result", (_name, bodies) => {
    expect(() => fold(bodies)).toThrow(/has no result yet/);
  });

  test("a prefix never invents: it throws, or everything it says is in the whole", () => {
    const stored = event.storeEvents(event.aCompletedRun());
    const whole = runResult(stored);
    const { events: _head, score: _score, audit: _audit, gates: _gates, ...unchanging } = whole;
    const unscored = { missing: "the run was not scored" };
    const ended = stored.findIndex((one) => one.body.type === "attempt.ended");
    const upTo = (type: RuntimeEvent["type"]): number =>
      stored.findIndex((one) => one.body.type === type);
    for (let length = 0; length <= ended; length++)
      expect(() => runResult(stored.slice(0, length))).toThrow(/has no result yet/);
    for (let length = ended + 1; length <= stored.length; length++) {
      const { events, score, audit, gates: _, ...rest } = runResult(stored.slice(0, length));
      expect(rest).toEqual(unchanging);
      expect(events).toEqual({ count: length, head: stored[length - 1]?.hash });
      expect(score).toEqual(length > upTo("run.scored") ? whole.score : unscored);
      expect(audit.terminal_artifact_verified).toEqual(
        length > upTo("run.finished") ? true : { missing: "the run was not finished" },
      );
    }
  });
});

const call = (n: number, request_key: string, settled: object | null): RuntimeEvent[] => [
  event.aModelRequested({
    operation_id: `model-${n}`,
    ordinal: n,
    request_key_sha256: event.aDigest(request_key),
  }),
  ...(settled === null ? [] : [event.aModelSettled({ operation_id: `model-${n}`, ...settled })]),
];
const retries = (...bodies: RuntimeEvent[][]) =>
  foldModelCalls(bodies.flat()).map((one) => one.hidden_retry);

describe("model calls", () => {
  test("the same body after a failure is a hidden retry; after a success it is not", () => {
    const failed = { error: "overloaded (status 503)", status: 503 };
    expect(retries(call(1, "a", failed), call(2, "a", {}))).toEqual([false, true]);
    expect(retries(call(1, "a", {}), call(2, "a", {}))).toEqual([false, false]);
    expect(retries(call(1, "a", failed), call(2, "b", {}))).toEqual([false, false]);
    expect(retries(call(1, "a", failed), call(2, "a", failed), call(3, "a", {}))).toEqual([
      false,
      true,
      true,
    ]);
    expect(retries(call(1, "a", failed), call(2, "a", {}), call(3, "a", {}))).toEqual([
      false,
      true,
      false,
    ]);
    expect(retries(call(1, "a", null), call(2, "a", {}))).toEqual([false, true]);
  });

  test("a call that never settled says so everywhere", () => {
    expect(foldModelCalls(call(1, "a", null))[0]).toMatchObject({
      end: "unsettled",
      error: "the call was never settled",
      usage: null,
      cost_pico: { missing: "the call was never settled" },
      response_sha256: { missing: "the call was never settled" },
    });
  });
});

describe("tool calls", () => {
  test("settled, refused before and after it was asked, and ambiguous, in order", () => {
    const records = foldToolCalls([
      ...event.aToolCall(1),
      event.aToolRefused(),
      event.aToolRequested({ operation_id: "tool-2" }),
      event.anApprovalRequested({ operation_id: "tool-2" }),
      event.aToolRefused({ operation_id: "tool-2", code: "approval_pending" }),
      event.aToolRequested({ operation_id: "tool-3" }),
      event.aToolExecuting({ operation_id: "tool-3" }),
    ]);
    expect(records.map((one) => [one.operation_id, one.outcome, one.approval])).toEqual([
      ["tool-1", "settled", "none"],
      ["tool-9", "refused", "none"],
      ["tool-2", "refused", "pending"],
      ["tool-3", "ambiguous", "none"],
    ]);
    expect(records[1]).toMatchObject({
      arguments: null,
      output: null,
      refusal: "unknown_tool: No tool of this name is in the catalogue.",
    });
  });
});
