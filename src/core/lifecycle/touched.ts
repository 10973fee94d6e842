/** Which entries of a snapshot one event may add, change or take away: an append writes these and no others. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { EntryName } from "./snapshot-parts.ts";

/** Every entry the reducer may leave otherwise than it found it; naming one too many costs a look, one too few is a fault. */
export function touchedEntries(body: RuntimeEvent): readonly EntryName[] {
  switch (body.type) {
    case "budget.reserved":
      return [{ part: "reservations", key: body.reservation_id }];
    case "budget.settled":
      return [
        { part: "reservations", key: body.reservation_id },
        { part: "closed", key: body.reservation_id },
      ];
    case "tool.requested":
      return [
        { part: "operations", key: body.operation_id },
        { part: "keys", key: body.idempotency_key },
      ];
    case "model.requested":
    case "model.settled":
    case "tool.refused":
    case "tool.executing":
    case "tool.settled":
    case "tool.voided":
      return [{ part: "operations", key: body.operation_id }];
    case "approval.requested":
    case "approval.decided":
      return [{ part: "approvals", key: body.approval_id }];
    case "block.admitted":
    case "block.settled":
    case "block.refused":
      return [{ part: "blocks", key: String(body.block) }];
    case "run.recorded":
      return [{ part: "runs", key: body.run_id }];
    case "job.created":
    case "attempt.started":
    case "attempt.suspended":
    case "attempt.resumed":
    case "adapter.ready":
    case "run.started":
    case "model.refused":
    case "tool.observed":
    case "checkpoint.saved":
    case "fault.fired":
    case "finding.noted":
    case "cancel.requested":
    case "protocol.violated":
    case "output.received":
    case "attempt.ended":
    case "run.scored":
    case "run.finished":
    case "matrix.registered":
    case "look.registered":
    case "matrix.completed":
      return [];
  }
}
