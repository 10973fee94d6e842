/** Executes one cell: adapter process, gateway session and tool host, every step in the ledger before it counts. */
import type { CaseContract } from "../contracts/case.ts";
import type { RuntimeEvent } from "../contracts/event.ts";
import type { ArtifactRef, Missing } from "../contracts/primitives.ts";
import type { RunResult } from "../contracts/run-result.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { evaluateRun } from "../core/evaluation/evaluate.ts";
import type { PreparedAdapter, Worker, WorkerSignal } from "../core/ports.ts";
import { runResult } from "../core/runs/run-result.ts";
import { decideEnd, type EndEvidence, type RunEnd } from "../core/runs/status.ts";
import { foldToolCalls } from "../core/runs/tool-calls.ts";
import { offerTools } from "../core/tools/offer.ts";
import { openingEvent, startPayload, systemText, workerEnvironment, type Cell, type MatrixRun } from "./cell.ts";
import { createModelGate, type ModelGate } from "./model-gate.ts";
import { createRecorder, RecordingRefused, type Recorder } from "./recorder.ts";
import { createToolHost, type ToolHost } from "./tool-host.ts";
import { chooseUpstream } from "./upstream.ts";

/** Runs a cell that has no events yet and returns its frozen RunResult. Never throws for what an agent does. */
export async function runCell(run: MatrixRun, cell: Cell, adapter: PreparedAdapter): Promise<RunResult> {
  const recorder = createRecorder(run.ledger, run.shell.clock, cell.run_id, run.writer);
  await recorder.append(openingEvent(run, cell));
  const attempt = await attemptCell(run, cell, adapter, recorder);
  return finishRun(run, cell, recorder, attempt);
}

/** Records a cell that could not be started at all, so that it is stated and not merely absent. */
export async function recordUnavailable(run: MatrixRun, cell: Cell, reason: "setup_failed" | "budget_not_reserved", message: string): Promise<RunResult> {
  const recorder = createRecorder(run.ledger, run.shell.clock, cell.run_id, run.writer);
  await recorder.append(openingEvent(run, cell), endedEvent(1, { status: "unavailable", reason, message }, { missing: "the run never started" }, null, {}, null));
  return finishRun(run, cell, recorder, null);
}

interface Attempt {
  readonly output: ArtifactRef | null;
}

async function attemptCell(run: MatrixRun, cell: Cell, adapter: PreparedAdapter, recorder: Recorder): Promise<Attempt> {
  const { shell } = run;
  const nonce = shell.entropy.hex(16);
  const scratch = shell.scratch();
  const tools = offerTools(cell.case, run.contracts.catalogue).tools;
  await recorder.append({
    type: "attempt.started",
    attempt: 1,
    lease_epoch: 1,
    holder: run.writer,
    isolation: shell.isolation,
    runtime: shell.runtime,
    packages: [...adapter.packages],
    lockfile_sha256: adapter.lockfile_sha256,
    framework: adapter.framework,
  });
  const gate = createModelGate({
    recorder,
    artifacts: run.artifacts,
    case: cell.case,
    system: systemText(cell),
    tools: tools.map(({ name, description, input_schema }) => ({ name, description, input_schema })),
    model: run.model,
    price: run.price,
    currency: run.contracts.pricing.currency,
    cap_pico: cell.cap_pico,
    upstream: (call, ordinal) => chooseUpstream(run, cell, call, ordinal),
  });
  const gateway = run.gateway.open(gate);
  const limits = cell.case.limits;
  const worker = shell.workers.start({
    argv: adapter.argv,
    cwd: adapter.cwd,
    env: workerEnvironment(shell, scratch.path, adapter),
    nonce,
    channel: "fd:3",
    idle_ms: Math.min(limits.wall_seconds * 1_000, 60_000),
    total_ms: limits.wall_seconds * 1_000,
    grace_ms: 2_000,
  });
  const host = createToolHost({ recorder, case: cell.case, tools, attempt: 1, send: (message) => worker.send(message) });
  const start = startPayload(run, cell, tools, gateway);
  const heard = await listen(run, recorder, worker, host, () => worker.send({ kind: "start", start }));
  await gateway.close();
  scratch.remove();
  return endAttempt(run, recorder, heard, gate, host);
}

interface Heard {
  result: { readonly status: "completed" | "failed"; readonly error: string } | null;
  output: ArtifactRef | null;
  violation: EndEvidence["violation"];
  deadline: EndEvidence["deadline"];
  storage_fault: string | null;
  exit: EndEvidence["exit"];
  log: Uint8Array;
  started: number | null;
  finished: number | null;
}

/** Reads the child's signals to the end. A ledger that refuses stops the child; nothing it does afterwards counts. */
async function listen(run: MatrixRun, recorder: Recorder, worker: Worker, host: ToolHost, start: () => void): Promise<Heard> {
  const heard: Heard = { result: null, output: null, violation: null, deadline: null, storage_fault: null, exit: { code: null, signal: null }, log: new Uint8Array(), started: null, finished: null };
  const serving: Promise<void>[] = [];
  const guard = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RecordingRefused)) throw error;
      heard.storage_fault ??= error.message;
      worker.stop("the ledger refused an event");
    }
  };
  for await (const signal of worker.signals) {
    if (signal.kind === "frame" && signal.frame.kind === "intent") {
      const intent = signal.frame;
      serving.push(guard(async () => host.serve(intent)));
      continue;
    }
    await guard(async () => hear(run, recorder, heard, signal, start));
  }
  await Promise.all(serving);
  return heard;
}

async function hear(run: MatrixRun, recorder: Recorder, heard: Heard, signal: WorkerSignal, start: () => void): Promise<void> {
  switch (signal.kind) {
    case "frame":
      await hearFrame(run, recorder, heard, signal.frame, start);
      return;
    case "violation":
      heard.violation ??= { code: signal.code, message: signal.message };
      await recorder.append({ type: "protocol.violated", code: signal.code, message: signal.message.slice(0, 2_000), frame: signal.frame });
      return;
    case "deadline":
      heard.deadline ??= signal.which;
      return;
    case "ended":
      heard.exit = { code: signal.exit_code, signal: signal.signal };
      heard.log = signal.log;
  }
}

async function hearFrame(run: MatrixRun, recorder: Recorder, heard: Heard, frame: Extract<WorkerSignal, { kind: "frame" }>["frame"], start: () => void): Promise<void> {
  if (frame.kind === "hello") {
    await recorder.append({ type: "adapter.ready", adapter: frame.adapter, protocol: frame.protocol }, { type: "run.started" });
    heard.started = run.shell.clock.monotonic();
    start();
  }
  if (frame.kind === "checkpoint") {
    const bytes = new TextEncoder().encode(JSON.stringify(frame.state));
    const artifact = await run.artifacts.put(bytes, { media_type: "application/json", role: "checkpoint" });
    await recorder.append({ type: "checkpoint.saved", stage: frame.stage, pending_operation_id: null, tool_name: null, arguments_sha256: null, artifact });
  }
  if (frame.kind === "result") {
    heard.finished = run.shell.clock.monotonic();
    heard.result = { status: frame.status, error: frame.error ?? "" };
    const artifact = await run.artifacts.put(new TextEncoder().encode(frame.output), { media_type: "text/plain", role: "final_output" });
    heard.output = artifact;
    await recorder.append({ type: "output.received", artifact, text: frame.output, sdk_usage: frame.usage });
  }
}

async function endAttempt(run: MatrixRun, recorder: Recorder, heard: Heard, gate: ModelGate, host: ToolHost): Promise<Attempt> {
  const end = decideEnd({
    storage_fault: heard.storage_fault,
    violation: heard.violation,
    contract_breach: gate.breach(),
    deadline: heard.deadline,
    cancelled: null,
    approval_pending: host.pending(),
    ambiguous: null,
    settlement_fault: null,
    last_model_call: gate.lastCall(),
    result: heard.result,
    exit: heard.exit,
  });
  const log = heard.log.length === 0 ? null : await run.artifacts.put(heard.log, { media_type: "text/plain", role: "adapter_log" });
  const duration = heard.started === null || heard.finished === null ? { missing: "there was no result frame" } : Math.round(heard.finished - heard.started);
  await recorder.append(endedEvent(1, end, duration, heard.exit, host.world(), log));
  return { output: heard.output };
}

function endedEvent(attempt: number, end: RunEnd, duration_ms: number | Missing, exit: EndEvidence["exit"] | null, world: CaseContract["world"], log: ArtifactRef | null): RuntimeEvent {
  return { type: "attempt.ended", attempt, ...end, exit_code: exit?.code ?? null, signal: exit?.signal ?? null, duration_ms, log, world };
}

/** Scores, reads the final output back, closes the stream and folds it. */
async function finishRun(run: MatrixRun, cell: Cell, recorder: Recorder, attempt: Attempt | null): Promise<RunResult> {
  const bodies = run.ledger.events(cell.run_id).map((event) => event.body);
  const ended = bodies.findLast((body) => body.type === "attempt.ended");
  const output = bodies.findLast((body) => body.type === "output.received");
  if (ended?.type === "attempt.ended" && ended.status === "completed") {
    const score = evaluateRun(
      cell.case.evaluator,
      {
        status: ended.status,
        final_output: output?.type === "output.received" ? output.text : { missing: "no output" },
        tool_calls: foldToolCalls(bodies),
        world: ended.world,
        output_format: cell.case.output.format,
        output_schema: cell.case.output.schema,
      },
      digestDocument("evaluator", cell.case.evaluator),
    );
    await recorder.append({ type: "run.scored", score });
  }
  const read = attempt?.output ? await run.artifacts.read(attempt.output) : null;
  await recorder.append({
    type: "run.finished",
    terminal_artifact_verified: read === null ? { missing: "the run gave no output" } : !("fault" in read),
    checkpoint_verified: await verifyCheckpoints(run, bodies),
  });
  return runResult(run.ledger.events(cell.run_id));
}

async function verifyCheckpoints(run: MatrixRun, bodies: readonly RuntimeEvent[]): Promise<boolean | Missing> {
  const saved = bodies.flatMap((body) => (body.type === "checkpoint.saved" ? [body.artifact] : []));
  if (saved.length === 0) return { missing: "no checkpoint was saved" };
  for (const artifact of saved) if ("fault" in (await run.artifacts.read(artifact))) return false;
  return true;
}
