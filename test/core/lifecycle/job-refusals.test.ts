import { describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import type { TransitionCode } from "../../../src/core/lifecycle/refusal.ts";
import * as a from "../../builders/events.ts";
import { running, stepAfter } from "./replay.ts";

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
const ended = a.anAttemptEnded();
type Row = readonly [
  what: string,
  before: readonly RuntimeEvent[],
  event: RuntimeEvent,
  code: TransitionCode,
];

const phases: readonly Row[] = [
  ["a first event other than job.created", [], a.anAttemptStarted(), "wrong_phase"],
  ["job.created twice", [a.aJobCreated()], a.aJobCreated(), "wrong_phase"],
  ["a matrix event in a job", running, a.aBlockAdmitted(), "wrong_stream"],
  [
    "a model call before the run started",
    [a.aJobCreated(), a.anAttemptStarted()],
    a.aModelRequested(),
    "wrong_phase",
  ],
  ["adapter.ready twice", running, a.anAdapterReady(), "wrong_phase"],
  [
    "a second attempt while the first is open",
    running,
    a.anAttemptStarted({ attempt: 2, lease_epoch: 2 }),
    "wrong_phase",
  ],
  [
    "an attempt that skips a number",
    [a.aJobCreated()],
    a.anAttemptStarted({ attempt: 2 }),
    "wrong_attempt",
  ],
  [
    "an attempt under an old lease",
    [...running, ended],
    a.anAttemptStarted({ attempt: 2, lease_epoch: 1 }),
    "stale_lease",
  ],
  ["the end of another attempt", running, a.anAttemptEnded({ attempt: 2 }), "wrong_attempt"],
  [
    "completed for another reason than ok",
    running,
    a.anAttemptEnded({ reason: "timeout" }),
    "status_reason_mismatch",
  ],
  [
    "failed with reason ok",
    running,
    a.anAttemptEnded({ status: "failed" }),
    "status_reason_mismatch",
  ],
  ["completed before it ran", [a.aJobCreated(), a.anAttemptStarted()], ended, "wrong_phase"],
  [
    "failed before anything started",
    [a.aJobCreated()],
    a.anAttemptEnded({ status: "failed", reason: "crash" }),
    "wrong_phase",
  ],
  ["a score before the end", running, a.aRunScored(), "wrong_phase"],
  ["a second score", [...running, ended, a.aRunScored()], a.aRunScored(), "wrong_phase"],
  [
    "another attempt after the score",
    [...running, ended, a.aRunScored()],
    a.anAttemptStarted({ attempt: 2, lease_epoch: 2 }),
    "wrong_phase",
  ],
  [
    "any event after run.finished",
    [...running, ended, a.aRunFinished()],
    a.aFaultFired(),
    "finished",
  ],
  [
    "a second output in one attempt",
    [...running, a.anOutputReceived()],
    a.anOutputReceived(),
    "output_repeated",
  ],
];

const operations: readonly Row[] = [
  ["a model call without a reservation", running, a.aModelRequested(), "not_reserved"],
  [
    "a model call whose reservation is settled",
    [...running, held, a.aSettlement()],
    a.aModelRequested(),
    "not_reserved",
  ],
  [
    "an ordinal that repeats",
    [...running, ...a.aModelCall(1), a.aReservation({ operation_id: "m-2" })],
    a.aModelRequested({ operation_id: "m-2", ordinal: 1 }),
    "ordinal_not_increasing",
  ],
  [
    "a refused call with an old ordinal",
    [...running, ...a.aModelCall(3)],
    a.aModelRefused({ ordinal: 2 }),
    "ordinal_not_increasing",
  ],
  [
    "an operation id used before",
    [...running, held, a.aModelRequested()],
    a.aModelRequested({ ordinal: 2 }),
    "operation_exists",
  ],
  ["a response to no request", running, a.aModelSettled(), "unknown_operation"],
  [
    "a second response",
    [...running, ...a.aModelCall(1)],
    a.aModelSettled(),
    "wrong_operation_state",
  ],
  [
    "a receipt for a model call",
    [...running, held, a.aModelRequested()],
    a.aToolSettled({ operation_id: "model-1" }),
    "wrong_operation_state",
  ],
  ["execution without a request", running, a.aToolExecuting(), "unknown_operation"],
  [
    "execution without a reservation",
    [...running, a.aToolRequested()],
    a.aToolExecuting(),
    "not_reserved",
  ],
  ["execution twice", [...running, ...executing(1)], a.aToolExecuting(), "wrong_operation_state"],
  [
    "execution of a refused call",
    [...running, ...tool(1), a.aToolRefused({ operation_id: "tool-1" })],
    a.aToolExecuting(),
    "wrong_operation_state",
  ],
  [
    "a receipt without execution",
    [...running, ...tool(1)],
    a.aToolSettled(),
    "wrong_operation_state",
  ],
  [
    "a second receipt",
    [...running, ...executing(1), a.aToolSettled()],
    a.aToolSettled(),
    "wrong_operation_state",
  ],
  [
    "the refusal of a running call",
    [...running, ...executing(1)],
    a.aToolRefused({ operation_id: "tool-1" }),
    "wrong_operation_state",
  ],
  [
    "a key with other arguments",
    [...running, ...tool(1)],
    a.aToolRequested({ operation_id: "tool-2", arguments_sha256: a.aDigest("other") }),
    "idempotency_mismatch",
  ],
  [
    "a key with another tool",
    [...running, ...tool(1)],
    a.aToolRequested({ operation_id: "tool-2", name: "calculate" }),
    "idempotency_mismatch",
  ],
  [
    "a replay of nothing",
    [...running, ...tool(1)],
    a.aToolSettled({ replayed: true }),
    "not_a_replay",
  ],
];

const budget: readonly Row[] = [
  [
    "a reservation id twice",
    [...running, held],
    a.aReservation({ operation_id: "other" }),
    "reservation_exists",
  ],
  [
    "a settled reservation id again",
    [...running, held, a.aSettlement()],
    a.aReservation({ operation_id: "other" }),
    "reservation_exists",
  ],
  [
    "a second reservation for one operation",
    [...running, held],
    a.aReservation({ reservation_id: "r-2" }),
    "operation_reserved",
  ],
  ["a settlement without a reservation", running, a.aSettlement(), "unknown_reservation"],
  [
    "a settlement for another operation",
    [...running, held],
    a.aSettlement({ operation_id: "other" }),
    "unknown_reservation",
  ],
  [
    "the same settlement twice",
    [...running, held, a.aSettlement()],
    a.aSettlement(),
    "already_settled",
  ],
  [
    "a second settlement at another amount",
    [...running, held, a.aSettlement()],
    a.aSettlement({ cost_pico: "1" }),
    "settlement_conflict",
  ],
  [
    "one pico above the reservation",
    [...running, held],
    a.aSettlement({ cost_pico: "1000001" }),
    "overdraft",
  ],
  ["a call more than reserved", [...running, held], a.aSettlement({ model_calls: 2 }), "overdraft"],
  [
    "a tool call more than reserved",
    [...running, held],
    a.aSettlement({ tool_calls: 1 }),
    "overdraft",
  ],
  [
    "a worst case that is not the whole reservation",
    [...running, held],
    a.aSettlement({ worst_case: true }),
    "not_worst_case",
  ],
  [
    "one pico above the limit",
    running,
    a.aReservation({ cost_pico: "1000000000001" }),
    "limit_exceeded",
  ],
  [
    "one pico above the limit, with what is outstanding",
    [...running, held],
    a.aReservation({ reservation_id: "r-2", operation_id: "m-2", cost_pico: "999999000001" }),
    "limit_exceeded",
  ],
  [
    "more model calls than the limit",
    running,
    a.aReservation({ model_calls: 7 }),
    "limit_exceeded",
  ],
  ["more tool calls than the limit", running, a.aReservation({ tool_calls: 7 }), "limit_exceeded"],
];

describe.each([
  ["phases and attempts", phases],
  ["operations and keys", operations],
  ["budget", budget],
])("refused: %s", (_group, rows) => {
  test.each(rows)("%s", (_what, before, event, code) => {
    const step = stepAfter(before, event);
    expect(step).toMatchObject({ ok: false, code });
    expect(step).toHaveProperty(
      "message",
      expect.stringMatching(/^[a-z.]+( of [^:]+)? refused: expected .+, found .+\.$/),
    );
  });
});

test("the sentence names event, operation, expected and found", () => {
  const step = stepAfter([...running, held], a.aSettlement({ cost_pico: "1000001" }));
  expect(step).toMatchObject({
    message:
      "budget.settled of model-1 refused: expected at most 1000000 pico, 1 model calls, 0 tool calls, found 1000001 pico, 1 model calls, 0 tool calls.",
  });
});
