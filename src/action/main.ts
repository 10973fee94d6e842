/** The Action's entry: GitHub's surroundings in, one evaluation, summary and outputs out. */
import { dirname, join, resolve } from "node:path";

import { evaluate, type Evaluated } from "../commands/evaluate.ts";
import { defaultFolder } from "../commands/load-matrix.ts";
import { composeShell } from "../compose.ts";
import type { ActionInputs } from "../shell/github/inputs.ts";
import { disarmCommands, type Annotation } from "../shell/github/outcome.ts";
import { runAction, type ActionEvaluation } from "./run.ts";

export async function main(): Promise<void> {
  process.exitCode = await runAction(evaluateInputs, {
    summary_file: process.env["GITHUB_STEP_SUMMARY"],
    log,
  });
}

async function evaluateInputs(inputs: ActionInputs): Promise<ActionEvaluation> {
  const project = process.env["GITHUB_WORKSPACE"] ?? process.cwd();
  const shell = composeShell({
    project,
    environment: { ...process.env, CI: process.env["CI"] ?? "true" },
    node: process.execPath,
    platform: `${process.platform}-${process.arch}`,
    node_version: process.version,
    output: { is_tty: false, columns: 110 },
    errors: { write: (text) => log(disarmCommands(text)), is_tty: false },
  });
  const evaluated = await evaluate(shell, {
    file: resolve(project, inputs.config),
    base: inputs.output_dir ?? defaultFolder,
    fresh: false,
    fail_on: inputs.fail_on,
    run_attempt: Number(process.env["GITHUB_RUN_ATTEMPT"] ?? "1") || 1,
    source: sourceOf(process.env),
  });
  log(disarmCommands(`${evaluated.text}\n`));
  return {
    verdict: evaluated.verdict,
    exit_code: evaluated.exit_code,
    matrix_id: evaluated.matrix_id,
    paths: {
      report: evaluated.paths?.html ?? null,
      summary: evaluated.paths?.markdown ?? null,
      bundle: evaluated.bundle?.path ?? null,
    },
    bundle_sha256: evaluated.bundle?.sha256 ?? null,
    summaries: [evaluated.summary],
    annotations: annotationsOf(evaluated, project),
  };
}

function sourceOf(
  environment: NodeJS.ProcessEnv,
): { run_id: string; run_attempt: number; repository: string; head_sha: string } | null {
  const run_id = environment["GITHUB_RUN_ID"];
  const repository = environment["GITHUB_REPOSITORY"];
  const head_sha = environment["GITHUB_SHA"];
  if (!run_id || !repository || !head_sha) return null;
  return {
    run_id,
    run_attempt: Number(environment["GITHUB_RUN_ATTEMPT"] ?? "1") || 1,
    repository,
    head_sha,
  };
}

/** Faults with a file, line and column become annotations at that line. */
function annotationsOf(evaluated: Evaluated, project: string): Annotation[] {
  const faults = evaluated.json["faults"];
  if (!Array.isArray(faults)) return [];
  return faults.flatMap((fault: unknown) => {
    if (
      typeof fault !== "object" ||
      fault === null ||
      !("message" in fault) ||
      !("where" in fault) ||
      !("fix" in fault)
    )
      return [];
    const place = /^(.*?):(\d+):(\d+)$/.exec(String(fault.where));
    const message = `${String(fault.message)} ${String(fault.fix)}`;
    const base = { level: "error" as const, title: "Agent Lab", message };
    return [
      place === null
        ? { ...base, message: `${String(fault.where)}: ${message}` }
        : {
            ...base,
            file: join(dirname(join(project, "x")), place[1] ?? ""),
            line: Number(place[2]),
            column: Number(place[3]),
          },
    ];
  });
}

function log(text: string): void {
  process.stdout.write(text);
}
