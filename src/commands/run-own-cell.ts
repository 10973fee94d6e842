/** Executes one cell of the user's own program: unchanged, in its checkout, with the gateway as its only provider. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { AnswerTake } from "../contracts/matrix.ts";
import type { ArtifactRef, JsonObject, Missing } from "../contracts/primitives.ts";
import type { RunResult } from "../contracts/run-result.ts";
import { takeAnswer } from "../core/own/answer.ts";
import { lastWords } from "../core/own/last-words.ts";
import { createToolObserver, type ObservedTool } from "../core/own/observed-tools.ts";
import type { GatewaySession, ProgramEnd } from "../core/ports.ts";
import { countEffects } from "../core/recovery/close-attempt.ts";
import { decideEnd, type EndEvidence, type RunEnd } from "../core/runs/status.ts";
import { digestArguments } from "../core/tools/digest-arguments.ts";
import { isOwnTool } from "../core/tools/own-tools.ts";
import { operationPrefix, wholeTime, type Attempt } from "./attempt.ts";
import { modelsFor, openingEvent, resumeContracts, type Cell, type MatrixRun } from "./cell.ts";
import { aloneTime } from "./crew.ts";
import { finishRun } from "./finish-run.ts";
import { createModelGate, type ModelGate } from "./model-gate.ts";
import { inputText, ownEnvironment } from "./own-environment.ts";
import { watchPatience } from "./patience.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { readyAttempt } from "./recover.ts";
import { noteRestart } from "./restart-events.ts";
import type { CellEnd } from "./run-cell.ts";
import { hookWords, runHook } from "./run-hook.ts";
import { openToolDesk } from "./tool-desk.ts";
import type { ToolHost } from "./tool-host.ts";
import { chooseUpstream } from "./upstream.ts";

type Argv = readonly [string, ...string[]];

/** One checkout, set up once. `findings` are noted in every run of it. */
export interface PreparedProgram {
  readonly argv: Argv;
  readonly cwd: string;
  readonly home: string;
  readonly temporary: string;
  readonly reset: Argv | null;
  readonly snapshot: Argv | null;
  readonly take: AnswerTake;
  /** The agent's own variables, with their values. */
  readonly variables: Readonly<Record<string, string>>;
  readonly framework: { readonly name: string; readonly version: string | Missing };
  readonly packages: readonly { readonly name: string; readonly version: string }[];
  readonly lockfile_sha256: string | Missing;
  readonly findings: readonly {
    readonly code: string;
    readonly message: string;
    readonly fix: string;
  }[];
}

const stdoutCap = 1_048_576;

export async function runOwnCell(
  run: MatrixRun,
  cell: Cell,
  program: PreparedProgram,
): Promise<CellEnd> {
  const recorder = createRecorder(run.ledger, run.shell.clock, cell.run_id, run.writer);
  if (recorder.revision() === 0) await recorder.append(openingEvent(run, cell));
  const world = run.openWorld(cell);
  const restart = {
    contracts_sha256: resumeContracts(run, cell, program),
    suspendable: false,
    repeatable: didNothing,
  };
  const ready = await readyAttempt(run, cell, recorder, world, restart);
  if (ready.kind === "waiting")
    return { kind: "waiting", run_id: cell.run_id, message: ready.message };
  const result =
    ready.kind === "attempt"
      ? await attemptProgram(run, cell, program, { recorder, attempt: ready.attempt })
      : await finishRun(run, cell, recorder, ready.kind === "finish" ? ready.output : null);
  return { kind: "result", result };
}

/** What a program's own tools did is out of our reach: only one that had called none can be started again. */
function didNothing(bodies: readonly RuntimeEvent[]): boolean {
  return bodies.every(
    (body) =>
      body.type !== "tool.requested" &&
      body.type !== "tool.observed" &&
      !(body.type === "model.settled" && body.calls.length > 0),
  );
}

interface Begun {
  readonly recorder: Recorder;
  readonly attempt: Attempt;
}

async function attemptProgram(
  run: MatrixRun,
  cell: Cell,
  program: PreparedProgram,
  { recorder, attempt }: Begun,
): Promise<RunResult> {
  await recorder.append(
    startedEvent(run, program, attempt),
    ...noteRestart(attempt, false, undefined),
  );
  for (const finding of attempt.epoch === 1 ? program.findings : [])
    await recorder.append({ type: "finding.noted", ...finding });
  const reset = await runHook(run, program, program.reset);
  if (reset !== null && reset.exit_code !== 0) {
    await recorder.append(
      endedEvent(
        attempt,
        { status: "failed", reason: "setup_failed", message: `the reset hook ${hookWords(reset)}` },
        { missing: "the program was not started" },
        null,
        {},
        null,
      ),
    );
    return finishRun(run, cell, recorder, null);
  }
  await recorder.append({ type: "run.started" });
  const observer = createToolObserver();
  let seen = 0;
  const note = async (tools: readonly ObservedTool[]): Promise<void> => {
    for (const tool of tools) {
      seen += 1;
      await noteTool(recorder, tool, `${operationPrefix(attempt)}observed-${seen}`);
    }
  };
  const patience = watchPatience(run.shell.clock, cell.case.limits.wall_seconds);
  const gate = createModelGate({
    recorder,
    artifacts: run.artifacts,
    case: cell.case,
    contract: null,
    models: modelsFor(run, cell.candidate),
    currency: run.contracts.pricing.currency,
    cap_pico: cell.cap_pico,
    begun: attempt,
    crashPoint: run.shell.crashPoint,
    upstream: (call, ordinal, model) => {
      patience.asked();
      return chooseUpstream(run, cell, call, ordinal, model);
    },
    observe: {
      request: async (messages) => note(observer.request(messages)),
      response: (outcome) => {
        patience.settled(outcome);
        observer.response(outcome);
      },
    },
  });
  const { desk, host } = openToolDesk({
    recorder,
    case: cell.case,
    attempt,
    now: () => run.shell.clock.now(),
    crashPoint: run.shell.crashPoint,
    tools: run.contracts.catalogue.tools,
    redact: (text) => run.redactor.redactText(text),
  });
  const session = run.gateway.open(gate, desk);
  const scratch = run.shell.scratch();
  const ended = await runProgram(run, cell, program, session, scratch);
  await session.close();
  await host.close();
  const unanswered = ended.timed_out ? patience.waited(gate.inFlight()) : null;
  await note(observer.rest());
  const output = await conclude(
    run,
    cell.run_id,
    program,
    { recorder, attempt },
    gate,
    host,
    ended,
    unanswered,
    scratch.read("answer"),
  );
  scratch.remove();
  return finishRun(run, cell, recorder, output);
}

async function runProgram(
  run: MatrixRun,
  cell: Cell,
  program: PreparedProgram,
  session: GatewaySession,
  scratch: ReturnType<MatrixRun["shell"]["scratch"]>,
): Promise<ProgramEnd> {
  const input = inputText(cell.case);
  const caseFile = scratch.write("case.json", input);
  return run.programs.run({
    argv: program.argv,
    cwd: program.cwd,
    env: ownEnvironment(
      run.shell,
      program,
      {
        base_url: session.base_url,
        token: session.token,
        tools_url: session.tools_url,
        case_file: caseFile,
        output_file: scratch.locate("answer"),
        run_id: cell.run_id,
      },
      program.variables,
    ),
    stdin: input,
    nonce: run.shell.entropy.hex(16),
    total_ms: cell.case.limits.wall_seconds * 1_000,
    stdout_cap: stdoutCap,
  });
}

async function conclude(
  run: MatrixRun,
  run_id: string,
  program: PreparedProgram,
  { recorder, attempt }: Begun,
  gate: ModelGate,
  host: ToolHost,
  ended: ProgramEnd,
  unanswered: EndEvidence["unanswered"],
  file: string | null,
): Promise<ArtifactRef | null> {
  const taken = takeAnswer(program.take, new TextDecoder().decode(ended.stdout), file);
  let output: ArtifactRef | null = null;
  if (taken.ok) {
    output = await run.artifacts.put(new TextEncoder().encode(taken.text), {
      media_type: "text/plain",
      role: "final_output",
    });
    await recorder.append({
      type: "output.received",
      artifact: output,
      text: taken.text,
      sdk_usage: { missing: "a program of its own reports no usage" },
    });
  }
  if (gate.calls() === 0)
    await recorder.append({
      type: "finding.noted",
      code: "no_requests",
      message:
        "the gateway saw no request: the program answered without the model, or asked somewhere else",
      fix: "Let the program take its provider's address from OPENAI_BASE_URL (or pass it to the client it builds).",
    });
  if (ended.strays)
    await recorder.append({
      type: "finding.noted",
      code: "left_processes",
      message: "the program ended and left a process running, which was stopped",
      fix: "Let the program wait for what it starts, or end it, before it ends itself.",
    });
  const world = await readWorld(run, program, host);
  const log =
    ended.stderr.length === 0
      ? null
      : await run.artifacts.put(ended.stderr, { media_type: "text/plain", role: "adapter_log" });
  const decided = decideEnd({
    storage_fault: recorder.fault(),
    violation: null,
    contract_breach: gate.breach(),
    deadline: ended.timed_out ? "total" : null,
    unanswered,
    cancelled: null,
    approval_pending: host.pending(),
    ambiguous: host.ambiguous(),
    conflict: host.conflict(),
    settlement_fault: gate.settlementFault(),
    last_model_call: gate.lastCall(),
    result: resultOf(ended, taken),
    exit: { code: ended.exit_code, signal: ended.signal },
  });
  const end = withLastWords(decided, ended);
  const duration_ms = aloneTime(run, run_id, Math.round(ended.duration_ms));
  await recorder.append(endedEvent(attempt, end, duration_ms, ended, world, log));
  return output;
}

/** Null (a crash) unless the program ended by itself with 0; an answer that can't be found is a failure with its reason. */
function resultOf(ended: ProgramEnd, taken: ReturnType<typeof takeAnswer>): EndEvidence["result"] {
  if (ended.spawn_error !== null)
    return { status: "failed", error: `the program can't be started: ${ended.spawn_error}` };
  if (ended.exit_code !== 0) return null;
  return taken.ok ? { status: "completed", error: "" } : { status: "failed", error: taken.message };
}

/** What a program said last before it died says more than its exit code. */
function withLastWords(end: RunEnd, ended: ProgramEnd): RunEnd {
  if (end.reason !== "crash") return end;
  const words = lastWords(new TextDecoder().decode(ended.stderr));
  return words === null ? end : { ...end, message: `${end.message}; its last words: ${words}` };
}

/** The hook's word holds where there is one; else the world that fixtures answer from, where any do. */
async function readWorld(
  run: MatrixRun,
  program: PreparedProgram,
  host: ToolHost,
): Promise<JsonObject> {
  const snapshot = await runHook(run, program, program.snapshot);
  if (snapshot === null) {
    const stubbed = run.contracts.catalogue.tools.some((tool) => !isOwnTool(tool));
    return stubbed ? host.world() : {};
  }
  if (snapshot.exit_code !== 0) return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(snapshot.stdout));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `operation_id` is unique, also where two requests carry answers at once. */
async function noteTool(
  recorder: Recorder,
  tool: ObservedTool,
  operation_id: string,
): Promise<void> {
  await recorder.append({
    type: "tool.observed",
    operation_id,
    tool_call_id: tool.tool_call_id,
    name: tool.name,
    arguments: tool.arguments,
    arguments_sha256: digestArguments(tool.arguments),
    output: tool.output,
  });
}

function startedEvent(run: MatrixRun, program: PreparedProgram, attempt: Attempt): RuntimeEvent {
  return {
    type: "attempt.started",
    attempt: attempt.number,
    lease_epoch: attempt.epoch,
    holder: run.writer,
    isolation: run.isolation,
    runtime: run.shell.runtime,
    packages: [...program.packages],
    lockfile_sha256: program.lockfile_sha256,
    framework: program.framework,
  };
}

function endedEvent(
  attempt: Attempt,
  end: ReturnType<typeof decideEnd>,
  duration_ms: number | Missing,
  ended: ProgramEnd | null,
  world: JsonObject,
  log: ArtifactRef | null,
): RuntimeEvent {
  return {
    type: "attempt.ended",
    attempt: attempt.number,
    ...end,
    exit_code: ended?.exit_code ?? null,
    signal: ended?.signal ?? null,
    duration_ms: wholeTime(attempt, duration_ms),
    log,
    world,
    effects: countEffects(attempt.world.effects()),
  };
}
