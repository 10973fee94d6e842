/** The Action's entry: GitHub's surroundings in, one evaluation, summary and outputs out. */
import { isAbsolute, relative } from "node:path";

import { applyPaths } from "../commands/apply-paths.ts";
import type { DryWish } from "../commands/dry.ts";
import { evaluate, type Evaluated } from "../commands/evaluate.ts";
import { defaultFolder } from "../commands/load-matrix.ts";
import { composeShell, enterHost, type EnteredHost } from "../compose.ts";
import type { PullRequest } from "../core/publication/place.ts";
import type { ActionInputs } from "../shell/github/inputs.ts";
import { disarmCommands, type Annotation } from "../shell/github/outcome.ts";
import { readPlace } from "../shell/github/pull-request.ts";
import { readRevisions, type EventRevisions } from "../shell/github/revisions-of-event.ts";
import { resultFacts } from "./facts.ts";
import { publishEvaluation } from "./publish.ts";
import { runAction, type ActionEvaluation } from "./run.ts";

export async function main(): Promise<void> {
  const host = enterHost(process.env, [...process.execArgv, ...process.argv.slice(1)]);
  for (const note of host.notes) log(disarmCommands(`agent-lab: ${note}\n`));
  // GitHub's clients read their inputs and tokens from process.env. Set here, they are in no other process's view of it.
  Object.assign(process.env, host.secrets);
  process.exitCode = await runAction(async (inputs) => evaluateAlone(inputs, host), {
    summary_file: process.env["GITHUB_STEP_SUMMARY"],
    log,
    publish: async (inputs, found) => publishEvaluation(inputs, found, process.env),
  });
}

/** While agents run, this process's environment has no secret that a child of any kind could inherit. */
async function evaluateAlone(inputs: ActionInputs, host: EnteredHost): Promise<ActionEvaluation> {
  for (const name of Object.keys(host.secrets)) Reflect.deleteProperty(process.env, name);
  try {
    return await evaluateInputs(inputs, host);
  } finally {
    Object.assign(process.env, host.secrets);
  }
}

async function evaluateInputs(inputs: ActionInputs, host: EnteredHost): Promise<ActionEvaluation> {
  const project = process.env["GITHUB_WORKSPACE"] ?? process.cwd();
  const shell = composeShell({
    project,
    environment: { CI: "true", ...host.clean, ...host.secrets },
    node: process.execPath,
    platform: `${process.platform}-${process.arch}`,
    node_version: process.version,
    output: { is_tty: false, columns: 110 },
    errors: { write: (text) => log(disarmCommands(text)), is_tty: false },
  });
  const revisions = readRevisions(process.env);
  const pull_request = pullRequestOf(inputs, process.env);
  const unconcerned =
    pull_request === null || revisions === null || inputs.paths.length === 0
      ? null
      : await applyPaths(shell, inputs.paths, revisions);
  const evaluated =
    unconcerned ??
    (await evaluate(shell, {
      file: inputs.config,
      ...(revisions === null ? {} : { revisions }),
      ...dryWish(inputs, pull_request),
      base: inputs.output_dir ?? defaultFolder,
      fresh: false,
      fail_on: inputs.fail_on,
      run_attempt: Number(process.env["GITHUB_RUN_ATTEMPT"] ?? "1") || 1,
      source: sourceOf(process.env, revisions),
    }));
  const redactor = shell.openRedactor();
  log(disarmCommands(redactor.redactText(`${evaluated.text}\n`)));
  return {
    verdict: evaluated.verdict,
    title: evaluated.title ?? evaluated.verdict,
    exit_code: evaluated.exit_code,
    matrix_id: evaluated.matrix_id,
    paths: {
      report: evaluated.paths?.html ?? null,
      summary: evaluated.paths?.markdown ?? null,
      bundle: evaluated.bundle?.path ?? null,
    },
    bundle_sha256: evaluated.bundle?.sha256 ?? null,
    facts: resultFacts(evaluated.verdict, evaluated.json),
    summaries: [evaluated.summary, evaluated.short_summary].map((text) =>
      redactor.redactText(text),
    ),
    annotations: annotationsOf(evaluated, project),
  };
}

function pullRequestOf(inputs: ActionInputs, environment: NodeJS.ProcessEnv): PullRequest | null {
  const place = readPlace(environment, inputs);
  return place.found ? place.context.pull_request : null;
}

/** `auto` never hides a missing key on events that a maintainer controls: a push without one fails. */
function dryWish(
  { mode, cassette }: ActionInputs,
  pull_request: PullRequest | null,
): { dry?: DryWish } {
  if (mode === "evaluate" || (mode === "auto" && pull_request === null)) return {};
  const fork = pull_request?.from_fork ?? null;
  return { dry: { when: mode === "dry" ? "always" : "keyless", fork, cassette } };
}

function sourceOf(
  environment: NodeJS.ProcessEnv,
  revisions: EventRevisions | null,
): { run_id: string; run_attempt: number; repository: string; head_sha: string } | null {
  const run_id = environment["GITHUB_RUN_ID"];
  const repository = environment["GITHUB_REPOSITORY"];
  const head_sha = revisions?.head ?? environment["GITHUB_SHA"];
  if (!run_id || !repository || !head_sha) return null;
  return {
    run_id,
    run_attempt: Number(environment["GITHUB_RUN_ATTEMPT"] ?? "1") || 1,
    repository,
    head_sha,
  };
}

/** Faults with a file, line and column become annotations there, by a path relative to the workspace. */
function annotationsOf(evaluated: Evaluated, project: string): Annotation[] {
  return (evaluated.faults ?? []).map(({ where, message, fix }) => {
    const place = /^(.+?):(\d+):(\d+)$/.exec(where);
    const text = `${message} ${fix}`;
    if (place === null) return { level: "error", title: "Agent Lab", message: `${where}: ${text}` };
    const [, file = "", line, column] = place;
    return {
      level: "error",
      title: "Agent Lab",
      message: text,
      file: isAbsolute(file) ? relative(project, file) : file,
      line: Number(line),
      column: Number(column),
    };
  });
}

function log(text: string): void {
  process.stdout.write(text);
}
