/** Attempts come one after the other, each under a newer lease, and end once with a status that fits its reason. */
import type { Refusal, Step } from "./refusal.ts";
import { accept, refuse } from "./refusal.ts";
import type { Body, JobSnapshot } from "./snapshot.ts";
import { lookup } from "./snapshot.ts";

export function createJob(body: Body<"job.created">): JobSnapshot {
  const { cost_pico, model_calls, tool_calls } = body.limits;
  return {
    kind: "job",
    revision: 1,
    phase: "created",
    attempt: 0,
    lease_epoch: 0,
    model_ordinal: 0,
    limits: { cost_pico, model_calls, tool_calls },
    reservations: {},
    closed: {},
    settled: { cost_pico: "0", model_calls: 0, tool_calls: 0 },
    operations: {},
    approvals: {},
    keys: {},
    output_sha256: null,
    status: null,
    reason: null,
  };
}

export function startAttempt(job: JobSnapshot, body: Body<"attempt.started">): Step<JobSnapshot> {
  const subject = { type: body.type, of: `attempt ${body.attempt}` };
  if (body.attempt !== job.attempt + 1)
    return refuse("wrong_attempt", subject, `attempt ${job.attempt + 1}`, `${body.attempt}`);
  const stale = checkLease(job, body);
  if (stale) return stale;
  return accept({
    ...job,
    phase: "attempting",
    attempt: body.attempt,
    lease_epoch: body.lease_epoch,
    // The case limits the calls of one attempt; money is the job's, whatever the number of attempts.
    settled: { ...job.settled, model_calls: 0, tool_calls: 0 },
    output_sha256: null,
    status: null,
    reason: null,
  });
}

function checkLease(
  job: JobSnapshot,
  body: Body<"attempt.started" | "attempt.resumed">,
): Refusal | null {
  if (body.lease_epoch > job.lease_epoch) return null;
  const subject = { type: body.type, of: `attempt ${body.attempt}` };
  const expected = `a lease epoch above ${job.lease_epoch}`;
  return refuse("stale_lease", subject, expected, `${body.lease_epoch}`);
}

/** An attempt that waits owes no money and has no call under way: what it asked for may still be open. */
export function suspendAttempt(
  job: JobSnapshot,
  body: Body<"attempt.suspended">,
): Step<JobSnapshot> {
  const subject = { type: body.type, of: `attempt ${body.attempt}` };
  if (body.attempt !== job.attempt)
    return refuse("wrong_attempt", subject, `attempt ${job.attempt}`, `${body.attempt}`);
  const running = Object.entries(job.operations).find(
    ([, known]) => known.state === "executing" && known.attempt === job.attempt,
  );
  const owed = Object.values(job.reservations).find(
    ({ operation_id }) => lookup(job.operations, operation_id)?.kind !== "tool",
  );
  const open = running?.[0] ?? owed?.operation_id;
  if (open !== undefined) return refuse("operation_open", subject, "no call under way", open);
  return accept({ ...job, phase: "suspended" });
}

export function resumeAttempt(job: JobSnapshot, body: Body<"attempt.resumed">): Step<JobSnapshot> {
  const subject = { type: body.type, of: `attempt ${body.attempt}` };
  if (body.attempt !== job.attempt)
    return refuse("wrong_attempt", subject, `attempt ${job.attempt}`, `${body.attempt}`);
  const stale = checkLease(job, body);
  if (stale) return stale;
  return accept({
    ...job,
    phase: "attempting",
    lease_epoch: body.lease_epoch,
    settled: { ...job.settled, model_calls: 0, tool_calls: 0 },
    output_sha256: null,
  });
}

export function receiveOutput(job: JobSnapshot, body: Body<"output.received">): Step<JobSnapshot> {
  if (job.output_sha256 !== null)
    return refuse("output_repeated", { type: body.type }, "one output an attempt", "a second");
  return accept({ ...job, output_sha256: body.artifact.sha256 });
}

export function saveCheckpoint(
  job: JobSnapshot,
  body: Body<"checkpoint.saved">,
): Step<JobSnapshot> {
  const subject = { type: body.type, of: body.stage };
  const id = body.pending_operation_id;
  if (id === null) return accept(job);
  const pending = lookup(job.operations, id);
  if (pending?.kind !== "tool")
    return refuse(
      "unknown_operation",
      subject,
      `${id} to be a tool call of this run`,
      "none of this id",
    );
  if (body.tool_name !== pending.name || body.arguments_sha256 !== pending.arguments_sha256) {
    const expected = `${id} as requested, ${pending.name} with ${pending.arguments_sha256}`;
    return refuse(
      "checkpoint_mismatch",
      subject,
      expected,
      `${body.tool_name} with ${body.arguments_sha256}`,
    );
  }
  return accept(job);
}

/** A run that could not be set up ends without an attempt having started; it is then `unavailable`, attempt 1. */
export function endAttempt(job: JobSnapshot, body: Body<"attempt.ended">): Step<JobSnapshot> {
  const subject = { type: body.type, of: `attempt ${body.attempt}` };
  const started = job.phase !== "created";
  const expected = started ? job.attempt : 1;
  if (body.attempt !== expected)
    return refuse("wrong_attempt", subject, `attempt ${expected}`, `${body.attempt}`);
  if (!started && body.status !== "unavailable")
    return refuse(
      "wrong_phase",
      subject,
      "status unavailable before an attempt started",
      body.status,
    );
  if (body.status === "completed" && job.phase !== "running")
    return refuse("wrong_phase", subject, "a running attempt to complete", job.phase);
  if ((body.status === "completed") !== (body.reason === "ok"))
    return refuse(
      "status_reason_mismatch",
      subject,
      "reason ok with completed and only there",
      `${body.status} with ${body.reason}`,
    );
  return accept({
    ...job,
    phase: "ended",
    attempt: body.attempt,
    status: body.status,
    reason: body.reason,
  });
}
