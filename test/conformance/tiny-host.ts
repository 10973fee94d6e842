/** The smallest host that can run an adapter: real workers, tools as a function, everything the child did kept. */
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import type { ChildFrame, StartPayload } from "../../src/contracts/frame.ts";
import type { Clock, WorkerSignal, WorkerSpec } from "../../src/core/ports.ts";
import { createWorkers } from "../../src/shell/workers/worker.ts";

export const clock: Clock = {
  now: () => new Date().toISOString(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
};

type Intent = Extract<ChildFrame, { kind: "intent" }>;
export interface HostRun {
  readonly frames: readonly ChildFrame[];
  readonly intents: readonly Intent[];
  readonly result: Extract<ChildFrame, { kind: "result" }> | undefined;
  readonly violation: Extract<WorkerSignal, { kind: "violation" }> | undefined;
  readonly deadline: "idle" | "total" | undefined;
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly log: string;
}

export interface HostOptions {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly start: StartPayload;
  readonly tool?: (name: string, args: unknown) => string | { readonly refuse: string };
  readonly channel?: WorkerSpec["channel"];
  readonly env?: Readonly<Record<string, string>>;
  readonly execute?: "host" | "child";
  /** Stops the worker as soon as this is true; asked every 20 ms. */
  readonly stopWhen?: () => boolean;
  /** Kills the child without a word as soon as this is true; asked every 20 ms. */
  readonly killWhen?: () => boolean;
}

export async function runOnTinyHost(options: HostOptions): Promise<HostRun> {
  const worker = createWorkers({ clock }).start({
    argv: options.argv,
    cwd: options.cwd,
    env: { PATH: process.env["PATH"] ?? "", ...options.env },
    nonce: randomUUID(),
    channel: options.channel ?? "fd:3",
    idle_ms: 15_000,
    total_ms: 25_000,
    grace_ms: 2_000,
  });
  const signals: WorkerSignal[] = [];
  let killed = false;
  const timer = setInterval(() => {
    if (options.stopWhen?.() === true) worker.stop("the test is over");
    if (killed || worker.pid === 0 || options.killWhen?.() !== true) return;
    killed = true;
    process.kill(worker.pid, "SIGKILL");
  }, 20);
  for await (const signal of worker.signals) {
    signals.push(signal);
    if (signal.kind !== "frame") continue;
    const { frame } = signal;
    if (frame.kind === "hello") worker.send({ kind: "start", start: options.start });
    if (frame.kind === "intent") answer(frame);
  }
  clearInterval(timer);

  function answer({ operation_id, payload }: Intent): void {
    const said = options.tool?.(payload.name, payload.arguments) ?? "no tool";
    if (typeof said !== "string") {
      worker.send({ kind: "rejected", operation_id, code: "refused", message: said.refuse });
      return;
    }
    const execute = options.execute ?? "host";
    worker.send({ kind: "accepted", operation_id, execute });
    if (execute === "host") {
      worker.send({ kind: "settlement", operation_id, output: said, is_error: false });
    }
  }

  return summarise(signals);
}

function summarise(signals: readonly WorkerSignal[]): HostRun {
  const frames = signals.flatMap((signal) => (signal.kind === "frame" ? [signal.frame] : []));
  const end = signals.at(-1);
  if (end?.kind !== "ended") throw new Error("the last signal is not ended");
  return {
    frames,
    intents: frames.filter((frame) => frame.kind === "intent"),
    result: frames.find((frame) => frame.kind === "result"),
    violation: signals.find((signal) => signal.kind === "violation"),
    deadline: signals.find((signal) => signal.kind === "deadline")?.which,
    exit_code: end.exit_code,
    signal: end.signal,
    log: Buffer.from(end.log).toString("utf8"),
  };
}
