/** What a person is shown before deciding, and the short code that says they decided about exactly that. */
import type { RuntimeEvent } from "../../contracts/event.ts";
import type { Digest, Json } from "../../contracts/primitives.ts";
import { digestDocument } from "../digest/digest.ts";

type Asked = Extract<RuntimeEvent, { type: "approval.requested" }>;

/** Everything a decision is bound to. */
export interface ApprovalRequest extends Omit<Asked, "type" | "expires_at"> {
  readonly job_id: string;
  readonly plan_sha256: Digest;
  readonly arguments: Json;
  readonly expires_at: string | null;
}

/**
 * Requests of a job that waits, and that nobody decided yet, in the order they were made. While its host still works on
 * it there is nothing to decide: the host alone writes then.
 */
export function openRequests(
  job_id: string,
  bodies: readonly RuntimeEvent[],
): readonly ApprovalRequest[] {
  const [created] = bodies;
  if (created?.type !== "job.created" || !isSuspended(bodies)) return [];
  const decided = new Set(
    bodies.flatMap((body) => (body.type === "approval.decided" ? [body.approval_id] : [])),
  );
  const closed = new Set(
    bodies.flatMap((body) =>
      body.type === "tool.voided" || body.type === "tool.refused" ? [body.operation_id] : [],
    ),
  );
  return bodies.flatMap((body) => {
    if (body.type !== "approval.requested") return [];
    if (decided.has(body.approval_id) || closed.has(body.operation_id)) return [];
    const call = bodies.find(
      (one) => one.type === "tool.requested" && one.operation_id === body.operation_id,
    );
    if (call?.type !== "tool.requested") return [];
    const { type: _type, expires_at = null, ...bound } = body;
    const { plan_sha256 } = created;
    return [{ ...bound, job_id, plan_sha256, arguments: call.arguments, expires_at }];
  });
}

function isSuspended(bodies: readonly RuntimeEvent[]): boolean {
  const last = bodies.findLast((body) => body.type.startsWith("attempt."));
  return last?.type === "attempt.suspended";
}

/** Twelve hex digits: enough to type, and another request does not have them. */
export function requestCode(request: ApprovalRequest): string {
  return digestDocument("approval-request", request).slice(7, 19);
}
