/** Operations, the calls of a run: every id is used once and every state has one way in. */
import type { Refusal, Step, Subject } from "./refusal.ts";
import { accept, refuse } from "./refusal.ts";
import type { Body, JobSnapshot, Operation } from "./snapshot.ts";
import { lookup } from "./snapshot.ts";

export function checkNewOperation(job: JobSnapshot, subject: Subject, id: string): Refusal | null {
  const known = lookup(job.operations, id);
  if (known === undefined) return null;
  return refuse("operation_exists", subject, "a new operation id", describe(known));
}

/** The same snapshot with one operation moved on, when it is of this kind and in one of these states. */
export function moveOperation(
  job: JobSnapshot,
  body: Body<"model.settled" | "tool.refused" | "tool.executing" | "tool.settled" | "tool.voided">,
  kind: Operation["kind"],
  from: readonly Operation["state"][],
  to: Operation["state"],
): Step<JobSnapshot> {
  const subject = { type: body.type, of: body.operation_id };
  const known = lookup(job.operations, body.operation_id);
  if (known === undefined)
    return refuse(
      "unknown_operation",
      subject,
      `a ${kind} operation ${from.join(" or ")}`,
      "none of this id",
    );
  if (known.kind !== kind || !from.includes(known.state))
    return refuse(
      "wrong_operation_state",
      subject,
      `a ${kind} operation ${from.join(" or ")}`,
      describe(known),
    );
  return accept(withOperation(job, body.operation_id, { ...known, state: to }));
}

export function withOperation(job: JobSnapshot, id: string, operation: Operation): JobSnapshot {
  return { ...job, operations: { ...job.operations, [id]: operation } };
}

/** Calls that were running when their attempt ended: executed or not, nobody knows. Operation ids, sorted. */
export function ambiguousOperations(job: JobSnapshot): readonly string[] {
  const over = job.phase === "ended" || job.phase === "scored" || job.phase === "finished";
  return Object.entries(job.operations)
    .filter(([, known]) => known.state === "executing" && (over || known.attempt < job.attempt))
    .map(([id]) => id)
    .toSorted();
}

function describe(operation: Operation): string {
  return `a ${operation.kind} operation that is ${operation.state}`;
}
