/**
 * Base against a head that behaves the same, 50 whole runs under 5 % noise: how often the gate cries wolf. Seeds are 1 to 50
 * and fixed; each matrix is compared with its line in test/golden/aa/lines.jsonl, which docs/operating-characteristics.md is
 * made from. `AA_RECORD=1` writes that file anew.
 */
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readLines, type AaLine } from "./aa-lines.ts";
import {
  judgeStored,
  makeFunctionRepository,
  noise,
  openShell,
  runInProcess,
} from "./aa-rig.ts";
import { harmless, throughAction, unchanged } from "./dist-rig.ts";
import { root } from "./rig.ts";

const golden = join(root, "test/golden/aa/lines.jsonl");
const recording = process.env["AA_RECORD"] === "1";
const recorded = new Map(readLines(golden).map((line) => [line.seed, line]));
const inProcess = range(1, 45);
const throughDist = range(46, 50);

const lines: AaLine[] = [];
let place = "";
beforeAll(() => {
  place = mkdtempSync(join(quickestFolder(), "aa-"));
});
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
  if (recording) writeFileSync(golden, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
});

describe("the agent a function of this process, all else the product's", () => {
  beforeAll(() => {
    const repository = join(place, "refund-bot");
    makeFunctionRepository(repository, () => {
      writeFileSync(join(repository, "notes.md"), "Nothing that the agent reads.\n");
    });
  });

  test.each(inProcess)("seed %i", async (seed) => {
    const repository = join(place, "refund-bot");
    const line = await runInProcess(repository, seed);
    rmSync(join(repository, ".agent-lab"), { recursive: true });
    lines.push(line);
    expect(line).toEqual(recording ? line : recorded.get(seed));
  });

  test("of 45 at most 1 is No-Go, and at least 41 would be Go on live evidence", () => {
    expect(count(lines)).toMatchObject({ matrices: 45 });
    expect(count(lines).no_go).toBeLessThanOrEqual(1);
    expect(count(lines).go).toBeGreaterThanOrEqual(41);
  });

  test("a head that lost its approval rule is No-Go under the same noise, by both folds", async () => {
    const repository = join(place, "worse");
    makeFunctionRepository(repository, () => {
      const prompt = join(repository, "prompts/system.md");
      writeFileSync(prompt, readFileSync(prompt, "utf8").replace(/^If the amount.*\n/m, ""));
    });
    expect(await runInProcess(repository, 1)).toMatchObject({
      verdict: "No-Go",
      live_verdict: "No-Go",
      codes: expect.arrayContaining(["case_regression"]) as unknown,
    });
  });
});

describe("the example agent as a process, through the built Action", () => {
  test.each(throughDist)("seed %i", { timeout: 300_000 }, async (seed) => {
    const pull = { base: unchanged, head: harmless, model: { noise, seed } };
    const line = await throughAction(pull, async ({ outputs, violations, calls }, repository) => {
      expect(violations).toEqual([]);
      const judged = await judgeStored(openShell(repository), outputs["matrix-id"] ?? "");
      expect(outputs["verdict"]).toBe(judged.verdict);
      return { seed, ...judged, calls };
    });
    lines.push(line);
    expect(line).toEqual(recording ? line : recorded.get(seed));
  });
});

test("of all 50 at most 1 is No-Go, and at least 45 would be Go on live evidence", () => {
  expect(count(lines)).toMatchObject({ matrices: 50 });
  expect(count(lines).no_go).toBeLessThanOrEqual(1);
  expect(count(lines).go).toBeGreaterThanOrEqual(45);
});

test("what would be Go on live evidence has no condition but the test server's, and the other way round", () => {
  for (const line of lines)
    expect(line.live_verdict === "Go").toBe(line.codes.join() === "test_evidence");
});

test("the noise is there: about one run in twenty fails its case, on each side", () => {
  for (const side of ["base", "head"] as const) {
    const failed = lines.reduce((sum, line) => sum + line[side][0], 0);
    const runs = lines.reduce((sum, line) => sum + line[side][1], 0);
    expect(Math.abs(failed / runs - noise)).toBeLessThan(0.02);
  }
});

function count(some: readonly AaLine[]): { matrices: number; no_go: number; go: number } {
  return {
    matrices: some.length,
    no_go: some.filter((line) => line.verdict === "No-Go").length,
    go: some.filter((line) => line.live_verdict === "Go").length,
  };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Every event is synced to the disk: in memory, where the system has such a folder, that costs a third of the time. */
function quickestFolder(): string {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return "/dev/shm";
  } catch {
    return tmpdir();
  }
}
