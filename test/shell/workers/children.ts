/** Real children for worker tests: a small script in a folder of its own, run by this Node. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import { onTestFinished } from "vitest";

import type { StartPayload } from "../../../src/contracts/frame.ts";
import type { Clock, WorkerSignal, WorkerSpec } from "../../../src/core/ports.ts";
import { createWorkers } from "../../../src/shell/workers/worker.ts";
import type { ObservedWorker } from "../../../src/shell/workers/worker.ts";

export const clock: Clock = {
  now: () => new Date().toISOString(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
};

/** What every script may use: the channel, its frames, host frames as they come. */
const preamble = `
import { connect, Socket } from "node:net";
import { createInterface } from "node:readline";
import { once } from "node:events";
const address = process.env.AGENT_LAB_CHANNEL;
const nonce = process.env.AGENT_LAB_NONCE;
export const channel = address === "fd:3"
  ? new Socket({ fd: 3, readable: false, writable: true })
  : connect(Number(address.split(":")[2]), address.split(":")[1]);
let sequence = 0;
const frame = (fields) => JSON.stringify({ v: 1, nonce, frame_sequence: ++sequence, ...fields }) + "\\n";
const write = (text) => new Promise((done) => channel.write(text, done));
if (address !== "fd:3") channel.write(nonce + "\\n");
const say = (fields) => write(frame(fields));
const hello = () => say({ kind: "hello", adapter: "test", protocol: 1 });
const intent = (id) => say({ kind: "intent", event_type: "tool.requested", operation_id: id,
  payload: { name: "t", arguments: {}, idempotency_key: id }, reservation: { id, amount: { tool_calls: 1 } } });
const result = (output = "done") => say({ kind: "result", status: "completed", output, usage: { missing: "none" } });
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const heard = async () => JSON.parse((await lines.next()).value);
const forever = () => new Promise(() => setInterval(() => {}, 1000));
`;

export const start: StartPayload = {
  run_id: "run-1",
  case: { id: "c", version: 1, system: "", user: "" },
  tools: [],
  model: { name: "m", temperature: 0, max_output_tokens: 1, wire: "chat_completions" },
  gateway: { base_url: "", token: "" },
  limits: { model_calls: 1, tool_calls: 1, wall_seconds: 1 },
  checkpoint: null,
};

export interface Observed {
  readonly signals: readonly WorkerSignal[];
  readonly kinds: readonly string[];
  readonly fault: WorkerSignal | undefined;
  readonly ended: Extract<WorkerSignal, { kind: "ended" }>;
  readonly log: string;
  readonly worker: ObservedWorker;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-lab-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts `script` as a worker. */
export function startChild(script: string, spec: Partial<WorkerSpec> = {}): ObservedWorker {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "child.mjs"), preamble + script);
  return createWorkers({ clock }).start({
    argv: [process.execPath, join(cwd, "child.mjs")],
    cwd,
    env: { PATH: process.env["PATH"] ?? "" },
    nonce: randomUUID(),
    channel: "fd:3",
    idle_ms: 10_000,
    total_ms: 20_000,
    grace_ms: 1_000,
    ...spec,
  });
}

/** Runs `script` to its end; answers hello with start and lets `onSignal` do the rest. */
export async function runChild(
  script: string,
  spec: Partial<WorkerSpec> = {},
  onSignal: (signal: WorkerSignal, worker: ObservedWorker) => void | Promise<void> = () =>
    undefined,
): Promise<Observed> {
  const worker = startChild(script, spec);
  const signals: WorkerSignal[] = [];
  for await (const signal of worker.signals) {
    signals.push(signal);
    if (signal.kind === "frame" && signal.frame.kind === "hello") {
      worker.send({ kind: "start", start });
    }
    await onSignal(signal, worker);
  }
  const ended = signals.at(-1);
  if (ended?.kind !== "ended") throw new Error("the last signal is not ended");
  return {
    signals,
    kinds: signals.map((signal) => (signal.kind === "frame" ? signal.frame.kind : signal.kind)),
    fault: signals.find(({ kind }) => kind === "violation" || kind === "deadline"),
    ended,
    log: Buffer.from(ended.log).toString("utf8"),
    worker,
  };
}

/** True while a process with this number runs (a zombie does not). */
export async function isAlive(pid: number): Promise<boolean> {
  const { readFile } = await import("node:fs/promises");
  try {
    process.kill(pid, 0);
    const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    return !/^\d+ \(.*\) Z/.test(status);
  } catch {
    return false;
  }
}

/** Whether the process has ended `within_ms` from now: the kernel delivers a kill when it gets round to it. */
export async function endsSoon(pid: number, within_ms: number): Promise<boolean> {
  for (let waited = 0; waited < within_ms; waited += 20) {
    if (!(await isAlive(pid))) return true;
    await sleep(20);
  }
  return !(await isAlive(pid));
}
