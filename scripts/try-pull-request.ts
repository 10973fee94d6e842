/** One pull request through the built Action, as GitHub's runner would run it, with GitHub emulated on loopback. */
import { join } from "node:path";

import { startEmulator } from "../test/emulator/emulator.ts";
import { pullRequestEvent, runnerEnvironment } from "../test/emulator/runner-environment.ts";
import type { ExampleRepository } from "./make-example-repo.ts";
import { copyAction, runStep } from "./runner.ts";

const root = join(import.meta.dirname, "..");
const minutes = 20;

/** A pull request from a fork: it has no key, and a token that only reads. */
export interface DryTry {
  readonly cassette: string | null;
}

export interface Tried {
  readonly exit_code: number | null;
  /** The newest one on the pull request, and how many there are. */
  readonly comment: string;
  readonly comments: number;
  readonly summary: string;
  readonly log: string;
  readonly violations: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
}

/** The Action and the runner's files go into `place`; the matrices stay in the repository. The caller removes both. */
export async function tryPullRequest(
  place: string,
  made: ExampleRepository,
  base_url: string,
  environment: Readonly<Record<string, string>> = {},
  dry: DryTry | null = null,
): Promise<Tried> {
  return tryPushes(place, [made], base_url, environment, dry);
}

/** One push after the other to the same pull request: each is a run of its own, with the comment as the last one left it. */
export async function tryPushes(
  place: string,
  pushes: readonly [ExampleRepository, ...ExampleRepository[]],
  base_url: string,
  environment: Readonly<Record<string, string>> = {},
  dry: DryTry | null = null,
): Promise<Tried> {
  const emulator = await startEmulator("example/refund-bot");
  try {
    const fork = dry !== null;
    if (fork) emulator.permissions.clear();
    const inputs = { "github-token": emulator.token, cassette: dry?.cassette ?? "" };
    const one = async (made: ExampleRepository, at: number): Promise<Tried> => {
      const action = join(place, `action-${at}`);
      copyAction(root, action);
      const run = {
        event: "pull_request",
        payload: pullRequestEvent(emulator.repository, 7, made.head_sha, fork, made.base_sha),
        run_id: String(1001 + at),
        run_attempt: 1,
        sha: "f".repeat(40),
      } as const;
      const step = await runStep(action, inputs, minutes * 60, {
        ...runnerEnvironment(emulator, join(place, `runner-${at}`), run),
        GITHUB_WORKSPACE: made.folder,
        ...(fork
          ? { OPENAI_API_KEY: "" }
          : { OPENAI_BASE_URL: base_url, OPENAI_API_KEY: "test-model-key-0123456789" }),
        ...installers(),
        ...environment,
      });
      return {
        exit_code: step.exit_code,
        comment: emulator.comments.at(-1)?.body ?? "",
        comments: emulator.comments.length,
        summary: step.summary,
        log: step.log,
        violations: emulator.violations,
        outputs: step.outputs,
      };
    };
    let tried = await one(pushes[0], 0);
    for (const [at, made] of pushes.slice(1).entries()) tried = await one(made, at + 1);
    return tried;
  } finally {
    await emulator.stop();
  }
}

/** How npm and pip reach their registries on this machine: a runner has its own way, told by the same variables. */
function installers(): Record<string, string> {
  const kept = /^(npm_config_(userconfig|registry|cache)|pip_\w+|uv_\w+|NODE_EXTRA_CA_CERTS)$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && kept.test(name) ? [[name, value]] : [],
    ),
  );
}
