/** The life of one cell as a pure reducer: a state exists only if an event led to it and the event was legal there. */
import type { EventType } from "../../contracts/event.ts";
import { decideApproval, requestApproval } from "./approvals.ts";
import { createJob, endAttempt, receiveOutput, saveCheckpoint, startAttempt } from "./attempts.ts";
import { reserve, settle } from "./budget.ts";
import { refuseModel, requestModel, settleModel } from "./model-calls.ts";
import type { Step } from "./refusal.ts";
import { accept, refuse } from "./refusal.ts";
import type { JobPhase, JobSnapshot, StreamEvent } from "./snapshot.ts";
import { executeTool, refuseTool, requestTool, settleTool } from "./tool-calls.ts";

const open: readonly JobPhase[] = ["attempting", "ready", "running"];
const running: readonly JobPhase[] = ["running"];
/** What was begun in a run may be closed after it: a late receipt, a settlement at worst case. */
const closing: readonly JobPhase[] = ["running", "ended"];
const beforeScore: readonly JobPhase[] = ["created", ...open, "ended"];

const legalPhases: Partial<Record<EventType, readonly JobPhase[]>> = {
  "attempt.started": ["created", "ended"],
  "adapter.ready": ["attempting"],
  "run.started": ["attempting", "ready"],
  "budget.reserved": running,
  "budget.settled": closing,
  "model.requested": running,
  "model.settled": closing,
  "model.refused": [...open, "ended"],
  "tool.requested": running,
  "tool.refused": closing,
  "tool.executing": running,
  "tool.settled": closing,
  "tool.observed": closing,
  "approval.requested": running,
  "approval.decided": closing,
  "checkpoint.saved": running,
  "fault.fired": beforeScore,
  "finding.noted": beforeScore,
  "cancel.requested": beforeScore,
  "protocol.violated": beforeScore,
  "output.received": running,
  "attempt.ended": ["created", ...open],
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
  const step = apply(job, body);
  return step.ok ? accept({ ...step.snapshot, revision: sequence }) : step;
}

function apply(job: JobSnapshot, body: StreamEvent["body"]): Step<JobSnapshot> {
  switch (body.type) {
    case "attempt.started":
      return startAttempt(job, body);
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
      return executeTool(job, body);
    case "tool.settled":
      return settleTool(job, body);
    case "approval.requested":
      return requestApproval(job, body);
    case "approval.decided":
      return decideApproval(job, body);
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
