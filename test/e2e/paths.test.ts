import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { copyAction, runStep, type StepResult } from "../../scripts/runner.ts";
import { aTwoBranchRepository, commitAll } from "../commands/dry-rig.ts";
import type { Lab } from "../commands/lab.ts";
import { startEmulator, type Emulator } from "../emulator/emulator.ts";
import { pullRequestEvent, runnerEnvironment } from "../emulator/runner-environment.ts";

const root = join(import.meta.dirname, "../..");
let emulator: Emulator;
let folder = "";

beforeAll(async () => {
  emulator = await startEmulator();
  folder = mkdtempSync(join(tmpdir(), "agent-lab-e2e-paths-"));
});
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The built Action, keyless and dry, on a pull request that changes README.md and docs/a.md. */
async function step(
  lab: Lab,
  run_id: string,
  paths: string,
  event: "pull_request" | "merge_group" = "pull_request",
): Promise<StepResult> {
  const action = join(folder, `action-${run_id}`);
  copyAction(root, action);
  const sha = (name: string): string =>
    execFileSync("git", ["rev-parse", name], { cwd: lab.folder, encoding: "utf8" }).trim();
  const [base, head] = [sha("main"), sha("change")];
  const payload =
    event === "pull_request"
      ? pullRequestEvent(emulator.repository, 7, head, false, base)
      : { merge_group: { base_sha: base, head_sha: head } };
  const inputs = { "github-token": emulator.token, mode: "dry", paths, status: "true" };
  return runStep(action, inputs, 100, {
    ...runnerEnvironment(emulator, join(folder, `temp-${run_id}`), {
      event,
      payload,
      run_id,
      run_attempt: 1,
      sha: "c".repeat(40),
    }),
    GITHUB_WORKSPACE: lab.folder,
  });
}

function aRepositoryWithNewWords(): Lab {
  const lab = aTwoBranchRepository();
  lab.write("README.md", "Words.\n");
  lab.write("docs/a.md", "More words.\n");
  commitAll(lab, "words");
  return lab;
}

const globs = "agent.mjs\nevals/**\n**.yaml\n!docs/**";

test("no changed file matches: a check that succeeds, no comment, nothing run", async () => {
  const found = await step(aRepositoryWithNewWords(), "81", globs);
  expect(found).toMatchObject({
    exit_code: 0,
    outputs: { verdict: "not applicable", "exit-code": "0", "matrix-id": "", bundle: "" },
  });
  expect(found.summary).toMatch(/^### ⚪ Not applicable: no changed file matches paths\n/);
  expect(found.summary).toMatch(/2 files changed between `[0-9a-f]{7}` and `[0-9a-f]{7}`/);
  expect(found.summary).toContain(`\`\`\`text\n${globs}\n\`\`\``);
  expect(found.log).not.toContain("setup");
  expect(emulator.comments).toEqual([]);
  expect(emulator.checks.map(({ given }) => given)).toMatchObject([
    {
      conclusion: "success",
      output: { title: "Not applicable: no changed file matches paths" },
    },
  ]);
  expect(emulator.statuses).toMatchObject([{ given: { state: "success" } }]);
  expect(emulator.violations).toEqual([]);
});

test("one that matches, at its old place too, is evaluated; a comment that is there stays as it was", async () => {
  const lab = aRepositoryWithNewWords();
  execFileSync("git", ["mv", "agent.mjs", "docs/agent.mjs"], { cwd: lab.folder });
  lab.write(
    "agent-lab.yaml",
    "agent: [node, docs/agent.mjs]\nmodels: [gpt-4.1-mini]\ncases: evals/*.yaml\nbudget: 5 USD\n",
  );
  commitAll(lab, "move");
  const moved = await step(lab, "82", "agent.mjs");
  expect(moved.summary).toContain("No byte changed in any request");
  expect(emulator.comments).toHaveLength(1);
  const body = emulator.comments[0]?.body;
  const later = await step(lab, "83", ".gitignore");
  expect(later.outputs["verdict"]).toBe("not applicable");
  expect(emulator.comments.map((one) => one.body)).toEqual([body]);
});

test("another event is evaluated whatever changed, and an unreadable glob is refused by name", async () => {
  const lab = aRepositoryWithNewWords();
  const queue = await step(lab, "84", "src/**", "merge_group");
  expect(queue.summary).toContain("No byte changed in any request");
  const refused = await step(lab, "85", "src/**\nsrc/{a,b}.ts");
  expect(refused.exit_code).toBe(50);
  expect(refused.log).toContain('the input paths is "src/{a,b}.ts"');
});

test("a glob that no file matches may be misspelt: evaluated, and said", async () => {
  const found = await step(aRepositoryWithNewWords(), "86", "agent.mjs\nevals");
  expect(found.summary).toContain("No byte changed in any request");
  expect(found.log).toContain('no file of base or head matches "evals"');
});

test("with two merge bases no one tells what changed: evaluated, and said", async () => {
  const lab = aRepositoryWithNewWords();
  const git = (...args: string[]): void => {
    const who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
    execFileSync("git", [...who, ...args], { cwd: lab.folder });
  };
  git("branch", "old", "change");
  git("checkout", "--quiet", "main");
  lab.write("LICENSE", "Words.\n");
  commitAll(lab, "main moves on");
  git("branch", "mine", "main");
  git("merge", "--quiet", "--no-ff", "--message", "x", "old");
  git("checkout", "--quiet", "change");
  git("merge", "--quiet", "--no-ff", "--message", "y", "mine");
  const found = await step(lab, "87", "agent.mjs");
  expect(found.log).toContain("base and head have 2 merge bases");
  expect(found.outputs["verdict"]).toBe("not evaluated");
});
