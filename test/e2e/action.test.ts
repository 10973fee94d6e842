import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { copyAction, runStep, type StepResult } from "../../scripts/runner.ts";
import { digestBytes } from "../../src/core/digest/digest.ts";

const root = join(import.meta.dirname, "../..");
let folder = "";
let step: StepResult;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "agent-lab-e2e-"));
  // Throws, and so fails the suite, with what to do when dist/ was not built.
  copyAction(root, folder);
  step = await runStep(folder, { config: "config/matrices/bare-loop.yaml" }, 100);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function verify(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(folder, "dist/verify.mjs"), ...args], {
    encoding: "utf8",
    env: {},
  });
}

describe("the Action in an empty folder, from dist/ alone", () => {
  test("evaluates a matrix and passes the step", () => {
    expect(step.log).not.toContain("::error");
    expect(step).toMatchObject({ exit_code: 0 });
    expect(step.outputs).toMatchObject({ verdict: "Conditional-Go", "exit-code": "0" });
    expect(step.outputs["matrix-id"]).toMatch(/^\d{8}T\d{6}Z-[0-9a-f]{6}$/);
  });

  test("writes a job summary that says it is simulated", () => {
    expect(step.summary).toContain("Conditional-Go");
    expect(step.summary).toContain("SIMULATED");
    expect(step.summary).toContain("bare-loop");
  });

  test("leaves report, Markdown and bundle where its outputs say, with the bundle's digest", () => {
    const { report = "", summary = "", bundle = "" } = step.outputs;
    expect(readFileSync(report, "utf8")).toMatch(/^<!doctype html>/i);
    expect(readFileSync(summary, "utf8")).toContain("Conditional-Go");
    expect(digestBytes(readFileSync(bundle))).toBe(step.outputs["bundle-sha256"]);
  });

  test("its bundle verifies with verify.mjs, every fold included", () => {
    const { bundle = "" } = step.outputs;
    const digest = step.outputs["bundle-sha256"] ?? "";
    const found = verify(bundle, "--digest", digest, "--json");
    expect(found.stderr).toBe("");
    const report = JSON.parse(found.stdout) as {
      ok: boolean;
      checks: { state: string }[];
      first_fault: unknown;
    };
    expect(report.first_fault).toBeNull();
    expect(report.checks.map(({ state }) => state)).toEqual(Array(8).fill("passed"));
    expect(found.status).toBe(0);
  });

  test("one altered bit of the bundle is refused with 60", () => {
    const bytes = readFileSync(step.outputs["bundle"] ?? "");
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 4;
    const altered = join(folder, "altered.tar.gz");
    writeFileSync(altered, bytes);
    const found = verify(altered);
    expect(found.status).toBe(60);
    expect(found.stdout).toContain("First fault: E-");
  });

  test("an unusable input fails the step with an annotation that names it", async () => {
    const other = mkdtempSync(join(tmpdir(), "agent-lab-e2e-"));
    try {
      copyAction(root, other);
      const refused = await runStep(other, { "fail-on": "sometimes" }, 60);
      expect(refused.exit_code).toBe(50);
      expect(refused.log).toContain("::error title=Agent Lab%3A unusable input::");
      expect(refused.log).toContain("no-go, conditional, never");
      expect(refused.outputs).toMatchObject({ verdict: "not evaluated", "exit-code": "50" });
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});

test("the command line in dist/ starts from anywhere", () => {
  const help = execFileSync(process.execPath, [join(folder, "dist/cli.js"), "--help"], {
    cwd: tmpdir(),
    encoding: "utf8",
  });
  expect(help).toContain("evaluate");
});
