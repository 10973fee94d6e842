/** Hears one child to its end: every frame becomes an event before it is answered. */
import type { ArtifactRef, Digest } from "../contracts/primitives.ts";
import type { Worker, WorkerSignal } from "../core/ports.ts";
import type { EndEvidence } from "../core/runs/status.ts";
import type { MatrixRun } from "./cell.ts";
import { RecordingRefused, type Recorder } from "./recorder.ts";
import type { ToolHost } from "./tool-host.ts";

/** What a child said and how it went; monotonic milliseconds where it is about time. */
export interface Heard {
  result: { readonly status: "completed" | "failed"; readonly error: string } | null;
  output: ArtifactRef | null;
  violation: EndEvidence["violation"];
  deadline: EndEvidence["deadline"];
  unanswered: EndEvidence["unanswered"];
  exit: EndEvidence["exit"];
  log: Uint8Array;
  started: number | null;
  finished: number | null;
  /** What went wrong in the host itself while it served this child. */
  host_fault: string | null;
}

/** What the host does when the child is ready, and what it knows of the model at the child's deadline. */
export interface Attended {
  readonly contracts_sha256: Digest;
  start(): void;
  unanswered(): EndEvidence["unanswered"];
}

type Hearing = Attended & { readonly host: Pick<ToolHost, "identify"> };

/** Reads the child's signals to the end. A ledger that refuses stops the child; nothing it does afterwards counts. */
export async function listen(
  run: MatrixRun,
  recorder: Recorder,
  worker: Worker,
  host: ToolHost,
  attended: Attended,
): Promise<Heard> {
  const heard: Heard = {
    result: null,
    output: null,
    violation: null,
    deadline: null,
    unanswered: null,
    exit: { code: null, signal: null },
    log: new Uint8Array(),
    started: null,
    finished: null,
    host_fault: null,
  };
  const serving: Promise<void>[] = [];
  const guard = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // What the disk refused ends this run; the host and its other runs go on.
      if (!(error instanceof RecordingRefused)) heard.host_fault ??= String(error);
      worker.stop("the host could not go on with this run");
    }
  };
  for await (const signal of worker.signals) {
    if (signal.kind === "frame" && signal.frame.kind === "intent") {
      const intent = signal.frame;
      serving.push(guard(async () => host.serve(intent)));
      continue;
    }
    await guard(async () => hear(run, recorder, heard, signal, { ...attended, host }));
  }
  await Promise.all(serving);
  return heard;
}

async function hear(
  run: MatrixRun,
  recorder: Recorder,
  heard: Heard,
  signal: WorkerSignal,
  attended: Hearing,
): Promise<void> {
  switch (signal.kind) {
    case "frame":
      await hearFrame(run, recorder, heard, signal.frame, attended);
      return;
    case "violation":
      heard.violation ??= { code: signal.code, message: signal.message };
      await recorder.append({
        type: "protocol.violated",
        code: signal.code,
        message: signal.message.slice(0, 2_000),
        frame: signal.frame,
      });
      return;
    case "deadline":
      heard.deadline ??= signal.which;
      // Now, not at the end: a child that is killed takes its open calls with it.
      heard.unanswered ??= attended.unanswered();
      return;
    case "ended":
      heard.exit = { code: signal.exit_code, signal: signal.signal };
      heard.log = signal.log;
  }
}

async function hearFrame(
  run: MatrixRun,
  recorder: Recorder,
  heard: Heard,
  frame: Extract<WorkerSignal, { kind: "frame" }>["frame"],
  attended: Hearing,
): Promise<void> {
  const { crashPoint } = run.shell;
  if (frame.kind === "hello") {
    await recorder.append(
      { type: "adapter.ready", adapter: frame.adapter, protocol: frame.protocol },
      { type: "run.started" },
    );
    heard.started = run.shell.clock.monotonic();
    attended.start();
  }
  if (frame.kind === "checkpoint") {
    const pending = attended.host.identify(frame.pending_operation_id);
    const bytes = new TextEncoder().encode(JSON.stringify(frame.state));
    const artifact = await run.artifacts.put(bytes, {
      media_type: "application/json",
      role: "checkpoint",
    });
    crashPoint("checkpoint.after-artifact");
    await recorder.append({
      type: "checkpoint.saved",
      stage: frame.stage,
      ...pending,
      artifact,
      contracts_sha256: attended.contracts_sha256,
    });
    crashPoint("checkpoint.after-event");
  }
  if (frame.kind === "result") {
    heard.finished = run.shell.clock.monotonic();
    heard.result = { status: frame.status, error: frame.error ?? "" };
    const artifact = await run.artifacts.put(new TextEncoder().encode(frame.output), {
      media_type: "text/plain",
      role: "final_output",
    });
    heard.output = artifact;
    await recorder.append({
      type: "output.received",
      artifact,
      text: frame.output,
      sdk_usage: frame.usage,
    });
  }
}
