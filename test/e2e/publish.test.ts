import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { copyAction, runStep, type StepResult } from "../../scripts/runner.ts";
import { digestBytes } from "../../src/core/digest/digest.ts";
import { startEmulator, type Emulator } from "../emulator/emulator.ts";
import { pullRequestEvent, runnerEnvironment } from "../emulator/runner-environment.ts";

const root = join(import.meta.dirname, "../..");
const head = "a1b2c3d".padEnd(40, "0");
let emulator: Emulator;
let folder = "";

beforeAll(async () => {
  emulator = await startEmulator();
  folder = mkdtempSync(join(tmpdir(), "agent-lab-e2e-publish-"));
});
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** One run of the built Action on the emulated pull request 7, in a workspace of its own. */
async function step(run_id: string, inputs: Record<string, string> = {}): Promise<StepResult> {
  const workspace = join(folder, `run-${run_id}`);
  copyAction(root, workspace);
  const environment = runnerEnvironment(emulator, join(folder, `temp-${run_id}`), {
    event: "pull_request",
    payload: pullRequestEvent(emulator.repository, 7, head),
    run_id,
    run_attempt: 1,
    sha: "c".repeat(40),
  });
  const settings = { config: "config/matrices/bare-loop.yaml", "github-token": emulator.token };
  return runStep(workspace, { ...settings, ...inputs }, 100, environment);
}

describe("the built Action on a pull request of an emulated GitHub", () => {
  let first: StepResult;
  beforeAll(async () => {
    first = await step("41", { status: "true", "job-id": "88" });
  });

  test("passes, and says nothing that GitHub's description does not know", () => {
    expect(first).toMatchObject({ exit_code: 0 });
    expect(first.log).not.toContain("::warning");
    expect(first.log).not.toContain("::error");
    expect(emulator.violations).toEqual([]);
  });

  test("has one comment, one check and one status, on the head commit", () => {
    expect(emulator.comments).toHaveLength(1);
    expect(emulator.comments[0]?.body).toMatch(/^<!-- agent-lab: .* -->\n### 🟡 Conditional-Go/);
    expect(emulator.checks.map(({ given }) => given)).toMatchObject([
      { head_sha: head, conclusion: "neutral", name: "Agent Lab · config/matrices/bare-loop" },
    ]);
    expect(emulator.statuses).toMatchObject([{ sha: head, given: { state: "success" } }]);
  });

  test("published the bundle whose digest comment, outputs and artifact agree on, and which verifies", () => {
    const stored = emulator.artifacts.find(({ name }) => name.endsWith(".tar.gz"));
    const { "bundle-sha256": sha256 = "", "bundle-url": url = "" } = first.outputs;
    expect(stored?.digest).toBe(sha256);
    expect(digestBytes(stored?.bytes ?? "")).toBe(sha256);
    expect(emulator.comments[0]?.body).toContain(`[evidence bundle](${url}) \`${sha256}\``);
    expect(first.summary).toContain(`[evidence bundle](${url}) \`${sha256}\``);
    expect(url).toBe(`https://github.com/example/agent/actions/runs/41/artifacts/${stored?.id}`);
    const downloaded = join(folder, "downloaded.tar.gz");
    writeFileSync(downloaded, stored?.bytes ?? "");
    const verifier = join(folder, "run-41", "dist", "verify.mjs");
    const found = spawnSync(process.execPath, [verifier, downloaded, "--digest", sha256], {
      env: {},
    });
    expect(found.status).toBe(0);
  });

  test("published the page as a second artifact", () => {
    const page = emulator.artifacts.find(({ name }) => name.endsWith(".html"));
    expect(page?.mime_type).toBe("text/html");
    expect(page?.bytes.toString("utf8")).toMatch(/^<!doctype html>/i);
  });

  test("leaves its comment alone when the same commit has the same result, and rewrites it under always", async () => {
    const before = emulator.comments[0]?.body;
    expect((await step("42")).exit_code).toBe(0);
    expect(emulator.comments.map(({ body }) => body)).toEqual([before]);
    expect((await step("43", { comment: "always" })).exit_code).toBe(0);
    expect(emulator.comments).toHaveLength(1);
    expect(emulator.comments[0]?.body).toContain(
      "**Since the previous run of `a1b2c3d`:** verdict, reasons and figures are the same",
    );
    expect(emulator.checks).toHaveLength(3);
  });

  test("keeps its verdict when nothing may be written, and says which line to paste", async () => {
    emulator.permissions.clear();
    const refused = await step("44", { comment: "always" });
    expect(refused).toMatchObject({
      exit_code: 0,
      outputs: { verdict: "Conditional-Go", "comment-url": "" },
    });
    expect(refused.log).toContain(
      "::warning title=Agent Lab::The comment was not written: GitHub answered 403",
    );
    expect(refused.log).toContain(
      "permissions: { contents: read, pull-requests: write, checks: write }",
    );
    expect(emulator.violations).toEqual([]);
  });

  test("says an unusable config on the pull request, and fails", async () => {
    emulator.permissions.add("pull-requests").add("checks");
    emulator.checks.length = 0;
    const broken = await step("45", { config: "absent.yaml" });
    expect(broken.exit_code).toBe(50);
    expect(emulator.comments.at(-1)?.body).toContain("Not evaluated");
    expect(emulator.checks[0]?.given).toMatchObject({
      name: "Agent Lab · absent",
      conclusion: "failure",
    });
  });
});
