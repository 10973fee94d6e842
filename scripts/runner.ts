/** Runs the Action as GitHub's runner would: its own folder, INPUT_* and GITHUB_*, command files, the Node it asks for. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";

/** What a copy of the Action consists of; nothing else may be needed. */
const parts = ["action.yml", "dist", "cases", "config"];

export interface StepResult {
  readonly exit_code: number | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
}

/** Copies the Action into `folder`, which must be empty. Throws with what to do when dist/ was not built. */
export function copyAction(root: string, folder: string): void {
  if (!existsSync(join(root, "dist", "index.js"))) {
    throw new Error("dist/ is not built: run `npm run build` first");
  }
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
}

/**
 * Runs the copied Action in `folder` as both action path and workspace, with nothing of this process's environment
 * but PATH and HOME. `inputs` fill in over action.yml's defaults, of which those that are expressions are empty here;
 * `environment` over what a runner sets. Killed after `seconds`.
 */
export async function runStep(
  folder: string,
  inputs: Readonly<Record<string, string>>,
  seconds: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const action: ActionFile = parse(readFileSync(join(folder, "action.yml"), "utf8"));
  const [major] = process.versions.node.split(".");
  if (action.runs.using !== `node${major}`) {
    throw new Error(`action.yml asks for ${action.runs.using}; this is Node ${process.version}`);
  }
  const commands = join(folder, ".runner");
  mkdirSync(commands);
  const file = (name: string): string => {
    writeFileSync(join(commands, name), "");
    return join(commands, name);
  };
  const child = spawn(process.execPath, [join(folder, action.runs.main)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_WORKSPACE: folder,
      GITHUB_ACTION_PATH: folder,
      GITHUB_RUN_ID: "1",
      GITHUB_RUN_ATTEMPT: "1",
      GITHUB_REPOSITORY: "example/agent",
      GITHUB_SHA: "0".repeat(40),
      GITHUB_STEP_SUMMARY: file("summary"),
      GITHUB_OUTPUT: file("output"),
      GITHUB_ENV: file("env"),
      GITHUB_PATH: file("path"),
      GITHUB_STATE: file("state"),
      ...inputEnvironment(action, inputs),
      ...environment,
    },
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), seconds * 1_000);
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (log += text));
  }
  const exit_code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  clearTimeout(timer);
  return {
    exit_code,
    log,
    summary: readFileSync(join(commands, "summary"), "utf8"),
    outputs: readOutputs(readFileSync(join(commands, "output"), "utf8")),
  };
}

/** As the runner names them: upper case, blanks as underscores, hyphens kept. */
function inputEnvironment(
  action: ActionFile,
  inputs: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = Object.entries(action.inputs).map(([name, { default: value = "" }]) => {
    const usual = value.startsWith("${{") ? "" : value;
    return [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, inputs[name] ?? usual] as const;
  });
  return Object.fromEntries(names);
}

/** `name<<delimiter`, lines, `delimiter`: the only form that @actions/core writes. */
function readOutputs(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const match of text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n?\2\n/gm)) {
    found[match[1] ?? ""] = match[3] ?? "";
  }
  return found;
}
