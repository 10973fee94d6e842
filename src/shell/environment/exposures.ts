/** Which processes of this machine show a secret to every program of the same user: what /proc tells an agent. */
import { readdirSync, readFileSync } from "node:fs";

export interface Exposure {
  readonly pid: number;
  /** The program's name as the kernel knows it. */
  readonly program: string;
  /** Variables whose values can be read there. */
  readonly names: readonly string[];
}

function readOr(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // Another user's process, or one that has ended.
    return Buffer.alloc(0);
  }
}

/** Walks /proc/<pid>/{environ,cmdline} of all processes that can be read; empty where there is no /proc. */
export function findExposures(secrets: Readonly<Record<string, string>>): readonly Exposure[] {
  const values = Object.entries(secrets).filter(([, value]) => value.length >= 8);
  let pids: string[];
  try {
    pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return pids.flatMap((pid) => {
    const shown = Buffer.concat([readOr(`/proc/${pid}/environ`), readOr(`/proc/${pid}/cmdline`)]);
    const names = values.filter(([, value]) => shown.includes(value)).map(([name]) => name);
    if (names.length === 0) return [];
    const program = readOr(`/proc/${pid}/comm`).toString("utf8").trim();
    return [{ pid: Number(pid), program, names }];
  });
}
