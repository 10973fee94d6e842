import { describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import * as a from "../../builders/events.ts";
import { expectJob, running, stepAfter } from "./replay.ts";

const tool = (n: number): RuntimeEvent[] => [
  a.aToolRequested({ operation_id: `tool-${n}`, idempotency_key: `key-${n}` }),
  a.aReservation({
    reservation_id: `r-${n}`,
    operation_id: `tool-${n}`,
    cost_pico: "0",
    model_calls: 0,
    tool_calls: 1,
  }),
];
const executing = (n: number): RuntimeEvent[] => [
  ...tool(n),
  a.aToolExecuting({ operation_id: `tool-${n}` }),
];
const held = a.aReservation();
const secondAttempt = [
  a.anAttemptEnded({ status: "failed", reason: "crash" }),
  a.anAttemptStarted({ attempt: 2, lease_epoch: 2 }),
  a.aRunStarted(),
];

describe("legal", () => {
  test("a whole run, and what is left of it", () => {
    const job = expectJob(a.aCompletedRun());
    expect(job).toMatchObject({
      kind: "job",
      phase: "finished",
      status: "completed",
      reason: "ok",
      attempt: 1,
      model_ordinal: 2,
      reservations: {},
      settled: { cost_pico: "800000", model_calls: 2, tool_calls: 1 },
    });
    expect(job.revision).toBe(a.aCompletedRun().length);
  });
  test("exactly the limit may be reserved; without a price only calls are limited", () => {
    expectJob([
      ...running,
      a.aReservation({ cost_pico: "1000000000000", model_calls: 6, tool_calls: 6 }),
    ]);
    const limits = { ...a.aJobCreated().limits, cost_pico: { missing: "no price" } };
    const unpriced = [a.aJobCreated({ limits }), ...running.slice(1)];
    expectJob([...unpriced, a.aReservation({ cost_pico: "9".repeat(30) })]);
    expect(stepAfter(unpriced, a.aReservation({ model_calls: 7 })).ok).toBe(false);
  });
  test("a settlement below the reservation frees the rest", () => {
    const job = expectJob([
      ...running,
      a.aReservation({ cost_pico: "1000000000000" }),
      a.aSettlement(),
    ]);
    expect(job.settled.cost_pico).toBe("400000");
    expectJob([
      ...running,
      a.aReservation({ cost_pico: "1000000000000" }),
      a.aSettlement(),
      a.aReservation({ reservation_id: "r-2", operation_id: "m-2", cost_pico: "999999600000" }),
    ]);
  });
  test("an orphan reservation is settled at its worst case after the attempt ended", () => {
    const job = expectJob([
      ...running,
      held,
      a.aModelRequested(),
      a.anAttemptEnded({ status: "failed", reason: "crash" }),
      a.aSettlement({ cost_pico: held.cost_pico, worst_case: true }),
    ]);
    expect(job.reservations).toEqual({});
    expect(job.settled.cost_pico).toBe(held.cost_pico);
  });
  test("a run that could not be set up ends as unavailable without an attempt", () => {
    const end = a.anAttemptEnded({ status: "unavailable", reason: "setup_failed" });
    expect(expectJob([a.aJobCreated(), end, a.aRunFinished()])).toMatchObject({
      status: "unavailable",
    });
  });
  test("each attempt has an output and an end of its own", () => {
    const first = [...running, a.anOutputReceived()];
    const second = expectJob([...first, ...secondAttempt, a.anOutputReceived()]);
    expect(second).toMatchObject({ attempt: 2, lease_epoch: 2, status: null, reason: null });
    expect(second.output_sha256).toBe(a.anOutputReceived().artifact.sha256);
  });
  test("a refused call that never was a request keeps its id", () => {
    const refused = [...running, a.aToolRefused({ operation_id: "tool-1" })];
    expect(expectJob(refused).operations["tool-1"]).toMatchObject({ state: "refused", name: "rm" });
    expect(stepAfter(refused, a.aToolRequested())).toMatchObject({ code: "operation_exists" });
  });
  test("names that every object has are names like any other", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      const job = expectJob([
        ...running,
        a.aReservation({ reservation_id: name, operation_id: name }),
        a.aModelRequested({ operation_id: name }),
        a.aModelSettled({ operation_id: name }),
        a.aSettlement({ reservation_id: name, operation_id: name }),
        a.aToolRequested({ operation_id: "tool-1", idempotency_key: name }),
      ]);
      expect(Object.hasOwn(job.closed, name)).toBe(true);
      expect(Object.hasOwn(job.operations, name)).toBe(true);
      expect(Object.hasOwn(job.keys, name)).toBe(true);
    }
  });
});

describe("one key, one execution", () => {
  const again = a.aToolRequested({ operation_id: "tool-2" });
  const reserve2 = a.aReservation({
    reservation_id: "r-2",
    operation_id: "tool-2",
    cost_pico: "0",
    model_calls: 0,
    tool_calls: 1,
  });
  const execute2 = a.aToolExecuting({ operation_id: "tool-2" });

  test("while the first runs, the second is in progress; after its receipt, it is a replay", () => {
    const busy = [...running, ...executing(1), again, reserve2];
    expect(stepAfter(busy, execute2)).toMatchObject({ code: "in_progress" });
    const done = [...busy, a.aToolSettled()];
    expect(stepAfter(done, execute2)).toMatchObject({ code: "already_executed" });
    const replay = a.aToolSettled({ operation_id: "tool-2", replayed: true });
    expect(stepAfter(done, { ...replay, effects: 1 })).toMatchObject({ code: "not_a_replay" });
    expectJob([...done, replay]);
  });
  test("a call of unknown outcome runs again in the next attempt only if running twice does no harm", () => {
    const read = [...running, ...executing(1), ...secondAttempt, again, reserve2];
    expect(expectJob(read).operations["tool-1"]?.state).toBe("executing");
    expect(stepAfter(read, execute2).ok).toBe(true);
    const write = { side_effect_class: "unsafe_write" } as const;
    const unsafe = read.map((body) =>
      body.type === "tool.requested" ? { ...body, ...write } : body,
    );
    expect(stepAfter(unsafe, execute2)).toMatchObject({ code: "in_progress" });
  });
  test("a request of an earlier attempt is not run in a later one", () => {
    const stale = [...running, ...tool(1), ...secondAttempt];
    expect(stepAfter(stale, a.aToolExecuting())).toMatchObject({ code: "wrong_attempt" });
  });
});

describe("checkpoints", () => {
  const pending = a.aCheckpointSaved({
    pending_operation_id: "tool-1",
    tool_name: "inventory_lookup",
    arguments_sha256: a.argumentsDigest,
  });
  test("name the pending call as it was requested", () => {
    expect(stepAfter([...running, ...tool(1)], pending).ok).toBe(true);
    expect(stepAfter(running, a.aCheckpointSaved()).ok).toBe(true);
  });
  test("are refused for an unknown call, another tool or other arguments", () => {
    expect(stepAfter(running, pending)).toMatchObject({ code: "unknown_operation" });
    const before = [...running, ...tool(1)];
    expect(stepAfter(before, { ...pending, tool_name: "calculate" })).toMatchObject({
      code: "checkpoint_mismatch",
    });
    expect(stepAfter(before, { ...pending, arguments_sha256: a.aDigest("x") })).toMatchObject({
      code: "checkpoint_mismatch",
    });
  });
});
