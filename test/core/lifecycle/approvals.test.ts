import { describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import * as a from "../../builders/events.ts";
import { expectJob, running, stepAfter } from "./replay.ts";

const reserve = (operation_id: string): RuntimeEvent =>
  a.aReservation({
    reservation_id: `r-${operation_id}`,
    operation_id,
    cost_pico: "0",
    model_calls: 0,
    tool_calls: 1,
  });
const requested = [...running, a.aToolRequested({ approval_needed: true }), reserve("tool-1")];
const asked = [...requested, a.anApprovalRequested()];
const rejected = [...asked, a.anApprovalDecided({ decision: "rejected" })];

test("approved: the call runs", () => {
  const job = expectJob([...asked, a.anApprovalDecided(), a.aToolExecuting(), a.aToolSettled()]);
  expect(job.approvals["approval-1"]).toMatchObject({ decision: "approved" });
});

describe("a call that needs an approval does not run", () => {
  test.each([
    ["without a request", requested, "no request"],
    ["undecided", asked, "without a decision"],
    ["expired", [...asked, a.anApprovalDecided({ decision: "expired" })], "expired"],
  ])("%s", (_what, before, found) => {
    const step = stepAfter(before, a.aToolExecuting());
    expect(step).toMatchObject({ ok: false, code: "approval_not_granted" });
    expect(step).toHaveProperty("message", expect.stringContaining(found));
  });
  test("rejected", () => {
    expect(stepAfter(rejected, a.aToolExecuting())).toMatchObject({ code: "rejected_before" });
    expectJob([...rejected, a.aToolRefused({ operation_id: "tool-1", code: "approval_rejected" })]);
  });
  test("a request binds a call even if its catalogue asked for none", () => {
    const free = [...running, a.aToolRequested(), reserve("tool-1")];
    expect(stepAfter(free, a.aToolExecuting()).ok).toBe(true);
    expect(stepAfter([...free, a.anApprovalRequested()], a.aToolExecuting())).toMatchObject({
      code: "approval_not_granted",
    });
  });
});

describe("one differing field refuses the decision", () => {
  test.each([
    ["P1 another operation", "operation_id", { operation_id: "tool-2" }],
    ["P1 another attempt", "attempt", { attempt: 2 }],
    ["P1 another action", "action", { action: "calculate" }],
    [
      "P1 one byte of the arguments",
      "arguments_sha256",
      { arguments_sha256: a.argumentsDigest.replace(/.$/, (last) => (last === "0" ? "1" : "0")) },
    ],
    ["P1 a stale revision", "revision", { revision: 4 }],
  ])("%s, and the refusal names %s", (_what, field, difference) => {
    const step = stepAfter(asked, a.anApprovalDecided(difference));
    expect(step).toMatchObject({ code: "approval_mismatch" });
    expect(step).toHaveProperty("message", expect.stringContaining(field));
  });
  test("an approval nobody requested", () => {
    expect(stepAfter(asked, a.anApprovalDecided({ approval_id: "approval-2" }))).toMatchObject({
      code: "unknown_approval",
    });
  });
});

const expiring = (expires_at: string): RuntimeEvent[] => [
  ...requested,
  a.anApprovalRequested({ expires_at }),
];

describe("a request that expires", () => {
  const past = "2020-01-01T00:00:00.000Z";
  const far = "2099-01-01T00:00:00.000Z";
  test("P1 is not approved any more once its time has come, and the refusal names expires_at", () => {
    const step = stepAfter(expiring(past), a.anApprovalDecided());
    expect(step).toMatchObject({ code: "approval_expired" });
    expect(step).toHaveProperty("message", expect.stringContaining("expires_at"));
    const closed = [...expiring(past), a.anApprovalDecided({ decision: "expired" })];
    expect(stepAfter(closed, a.aToolExecuting())).toMatchObject({ code: "approval_not_granted" });
  });
  test("P1 an approval that came in time can be used too late: the call is refused", () => {
    const approved = [...expiring(far), a.anApprovalDecided()];
    expect(stepAfter(approved, a.aToolExecuting())).toMatchObject({ ok: true });
    expect(stepAfter(approved, a.aToolExecuting(), far)).toMatchObject({
      code: "approval_expired",
      message: expect.stringContaining("expires_at"),
    });
  });
});

describe("one differing field refuses the request", () => {
  test.each([
    ["attempt", { attempt: 2 }],
    ["action", { action: "calculate" }],
    ["arguments", { arguments_sha256: a.aDigest("other") }],
    ["a revision that has not been", { revision: 99 }],
  ])("%s", (_what, difference) => {
    expect(stepAfter(requested, a.anApprovalRequested(difference))).toMatchObject({
      code: "approval_mismatch",
    });
  });
  test("an operation of an earlier attempt", () => {
    const later = [
      ...requested,
      a.anAttemptEnded({ status: "failed", reason: "crash" }),
      a.anAttemptStarted({ attempt: 2, lease_epoch: 2 }),
      a.aRunStarted(),
    ];
    for (const attempt of [1, 2])
      expect(stepAfter(later, a.anApprovalRequested({ attempt }))).toMatchObject({
        code: "approval_mismatch",
      });
  });
  test("an operation nobody requested, or one that runs already", () => {
    expect(stepAfter(running, a.anApprovalRequested())).toMatchObject({
      code: "unknown_operation",
    });
    const busy = [...running, a.aToolRequested(), reserve("tool-1"), a.aToolExecuting()];
    expect(stepAfter(busy, a.anApprovalRequested())).toMatchObject({
      code: "wrong_operation_state",
    });
  });
});

describe("the first decision stands", () => {
  test("the opposite one is a conflict, the same one a repetition", () => {
    const approved = [...asked, a.anApprovalDecided()];
    expect(stepAfter(approved, a.anApprovalDecided({ decision: "rejected" }))).toMatchObject({
      code: "decision_conflict",
    });
    expect(stepAfter(approved, a.anApprovalDecided())).toMatchObject({ code: "already_decided" });
    expect(stepAfter(rejected, a.anApprovalDecided())).toMatchObject({ code: "decision_conflict" });
  });
  test("an approval id is used once, and one request stands at a time", () => {
    expect(stepAfter(asked, a.anApprovalRequested())).toMatchObject({ code: "approval_exists" });
    expect(stepAfter(asked, a.anApprovalRequested({ approval_id: "approval-2" }))).toMatchObject({
      code: "approval_pending",
    });
    const expired = [...asked, a.anApprovalDecided({ decision: "expired" })];
    expect(stepAfter(expired, a.anApprovalRequested({ approval_id: "approval-2" })).ok).toBe(true);
  });
});

describe("a rejection cannot be laundered", () => {
  const anotherOperation = [
    ...rejected,
    a.aToolRequested({ operation_id: "tool-2", idempotency_key: "key-2" }),
    reserve("tool-2"),
  ];
  test("P2 under another approval id", () => {
    expect(stepAfter(rejected, a.anApprovalRequested({ approval_id: "approval-2" }))).toMatchObject(
      { code: "rejected_before" },
    );
  });
  test("P2 under another operation id and key, with or without asking", () => {
    const again = a.anApprovalRequested({ approval_id: "approval-2", operation_id: "tool-2" });
    expect(stepAfter(anotherOperation, again)).toMatchObject({ code: "rejected_before" });
    expect(stepAfter(anotherOperation, a.aToolExecuting({ operation_id: "tool-2" }))).toMatchObject(
      { code: "rejected_before" },
    );
  });
  test("P2 in a later attempt", () => {
    const later = [
      ...rejected,
      a.anAttemptEnded({ status: "failed", reason: "crash" }),
      a.anAttemptStarted({ attempt: 2, lease_epoch: 2 }),
      a.aRunStarted(),
      a.aToolRequested({ operation_id: "tool-3", idempotency_key: "key-3" }),
    ];
    const again = a.anApprovalRequested({
      approval_id: "approval-3",
      operation_id: "tool-3",
      attempt: 2,
    });
    expect(stepAfter(later, again)).toMatchObject({ code: "rejected_before" });
  });
});
