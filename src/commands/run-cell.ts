/** Executes one cell: adapter process, gateway session and tool host, every step in the ledger before it counts. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { ArtifactRef, Digest, Missing } from "../contracts/primitives.ts";
import type { RunResult } from "../contracts/run-result.ts";
import type { CrashPort } from "../core/crash-points.ts";
import type { FrozenContracts } from "../core/planning/bind-contracts.ts";
import type { PreparedAdapter, Shell } from "../core/ports.ts";
import { countEffects } from "../core/recovery/close-attempt.ts";
import { decideEnd, type EndEvidence, type RunEnd } from "../core/runs/status.ts";
import { offerTools } from "../core/tools/offer.ts";
import { firstAttempt, openPassingWorld, wholeTime, type Attempt } from "./attempt.ts";
import {
  openingEvent,
  resumeContracts,
  modelsFor,
  startPayload,
  systemText,
  workerEnvironment,
  type Cell,
  type MatrixRun,
} from "./cell.ts";
import { aloneTime } from "./crew.ts";
import { finishRun } from "./finish-run.ts";
import { listen, type Heard } from "./listen.ts";
import { createModelGate, type ModelGate } from "./model-gate.ts";
import { watchPatience } from "./patience.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { readyAttempt, type ResumedFrom } from "./recover.ts";
import { noteRestart, resumedEvent } from "./restart-events.ts";
import { createToolHost, type ToolHost } from "./tool-host.ts";
import { chooseUpstream } from "./upstream.ts";

/** How far a cell came: to its result, or to a point where a person has to decide. */
export type CellEnd =
  | { readonly kind: "result"; readonly result: RunResult }
  | { readonly kind: "waiting"; readonly run_id: string; readonly message: string };

/** Runs a cell, or goes on with what a stopped host left of it. Never throws for what an agent does. */
export async function runCell(
  run: MatrixRun,
  cell: Cell,
  adapter: PreparedAdapter,
): Promise<CellEnd> {
  const recorder = createRecorder(run.ledger, run.shell.clock, cell.run_id, run.writer);
  if (recorder.revision() === 0) await recorder.append(openingEvent(run, cell));
  const { crashPoint } = run.shell;
  const world = run.openWorld(cell);
  const contracts_sha256 = resumeContracts(run, cell, adapter);
  const restart = { contracts_sha256, suspendable: true, repeatable: () => true };
  const ready = await readyAttempt(run, cell, recorder, world, restart);
  const { run_id } = cell;
  if (ready.kind === "waiting") return { kind: "waiting", run_id, message: ready.message };
  if (ready.kind === "finish")
    return { kind: "result", result: await finishRun(run, cell, recorder, ready.output) };
  if (ready.kind === "unusable") {
    const { attempt, message, closing } = ready;
    await recorder.append(
      ...(closing ?? [startedEvent(run, adapter, attempt, undefined)]),
      endedEvent(
        attempt,
        { status: "failed", reason: "checkpoint_unusable", message },
        { missing: "the attempt never went on" },
        null,
        null,
      ),
    );
    return { kind: "result", result: await finishRun(run, cell, recorder, null) };
  }
  const { attempt, resumed, resumed_from } = ready;
  await recorder.append(
    resumed
      ? resumedEvent(run, attempt, resumed_from)
      : startedEvent(run, adapter, attempt, resumed_from),
    ...noteRestart(attempt, resumed, resumed_from),
  );
  crashPoint("recover.after-start");
  const ended = await attemptCell(run, cell, adapter, { recorder, attempt, contracts_sha256 });
  if (ended.kind === "waiting") return { kind: "waiting", run_id, message: ended.message };
  return { kind: "result", result: await finishRun(run, cell, recorder, ended.output) };
}

/** Ends a cell that a stopped host left open and that can't be started again. */
export async function closeCell(
  run: Pick<MatrixRun, "ledger" | "artifacts" | "writer" | "openWorld"> & {
    readonly shell: Pick<Shell, "clock"> & Partial<CrashPort>;
    readonly contracts: Pick<FrozenContracts, "catalogue">;
  },
  cell: Pick<Cell, "run_id" | "case">,
): Promise<CellEnd> {
  const recorder = createRecorder(run.ledger, run.shell.clock, cell.run_id, run.writer);
  const ready = await readyAttempt(run, cell, recorder, run.openWorld(cell), {
    contracts_sha256: "",
    suspendable: true,
    repeatable: () => false,
  });
  if (ready.kind === "finish")
    return { kind: "result", result: await finishRun(run, cell, recorder, ready.output) };
  const message =
    ready.kind === "waiting" ? ready.message : "its candidate can't be set up, so it can't go on";
  return { kind: "waiting", run_id: cell.run_id, message };
}

/** Records a cell that could not be started at all, so that it is stated and not merely absent. */
export async function recordUnavailable(
  run: MatrixRun,
  cell: Cell,
  reason: "setup_failed" | "budget_not_reserved",
  message: string,
): Promise<RunResult> {
  const recorder = createRecorder(run.ledger, run.shell.clock, cell.run_id, run.writer);
  if (recorder.revision() === 0) await recorder.append(openingEvent(run, cell));
  await recorder.append(
    endedEvent(
      firstAttempt(openPassingWorld({})),
      { status: "unavailable", reason, message },
      { missing: "the run never started" },
      null,
      null,
    ),
  );
  return finishRun(run, cell, recorder, null);
}

interface Begun {
  readonly recorder: Recorder;
  readonly attempt: Attempt;
  readonly contracts_sha256: Digest;
}

type AttemptEnd =
  | { readonly kind: "ended"; readonly output: ArtifactRef | null }
  | { readonly kind: "waiting"; readonly message: string };

async function attemptCell(
  run: MatrixRun,
  cell: Cell,
  adapter: PreparedAdapter,
  { recorder, attempt, contracts_sha256 }: Begun,
): Promise<AttemptEnd> {
  const { shell } = run;
  const nonce = shell.entropy.hex(16);
  const scratch = shell.scratch();
  const tools = offerTools(cell.case, run.contracts.catalogue).tools;
  const patience = watchPatience(shell.clock, cell.case.limits.wall_seconds);
  const gate = createModelGate({
    recorder,
    artifacts: run.artifacts,
    case: cell.case,
    contract: {
      system: systemText(cell),
      tools: tools.map(({ name, description, input_schema }) => ({
        name,
        description,
        input_schema,
      })),
    },
    models: modelsFor(run, cell.candidate),
    currency: run.contracts.pricing.currency,
    cap_pico: cell.cap_pico,
    begun: attempt,
    crashPoint: shell.crashPoint,
    upstream: (call, ordinal, model) => {
      patience.asked();
      return chooseUpstream(run, cell, call, ordinal, model);
    },
  });
  const gateway = run.gateway.open(gate);
  const limits = cell.case.limits;
  const worker = run.workers.start({
    argv: adapter.argv,
    cwd: adapter.cwd,
    env: workerEnvironment(shell, scratch.path, adapter),
    nonce,
    channel: "fd:3",
    idle_ms: Math.min(limits.wall_seconds * 1_000, 60_000),
    total_ms: limits.wall_seconds * 1_000,
    grace_ms: 2_000,
  });
  const host = createToolHost({
    recorder,
    case: cell.case,
    tools: run.contracts.catalogue.tools,
    attempt,
    now: () => shell.clock.now(),
    crashPoint: shell.crashPoint,
    suspend: () => worker.stop("a call waits for a person"),
    send: (message) => worker.send(message),
    redact: (text) => run.redactor.redactText(text),
  });
  const start = { ...startPayload(run, cell, tools, gateway), checkpoint: attempt.checkpoint };
  const heard = await listen(run, recorder, worker, host, {
    contracts_sha256,
    start: () => worker.send({ kind: "start", start }),
    unanswered: () => patience.waited(gate.inFlight()),
  });
  await gateway.close();
  scratch.remove();
  await host.close();
  const pending = host.pending();
  if (
    pending !== null &&
    heard.violation === null &&
    recorder.fault() === null &&
    heard.host_fault === null
  ) {
    await recorder.append({
      type: "attempt.suspended",
      attempt: attempt.number,
      reason: "approval_pending",
      message: pending.slice(0, 2_000).toWellFormed(),
    });
    return { kind: "waiting", message: pending };
  }
  const output = await endAttempt(run, cell.run_id, { recorder, attempt }, heard, gate, host);
  return { kind: "ended", output };
}

async function endAttempt(
  run: MatrixRun,
  run_id: string,
  { recorder, attempt }: Pick<Begun, "recorder" | "attempt">,
  heard: Heard,
  gate: ModelGate,
  host: ToolHost,
): Promise<ArtifactRef | null> {
  const end = decideEnd({
    storage_fault: recorder.fault() ?? heard.host_fault,
    violation: heard.violation,
    contract_breach: gate.breach(),
    deadline: heard.deadline,
    unanswered: heard.unanswered,
    cancelled: null,
    approval_pending: host.pending(),
    ambiguous: null,
    conflict: host.conflict(),
    settlement_fault: gate.settlementFault(),
    last_model_call: gate.lastCall(),
    result: heard.result,
    exit: heard.exit,
  });
  const log =
    heard.log.length === 0
      ? null
      : await run.artifacts.put(heard.log, { media_type: "text/plain", role: "adapter_log" });
  const duration =
    heard.started === null || heard.finished === null
      ? { missing: "there was no result frame" }
      : aloneTime(run, run_id, Math.round(heard.finished - heard.started));
  await recorder.append(endedEvent(attempt, end, duration, heard.exit, log));
  run.shell.crashPoint("run.after-end");
  return heard.output;
}

function endedEvent(
  attempt: Attempt,
  end: RunEnd,
  duration_ms: number | Missing,
  exit: EndEvidence["exit"] | null,
  log: ArtifactRef | null,
): RuntimeEvent {
  return {
    type: "attempt.ended",
    attempt: attempt.number,
    ...end,
    exit_code: exit?.code ?? null,
    signal: exit?.signal ?? null,
    duration_ms: wholeTime(attempt, duration_ms),
    log,
    world: attempt.world.state(),
    effects: countEffects(attempt.world.effects()),
  };
}

function startedEvent(
  run: MatrixRun,
  adapter: PreparedAdapter,
  attempt: Attempt,
  resumed_from: ResumedFrom,
): RuntimeEvent {
  return {
    type: "attempt.started",
    attempt: attempt.number,
    lease_epoch: attempt.epoch,
    holder: run.writer,
    isolation: run.isolation,
    runtime: run.shell.runtime,
    packages: [...adapter.packages],
    lockfile_sha256: adapter.lockfile_sha256,
    framework: adapter.framework,
    ...(resumed_from === undefined ? {} : { resumed_from }),
  };
}
