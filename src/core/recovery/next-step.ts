/** What a job needs before it can go on, read from its snapshot alone. */
import type { JobSnapshot, Operation } from "../lifecycle/snapshot.ts";
import { lookup } from "../lifecycle/snapshot.ts";

/** Attempts of a cell, the first included. A host that is stopped in each of them is likely stopped by the cell itself. */
export const mostAttempts = 3;

export interface WaitingCall {
  readonly operation_id: string;
  readonly approval_id: string;
  readonly decision: "approved" | "rejected" | "expired" | null;
  readonly expires_at: string | null;
}

/**
 * `start`: no attempt yet. `close`: an attempt is open and nobody works on it any more. `wait`: a person has to decide.
 * `resume`: the suspended attempt can go on. `retry`: the last attempt was the host's loss. `finish`: it ended for good.
 */
export type NextStep =
  | { readonly kind: "start" | "close" | "retry" | "finish" | "done" }
  | { readonly kind: "wait" | "resume"; readonly waiting: readonly WaitingCall[] };

/** `now`: UTC ISO 8601; a request that expired undecided does not wait any longer. */
export function nextStep(job: JobSnapshot, now: string): NextStep {
  switch (job.phase) {
    case "created":
      return { kind: "start" };
    case "attempting":
    case "ready":
    case "running":
      return { kind: "close" };
    case "suspended": {
      const waiting = waitingCalls(job);
      const undecided = waiting.some((one) => one.decision === null && !isPast(one, now));
      return { kind: undecided ? "wait" : "resume", waiting };
    }
    case "ended":
      return { kind: job.reason === "host_stopped" ? "retry" : "finish" };
    case "scored":
      return { kind: "finish" };
    case "finished":
      return { kind: "done" };
  }
}

/** Calls of the present attempt that were asked and not yet carried out, each with its newest request for approval. */
export function waitingCalls(job: JobSnapshot): readonly WaitingCall[] {
  const calls = new Map<string, WaitingCall>();
  for (const [approval_id, { operation_id, attempt, decision, expires_at }] of Object.entries(
    job.approvals,
  ))
    if (attempt === job.attempt && isWaiting(lookup(job.operations, operation_id)))
      calls.set(operation_id, { operation_id, approval_id, decision, expires_at });
  return [...calls.values()];
}

export function isPast({ expires_at }: Pick<WaitingCall, "expires_at">, now: string): boolean {
  return expires_at !== null && now >= expires_at;
}

function isWaiting(operation: Operation | undefined): boolean {
  return operation?.kind === "tool" && operation.state === "requested";
}
