/**
 * `npm run try:own-agent -- --head NAME` (or none, or --list): base against a planted head, through the built Action, as
 * GitHub's runner would, with GitHub emulated on loopback. Prints the pull request's comment last, exits as the step does.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { startTestModel } from "../examples/test-model/server.ts";
import { startEmulator } from "../test/emulator/emulator.ts";
import { pullRequestEvent, runnerEnvironment } from "../test/emulator/runner-environment.ts";
import { exampleName, listHeads, makeExampleRepository } from "./make-example-repo.ts";
import { copyAction, runStep } from "./runner.ts";

const root = join(import.meta.dirname, "..");
const minutes = 20;

export interface Tried {
  readonly exit_code: number | null;
  readonly comment: string;
  readonly log: string;
  readonly violations: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
}

/** Everything lives in a temporary folder and on loopback; nothing is left behind. */
export async function tryOwnAgent(example: string, head: string): Promise<Tried> {
  const place = mkdtempSync(join(tmpdir(), "try-own-agent-"));
  const made = makeExampleRepository(exampleName.parse(example), head, join(place, "refund-bot"));
  const planted = listHeads().find((one) => one.name === head);
  const model = await startTestModel({ noise: planted?.breaks === "flaky" ? 0.2 : 0 });
  const emulator = await startEmulator("example/refund-bot");
  try {
    const action = join(place, "action");
    copyAction(root, action);
    const payload = pullRequestEvent(emulator.repository, 7, made.head_sha, false, made.base_sha);
    const run = {
      event: "pull_request",
      payload,
      run_id: "1001",
      run_attempt: 1,
      sha: "f".repeat(40),
    } as const;
    const step = await runStep(action, { "github-token": emulator.token }, minutes * 60, {
      ...runnerEnvironment(emulator, join(place, "runner"), run),
      GITHUB_WORKSPACE: made.folder,
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: "test-model-key-0123456789",
      ...installers(),
    });
    const comment = emulator.comments.at(-1)?.body ?? "";
    return {
      exit_code: step.exit_code,
      comment,
      log: step.log,
      violations: emulator.violations,
      outputs: step.outputs,
    };
  } finally {
    await emulator.stop();
    await model.close();
    rmSync(place, { recursive: true, force: true });
  }
}

/** How npm and pip reach their registries on this machine: a runner has its own way, told by the same variables. */
function installers(): Record<string, string> {
  const kept = /^(npm_config_(userconfig|registry|cache)|pip_\w+|uv_\w+)$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && kept.test(name) ? [[name, value]] : [],
    ),
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      list: { type: "boolean", default: false },
      head: { type: "string", default: "none" },
      example: { type: "string", default: "own-agent-py" },
    },
  });
  if (values.list) {
    for (const one of listHeads())
      process.stdout.write(`${one.name.padEnd(22)}${one.verdict.padEnd(15)}${one.change}\n`);
    return;
  }
  const tried = await tryOwnAgent(values.example, values.head);
  process.stderr.write(tried.log);
  for (const violation of tried.violations)
    process.stderr.write(`GitHub's description was broken: ${violation}\n`);
  process.stdout.write(`\n${tried.comment}\n`);
  process.exitCode = tried.violations.length > 0 ? 70 : (tried.exit_code ?? 70);
}

if (import.meta.main) await main();
