/** Brings a cell to where it can go on: closes what a stopped host left open, asks the world, finds the checkpoint. */
import type { RuntimeEvent, StoredEvent } from "../contracts/event.ts";
import type { ArtifactRef, Digest, Json } from "../contracts/primitives.ts";
import type { ToolDefinition } from "../contracts/tool-catalogue.ts";
import { neverCrash, type CrashPort } from "../core/crash-points.ts";
import { digestBytes } from "../core/digest/digest.ts";
import { replayStream } from "../core/lifecycle/audit.ts";
import type { JobSnapshot } from "../core/lifecycle/snapshot.ts";
import { lookup } from "../core/lifecycle/snapshot.ts";
import type { FrozenContracts } from "../core/planning/bind-contracts.ts";
import {
  callsInDoubt,
  closeAttempt,
  closeStanding,
  type WorldAnswer,
} from "../core/recovery/close-attempt.ts";
import { isPast, nextStep, type WaitingCall } from "../core/recovery/next-step.ts";
import { toolHistory, type ToolHistory } from "../core/recovery/tool-history.ts";
import { effectiveHistory } from "../core/runs/effective-history.ts";
import { digestToolRequest } from "../core/tools/decide.ts";
import { undeclaredTool } from "../core/tools/own-tools.ts";
import type { World } from "../core/world-port.ts";
import { firstAttempt, type Attempt } from "./attempt.ts";
import type { Cell, MatrixRun } from "./cell.ts";
import type { Recorder } from "./recorder.ts";
import { reservation } from "./reservation.ts";

export type ResumedFrom = Extract<RuntimeEvent, { type: "attempt.started" }>["resumed_from"];

/** `finish`: nothing is left to do but to score and fold. `waiting`: a person has to decide first. */
export type Ready =
  | {
      readonly kind: "attempt";
      readonly attempt: Attempt;
      readonly resumed: boolean;
      readonly resumed_from: ResumedFrom;
    }
  | { readonly kind: "finish"; readonly output: ArtifactRef | null }
  | {
      readonly kind: "unusable";
      readonly attempt: Attempt;
      readonly message: string;
      /** What a suspended attempt still holds, closed; null where a new attempt has to be started to say it. */
      readonly closing: readonly RuntimeEvent[] | null;
    }
  | { readonly kind: "waiting"; readonly message: string };

/** What a cell's own kind says about starting it again. */
export interface Restart {
  /** Of plan, case, candidate and its packages: what a checkpoint was made under. */
  readonly contracts_sha256: Digest;
  /** Whether an attempt can wait for a person without its process. */
  readonly suspendable: boolean;
  /** Whether a part of the run may be done again; asked only after the host was stopped in it. */
  repeatable(bodies: readonly RuntimeEvent[]): boolean;
}

type Host = Pick<MatrixRun, "ledger" | "artifacts"> & {
  readonly contracts: Pick<FrozenContracts, "catalogue">;
  readonly shell: { readonly clock: { now(): string } } & Partial<CrashPort>;
};

/** Each round appends whole steps, so a host that is stopped in here is recovered in the same way. */
export async function readyAttempt(
  run: Host,
  cell: Pick<Cell, "run_id">,
  recorder: Recorder,
  world: World,
  restart: Restart,
): Promise<Ready> {
  const { crashPoint = neverCrash } = run.shell;
  for (;;) {
    const events = run.ledger.events(cell.run_id);
    const bodies = events.map((event) => event.body);
    const job = jobOf(events, cell.run_id);
    const now = run.shell.clock.now();
    const step = nextStep(job, now);
    switch (step.kind) {
      case "start":
        return {
          kind: "attempt",
          attempt: firstAttempt(world),
          resumed: false,
          resumed_from: undefined,
        };
      case "close": {
        crashPoint("recover.before-close");
        const answers = askWorld(job, bodies, run.contracts.catalogue.tools, world);
        const { suspendable } = restart;
        const left = {
          state: world.state(),
          effects: world.effects(),
          stops: countStops(bodies),
        };
        await recorder.append(...closeAttempt(job, answers, { suspendable, ...left }));
        crashPoint("recover.after-close");
        break;
      }
      case "wait":
        return { kind: "waiting", message: waitingWords(step.waiting, job) };
      case "resume":
        await closeRefused(recorder, job, step.waiting, now);
        return continueFrom(run, cell, world, restart, { number: job.attempt, resumed: true });
      case "retry":
        if (!restart.repeatable(bodies)) return { kind: "finish", output: outputOf(bodies) };
        return continueFrom(run, cell, world, restart, {
          number: job.attempt + 1,
          resumed: false,
        });
      case "finish":
      case "done":
        return { kind: "finish", output: outputOf(bodies) };
    }
  }
}

function jobOf(events: readonly StoredEvent[], job_id: string): JobSnapshot {
  const { snapshot, fault } = replayStream(events);
  if (fault !== null || snapshot?.kind !== "job")
    throw new Error(`The stream of ${job_id} can't be replayed: ${fault?.message ?? "no job"}`);
  return snapshot;
}

/** Asked by key, where the tool says that it can be; a program's own tools are out of the host's reach. */
function askWorld(
  job: JobSnapshot,
  bodies: readonly RuntimeEvent[],
  tools: readonly ToolDefinition[],
  world: World,
): ReadonlyMap<string, WorldAnswer> {
  const answers = new Map<string, WorldAnswer>();
  const own = new Set(
    bodies.flatMap((body) =>
      body.type === "tool.requested" && body.runs_in === "program" ? [body.operation_id] : [],
    ),
  );
  for (const [operation_id, { name, idempotency_key }] of callsInDoubt(job)) {
    const tool = tools.find((one) => one.name === name);
    if (tool?.reconcile !== "by_key" || own.has(operation_id)) continue;
    const found = world.effects().find((one) => one.idempotency_key === idempotency_key);
    if (found === undefined) {
      answers.set(operation_id, { kind: "none" });
      continue;
    }
    const { request_sha256, output, is_error, effects } = found;
    const receipt = { request_sha256, output, is_error, effects };
    answers.set(operation_id, {
      kind: "took_effect",
      ...receipt,
      output_sha256: digestBytes(output),
    });
  }
  return answers;
}

/** What was rejected, or stood too long, is closed before the agent is told. */
async function closeRefused(
  recorder: Recorder,
  job: JobSnapshot,
  waiting: readonly WaitingCall[],
  now: string,
): Promise<void> {
  for (const call of waiting) {
    const late = isPast(call, now);
    if (call.decision === "approved" && !late) continue;
    const { operation_id, approval_id } = call;
    const asked = lookup(job.approvals, approval_id);
    const operation = lookup(job.operations, operation_id);
    if (asked === undefined || operation === undefined) continue;
    const { action, arguments_sha256, attempt, revision } = asked;
    const tuple = { approval_id, operation_id, action, arguments_sha256, attempt, revision };
    const expired: RuntimeEvent[] =
      call.decision === null
        ? [{ type: "approval.decided", ...tuple, decision: "expired", approver: "clock" }]
        : [];
    const rejected = call.decision === "rejected";
    await recorder.append(
      ...expired,
      {
        type: "tool.refused",
        operation_id,
        tool_call_id: null,
        name: operation.name,
        arguments_sha256,
        code: rejected ? "approval_rejected" : "approval_expired",
        message: rejected
          ? `this call of ${operation.name} was rejected`
          : `the approval of ${operation.name} expired at ${call.expires_at ?? "an unknown time"}`,
      },
      { ...reservation({ operation_id }, "budget.settled"), tool_calls: 0 },
    );
  }
}

async function continueFrom(
  run: Host,
  cell: Pick<Cell, "run_id">,
  world: World,
  restart: Restart,
  { number, resumed }: { readonly number: number; readonly resumed: boolean },
): Promise<Ready> {
  const events = run.ledger.events(cell.run_id);
  const bodies = events.map((event) => event.body);
  const job = jobOf(events, cell.run_id);
  const tools = new Map(run.contracts.catalogue.tools.map((tool) => [tool.name, tool]));
  const history = toolHistory(bodies, (name, arguments_sha256) =>
    digestToolRequest(tools.get(name) ?? undeclaredTool(name), arguments_sha256),
  );
  const saved = await readCheckpoint(run, bodies, restart.contracts_sha256);
  const attempt: Attempt = {
    number,
    epoch: job.lease_epoch + 1,
    history: { ...history, deeds: deedsToAskAgain(history, saved) },
    world,
    ordinal: job.model_ordinal,
    spent_pico: BigInt(job.settled.cost_pico),
    whole: !resumed,
    checkpoint: null,
  };
  if (saved === null) return { kind: "attempt", attempt, resumed, resumed_from: undefined };
  if (!saved.ok) {
    const closing = resumed ? closeStanding(job) : null;
    return { kind: "unusable", attempt, message: saved.message, closing };
  }
  const { checkpoint, resumed_from } = saved;
  return {
    kind: "attempt",
    attempt: { ...attempt, whole: false, checkpoint },
    resumed,
    resumed_from,
  };
}

/** What was done before the checkpoint is part of its state: nobody asks for it again. */
function deedsToAskAgain(
  { deeds }: ToolHistory,
  saved: ReadCheckpoint | null,
): ToolHistory["deeds"] {
  if (saved?.ok !== true) return deeds;
  const { resumed_from, pending_operation_id } = saved;
  // One that the checkpoint calls open will be asked for again, wherever its receipt lies.
  return new Map(
    [...deeds].filter(
      ([, { sequence, operation_id }]) =>
        sequence > resumed_from.sequence || operation_id === pending_operation_id,
    ),
  );
}

type Saved = Extract<RuntimeEvent, { type: "checkpoint.saved" }>;
type ReadCheckpoint =
  | {
      readonly ok: true;
      readonly checkpoint: { readonly stage: string; readonly state: Json };
      readonly resumed_from: NonNullable<ResumedFrom>;
      readonly pending_operation_id: string | null;
    }
  | { readonly ok: false; readonly message: string };

/** The newest one that the run still rests on. A checkpoint that can't be trusted is refused, never skipped for an older one. */
async function readCheckpoint(
  run: Host,
  bodies: readonly RuntimeEvent[],
  contracts_sha256: Digest,
): Promise<ReadCheckpoint | null> {
  const last = effectiveHistory(bodies).findLast(
    (body): body is Saved => body.type === "checkpoint.saved",
  );
  if (last === undefined) return null;
  const { stage, artifact } = last;
  const refuse = (why: string): ReadCheckpoint => ({
    ok: false,
    message: `the checkpoint of stage ${stage} can't be used: ${why}`,
  });
  if (artifact.role !== "checkpoint") return refuse(`its artifact has role ${artifact.role}`);
  if (last.contracts_sha256 !== contracts_sha256)
    return refuse(
      `it was made under ${last.contracts_sha256 ?? "contracts that were not recorded"}; plan, case and packages now give ${contracts_sha256}`,
    );
  const bytes = await run.artifacts.read(artifact);
  if ("fault" in bytes) return refuse(bytes.message);
  const state: Json = JSON.parse(new TextDecoder().decode(bytes));
  const sequence = bodies.lastIndexOf(last) + 1;
  return {
    ok: true,
    checkpoint: { stage, state },
    resumed_from: { stage, sequence, sha256: artifact.sha256 },
    pending_operation_id: last.pending_operation_id,
  };
}

/** How often the present attempt was put aside because its host was stopped. */
function countStops(bodies: readonly RuntimeEvent[]): number {
  const start = bodies.findLastIndex((body) => body.type === "attempt.started");
  return bodies
    .slice(start)
    .filter((body) => body.type === "attempt.suspended" && body.reason === "host_stopped").length;
}

function waitingWords(waiting: readonly WaitingCall[], job: JobSnapshot): string {
  const open = waiting.filter((one) => one.decision === null);
  const names = open.map(
    ({ operation_id }) => lookup(job.operations, operation_id)?.name ?? operation_id,
  );
  return `${names.join(", ")} waits for a person's approval`;
}

function outputOf(bodies: readonly RuntimeEvent[]): ArtifactRef | null {
  const output = bodies.findLast((body) => body.type === "output.received");
  return output?.type === "output.received" ? output.artifact : null;
}
