/** One process at a time writes in a folder: a lock file names it, and one whose process has ended binds nobody. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ProcessIdentity } from "../../core/leases/holder.ts";
import { isRunning, ownIdentity } from "./process-identity.ts";

type Claim = { readonly ok: true; release(): void } | { readonly ok: false; readonly pid: number };

/** Creates `run.lock` in the folder; refused with the number of the living process that holds it, this one included. */
export function claimFolder(folder: string): Claim {
  const lock = join(folder, "run.lock");
  const mine = `${JSON.stringify(ownIdentity())}\n`;
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    // Linked, not written in place: nobody ever reads half a lock.
    while (!linkIfFree(draft, lock)) {
      const found = readText(lock);
      const holder = found === null ? null : readHolder(found);
      if (holder !== null && isRunning(holder)) return { ok: false, pid: holder.pid };
      if (found !== null) removeStale(lock, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    ok: true,
    release: () => {
      if (readText(lock) === mine) rmSync(lock, { force: true });
    },
  };
}

function linkIfFree(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Two may find the same dead lock: what was moved away is put back when another had already renewed it. */
function removeStale(lock: string, seen: string): void {
  const aside = `${lock}.${process.pid}.old`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  if (readText(aside) !== seen) linkIfFree(aside, lock);
  rmSync(aside, { force: true });
}

function readHolder(text: string): ProcessIdentity | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("pid" in value)) return null;
    const started = "started" in value && typeof value.started === "string" ? value.started : null;
    return Number.isSafeInteger(value.pid) && Number(value.pid) > 0
      ? { pid: Number(value.pid), started }
      : null;
  } catch {
    return null;
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
