/** Runs one program to its end without a shell: input on stdin, output captured and capped, its whole tree ended. */
import { spawn } from "node:child_process";

import type { ProgramEnd, Programs, ProgramSpec } from "../../core/ports.ts";
import { createCappedLog } from "./capped-log.ts";
import { probeIsolation } from "./isolation.ts";
import { killTree, leftBehind } from "./process-tree.ts";

/** Bytes kept of stderr. */
const logCap = 262_144;
/** Time the pipes get to drain after the program itself has ended, in milliseconds: a grandchild may hold them open. */
const draining = 1_000;

export function createPrograms(): Programs {
  const { prefix } = probeIsolation();
  return { run: async (spec) => runProgram(spec, prefix) };
}

/** Never rejects: a program that can't be started ends with `spawn_error`. `env` is exactly what the program gets. */
async function runProgram(spec: ProgramSpec, prefix: readonly string[]): Promise<ProgramEnd> {
  const started = performance.now();
  const [command = "", ...args] = [...prefix, ...spec.argv];
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: spec.cwd,
      env: { ...spec.env, AGENT_LAB_NONCE: spec.nonce },
      stdio: ["pipe", "pipe", "pipe"],
      shell: false,
      detached: process.platform !== "win32",
    });
    const stdout = createCappedLog(spec.stdout_cap);
    const stderr = createCappedLog(logCap);
    let timed_out = false;
    let settled = false;
    let strays = false;
    const end = (
      exit_code: number | null,
      signal: string | null,
      spawn_error: string | null,
    ): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      spec.stop?.removeEventListener("abort", stop);
      if (child.pid !== undefined) killTree(child.pid, spec.nonce);
      resolve({
        exit_code,
        signal,
        timed_out,
        strays,
        spawn_error,
        stdout: stdout.bytes(),
        stderr: stderr.bytes(),
        duration_ms: performance.now() - started,
      });
    };
    const timer = setTimeout(() => {
      timed_out = true;
      if (child.pid !== undefined) killTree(child.pid, spec.nonce);
    }, spec.total_ms);
    const stop = (): void => {
      if (child.pid !== undefined) killTree(child.pid, spec.nonce);
    };
    spec.stop?.addEventListener("abort", stop);
    if (spec.stop?.aborted === true) stop();
    child.stdout.on("data", (chunk: Buffer) => stdout.write(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.write(chunk));
    child.stdin.on("error", () => undefined);
    child.stdin.end(spec.stdin);
    child.on("error", (error) => end(null, null, error.message));
    child.on("exit", (code, signal) => {
      if (child.pid !== undefined && !timed_out) strays = leftBehind(child.pid, spec.nonce);
      const late = setTimeout(() => end(code, signal, null), draining);
      child.on("close", () => {
        clearTimeout(late);
        end(code, signal, null);
      });
    });
  });
}
