/** Ends a worker and everything it started: its process group, and on Linux whoever left the group but kept its nonce. */
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

const sweeps = 5;

/**
 * Kills the group led by `pid`, then every process whose environment at start held `AGENT_LAB_NONCE=<nonce>`
 * (a daemon with a session of its own escapes the group). One that also wiped its environment is out of reach here.
 * A nonce shared by two workers would end both: it must be unique per worker.
 */
export function killTree(pid: number, nonce: string): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"], { timeout: 5_000 });
    return;
  }
  kill(-pid);
  if (process.platform !== "linux") return;
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const strays = findByNonce(nonce);
    if (strays.length === 0) return;
    for (const stray of strays) kill(stray);
  }
}

/** Whether a program that has ended left something running: in its group, or on Linux anywhere with its nonce. */
export function leftBehind(pid: number, nonce: string): boolean {
  if (process.platform === "win32") return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return process.platform === "linux" && findByNonce(nonce).length > 0;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Already gone, which is what was wanted.
  }
}

function findByNonce(nonce: string): readonly number[] {
  const marker = Buffer.from(`AGENT_LAB_NONCE=${nonce}\0`);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => environmentOf(name)?.includes(marker) === true)
    .map(Number);
}

function environmentOf(pid: string): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch {
    return undefined;
  }
}
