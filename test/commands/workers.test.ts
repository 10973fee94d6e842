/** More than one worker: the same scores, a bundle that verifies, and no time that counts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runResult, type RunResult } from "../../src/contracts/run-result.ts";
import { aMatrix, openLab, type Lab } from "./lab.ts";

const two = {
  cases: '["shipped:cases/inventory-order.v2.yaml", "shipped:cases/refund-approval.yaml"]',
  repetitions: "3",
};

function resultsOf(lab: Lab, matrix: string): RunResult[] {
  const folder = lab.inside(`.agent-lab/matrices/${matrix}/runs`);
  return readdirSync(folder)
    .toSorted()
    .map((name) => runResult.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
}

/** What a run says about the agent; not when it ran, nor beside whom. */
function telling({ case_id, repetition, status, reason, score, usage, tool_calls }: RunResult) {
  const calls = tool_calls.map(({ name, outcome, arguments_sha256, effects }) => [
    name,
    outcome,
    arguments_sha256,
    effects,
  ]);
  return { case_id, repetition, status, reason, score, usage, calls };
}

test("one worker and four give the same scores; only with one does time count", async () => {
  const lab = openLab("workers");
  lab.write("agent-lab.yaml", aMatrix(two));
  const results: RunResult[][] = [];
  for (const workers of ["1", "4"]) {
    const answer = await lab.run(["evaluate", "--new", "--json", "--workers", workers]);
    expect({ code: answer.code, stderr: answer.stderr }).toMatchObject({ code: 0 });
    const matrix = String(answer.json["matrix_id"]);
    const folder = lab.inside(`.agent-lab/matrices/${matrix}`);
    const verified = await lab.run(["verify", join(folder, "evidence.tar.gz")]);
    expect({ code: verified.code, out: verified.stdout }).toMatchObject({ code: 0 });
    results.push(resultsOf(lab, matrix));
  }
  const [one = [], four = []] = results;
  expect(one).toHaveLength(6);
  expect(four.map(telling)).toEqual(one.map(telling));
  expect(one.map(({ metadata }) => metadata.concurrency)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(one.every(({ duration_ms }) => typeof duration_ms === "number")).toBe(true);
  const among = four.filter(({ metadata }) => metadata.concurrency === 4);
  expect(among.length).toBeGreaterThanOrEqual(3);
  // The last ones may have been alone in the end, but were not from the beginning.
  const last = four.filter(({ metadata }) => metadata.concurrency === 1);
  for (const { duration_ms } of last)
    expect(duration_ms).toEqual({ missing: "another worker ran beside it" });
  const report = await lab.run(["report", "--markdown"]);
  expect(report.stdout).toContain("4 runs shared the machine: time counts only at concurrency 1");
});

test("a budget that is too small refuses the same blocks, however many work", async () => {
  const ran: string[][] = [];
  for (const workers of ["1", "3"]) {
    const lab = openLab("workers-budget");
    lab.write(
      "agent-lab.yaml",
      aMatrix({ repetitions: "6", budget: "0.02955 USD", on_exceed: "stop_at_block" }),
    );
    const answer = await lab.run(["evaluate", "--workers", workers]);
    expect({ code: answer.code, stderr: answer.stderr }).not.toMatchObject({ code: 40 });
    const [matrix = ""] = lab.matrices();
    ran.push(resultsOf(lab, matrix).map(({ run_id }) => run_id.replace(matrix, "")));
  }
  // The worst case of one block is 0.0290304 and it costs 0.000207: the fourth does not fit what three have left.
  expect(ran[0]).toHaveLength(3);
  expect(ran[1]).toEqual(ran[0]);
});

test("nothing to join, and a number of workers that is none, are refused with what to do", async () => {
  const lab = openLab("workers-refused");
  lab.write("agent-lab.yaml", aMatrix());
  const alone = await lab.run(["run", "--join"]);
  expect(alone).toMatchObject({ code: 50 });
  expect(alone.stderr).toContain("no matrix of this plan is being run or was left incomplete");
  expect((await lab.run(["evaluate"])).code).toBe(0);
  expect(await lab.run(["run", "--join"])).toMatchObject({ code: 50 });
  for (const wrong of ["0", "-1", "1.5", "65", "many"])
    expect(await lab.run(["run", `--workers=${wrong}`])).toMatchObject({
      code: 50,
      stderr: expect.stringContaining("from 1 to 64"),
    });
  expect(await lab.run(["run", "--join", "--new"])).toMatchObject({ code: 50 });
});
