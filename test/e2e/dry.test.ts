import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { copyAction, runStep, type StepResult } from "../../scripts/runner.ts";
import {
  anAgent,
  aTwoBranchRepository,
  commitAll,
  startWatchedUpstream,
} from "../commands/dry-rig.ts";
import type { Lab } from "../commands/lab.ts";
import { startEmulator, type Emulator } from "../emulator/emulator.ts";
import { pullRequestEvent, runnerEnvironment } from "../emulator/runner-environment.ts";

const root = join(import.meta.dirname, "../..");
let emulator: Emulator;
let folder = "";

beforeAll(async () => {
  emulator = await startEmulator();
  folder = mkdtempSync(join(tmpdir(), "agent-lab-e2e-dry-"));
});
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

function system(quote: string): string {
  return `input.startsWith("Quote") ? ${JSON.stringify(quote)} : "Greet."`;
}

/** Two cases; the change drops an instruction that only one of them is given. */
function aChangedRepository(): Lab {
  const lab = aTwoBranchRepository({ system: system("Answer with JSON.\nAsk before a refund.") });
  lab.write(
    "evals/greeting.yaml",
    'id: greeting\ninput: "Hello."\nexpect: { contains: [welcome] }\n',
  );
  lab.write("agent.mjs", anAgent({ system: system("Answer with JSON.") }));
  commitAll(lab, "change");
  return lab;
}

function sha(lab: Lab, revision: string): string {
  const found = execFileSync("git", ["rev-parse", revision], { cwd: lab.folder, encoding: "utf8" });
  return found.trim();
}

/** One run of the built Action on the repository's pull request 7; no key unless `more` gives one. */
async function step(
  lab: Lab,
  run_id: string,
  event: { readonly fork: boolean; readonly name?: "pull_request" | "push" },
  inputs: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<StepResult> {
  const action = join(folder, `action-${run_id}`);
  copyAction(root, action);
  const head = sha(lab, "change");
  const payload =
    event.name === "push"
      ? {}
      : pullRequestEvent(emulator.repository, 7, head, event.fork, sha(lab, "main"));
  return runStep(action, { "github-token": emulator.token, ...inputs }, 100, {
    ...runnerEnvironment(emulator, join(folder, `temp-${run_id}`), {
      event: event.name ?? "pull_request",
      payload,
      run_id,
      run_attempt: 1,
      sha: "c".repeat(40),
    }),
    GITHUB_WORKSPACE: lab.folder,
    OPENAI_API_KEY: "",
    ...more,
  });
}

test("a fork's pull request: what changed in the job summary, a neutral end, nothing spent, nothing written", async () => {
  const lab = aChangedRepository();
  emulator.permissions.clear();
  const found = await step(lab, "71", { fork: true }, { status: "true" });
  expect(found).toMatchObject({
    exit_code: 0,
    outputs: { verdict: "not evaluated", "exit-code": "0", "matrix-id": "", bundle: "" },
  });
  expect(found.log).not.toContain("::error");
  expect(found.log).toContain(
    "::warning title=Agent Lab::The comment was not written: GitHub answered 403",
  );
  expect(found.log).toContain("from a fork has a read-only token, so this is expected");
  const short = (revision: string) => `\`${sha(lab, revision).slice(0, 7)}\``;
  expect(found.summary).toMatch(/^### ⚪ Not evaluated: needs a maintainer · /);
  for (const words of [
    `head ${short("change")} against base ${short("main")} · DRY`,
    "**This pull request asks the model something else in 1 of 2 cases.**",
    "A pull request from a fork gets no secrets, so nothing was asked of a model and nothing was spent.",
    "| `quote` | call 1 | system text −1 line |",
    "| `greeting` | none | nothing, not a byte |",
    "- Ask before a refund.",
    "**Cases changed:** `greeting` is new.",
    "**Next:** A maintainer reads the change",
  ])
    expect(found.summary).toContain(words);
  expect(emulator.comments).toEqual([]);
  expect(emulator.checks).toEqual([]);
  expect(emulator.artifacts).toEqual([]);
  expect(emulator.violations).toEqual([]);
});

test("a keyless pull request of the repository's own: comment, neutral check, pending status", async () => {
  const lab = aChangedRepository();
  for (const permission of ["pull-requests", "checks", "statuses"] as const)
    emulator.permissions.add(permission);
  const found = await step(lab, "72", { fork: false }, { status: "true" });
  expect(found).toMatchObject({ exit_code: 0, outputs: { verdict: "not evaluated" } });
  expect(emulator.comments.map(({ body }) => body)).toEqual([
    expect.stringContaining("OPENAI_API_KEY is not set, so nothing was asked of a model"),
  ]);
  expect(emulator.checks.map(({ given }) => given)).toMatchObject([
    { conclusion: "neutral", output: { title: "Not evaluated: needs a maintainer" } },
  ]);
  expect(emulator.statuses).toMatchObject([
    { given: { state: "pending", description: "Not evaluated: needs a maintainer" } },
  ]);
  expect(emulator.violations).toEqual([]);
});

test("mode: dry asks nobody, with a key and a model in reach", async () => {
  const upstream = await startWatchedUpstream();
  const more = { OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: "canary-key-0123456789" };
  const found = await step(aChangedRepository(), "73", { fork: false }, { mode: "dry" }, more);
  expect(found).toMatchObject({ exit_code: 0, outputs: { verdict: "not evaluated" } });
  expect(found.summary).toContain("Dry mode was asked for, so nothing was asked of a model");
  expect(upstream.asked()).toBe(0);
  expect(`${found.log}${found.summary}`).not.toContain("canary-key");
});

test("mode: evaluate, and a push, keep a missing key a failure", async () => {
  const lab = aChangedRepository();
  const strict = await step(lab, "74", { fork: true }, { mode: "evaluate" });
  const push = await step(lab, "75", { fork: false, name: "push" });
  for (const refused of [strict, push]) {
    expect(refused).toMatchObject({ exit_code: 50, outputs: { verdict: "not evaluated" } });
    expect(refused.summary).toContain("OPENAI_API_KEY is not set");
  }
});
