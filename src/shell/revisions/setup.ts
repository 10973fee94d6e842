/** Runs a checkout's setup hook: no shell, no keys, a HOME and temporary folder of its own, ended with all it started. */
import { spawn, spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

import type { Fault } from "../../contracts/fault.ts";
import type { RedactionStream } from "../../core/redaction/redactor.ts";
import type { SetupOutcome, SetupRequest, SetupTrouble } from "../../core/revision-ports.ts";
import { findInstallTrouble } from "./install-trouble.ts";
import { findKey, keepNeeded } from "./setup-environment.ts";

const logCap = 256 * 1024;
const lastLines = 15;
/** Milliseconds that output may still arrive after the hook has ended. */
const grace = 1_000;

/**
 * A hook that fails, hangs or can't be started is a value with its last lines, and the installer's line where the
 * trouble is known. `environment`: the host's own; only what installers need is passed on.
 */
export async function runSetup(
  request: SetupRequest,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<SetupOutcome> {
  const started = performance.now();
  const key = findKey(request.env);
  const ended = key === undefined ? await runHook(request, environment) : undefined;
  const log = ended?.log() ?? new Uint8Array();
  const duration_ms = Math.round(performance.now() - started);
  if (ended?.code === 0 && !ended.timed_out) return { ok: true, duration_ms, log };
  // Once more in plain text: control characters inside a secret hide it from the first look.
  const lines = request.redactor
    .redactText(stripVTControlCharacters(Buffer.from(log).toString("utf8")))
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "");
  const known = ended?.timed_out === true ? undefined : findInstallTrouble(lines);
  const trouble = known?.trouble ?? troubleOf(ended);
  return {
    ok: false,
    trouble,
    line: known?.line ?? null,
    last_lines: lines.slice(-lastLines).map((line) => line.slice(0, 500)),
    exit_code: ended?.code ?? null,
    duration_ms,
    log,
    fault: explain(
      request,
      trouble,
      known?.line ?? ended?.refusal ?? key ?? tellingLine(lines),
      ended,
    ),
  };
}

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly timed_out: boolean;
  /** Why it could not be started. */
  readonly refusal: string | undefined;
  readonly log: () => Uint8Array;
}

async function runHook(
  request: SetupRequest,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Ended> {
  const { checkout } = request;
  const [program, ...args] = request.argv;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: checkout.path,
      env: {
        ...keepNeeded(environment),
        ...request.env,
        HOME: checkout.home,
        USERPROFILE: checkout.home,
        TMPDIR: checkout.temp,
        TMP: checkout.temp,
        TEMP: checkout.temp,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      shell: false,
      windowsHide: true,
    });
    const output = createTail(logCap, request.redactor.redactStream());
    child.stdout.on("data", output.write);
    child.stderr.on("data", output.write);
    let timed_out = false;
    let end: readonly [number | null, string | null] = [null, null];
    const timer = setTimeout(() => {
      timed_out = true;
      killGroup(child.pid);
    }, request.timeout_ms);
    const finish = (refusal?: string): void => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ code: end[0], signal: end[1], timed_out, refusal, log: output.bytes });
    };
    child.once("error", (cause) => {
      if (child.pid === undefined) finish(cause.message);
    });
    child.once("exit", (code, signal) => {
      end = [code, signal];
      // Whoever it started and left behind would go on writing into this checkout.
      killGroup(child.pid);
      const late = setTimeout(finish, grace);
      child.once("close", () => {
        clearTimeout(late);
        finish();
      });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"], { timeout: 5_000 });
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Already gone, which is what was wanted.
  }
}

/** The last `cap` bytes of a stream of any length, redacted; a first line says how many came before. `bytes` ends it. */
function createTail(
  cap: number,
  redaction: RedactionStream,
): {
  readonly write: (chunk: Uint8Array) => void;
  readonly bytes: () => Uint8Array;
} {
  let kept = Buffer.alloc(0);
  let dropped = 0;
  const keep = (chunk: Uint8Array): void => {
    const joined = Buffer.concat([kept, chunk]);
    kept = joined.subarray(Math.max(0, joined.length - cap));
    dropped += joined.length - kept.length;
  };
  return {
    write: (chunk) => {
      keep(redaction.push(chunk));
    },
    bytes: () => {
      keep(redaction.finish());
      const first = dropped === 0 ? "" : `[... ${dropped} bytes left out ...]\n`;
      return Uint8Array.from(Buffer.concat([Buffer.from(first), kept]));
    },
  };
}

function troubleOf(ended: Ended | undefined): SetupTrouble {
  if (ended === undefined) return "given_a_key";
  if (ended.timed_out) return "timeout";
  return ended.refusal === undefined ? "failed" : "not_started";
}

/** What happened in plain words, and what to do. */
const words: Readonly<Record<SetupTrouble, readonly [string, string]>> = {
  dependency_conflict: [
    "its dependencies conflict",
    "Change the versions named in the line until the installer can resolve them, and commit the lockfile.",
  ],
  lockfile_out_of_sync: [
    "its lockfile is out of sync with its manifest",
    "Run the installer's lock or install command without its frozen mode, and commit the lockfile.",
  ],
  package_gone: [
    "a package or version it names does not exist",
    "Name a version that the registry has, or check the registry's settings.",
  ],
  timeout: [
    "setup did not end in time and was stopped",
    "Make it faster, cache its downloads, or raise its limit.",
  ],
  not_started: [
    "its setup program can't be started",
    "Install the program before this step, or correct the first word of setup.",
  ],
  given_a_key: [
    "setup is given a key, which it must not see",
    "Remove the variable from setup's env: keys belong to model calls, which go through the gateway.",
  ],
  failed: [
    "setup failed",
    "Run the same command in a fresh clone and mend what its last lines say.",
  ],
};

/** Installers end with where their log lies; the line that says why comes before it. */
function tellingLine(lines: readonly string[]): string | undefined {
  const said = lines.filter(
    (line) => line.trim() !== "" && !/complete log|debug-\d+\.log/i.test(line),
  );
  return said.find((line) => /\b(error|fatal)\b.*\b(code|E[A-Z]{4,})\b/i.test(line)) ?? said.at(-1);
}

function explain(
  request: SetupRequest,
  trouble: SetupTrouble,
  detail: string | undefined,
  ended: Ended | undefined,
): Fault {
  const { checkout, argv, timeout_ms, redactor } = request;
  const [what, fix] = words[trouble];
  const limit = trouble === "timeout" ? ` after ${timeout_ms} ms` : "";
  const said =
    detail === undefined ? "it printed nothing" : redactor.redactText(detail).trim().slice(0, 500);
  return {
    code: `setup_${trouble}`,
    message: `${checkout.name} cannot be installed: ${what}${limit}${describeEnd(ended)}: ${said}`,
    where:
      `setup of ${checkout.name} (${checkout.sha.slice(0, 12)}): ${redactor.redactText(argv.join(" "))}`.slice(
        0,
        500,
      ),
    fix,
  };
}

function describeEnd(ended: Ended | undefined): string {
  if (ended === undefined || ended.timed_out || ended.refusal !== undefined) return "";
  return ended.code === null ? ` (ended by ${ended.signal})` : ` (exit code ${ended.code})`;
}
