/** An agent that swallows an outage or a 402 and prints a plausible answer with exit 0, through the built Action: never a pass, never its blame. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { runResult, type RunResult } from "../../src/contracts/run-result.ts";
import {
  all,
  harmless,
  planted,
  replaceIn,
  throughAction,
  unchanged,
  type Edit,
  type PullRequest,
} from "./dist-rig.ts";
import { root } from "./rig.ts";

vi.setConfig({ testTimeout: 300_000 });

const plausible = "Your refund needs approval; we have asked a manager and will write again.";
const swallows = planted("swallows-outage");
const loops = planted("loops-forever");

/** Leaves one case, with these limits. */
function onlyCase(id: string, limits = ""): Edit {
  return (folder) => {
    const evals = join(folder, "evals");
    for (const file of readdirSync(evals)) if (file !== `${id}.yaml`) rmSync(join(evals, file));
    if (limits !== "") replaceIn(`evals/${id}.yaml`, /$/, `limits: ${limits}\n`)(folder);
  };
}

interface Seen {
  readonly exit_code: number | null;
  readonly verdict: string;
  /** The comment down to the first fold. */
  readonly face: string;
  readonly comment: string;
  readonly base: readonly RunResult[];
  readonly head: readonly RunResult[];
  readonly calls: number;
}

/** What every one of these must keep: GitHub's description, a bundle that verifies, and no process left behind. */
async function tryIt(pull: PullRequest): Promise<Seen> {
  return throughAction(pull, async (outcome, repository) => {
    expect(outcome.violations).toEqual([]);
    expect(processesIn(repository)).toEqual([]);
    const bundle = outcome.outputs["bundle"] ?? "";
    const verified = spawnSync(process.execPath, [join(root, "dist/verify.mjs"), bundle], {
      encoding: "utf8",
    });
    expect([verified.status, verified.stderr]).toEqual([0, ""]);
    const folder = join(
      repository,
      ".agent-lab/matrices",
      outcome.outputs["matrix-id"] ?? "",
      "runs",
    );
    const runs = readdirSync(folder).map((file) =>
      runResult.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))),
    );
    return {
      exit_code: outcome.exit_code,
      verdict: outcome.outputs["verdict"] ?? "",
      face: outcome.comment.split("<details>")[0] ?? "",
      comment: outcome.comment,
      base: runs.filter((run) => run.candidate === "base"),
      head: runs.filter((run) => run.candidate === "head"),
      calls: outcome.calls,
    };
  });
}

/** Processes that run in a checkout or beside it. Linux only: elsewhere it sees nothing. */
function processesIn(repository: string): string[] {
  const pids = existsSync("/proc/self/cwd") ? readdirSync("/proc") : [];
  return pids.filter((pid) => {
    try {
      const cwd = /^\d+$/.test(pid) ? readlinkSync(`/proc/${pid}/cwd`) : "";
      return cwd.startsWith(dirname(repository));
    } catch {
      return false;
    }
  });
}

const failed = (runs: readonly RunResult[]): RunResult[] =>
  runs.filter((run) => run.status !== "completed");

const cells = (runs: readonly RunResult[]): string[] =>
  runs.map((run) => `${run.case_id} ${run.repetition}`).toSorted();

/** Every lost run of a swallowing agent said something plausible, and is failed for this reason all the same. */
function expectSwallowed(runs: readonly RunResult[], reason: RunResult["reason"]): void {
  expect(runs.length).toBeGreaterThan(0);
  for (const run of runs)
    expect(run).toMatchObject({ status: "failed", reason, final_output: plausible });
}

describe("the model goes away", () => {
  const sides: [string, Edit, Edit][] = [
    ["head swallows it", unchanged, swallows],
    ["both swallow it", swallows, harmless],
  ];
  test.each(sides)("for good, and %s: nothing is held against head", async (_name, base, head) => {
    const seen = await tryIt({ base, head, model: { gone_after: 40 } });
    // A call that never got an answer is charged at its own worst case, so the budget lasts and every block has run.
    expect(seen).toMatchObject({ verdict: "Conditional-Go", exit_code: 30 });
    expectSwallowed(failed(seen.head), "model_unavailable");
    for (const run of failed(seen.base)) expect(run.reason).toBe("model_unavailable");
    expect(failed(seen.base).length).toBe(failed(seen.head).length);
    expect(seen.face).toMatch(
      /\nLost to failed model calls: 6 of 12 runs of base and 6 of 12 runs of head \(the last model call failed: upstream_unreachable \(status 502\)\)\. What is left is too little to judge by\.\n/,
    );
    expect(seen.face).toContain("0 broke");
    expect(seen.face).toMatch(/of it the worst case of runs whose cost is not known/);
  });

  test("for a stretch of 503s that meets head alone: its run is lost, not broken", async () => {
    const model = { outage: { after: 43, status: 503, requests: 9 } };
    const seen = await tryIt({ base: unchanged, head: swallows, model });
    expect(seen).toMatchObject({ verdict: "Conditional-Go", exit_code: 0 });
    expect(failed(seen.base)).toEqual([]);
    expectSwallowed(failed(seen.head), "model_unavailable");
    expect(seen.face).toContain(
      "Lost to failed model calls: 0 of 12 runs of base and 1 of 12 runs of head (the last model call failed: outage (status 503))",
    );
    expect(seen.face).toContain("0 broke");
    expect(seen.comment).toContain("With 1 first-look block of a case,");
  });

  test("before the first call: not evaluated, infrastructure", async () => {
    const one = onlyCase("small-refund");
    const seen = await tryIt({
      base: all(one, swallows),
      head: harmless,
      model: { gone_after: 0 },
    });
    expect(seen).toMatchObject({ exit_code: 40, verdict: "not evaluated" });
    expectSwallowed([...seen.base, ...seen.head], "model_unavailable");
    expect(seen.face).toContain("Not evaluated");
  });

  test("never, but it rejects what head sends: the provider's words, and No-Go", async () => {
    const open = replaceIn("src/tools.ts", /additionalProperties: false/, "additionalProperties: true");
    const one = onlyCase("small-refund");
    const seen = await tryIt({ base: one, head: all(swallows, open), model: {} });
    expect(seen).toMatchObject({ verdict: "No-Go", exit_code: 20 });
    expect(failed(seen.base)).toEqual([]);
    expectSwallowed(seen.head, "request_rejected");
    expect(seen.face).toMatch(/the provider rejected the last request: .*\(status 400\)/);
  });

  test("busy for two answers: retried in the gateway, and nobody sees it", async () => {
    const one = onlyCase("small-refund");
    const model = { outage: { after: 3, status: 429, requests: 2 } };
    const seen = await tryIt({ base: one, head: swallows, model });
    expect(failed([...seen.base, ...seen.head])).toEqual([]);
    const recorded = [...seen.base, ...seen.head].flatMap((run) => run.model_calls);
    expect(recorded.filter((call) => call.hidden_retry || call.status !== 200)).toEqual([]);
    expect(seen.calls).toBe(recorded.length + 2);
  });
});

describe("the gateway says 402", () => {
  const six = onlyCase("small-refund", "{ model_calls: 6 }");
  const limit = "the last model call was refused: this would be model call 7; case small-refund allows 6";

  test("to head alone, which asks without end: head's own doing, in the cap's words", async () => {
    const seen = await tryIt({ base: six, head: all(swallows, loops), model: {} });
    expect(seen).toMatchObject({ verdict: "No-Go", exit_code: 20 });
    expect(failed(seen.base)).toEqual([]);
    expectSwallowed(seen.head, "limit_reached");
    expect(seen.face).toContain(limit);
  });

  test("to both sides alike: no verdict against head, and no pass", async () => {
    const seen = await tryIt({ base: all(six, swallows, loops), head: harmless, model: {} });
    expect(seen).toMatchObject({ verdict: "Conditional-Go", exit_code: 30 });
    expectSwallowed([...seen.base, ...seen.head], "limit_reached");
    expect(seen.face).toContain(`No run of either side completed: 2 of base (${limit})`);
  });

  test("to both sides for money: the run's own cap, in its words", async () => {
    const poor = onlyCase("small-refund", "{ cost: 0.0545 USD }");
    const seen = await tryIt({ base: all(poor, swallows), head: harmless, model: {} });
    expect(seen).toMatchObject({ verdict: "Conditional-Go", exit_code: 30 });
    expectSwallowed([...seen.base, ...seen.head], "budget_exhausted");
    expect(seen.calls).toBeGreaterThan(0);
    expect(seen.face).toMatch(/model call \d could cost \$[\d.]+; \$[\d.]+ of this run's \$0\.0545 is left/);
  });
});

test("the budget of the matrix is used up: whole blocks only, and the finished work is kept and shown", async () => {
  const small = replaceIn("agent-lab.yaml", /^budget: .*$/m, "budget: 0.93 USD");
  const seen = await tryIt({ base: small, head: swallows, model: {} });
  expect(seen).toMatchObject({ verdict: "Conditional-Go", exit_code: 30 });
  expect(failed([...seen.base, ...seen.head])).toEqual([]);
  expect(cells(seen.head)).toEqual(cells(seen.base));
  expect(seen.head.length).toBeGreaterThan(0);
  expect(seen.head.length).toBeLessThan(12);
  expect(seen.face).toContain(`${seen.head.length} of 12 blocks`);
  expect(seen.face).toContain("0 broke");
});
