/** Which process somebody is: its number alone is not enough, because numbers are given out again. */
import { readFileSync } from "node:fs";

import type { ProcessIdentity } from "../../core/leases/holder.ts";

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: readStat(process.pid)?.started ?? null };
}

/** False only where this machine knows that the process has ended, also where nobody has asked for its exit code yet. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const now = readStat(pid);
  if (now === null) return true;
  return now.state !== "Z" && now.state !== "X" && (started === null || now.started === started);
}

/** Fields 3 and 22 of /proc/<pid>/stat (proc(5)), behind the name, which may hold anything; null where there is no /proc. */
function readStat(pid: number): { readonly state: string; readonly started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", started: fields[19] ?? "" };
  } catch {
    return null;
  }
}
