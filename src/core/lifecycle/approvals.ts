/** An approval holds for exactly what was shown: one differing field refuses, and a rejection is final for its job. */
import type { Digest } from "../../contracts/primitives.ts";
import type { Refusal, Step, Subject } from "./refusal.ts";
import { accept, refuse } from "./refusal.ts";
import type { Approval, Body, JobSnapshot, Operation } from "./snapshot.ts";
import { lookup } from "./snapshot.ts";

export function requestApproval(
  job: JobSnapshot,
  body: Body<"approval.requested">,
): Step<JobSnapshot> {
  const subject = { type: body.type, of: body.operation_id };
  const operation = lookup(job.operations, body.operation_id);
  if (operation === undefined)
    return refuse("unknown_operation", subject, "a requested operation", "none of this id");
  if (operation.kind !== "tool" || operation.state !== "requested")
    return refuse("wrong_operation_state", subject, "a requested tool call", describe(operation));
  if (lookup(job.approvals, body.approval_id) !== undefined)
    return refuse(
      "approval_exists",
      subject,
      "a new approval id",
      `${body.approval_id}, used before`,
    );

  const mismatch =
    differ("action", operation.name, body.action) ??
    differ("arguments_sha256", operation.arguments_sha256, body.arguments_sha256) ??
    differ("attempt", job.attempt, body.attempt) ??
    differ("attempt", operation.attempt, body.attempt);
  if (mismatch) return refuse("approval_mismatch", subject, mismatch.expected, mismatch.found);
  if (body.revision > job.revision)
    return refuse(
      "approval_mismatch",
      subject,
      `revision ${job.revision} or earlier`,
      `${body.revision}`,
    );

  const rejected = rejectionOf(job, body.action, body.arguments_sha256);
  if (rejected !== undefined)
    return refuse(
      "rejected_before",
      subject,
      "an action nobody rejected",
      `the rejection ${rejected}`,
    );
  const standing = approvalsOf(job, body.operation_id).find(
    (known) => known.decision !== "expired",
  );
  if (standing !== undefined)
    return refuse("approval_pending", subject, "no other request standing", say(standing));

  const { operation_id, arguments_sha256, attempt, action, revision } = body;
  const expires_at = body.expires_at ?? null;
  const bound = { operation_id, arguments_sha256, attempt, action, revision };
  const approval = { ...bound, expires_at, decision: null };
  return accept({ ...job, approvals: { ...job.approvals, [body.approval_id]: approval } });
}

export function decideApproval(
  job: JobSnapshot,
  body: Body<"approval.decided">,
  at: string,
): Step<JobSnapshot> {
  const subject = { type: body.type, of: body.operation_id };
  const asked = lookup(job.approvals, body.approval_id);
  if (asked === undefined)
    return refuse("unknown_approval", subject, "an approval that was requested", body.approval_id);
  const mismatch =
    differ("operation_id", asked.operation_id, body.operation_id) ??
    differ("attempt", asked.attempt, body.attempt) ??
    differ("action", asked.action, body.action) ??
    differ("arguments_sha256", asked.arguments_sha256, body.arguments_sha256) ??
    differ("revision", asked.revision, body.revision);
  if (mismatch) return refuse("approval_mismatch", subject, mismatch.expected, mismatch.found);
  if (asked.decision === body.decision)
    return refuse("already_decided", subject, "an undecided request", asked.decision);
  if (asked.decision !== null)
    return refuse(
      "decision_conflict",
      subject,
      `the first decision, ${asked.decision}`,
      body.decision,
    );

  const late = findExpired(asked, at);
  if (late !== null && body.decision === "approved")
    return refuse("approval_expired", subject, late.expected, late.found);
  const decided = { ...asked, decision: body.decision };
  return accept({ ...job, approvals: { ...job.approvals, [body.approval_id]: decided } });
}

/** Why a tool call may not run yet, or null when no approval stands in its way. */
export function withheldApproval(
  job: JobSnapshot,
  subject: Subject,
  operation_id: string,
  operation: Operation,
  at: string,
): Refusal | null {
  const rejected = rejectionOf(job, operation.name, operation.arguments_sha256);
  if (rejected !== undefined)
    return refuse(
      "rejected_before",
      subject,
      "an action nobody rejected",
      `the rejection ${rejected}`,
    );
  const asked = approvalsOf(job, operation_id);
  if (asked.length === 0 && !operation.approval_needed) return null;
  const granted = asked.find((known) => known.decision === "approved");
  if (granted !== undefined) {
    const late = findExpired(granted, at);
    return late === null ? null : refuse("approval_expired", subject, late.expected, late.found);
  }
  const expected = `an approval in attempt ${job.attempt}`;
  return refuse(
    "approval_not_granted",
    subject,
    expected,
    asked.map(say).join("; ") || "no request",
  );
}

/** Judged by the event's own time: a decision that came in time can still be used too late. */
function findExpired(
  { expires_at }: Approval,
  at: string,
): { expected: string; found: string } | null {
  if (expires_at === null || at < expires_at) return null;
  return { expected: `a time before expires_at ${expires_at}`, found: at };
}

function approvalsOf(job: JobSnapshot, operation_id: string): readonly Approval[] {
  return Object.values(job.approvals).filter((known) => known.operation_id === operation_id);
}

function say(approval: Approval): string {
  return `a request ${approval.decision ?? "without a decision"} in attempt ${approval.attempt}`;
}

/** A rejection is kept by action and arguments, so that neither a new approval id nor a new operation id launders it. */
function rejectionOf(
  job: JobSnapshot,
  action: string,
  argumentsDigest: Digest,
): string | undefined {
  for (const [id, known] of Object.entries(job.approvals))
    if (
      known.decision === "rejected" &&
      known.action === action &&
      known.arguments_sha256 === argumentsDigest
    )
      return id;
  return undefined;
}

function differ(
  field: string,
  expected: string | number,
  found: string | number,
): { expected: string; found: string } | null {
  return expected === found ? null : { expected: `${field} ${expected}`, found: `${found}` };
}

function describe(operation: Operation): string {
  return `a ${operation.kind} operation that is ${operation.state}`;
}
