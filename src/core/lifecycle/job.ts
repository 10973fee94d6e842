/** The life of one cell as a pure reducer: a state exists only if an event led to it and the event was legal there. */
import type { EventType } from "../../contracts/event.ts";
import { decideApproval, requestApproval } from "./approvals.ts";
import {
  createJob,
  endAttempt,
  receiveOutput,
  resumeAttempt,
  saveCheckpoint,
  startAttempt,
  suspendAttempt,
} from "./attempts.ts";
import { reserve, settle } from "./budget.ts";
import { refuseModel, requestModel, settleModel } from "./model-calls.ts";
import type { Step } from "./refusal.ts";
import { accept, refuse } from "./refusal.ts";
import type { JobPhase, JobSnapshot, StreamEvent } from "./snapshot.ts";
import { executeTool, refuseTool, requestTool, settleTool, voidTool } from "./tool-calls.ts";

const open: readonly JobPhase[] = ["attempting", "ready", "running"];
const running: readonly JobPhase[] = ["running"];
/** What was begun in a run may be closed after it: a late receipt, a settlement at worst case. */
const closing: readonly JobPhase[] = ["running", "suspended", "ended"];
/** A resumed attempt that dies before it runs again must be closed like any other. */
const recovering: readonly JobPhase[] = [...open, "suspended", "ended"];
const beforeScore: readonly JobPhase[] = ["created", ...open, "suspended", "ended"];

const legalPhases: Partial<Record<EventType, readonly JobPhase[]>> = {
  "attempt.started": ["created", "ended"],
  "attempt.suspended": open,
  "attempt.resumed": ["suspended"],
  "adapter.ready": ["attempting"],
  "run.started": ["attempting", "ready"],
  "budget.reserved": running,
  "budget.settled": recovering,
  "model.requested": running,
  "model.settled": closing,
  "model.refused": [...open, "suspended", "ended"],
  "tool.requested": running,
  "tool.refused": recovering,
  "tool.executing": running,
  "tool.settled": recovering,
  "tool.voided": recovering,
  "tool.observed": closing,
  "approval.requested": running,
  "approval.decided": recovering,
  "checkpoint.saved": running,
  "fault.fired": beforeScore,
  "finding.noted": beforeScore,
  "cancel.requested": beforeScore,
  "protocol.violated": beforeScore,
  "output.received": running,
  "attempt.ended": ["created", ...open, "suspended"],
  "run.scored": ["ended"],
  "run.finished": ["ended", "scored"],
};

/**
 * The snapshot after one more event, or why the event is not legal here. `null` is the stream before its first event.
 * Never throws on a schema-valid event and never changes the snapshot it was given.
 */
export function reduceJob(job: JobSnapshot | null, event: StreamEvent): Step<JobSnapshot> {
  const { body, sequence } = event;
  const expected = (job?.revision ?? 0) + 1;
  if (sequence !== expected)
    return refuse("sequence_gap", { type: body.type }, `sequence ${expected}`, `${sequence}`);
  if (job === null)
    return body.type === "job.created"
      ? accept(createJob(body))
      : refuse("wrong_phase", { type: body.type }, "job.created first", "an empty stream");
  if (job.phase === "finished")
    return refuse("finished", { type: body.type }, "no event after run.finished", "one");
  const phases = legalPhases[body.type];
  if (phases === undefined) {
    const code = body.type === "job.created" ? "wrong_phase" : "wrong_stream";
    return refuse(code, { type: body.type }, "a later event of a job", body.type);
  }
  if (!phases.includes(job.phase))
    return refuse("wrong_phase", { type: body.type }, `phase ${phases.join(" or ")}`, job.phase);
  const step = apply(job, body, event.at);
  return step.ok ? accept({ ...step.snapshot, revision: sequence }) : step;
}

function apply(job: JobSnapshot, body: StreamEvent["body"], at: string): Step<JobSnapshot> {
  switch (body.type) {
    case "attempt.started":
      return startAttempt(job, body);
    case "attempt.suspended":
      return suspendAttempt(job, body);
    case "attempt.resumed":
      return resumeAttempt(job, body);
    case "adapter.ready":
      return accept({ ...job, phase: "ready" });
    case "run.started":
      return accept({ ...job, phase: "running" });
    case "budget.reserved":
      return reserve(job, body);
    case "budget.settled":
      return settle(job, body);
    case "model.requested":
      return requestModel(job, body);
    case "model.settled":
      return settleModel(job, body);
    case "model.refused":
      return refuseModel(job, body);
    case "tool.requested":
      return requestTool(job, body);
    case "tool.refused":
      return refuseTool(job, body);
    case "tool.executing":
      return executeTool(job, body, at);
    case "tool.settled":
      return settleTool(job, body);
    case "tool.voided":
      return voidTool(job, body);
    case "approval.requested":
      return requestApproval(job, body);
    case "approval.decided":
      return decideApproval(job, body, at);
    case "checkpoint.saved":
      return saveCheckpoint(job, body);
    case "output.received":
      return receiveOutput(job, body);
    case "attempt.ended":
      return endAttempt(job, body);
    case "run.scored":
      return accept({ ...job, phase: "scored" });
    case "run.finished":
      return accept({ ...job, phase: "finished" });
    case "tool.observed":
    case "finding.noted":
    case "fault.fired":
    case "cancel.requested":
    case "protocol.violated":
      return accept(job);
    case "job.created":
    case "matrix.registered":
    case "block.admitted":
    case "block.settled":
    case "block.refused":
    case "look.registered":
    case "run.recorded":
    case "matrix.completed":
      return refuse("wrong_stream", { type: body.type }, "an event of a running job", body.type);
  }
}
