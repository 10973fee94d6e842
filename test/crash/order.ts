/** The order of system calls that a power cut would test: what a kill cannot show, because the kernel keeps what was written. */
import { dirname } from "node:path";

/** Calls whose order decides; the acknowledgement is the write to standard output. */
export const orderCalls = ["write", "fsync", "rename"];

/**
 * Faults in a trace of puts, or of other writes of whole files under a path that has `about` in it: a rename of what was not synced after its last byte, a write to a file under its final
 * name, an acknowledgement before the folder was synced.
 */
export function findDisorder(trace: readonly string[], about = "/artifacts/"): string[] {
  const unsynced = new Set<string>();
  const loose = new Map<string, string>();
  const faults: string[] = [];
  for (const line of trace) {
    const { call, rest } = /^\d+ +(?<call>\w+)\((?<rest>.*)$/.exec(line)?.groups ?? {};
    if (call === undefined || rest === undefined) continue;
    const path = /^\d+<([^>]*)>/.exec(rest)?.[1] ?? "";
    if (call === "write" && rest.startsWith("1<") && rest.includes("{"))
      for (const [folder, name] of loose) {
        faults.push(`acknowledged before ${folder} was synced, which names ${name}`);
        loose.delete(folder);
      }
    else if (call === "write" && path.includes(about)) unsynced.add(path);
    else if (call === "fsync") {
      unsynced.delete(path);
      loose.delete(path);
    } else if (call === "rename") {
      const [from = "", to = ""] = [...rest.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "");
      if (!to.includes(about)) continue;
      if (unsynced.delete(from)) faults.push(`${from} was renamed before it was synced`);
      loose.set(dirname(to), to);
    }
  }
  return [...faults, ...[...unsynced].map((path) => `${path} was never synced`)];
}
