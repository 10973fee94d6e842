/** Who holds a lease: one loop of one process, so that it can be told whether its process still lives. */

/** `started`: the process's start as the kernel counts it; null where that can't be read. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string | null;
}

/** `<pid>:<start>:<name>`; `name` tells the loops of one process apart. */
export function nameHolder({ pid, started }: ProcessIdentity, name: string): string {
  return `${pid}:${started ?? ""}:${name}`;
}

/** Null: written by something that names its holders otherwise. */
export function readHolder(holder: string): ProcessIdentity | null {
  const found = /^(?<pid>[1-9]\d{0,14}):(?<started>\d*):./.exec(holder)?.groups;
  if (found === undefined) return null;
  return { pid: Number(found["pid"]), started: found["started"] || null };
}

export function isSameProcess(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.pid === other.pid && one.started === other.started;
}
