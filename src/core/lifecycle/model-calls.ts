/** Model calls: reserved before they are asked, numbered in order, settled once. */
import { isReserved } from "./budget.ts";
import { checkNewOperation, moveOperation, withOperation } from "./operations.ts";
import type { Refusal, Step, Subject } from "./refusal.ts";
import { accept, refuse } from "./refusal.ts";
import type { Body, JobSnapshot } from "./snapshot.ts";

export function requestModel(job: JobSnapshot, body: Body<"model.requested">): Step<JobSnapshot> {
  const subject = { type: body.type, of: body.operation_id };
  const refusal =
    checkNewOperation(job, subject, body.operation_id) ?? checkOrdinal(job, subject, body.ordinal);
  if (refusal) return refusal;
  if (!isReserved(job, body.operation_id))
    return refuse("not_reserved", subject, "a reservation for this call", "none outstanding");
  return accept({
    ...withOperation(job, body.operation_id, {
      kind: "model",
      state: "requested",
      name: body.model,
      arguments_sha256: body.request.sha256,
      attempt: job.attempt,
      idempotency_key: null,
      side_effect_class: null,
      approval_needed: false,
    }),
    model_ordinal: body.ordinal,
  });
}

export function settleModel(job: JobSnapshot, body: Body<"model.settled">): Step<JobSnapshot> {
  return moveOperation(job, body, "model", ["requested"], "settled");
}

/** A model call refused before it became an operation: it still takes its place in the order. */
export function refuseModel(job: JobSnapshot, body: Body<"model.refused">): Step<JobSnapshot> {
  const subject = { type: body.type, of: `model call ${body.ordinal}` };
  const refusal = checkOrdinal(job, subject, body.ordinal);
  return refusal ?? accept({ ...job, model_ordinal: body.ordinal });
}

function checkOrdinal(job: JobSnapshot, subject: Subject, ordinal: number): Refusal | null {
  if (ordinal > job.model_ordinal) return null;
  const expected = `an ordinal above ${job.model_ordinal}`;
  return refuse("ordinal_not_increasing", subject, expected, `${ordinal}`);
}
