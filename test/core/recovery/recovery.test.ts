/** Sequences of stops and resumes, led through the real reducer: what is closed, what is owed, what is told in the end. */
import { describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import { openRequests } from "../../../src/core/recovery/approval-request.ts";
import { closeAttempt, closeStanding } from "../../../src/core/recovery/close-attempt.ts";
import { nextStep } from "../../../src/core/recovery/next-step.ts";
import { foldRunCalls } from "../../../src/core/runs/tool-calls.ts";
import * as a from "../../builders/events.ts";
import { expectJob, running } from "../lifecycle/replay.ts";

const now = "2026-11-30T08:39:11.000Z";
const asked: readonly RuntimeEvent[] = [
  ...running,
  a.aReservation({
    reservation_id: "r-1",
    operation_id: "tool-1",
    cost_pico: "0",
    model_calls: 0,
    tool_calls: 1,
  }),
  a.aToolRequested({ approval_needed: true, side_effect_class: "unsafe_write" }),
  a.anApprovalRequested(),
];
const suspended: readonly RuntimeEvent[] = [
  ...asked,
  { type: "attempt.suspended", attempt: 1, reason: "approval_pending", message: "waits" },
];
const approved = [...suspended, a.anApprovalDecided()];
const resumed = (lease_epoch: number): RuntimeEvent => ({
  type: "attempt.resumed",
  attempt: 1,
  lease_epoch,
  holder: "later",
});
const left = { suspendable: true, state: {}, effects: [], stops: 0 };

describe("a request", () => {
  test("is shown while its run waits, and not while its host still writes, nor once it is closed", () => {
    expect(openRequests("job", asked)).toEqual([]);
    expect(openRequests("job", suspended)).toMatchObject([{ approval_id: "approval-1" }]);
    expect(openRequests("job", approved)).toEqual([]);
    expect(openRequests("job", [...approved, resumed(2)])).toEqual([]);
  });
});

describe("a suspended attempt that can't go on", () => {
  test("closes what it holds and ends, so that the cell is finished", () => {
    const job = expectJob(approved);
    expect(nextStep(job, now)).toMatchObject({ kind: "resume" });
    const closing = closeStanding(job);
    expect(closing).toMatchObject([
      { type: "tool.voided", operation_id: "tool-1", proof: "never_ran" },
      { type: "budget.settled", tool_calls: 0, worst_case: false },
    ]);
    const ended = expectJob([
      ...approved,
      ...closing,
      a.anAttemptEnded({ status: "failed", reason: "checkpoint_unusable" }),
    ]);
    expect(nextStep(ended, now)).toMatchObject({ kind: "finish" });
  });
});

describe("a host that is stopped again and again while an approved call stands", () => {
  test.each([
    [0, { type: "attempt.suspended", reason: "host_stopped" }],
    [1, { type: "attempt.suspended", reason: "host_stopped" }],
    [2, { type: "attempt.ended", reason: "dead_letter" }],
  ])("after %i such stops the next one ends in %o", (stops, last) => {
    const job = expectJob([...approved, resumed(2), a.anAdapterReady(), a.aRunStarted()]);
    const events = closeAttempt(job, new Map(), { ...left, stops });
    expect(events.at(-1)).toMatchObject(last);
    expectJob([...approved, resumed(2), a.anAdapterReady(), a.aRunStarted(), ...events]);
  });
});

describe("a call carried out in a middle part of the run", () => {
  test("is told once, as approved and done, when a later part went on from behind it", () => {
    const done: readonly RuntimeEvent[] = [
      ...approved,
      resumed(2),
      a.anAdapterReady(),
      a.aRunStarted(),
      a.aToolExecuting(),
      a.aToolSettled({ effects: 1 }),
      a.aSettlement({
        reservation_id: "r-1",
        operation_id: "tool-1",
        cost_pico: "0",
        model_calls: 0,
        tool_calls: 1,
        worst_case: false,
      }),
      a.aCheckpointSaved({ pending_operation_id: null, tool_name: null, arguments_sha256: null }),
    ];
    const sequence = done.length;
    const stopped = a.anAttemptEnded({ status: "failed", reason: "host_stopped" });
    const again = a.anAttemptStarted({
      attempt: 2,
      lease_epoch: 3,
      resumed_from: { stage: "researcher", sequence, sha256: a.aDigest("state") },
    });
    const bodies = [...done, stopped, again, a.anAdapterReady(), a.aRunStarted()];
    expectJob(bodies);
    expect(foldRunCalls(bodies)).toMatchObject([
      { operation_id: "tool-1", outcome: "settled", effects: 1, approval: "approved" },
    ]);
  });
});
