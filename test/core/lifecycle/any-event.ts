/** Arbitrary events over few ids, so that random streams meet often enough to be interesting. */
import fc from "fast-check";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import * as a from "../../builders/events.ts";

const few = (prefix: string): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: 3 }).map((n) => `${prefix}-${n}`);
const operation_id = few("op");
const small = fc.integer({ min: 0, max: 2 });
const amounts = {
  cost_pico: fc.integer({ min: 0, max: 600 }).map(String),
  model_calls: small,
  tool_calls: small,
};
const arguments_sha256 = fc.constantFrom(a.argumentsDigest, a.aDigest("other"));
const attempt = fc.integer({ min: 1, max: 2 });
const tuple = { operation_id, attempt, arguments_sha256, approval_id: few("approval") };

/** Weighted towards running: streams that end early say little. */
export const anyEvent: fc.Arbitrary<RuntimeEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ attempt, lease_epoch: attempt }).map((o) => a.anAttemptStarted(o)),
  },
  { weight: 4, arbitrary: fc.constant(a.aRunStarted()) },
  {
    weight: 4,
    arbitrary: fc
      .record({ reservation_id: few("r"), operation_id, ...amounts })
      .map((o) => a.aReservation(o)),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ reservation_id: few("r"), operation_id, ...amounts, worst_case: fc.boolean() })
      .map((o) => a.aSettlement(o)),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ operation_id, ordinal: fc.integer({ min: 1, max: 9 }) })
      .map((o) => a.aModelRequested(o)),
  },
  { weight: 2, arbitrary: fc.record({ operation_id }).map((o) => a.aModelSettled(o)) },
  {
    weight: 5,
    arbitrary: fc
      .record({
        operation_id,
        arguments_sha256,
        idempotency_key: few("key"),
        approval_needed: fc.boolean(),
      })
      .map((o) => a.aToolRequested(o)),
  },
  { weight: 5, arbitrary: operation_id.map((id) => a.aToolExecuting({ operation_id: id })) },
  {
    weight: 3,
    arbitrary: fc.record({ operation_id, replayed: fc.boolean() }).map((o) => a.aToolSettled(o)),
  },
  { weight: 1, arbitrary: operation_id.map((id) => a.aToolRefused({ operation_id: id })) },
  {
    weight: 5,
    arbitrary: fc.record(tuple).map((o) => a.anApprovalRequested({ ...o, revision: 1 })),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({ ...tuple, decision: fc.constantFrom("approved", "rejected", "expired") })
      .map((o) => a.anApprovalDecided({ ...o, revision: 1 })),
  },
  {
    weight: 1,
    arbitrary: attempt.map((n) =>
      a.anAttemptEnded({ attempt: n, status: "failed", reason: "crash" }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      a.aCancelRequested(),
      a.aFaultFired(),
      a.aProtocolViolation(),
      a.aBlockAdmitted(),
    ),
  },
);
