/** Tool calls: asked once, run at most once a key, settled by a receipt; a key means one request for ever. */
import type { Digest } from "../../contracts/primitives.ts";
import { digestDocument } from "../digest/digest.ts";
import { withheldApproval } from "./approvals.ts";
import { isReserved } from "./budget.ts";
import { checkNewOperation, moveOperation, withOperation } from "./operations.ts";
import type { Refusal, Step, Subject } from "./refusal.ts";
import { accept, refuse } from "./refusal.ts";
import type { Body, JobSnapshot, Operation } from "./snapshot.ts";
import { lookup } from "./snapshot.ts";

export function requestTool(job: JobSnapshot, body: Body<"tool.requested">): Step<JobSnapshot> {
  const subject = { type: body.type, of: body.operation_id };
  const refusal = checkNewOperation(job, subject, body.operation_id);
  if (refusal) return refusal;
  const asked = requestDigest(body.name, body.arguments_sha256);
  const known = lookup(job.keys, body.idempotency_key);
  if (known !== undefined && known !== asked) {
    const expected = `the tool and arguments first sent with key ${body.idempotency_key} (${known})`;
    return refuse("idempotency_mismatch", subject, expected, `others (${asked})`);
  }
  const { name, arguments_sha256, idempotency_key, side_effect_class } = body;
  return accept({
    ...withOperation(job, body.operation_id, {
      kind: "tool",
      state: "requested",
      name,
      arguments_sha256,
      attempt: job.attempt,
      idempotency_key,
      side_effect_class,
      approval_needed: body.approval_needed,
    }),
    keys: { ...job.keys, [idempotency_key]: asked },
  });
}

/** A refused call may be one that was requested, or one that never got that far. */
export function refuseTool(job: JobSnapshot, body: Body<"tool.refused">): Step<JobSnapshot> {
  if (lookup(job.operations, body.operation_id) !== undefined)
    return moveOperation(job, body, "tool", ["requested"], "refused");
  return accept(
    withOperation(job, body.operation_id, {
      kind: "tool",
      state: "refused",
      name: body.name,
      arguments_sha256: body.arguments_sha256,
      attempt: job.attempt,
      idempotency_key: null,
      side_effect_class: null,
      approval_needed: false,
    }),
  );
}

export function executeTool(
  job: JobSnapshot,
  body: Body<"tool.executing">,
  at: string,
): Step<JobSnapshot> {
  const subject = { type: body.type, of: body.operation_id };
  const step = moveOperation(job, body, "tool", ["requested"], "executing");
  const operation = lookup(job.operations, body.operation_id);
  if (!step.ok || operation === undefined) return step;
  if (operation.attempt !== job.attempt)
    return refuse(
      "wrong_attempt",
      subject,
      `a request of attempt ${job.attempt}`,
      `one of attempt ${operation.attempt}`,
    );
  if (!isReserved(job, body.operation_id))
    return refuse("not_reserved", subject, "a reservation for this call", "none outstanding");
  return (
    withheldApproval(job, subject, body.operation_id, operation, at) ??
    checkKey(job, subject, operation) ??
    step
  );
}

/**
 * Closes a call without a receipt, where that is no guess: it never began, or running it again does no harm, or the
 * world was asked and knows nothing of it.
 */
export function voidTool(job: JobSnapshot, body: Body<"tool.voided">): Step<JobSnapshot> {
  const subject = { type: body.type, of: body.operation_id };
  const operation = lookup(job.operations, body.operation_id);
  const from = body.proof === "never_ran" ? "requested" : "executing";
  const step = moveOperation(job, body, "tool", [from], "voided");
  if (!step.ok || operation === undefined) return step;
  if (body.proof === "safe_to_repeat" && operation.side_effect_class === "unsafe_write")
    return refuse("not_void", subject, "a call that may run twice", "an unsafe_write");
  return step;
}

/** A replayed receipt settles without running; it needs a settled call of the same key to replay. */
export function settleTool(job: JobSnapshot, body: Body<"tool.settled">): Step<JobSnapshot> {
  if (!body.replayed) return moveOperation(job, body, "tool", ["executing"], "settled");
  const subject = { type: body.type, of: body.operation_id };
  const step = moveOperation(job, body, "tool", ["requested"], "settled");
  const operation = lookup(job.operations, body.operation_id);
  if (!step.ok || operation === undefined) return step;
  if (sameKey(job, operation).every((other) => other.state !== "settled"))
    return refuse("not_a_replay", subject, "an earlier settled call with this key", "none");
  if (body.effects !== 0)
    return refuse("not_a_replay", subject, "no effect from a replay", `${body.effects} effects`);
  return step;
}

/** An earlier attempt's call of unknown outcome may run again only where running twice does no harm. */
function checkKey(job: JobSnapshot, subject: Subject, operation: Operation): Refusal | null {
  for (const other of sameKey(job, operation)) {
    if (other.state === "settled")
      return refuse(
        "already_executed",
        subject,
        "a replay of the stored receipt",
        "a second execution",
      );
    if (other.state !== "executing") continue;
    if (other.attempt === job.attempt || other.side_effect_class === "unsafe_write")
      return refuse(
        "in_progress",
        subject,
        "no call of this key under way",
        "one without a receipt",
      );
  }
  return null;
}

function sameKey(job: JobSnapshot, operation: Operation): readonly Operation[] {
  return Object.values(job.operations).filter(
    (other) => other !== operation && other.idempotency_key === operation.idempotency_key,
  );
}

function requestDigest(name: string, arguments_sha256: Digest): Digest {
  return digestDocument("tool-request", { name, arguments_sha256 });
}
