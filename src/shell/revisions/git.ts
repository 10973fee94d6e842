/** Runs git as a child process: no shell, no prompt, no hooks, no variables that would point it at another repository. */
import { spawn } from "node:child_process";

/** `environment`: the host's own; git needs its credentials from there. */
export interface GitOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds a git command may take, a fetch or checkout included. */
  readonly timeout_ms: number;
}

export interface GitResult {
  readonly ok: boolean;
  readonly stdout: string;
  /** git's last lines on stderr, without its "hint:" lines; or why it could not be run. */
  readonly complaint: string;
  readonly code: number | null;
}

const outputCap = 32 * 1024 * 1024;
const complaintCap = 600;
/** Hooks and monitors of the user's repository are not ours to run; background work would outlive us. */
const settings = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.quotePath", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["advice.detachedHead", "false"],
  ["filter.lfs.smudge", ""],
  ["filter.lfs.process", ""],
  ["filter.lfs.required", "false"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** Never throws: a git that is absent, ends badly or takes too long is a result like any other. */
export async function runGit(
  repository: string,
  args: readonly string[],
  options: GitOptions,
): Promise<GitResult> {
  return new Promise((resolve) => {
    const child = spawn("git", ["-C", repository, ...settings, ...args], {
      env: gitEnvironment(options.environment),
      stdio: ["ignore", "pipe", "pipe"],
      shell: false,
      windowsHide: true,
      timeout: options.timeout_ms,
      killSignal: "SIGKILL",
    });
    const stdout: Buffer[] = [];
    let size = 0;
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= outputCap) stdout.push(chunk);
      else child.kill("SIGKILL");
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr = (stderr + chunk).slice(-8_000);
    });
    child.once("error", (cause) => {
      resolve({
        ok: false,
        stdout: "",
        complaint: `git can't be run: ${cause.message}`,
        code: null,
      });
    });
    child.once("close", (code, signal) => {
      resolve({
        ok: code === 0,
        stdout: Buffer.concat(stdout).toString("utf8"),
        complaint: signal === null ? complaintIn(stderr) : stopped(size, options.timeout_ms),
        code,
      });
    });
  });
}

function stopped(size: number, timeout_ms: number): string {
  return size > outputCap
    ? `git printed more than ${outputCap} bytes and was stopped`
    : `git was stopped after ${timeout_ms} ms`;
}

function complaintIn(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line !== "" && !line.startsWith("hint:"));
  return lines.slice(-4).join("; ").slice(-complaintCap);
}

function gitEnvironment(environment: GitOptions["environment"]): Record<string, string> {
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || misleading.test(name) ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LFS_SKIP_SMUDGE: "1",
    LC_ALL: "C",
  };
}

/** Set while git runs a hook, and by hand: they would make every command act on another repository or index. */
const misleading =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|SHALLOW_FILE|GRAFT_FILE|CEILING_DIRECTORIES)$/;
