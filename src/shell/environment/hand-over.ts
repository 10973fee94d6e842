/** Hands secrets to the program that replaces this one, through a pipe that has no name and no copy anywhere. */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps this much in a pipe before anyone reads. */
const PIPE_BYTES = 65_536;
const DESCRIPTOR = 0;

export type HandOver =
  | { readonly ok: true; readonly descriptor: number }
  | { readonly ok: false; readonly reason: string };

/**
 * Fills a pipe with the secrets and puts it in the place of descriptor 0, one of the three that a replaced process
 * keeps. The FIFO that makes the pipe is unlinked before anything is written into it. Standard input is given up.
 */
export function offerSecrets(secrets: Readonly<Record<string, string>>): HandOver {
  const bytes = Buffer.from(JSON.stringify({ secrets }));
  if (bytes.length > PIPE_BYTES)
    return { ok: false, reason: `the secrets are ${bytes.length} bytes; ${PIPE_BYTES} fit` };
  const folder = mkdtempSync(join(tmpdir(), "agent-lab-"));
  let filled: number;
  try {
    const fifo = join(folder, "pipe");
    const made = spawnSync("mkfifo", ["-m", "600", fifo], { timeout: 5_000, env: process.env });
    if (made.status !== 0) return { ok: false, reason: "mkfifo does not work here" };
    filled = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const written = writeSync(filled, bytes);
  if (written !== bytes.length) return { ok: false, reason: "the pipe did not take the secrets" };
  closeSync(DESCRIPTOR);
  const descriptor = openSync(`/proc/self/fd/${filled}`, constants.O_RDONLY);
  return descriptor === DESCRIPTOR
    ? { ok: true, descriptor }
    : { ok: false, reason: "descriptor 0 could not be taken" };
}

/** Reads what was handed over, once, and leaves an empty standard input. Throws when it is not what offerSecrets wrote. */
export function receiveSecrets(descriptor: number): Readonly<Record<string, string>> {
  const parsed: unknown = JSON.parse(readFileSync(descriptor, "utf8"));
  closeSync(descriptor);
  openSync("/dev/null", constants.O_RDONLY);
  const secrets =
    typeof parsed === "object" && parsed !== null && "secrets" in parsed ? parsed.secrets : null;
  if (typeof secrets !== "object" || secrets === null)
    throw new Error(`descriptor ${descriptor} does not hold the secrets it was said to hold`);
  return Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, String(value)]));
}
