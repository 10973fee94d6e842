/** One process at a time: a lock file that names its holder, and that a dead holder does not keep. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Waits five minutes at most; returns the function that gives the lock back. */
export async function lock(file: string): Promise<() => void> {
  mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; tries < 1_500; tries += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => {
        rmSync(file, { force: true });
      };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await sleep(200);
  }
  throw new Error(`${file} is held by another build; remove it if none is running`);
}

function isAbandoned(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, "utf8"));
    if (holder === 0) return false;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
