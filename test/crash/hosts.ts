/** Several hosts on one matrix, as processes: started, watched, stopped and continued by their number. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { onTestFinished } from "vitest";

import type { StoredEvent } from "../../src/contracts/event.ts";
import type { LeaseRow } from "../../src/core/lease-ports.ts";
import { readHolder } from "../../src/core/leases/holder.ts";
import { crashVariable } from "../../src/shell/crash/crash-point.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import type { Answer, Lab } from "../commands/lab.ts";

export interface Host {
  readonly pid: number;
  readonly ended: Promise<Answer>;
  signal(name: NodeJS.Signals): void;
}

export interface HostOptions {
  readonly ttl_ms: number;
  /** A crash point, and what the process does there. */
  readonly at?: { readonly point: string; readonly what: "dies" | "stops" };
}

export function startHost(lab: Lab, args: readonly string[], { ttl_ms, at }: HostOptions): Host {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("trial-host.ts", import.meta.url)), ...args],
    {
      cwd: lab.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"],
        NO_COLOR: "1",
        CI: "1",
        TRIAL_TTL_MS: String(ttl_ms),
        ...(at === undefined ? {} : { [crashVariable]: at.point }),
        ...(at?.what === "stops" ? { TRIAL_STOPS: "1" } : {}),
      },
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    pid: child.pid ?? 0,
    ended: collect(child),
    signal: (name) => void child.kill(name),
  };
}

async function collect(child: ChildProcess): Promise<Answer> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? -1, stdout, stderr, json: {} };
}

/** Looks again until it is so; rejects after a minute, so that what never comes is a failure with a name. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let left = 1_200; left > 0; left -= 1) {
    if (isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it never came to this: ${what}`);
}

export function isStopped({ pid }: Pick<Host, "pid">): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
}

/** What the ledger holds now; opened for this look alone. */
export function look(folder: string): {
  readonly leases: readonly LeaseRow[];
  readonly streams: ReadonlyMap<string, readonly StoredEvent[]>;
} {
  const ledger = openLedger(join(folder, "ledger.db"));
  try {
    const streams = new Map(ledger.heads().map(({ job_id }) => [job_id, ledger.events(job_id)]));
    return { leases: ledger.leases.all(), streams };
  } finally {
    try {
      ledger.close();
    } catch {
      // The hosts write on: the log is theirs to fold in.
    }
  }
}

export function holds(folder: string, { pid }: Pick<Host, "pid">): boolean {
  return look(folder).leases.some(
    ({ holder, released }) => !released && readHolder(holder)?.pid === pid,
  );
}
