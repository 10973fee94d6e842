/** Executes one cell: adapter process, gateway session and tool host, every step in the ledger before it counts. */
import type { CaseContract } from "../contracts/case.ts";
import type { RuntimeEvent } from "../contracts/event.ts";
import type { ArtifactRef, Missing } from "../contracts/primitives.ts";
import type { RunResult } from "../contracts/run-result.ts";
import type { PreparedAdapter } from "../core/ports.ts";
import { decideEnd, type EndEvidence, type RunEnd } from "../core/runs/status.ts";
import { offerTools } from "../core/tools/offer.ts";
import {
  openingEvent,
  startPayload,
  systemText,
  workerEnvironment,
  type Cell,
  type MatrixRun,
} from "./cell.ts";
import { finishRun } from "./finish-run.ts";
import { listen, type Heard } from "./listen.ts";
import { createModelGate, type ModelGate } from "./model-gate.ts";
import { watchPatience } from "./patience.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { createToolHost, type ToolHost } from "./tool-host.ts";
import { chooseUpstream } from "./upstream.ts";

/** Runs a cell that has no events yet and returns its frozen RunResult. Never throws for what an agent does. */
export async function runCell(
  run: MatrixRun,
  cell: Cell,
  adapter: PreparedAdapter,
): Promise<RunResult> {
  const recorder = createRecorder(run.ledger, run.shell.clock, cell.run_id, run.writer);
  await recorder.append(openingEvent(run, cell));
  const output = await attemptCell(run, cell, adapter, recorder);
  return finishRun(run, cell, recorder, output);
}

/** Records a cell that could not be started at all, so that it is stated and not merely absent. */
export async function recordUnavailable(
  run: MatrixRun,
  cell: Cell,
  reason: "setup_failed" | "budget_not_reserved",
  message: string,
): Promise<RunResult> {
  const recorder = createRecorder(run.ledger, run.shell.clock, cell.run_id, run.writer);
  await recorder.append(
    openingEvent(run, cell),
    endedEvent(
      1,
      { status: "unavailable", reason, message },
      { missing: "the run never started" },
      null,
      {},
      null,
    ),
  );
  return finishRun(run, cell, recorder, null);
}

async function attemptCell(
  run: MatrixRun,
  cell: Cell,
  adapter: PreparedAdapter,
  recorder: Recorder,
): Promise<ArtifactRef | null> {
  const { shell } = run;
  const nonce = shell.entropy.hex(16);
  const scratch = shell.scratch();
  const tools = offerTools(cell.case, run.contracts.catalogue).tools;
  await recorder.append({
    type: "attempt.started",
    attempt: 1,
    lease_epoch: 1,
    holder: run.writer,
    isolation: run.isolation,
    runtime: shell.runtime,
    packages: [...adapter.packages],
    lockfile_sha256: adapter.lockfile_sha256,
    framework: adapter.framework,
  });
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
    models: run.prices,
    currency: run.contracts.pricing.currency,
    cap_pico: cell.cap_pico,
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
    attempt: 1,
    send: (message) => worker.send(message),
    redact: (text) => run.redactor.redactText(text),
  });
  const start = startPayload(run, cell, tools, gateway);
  const heard = await listen(run, recorder, worker, host, {
    start: () => worker.send({ kind: "start", start }),
    unanswered: () => patience.waited(gate.inFlight()),
  });
  await gateway.close();
  scratch.remove();
  return endAttempt(run, recorder, heard, gate, host);
}

async function endAttempt(
  run: MatrixRun,
  recorder: Recorder,
  heard: Heard,
  gate: ModelGate,
  host: ToolHost,
): Promise<ArtifactRef | null> {
  const end = decideEnd({
    storage_fault: recorder.fault(),
    violation: heard.violation,
    contract_breach: gate.breach(),
    deadline: heard.deadline,
    unanswered: heard.unanswered,
    cancelled: null,
    approval_pending: host.pending(),
    ambiguous: null,
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
      : Math.round(heard.finished - heard.started);
  await recorder.append(endedEvent(1, end, duration, heard.exit, host.world(), log));
  return heard.output;
}

function endedEvent(
  attempt: number,
  end: RunEnd,
  duration_ms: number | Missing,
  exit: EndEvidence["exit"] | null,
  world: CaseContract["world"],
  log: ArtifactRef | null,
): RuntimeEvent {
  return {
    type: "attempt.ended",
    attempt,
    ...end,
    exit_code: exit?.code ?? null,
    signal: exit?.signal ?? null,
    duration_ms,
    log,
    world,
  };
}
