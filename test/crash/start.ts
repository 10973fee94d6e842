/** Starts a writer as a process and brings back how it ended and what it was acknowledged before. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly acks: readonly Readonly<Record<string, unknown>>[];
  readonly errors: string;
}

export interface Start {
  /** What stands before node: strace with its options. */
  readonly under?: readonly string[];
  /** Another program than the real writer. */
  readonly script?: URL;
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Compiled once for all starts of a suite; one thread for files, so that every start makes the same calls in order. */
const common = {
  NODE_COMPILE_CACHE: join(tmpdir(), "agent-lab-crash-compiled"),
  UV_THREADPOOL_SIZE: "1",
};

export async function startWriter(start: Start): Promise<Ended> {
  const script = fileURLToPath(start.script ?? new URL("writer.ts", import.meta.url));
  const [program = "", ...rest] = [
    ...(start.under ?? []),
    process.execPath,
    script,
    ...start.arguments,
  ];
  const child = spawn(program, rest, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], ...common, ...start.environment },
  });
  let text = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  // A line without its end was never acknowledged whole.
  const lines = text.split("\n").slice(0, -1);
  return {
    code,
    signal,
    errors,
    acks: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** Windows knows no signals: TerminateProcess leaves exit code 1. */
export function wasKilled({ signal, code }: Ended): boolean {
  return signal === "SIGKILL" || (process.platform === "win32" && code === 1);
}
