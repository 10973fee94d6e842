/** An adapter's packages are installed once per lockfile, by one process at a time, and a failed install is never taken for a good one. */
import { spawn } from "node:child_process";
import { mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { lockfileDigest } from "./lockfile.ts";

export interface InstallOptions {
  /** Gets one plain line when an install starts, waits or ends. */
  readonly log: (line: string) => void;
  /** The npm program and leading arguments; default: npm from PATH. */
  readonly npm?: readonly [string, ...string[]];
  /** npm's environment; default: this process's own. Leave provider keys out of it. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds an install may take; default 10 minutes. */
  readonly timeout_ms?: number;
}

export type InstallOutcome =
  | { readonly ok: true; readonly installed: boolean; readonly seconds: number }
  | { readonly ok: false; readonly message: string };

const tenMinutes = 600_000;
/** A lock not touched for this long was left by a process that died, in milliseconds. */
const stale = 15_000;
const lastLines = 15;

/**
 * `npm ci` in `adapterFolder`, without scripts, unless node_modules already carries the stamp of this lockfile.
 * Another process installing the same folder is waited for. `installed` is false when nothing had to be done.
 */
export async function ensureInstalled(
  adapterFolder: string,
  options: InstallOptions,
): Promise<InstallOutcome> {
  const digest = lockfileDigest(adapterFolder);
  if (typeof digest !== "string") {
    return { ok: false, message: `${adapterFolder} has no package-lock.json to install from` };
  }
  const started = performance.now();
  const stamp = join(adapterFolder, "node_modules", ".agent-lab-lockfile");
  const finish = (installed: boolean): InstallOutcome => ({
    ok: true,
    installed,
    seconds: Math.round(performance.now() - started) / 1_000,
  });
  if ((await readStamp(stamp)) === digest) return finish(false);
  const release = await lock(adapterFolder, options);
  if (release === undefined) {
    return {
      ok: false,
      message: `another process has been installing ${adapterFolder} for too long; if there is none, delete ${lockFolder(adapterFolder)}`,
    };
  }
  try {
    if ((await readStamp(stamp)) === digest) return finish(false);
    options.log(`installing ${adapterFolder} (npm ci, first use)`);
    const failure = await runNpm(adapterFolder, options);
    if (failure !== undefined) return { ok: false, message: failure };
    await mkdir(join(adapterFolder, "node_modules"), { recursive: true });
    await writeFile(stamp, digest);
    return finish(true);
  } finally {
    await release();
  }
}

async function readStamp(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch {
    return undefined;
  }
}

function lockFolder(adapterFolder: string): string {
  return join(adapterFolder, ".agent-lab-installing");
}

/** Making a folder is atomic everywhere; its time is refreshed while held, so that a dead holder is recognised. */
async function lock(
  adapterFolder: string,
  options: InstallOptions,
): Promise<(() => Promise<void>) | undefined> {
  const folder = lockFolder(adapterFolder);
  const until = performance.now() + (options.timeout_ms ?? tenMinutes);
  for (let told = false; performance.now() < until; told = true) {
    if (await makeFolder(folder)) {
      const refresh = setInterval(() => void touch(folder), stale / 5);
      return async () => {
        clearInterval(refresh);
        await rm(folder, { recursive: true, force: true });
      };
    }
    if (!told) options.log(`waiting for another process that is installing ${adapterFolder}`);
    if (await isStale(folder)) await rm(folder, { recursive: true, force: true });
    else await sleep(200);
  }
  return undefined;
}

async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false;
    throw cause;
  }
}

async function touch(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now).catch(() => undefined);
}

async function isStale(folder: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(folder)).mtimeMs > stale;
  } catch {
    return false;
  }
}

/** Undefined on success, else what happened with npm's last lines. */
async function runNpm(folder: string, options: InstallOptions): Promise<string | undefined> {
  const [npm, ...leading] = options.npm ?? ["npm"];
  const args = [...leading, "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  return new Promise((resolve) => {
    const child = spawn(npm, args, {
      cwd: folder,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.timeout_ms ?? tenMinutes,
      // npm is a .cmd file on Windows, which only a shell can start; the arguments are constants.
      shell: process.platform === "win32",
    });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString("utf8")).slice(-20_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", (cause) => {
      resolve(`npm could not be started in ${folder}: ${cause.message}. Is npm on PATH?`);
    });
    child.once("close", (code, signal) => {
      const end = code === null ? `was ended by ${signal}` : `ended with code ${code}`;
      const tail = output.trimEnd().split("\n").slice(-lastLines).join("\n");
      resolve(code === 0 ? undefined : `npm ci in ${folder} ${end}:\n${tail}`);
    });
  });
}
