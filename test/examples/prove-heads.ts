/** Shows by running it that each planted head does what heads.json says of it. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestModel } from "../../examples/test-model/server.ts";
import { listHeads, makeExampleRepository } from "../../scripts/make-example-repo.ts";
import type { ExampleName, PlantedHead } from "../../scripts/make-example-repo.ts";
import type { CaseFile } from "../../src/contracts/case.ts";
import { effects, silentOnTheWire } from "./effects.ts";
import { copyExample, failuresOf, inputOf, install, readEvals, runAgent, runSetup } from "./rig.ts";
import type { AgentRun, RunOptions } from "./rig.ts";

/** Heads that need more than their cases run once: each has a test of its own. */
const apart = new Set([
  "broken-install",
  "broken-base-install",
  "flaky",
  "sdk-bump",
  "loops-forever",
]);

const stopped: Readonly<Record<string, RunOptions>> = {
  hangs: { stop_after_answer_ms: 700 },
  "never-exits": { stop_after_answer_ms: 700 },
};

/** Heads that add a case or stop before any difference shows. */
const sameBytes = new Set(["new-case-fails"]);

const isLinux = existsSync("/proc/self/environ");

export function provePlantedHeads(example: ExampleName): void {
  const evals = readEvals(join(import.meta.dirname, "../../examples", example));
  const asShipped = new Map<string, AgentRun>();
  const folders: string[] = [];
  let copy: ReturnType<typeof copyExample>;
  const caseOf = (id: string): CaseFile => {
    const one = evals.get(id);
    if (one === undefined) throw new Error(`there is no case ${id}`);
    return one;
  };
  const shippedRun = async (id: string): Promise<AgentRun> => {
    const run = asShipped.get(id) ?? (await runAgent(copy.checkout, inputOf(caseOf(id))));
    asShipped.set(id, run);
    return run;
  };
  const branch = (name: string): string => {
    const parent = mkdtempSync(join(tmpdir(), "planted-"));
    folders.push(parent);
    return makeExampleRepository(example, name, join(parent, "checkout")).folder;
  };
  beforeAll(() => {
    copy = copyExample(example);
  }, 300_000);
  afterAll(() => {
    copy.dispose();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  describe(`${example}, planted heads`, () => {
    const here = listHeads().filter(({ examples = [example] }) => examples.includes(example));
    test.each(here.filter((one) => !apart.has(one.name)))("$name", async (head) => {
      const checkout = branch(head.name);
      install(example, checkout);
      const judged = new Map([...readEvals(checkout), ...evals]);
      const asked = casesFor(example, head, [...judged.keys()]);
      const runs = new Map<string, AgentRun>();
      const failed = new Set<string>();
      const leftBehind = new Set<string>();
      const otherBytes = new Set<string>();
      for (const id of asked) {
        const one = judged.get(id) ?? caseOf(id);
        const mark = `${head.name}-${process.pid}-${id}`;
        const run = await runAgent(checkout, inputOf(one), {
          ...stopped[head.name],
          env: { PLANTED: mark },
        });
        runs.set(id, run);
        if (failuresOf(one, run).length > 0) failed.add(id);
        if (stopMarked(mark) > 0) leftBehind.add(id);
        const before = evals.has(id) ? await shippedRun(id) : null;
        if (before !== null && bodiesOf(run).join("\n") !== bodiesOf(before).join("\n"))
          otherBytes.add(id);
      }
      const expected = typeof head.breaks === "string" ? asked : head.breaks;
      expect([...failed].toSorted()).toEqual(expected.toSorted());
      expect([...leftBehind]).toEqual(head.name === "leaves-daemon" && isLinux ? asked : []);
      const claims = await effects[head.name]?.({ checkout, runs, shipped: asShipped });
      expect(Object.entries(claims ?? {}).filter(([, holds]) => !holds)).toEqual([]);
      expect(otherBytes.size > 0).toBe(
        !silentOnTheWire.has(head.name) && !sameBytes.has(head.name),
      );
      // A head without an effect of its own is one that shows nothing on the wire.
      expect(claims !== undefined || silentOnTheWire.has(head.name)).toBe(true);
    });

    test("loops-forever: asks until it is refused, and has no answer", async () => {
      const checkout = branch("loops-forever");
      install(example, checkout);
      const run = await runAgent(checkout, "Please refund order 6002.", {
        outage: { after: 20, status: 402 },
      });
      expect(run).toMatchObject({ exit_code: 1, stdout: "" });
      expect(run.requests).toHaveLength(21);
    });

    test("flaky: the same case passes and fails on main and on the branch alike, and the wire is the same", async () => {
      const checkout = branch("flaky");
      install(example, checkout);
      const one = caseOf("small-refund");
      const sides = [];
      for (const side of ["main", "change"]) {
        git(checkout, "checkout", "--quiet", side);
        const model = await startTestModel({ seed: 5 });
        const runs: AgentRun[] = [];
        for (let time = 0; time < 10; time += 1)
          runs.push(await runAgent(checkout, inputOf(one), { model }));
        await model.close();
        const passes = runs.map((run) => failuresOf(one, run).length === 0);
        expect(new Set(passes).size).toBe(2);
        sides.push(runs[0] === undefined ? null : bodiesOf(runs[0]));
      }
      expect(sides[0]).toEqual(sides[1]);
    });

    test(
      "sdk-bump: another openai package, the same bytes in every request",
      { timeout: 600_000 },
      async () => {
        const checkout = branch("sdk-bump");
        git(checkout, "checkout", "--quiet", "main");
        install(example, checkout);
        for (const id of ["small-refund", "refund-over-limit"]) {
          const older = await runAgent(checkout, inputOf(caseOf(id)));
          expect(failuresOf(caseOf(id), older)).toEqual([]);
          expect(bodiesOf(older)).toEqual(bodiesOf(await shippedRun(id)));
        }
        const changed = git(checkout, "diff", "--name-only", "main", "change").trim().split("\n");
        expect(changed.some((file) => /package-lock\.json|requirements\.txt/.test(file))).toBe(
          true,
        );
      },
    );

    test(
      "broken-install and broken-base-install: the installer says why",
      { timeout: 300_000 },
      () => {
        const reason =
          example === "own-agent-py"
            ? /No matching distribution found for openai==99\.0\.0/
            : /in sync/;
        const head = branch("broken-install");
        expect(runSetup(head)).toMatchObject({
          exit_code: 1,
          log: expect.stringMatching(reason) as unknown,
        });
        const base = branch("broken-base-install");
        expect(git(base, "diff", "--stat", "main", "change")).not.toBe("");
        const lock = example === "own-agent-py" ? "requirements.txt" : "package.json";
        expect(readFileSync(join(base, lock))).toEqual(readFileSync(join(copy.checkout, lock)));
        git(base, "checkout", "--quiet", "--force", "main");
        expect(runSetup(base)).toMatchObject({
          exit_code: 1,
          log: expect.stringMatching(reason) as unknown,
        });
      },
    );
  });
}

/**
 * Every case where the list of broken ones is the claim. One where every run ends alike, and for Python, whose start takes
 * twice the time, the broken ones and one more: the prompts, tools and cases of both examples are the same.
 */
function casesFor(example: ExampleName, head: PlantedHead, all: readonly string[]): string[] {
  if (typeof head.breaks === "string" || silentOnTheWire.has(head.name)) return ["small-refund"];
  return example === "own-agent-ts" ? [...all] : [...new Set([...head.breaks, "small-refund"])];
}

function bodiesOf(run: AgentRun): string[] {
  return run.requests.map((one) => `${one.path} ${JSON.stringify(one.body)}`);
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
}

/** Ends what still runs with PLANTED set to this mark, and counts it. Linux only: elsewhere it sees nothing. */
function stopMarked(mark: string): number {
  let found = 0;
  for (const pid of isLinux ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      if (!readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`PLANTED=${mark}`))
        continue;
      process.kill(Number(pid), "SIGKILL");
      found += 1;
    } catch {
      // It ended meanwhile, or belongs to someone else.
    }
  }
  return found;
}
