/** How far a child is held apart from its host on this machine, proven by running a child and reading what it is. */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import type { IsolationLevel } from "../../contracts/readiness-policy.ts";

/** What every worker's argv is put behind; empty where nothing is available. */
export interface Isolation {
  readonly level: IsolationLevel;
  readonly prefix: readonly string[];
}

/**
 * The level that workers reach here: `no-new-privs` where util-linux setpriv works (no privilege can be gained
 * by set-user-id programs, and the kernel kills the child if the host dies), else `env` (clean environment only).
 */
export function reachedIsolation(): IsolationLevel {
  return probeIsolation().level;
}

/** Starts one short child to prove the level; takes a few milliseconds. */
export function probeIsolation(): Isolation {
  const setpriv = process.platform === "linux" ? findOnPath("setpriv") : undefined;
  if (setpriv === undefined) return { level: "env", prefix: [] };
  const prefix = [setpriv, "--no-new-privs", "--pdeathsig", "KILL", "--"];
  const probe = spawnSync(setpriv, [...prefix.slice(1), "cat", "/proc/self/status"], {
    encoding: "utf8",
    timeout: 5_000,
  });
  return probe.status === 0 && /^NoNewPrivs:\s+1$/m.test(probe.stdout)
    ? { level: "no-new-privs", prefix }
    : { level: "env", prefix: [] };
}

function findOnPath(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...folders, "/usr/bin", "/bin"]
    .map((folder) => join(folder, name))
    .find((file) => isExecutable(file));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
