/** Runs the example agents as their users do: set up once, one process a run, against a test model of its own. */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";

import { parse } from "yaml";

import { startTestModel } from "../../examples/test-model/server.ts";
import type { SeenRequest, TestModel } from "../../examples/test-model/server.ts";
import type { ExampleName } from "../../scripts/make-example-repo.ts";
import { caseFile } from "../../src/contracts/case.ts";
import type { CaseFile } from "../../src/contracts/case.ts";
import { shortForm } from "../../src/contracts/matrix.ts";

export const root = join(import.meta.dirname, "../..");
const installs = join(root, "tmp/example-installs");
const path = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);

const lockOf = { "own-agent-py": "requirements.txt", "own-agent-ts": "package-lock.json" } as const;
const installedOf = { "own-agent-py": ".venv", "own-agent-ts": "node_modules" } as const;

export interface SetupOutcome {
  readonly exit_code: number;
  readonly log: string;
}

/** The checkout's own `setup` hook, as agent-lab.yaml gives it. */
export function runSetup(checkout: string): SetupOutcome {
  const [command = "", ...args] = readShortForm(checkout).setup ?? [];
  try {
    // A --silent npm around this one would hide the installer's reason.
    const env = { ...process.env, PATH: path, npm_config_loglevel: "notice" };
    const log = execFileSync(command, args, {
      cwd: checkout,
      env,
      encoding: "utf8",
      stdio: "pipe",
      timeout: 280_000,
    });
    return { exit_code: 0, log };
  } catch (fault) {
    const { status, stderr, message } = fault as {
      status?: number;
      stderr?: string;
      message: string;
    };
    return { exit_code: status ?? -1, log: `${message}\n${stderr ?? ""}` };
  }
}

/** Gives a checkout what its setup would install. */
export function install(example: ExampleName, checkout: string): void {
  symlinkSync(keepInstalled(example, checkout), join(checkout, installedOf[example]));
}

/**
 * The folder that a checkout's setup makes. The first checkout with a lock of these bytes runs the real setup; it is
 * kept under tmp/ for all later ones.
 */
export function keepInstalled(example: ExampleName, checkout: string): string {
  const lock = readFileSync(join(checkout, lockOf[example]));
  const kept = join(
    installs,
    `${example}-${createHash("sha256").update(lock).digest("hex").slice(0, 16)}`,
  );
  if (!existsSync(kept)) {
    mkdirSync(installs, { recursive: true });
    const fresh = mkdtempSync(join(installs, "making-"));
    cpSync(checkout, fresh, { recursive: true });
    const { exit_code, log } = runSetup(fresh);
    if (exit_code !== 0) throw new Error(`${hint[example]}\n${log}`);
    try {
      renameSync(fresh, kept);
    } catch {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return join(kept, installedOf[example]);
}

const hint = {
  "own-agent-py":
    "examples/own-agent-py could not be set up: it needs python3 (3.10 or later) with venv and pip, and a package index. On Debian: apt install python3-venv python3-pip.",
  "own-agent-ts":
    "examples/own-agent-ts could not be set up: it needs npm and Node 22.18 or later, and a package registry.",
};

/** A fresh copy of the example in a parent folder of its own, set up; removed with its parent by `dispose`. */
export function copyExample(example: ExampleName): {
  readonly checkout: string;
  readonly dispose: () => void;
} {
  const parent = mkdtempSync(join(tmpdir(), "own-agent-"));
  const checkout = join(parent, "checkout");
  const skipped = new Set([".venv", "node_modules", "__pycache__", "orders.db"]);
  cpSync(join(root, "examples", example), checkout, {
    recursive: true,
    filter: (one) => !skipped.has(basename(one)),
  });
  install(example, checkout);
  return {
    checkout,
    dispose: () => {
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

export function readShortForm(checkout: string): ReturnType<typeof shortForm.parse> {
  return shortForm.parse(parse(readFileSync(join(checkout, "agent-lab.yaml"), "utf8")));
}

export function readEvals(checkout: string): Map<string, CaseFile> {
  const folder = join(checkout, "evals");
  const cases = readdirSync(folder).map((file) =>
    caseFile.parse(parse(readFileSync(join(folder, file), "utf8"))),
  );
  return new Map(cases.map((one) => [one.id, one]));
}

export interface AgentRun {
  /** null where it had to be stopped. */
  readonly exit_code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of stdout; "" where there is none. */
  readonly answer: string;
  readonly requests: readonly SeenRequest[];
  /** Names of the tools that the model called, in order. */
  readonly calls: readonly string[];
  /** Input and output of every chat call, as the test model reports them. */
  readonly tokens: number;
}

export interface RunOptions {
  /** Without one the run gets a fresh test model, so that equal runs make equal bytes. */
  readonly model?: TestModel;
  readonly outage?: { readonly after: number; readonly status: number };
  /** Stop it this long after the model's last word, for programs that never end, in milliseconds. */
  readonly stop_after_answer_ms?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Leaves stdin empty, so that the case is read from AGENT_LAB_CASE. */
  readonly stdin?: string;
}

export async function runAgent(
  checkout: string,
  input: string,
  options: RunOptions = {},
): Promise<AgentRun> {
  const model =
    options.model ?? (await startTestModel(options.outage ? { outage: options.outage } : {}));
  const before = model.requests.length;
  const [command = "", ...args] = readShortForm(checkout).agent ?? [];
  const child = spawn(command, args, {
    cwd: checkout,
    env: {
      PATH: path,
      HOME: dirname(checkout),
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: "test",
      ...options.env,
    },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part: Buffer) => (stdout += part.toString()));
  child.stderr.on("data", (part: Buffer) => (stderr += part.toString()));
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.stdin ?? input);
  const limit = setTimeout(() => child.kill("SIGKILL"), 30_000);
  const watch = setInterval(() => {
    if (options.stop_after_answer_ms === undefined) return;
    if (!model.requests.slice(before).some((one) => one.said?.kind === "text")) return;
    clearInterval(watch);
    setTimeout(() => child.kill("SIGKILL"), options.stop_after_answer_ms);
  }, 50);
  const exit_code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      // A process that it left behind may hold the pipes open: what is in them by now is all there is.
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve(code);
      }, 100);
    });
  });
  clearTimeout(limit);
  clearInterval(watch);
  const requests = model.requests.slice(before);
  if (options.model === undefined) await model.close();
  return {
    exit_code,
    stdout,
    stderr,
    answer: stdout.trimEnd().split("\n").at(-1) ?? "",
    requests,
    ...tally(requests),
  };
}

function tally(requests: readonly SeenRequest[]): Pick<AgentRun, "calls" | "tokens"> {
  const said = requests.flatMap((one) => (one.said === null ? [] : [one.said]));
  const calls = said.flatMap((one) =>
    one.kind === "calls" ? one.calls.map((call) => call.name) : [],
  );
  const tokens = requests.reduce(
    (sum, { usage }) => sum + (usage?.input ?? 0) + (usage?.output ?? 0),
    0,
  );
  return { calls, tokens };
}

/** What is wrong with a run by the case's `expect`; empty where it passes. */
export function failuresOf(one: CaseFile, run: AgentRun): string[] {
  const { calls = [], never_calls = [], contains = [] } = one.expect ?? {};
  return [
    ...(run.exit_code === 0 ? [] : [`exit code ${String(run.exit_code)}`]),
    ...calls.filter((name) => !run.calls.includes(name)).map((name) => `never called ${name}`),
    ...never_calls.filter((name) => run.calls.includes(name)).map((name) => `called ${name}`),
    ...contains.filter((part) => !run.answer.includes(part)).map((part) => `lacks "${part}"`),
  ];
}

export function inputOf(one: CaseFile): string {
  if (typeof one.input !== "string") throw new Error(`the input of ${one.id} is no text`);
  return one.input;
}
