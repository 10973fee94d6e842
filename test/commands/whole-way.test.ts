import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, test } from "vitest";

import { runResult, scoreDocument } from "../../src/contracts/run-result.ts";
import { aMatrix, openLab, shippedRoot, type Lab } from "./lab.ts";

const guard = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "no-processes.mjs")).href}`,
};

async function evaluated(
  changes: Record<string, string> = {},
): Promise<{ lab: Lab; matrix: string; folder: string }> {
  const lab = openLab();
  lab.write("agent-lab.yaml", aMatrix(changes));
  const answer = await lab.run(["evaluate", "--json"]);
  expect(answer).toMatchObject({
    code: 0,
    json: { verdict: "Conditional-Go", upstream: "simulated" },
  });
  expect(answer.stderr).toMatch(/run +(\d+) of \1 blocks in \d+ s\n/);
  const [matrix = ""] = lab.matrices();
  return { lab, matrix, folder: lab.inside(`.agent-lab/matrices/${matrix}`) };
}

test("evaluate, then every later look at the same runs", async () => {
  const { lab, matrix, folder } = await evaluated({ repetitions: "2" });
  const report = readFileSync(`${folder}/views/report.md`, "utf8");
  expect(report).toMatch(/^### 🟡 Conditional-Go/);
  expect(report).toContain("SIMULATED MODEL");
  expect(report).toContain("bare-loop");
  expect(report).toMatch(/ · 2 blocks · run in \d+ s · /);

  const checked = await lab.run(["verify", `${folder}/evidence.tar.gz`]);
  expect(checked.code).toBe(0);
  expect(checked.stdout).toContain("ok   8 views");

  // Other weights: nothing is started, the runs and the ledger keep their bytes.
  const before = readFileSync(`${folder}/runs/${matrix}.inventory-order.bare-loop.1.json`);
  const weighed = await lab.run(
    [
      "compare",
      "--matrix",
      matrix,
      "--score-profile",
      "shipped:config/score-profiles/cost-first-v1.yaml",
      "--json",
    ],
    guard,
  );
  expect(weighed).toMatchObject({ code: 0, json: { status: "exploratory", matrix_id: matrix } });
  expect(readFileSync(`${folder}/runs/${matrix}.inventory-order.bare-loop.1.json`)).toEqual(before);

  // Version 1 of the case: the same runs, other points, and whose fault it is.
  const older = await lab.run(
    ["compare", "--matrix", matrix, "--case", "shipped:cases/superseded/inventory-order.v1.yaml"],
    guard,
  );
  expect(older.code).toBe(0);
  expect(older.stdout).toContain("evaluation-data error, not a model failure");
  const again = await lab.run(
    ["compare", "--matrix", matrix, "--case", "shipped:cases/inventory-order.v2.yaml", "--json"],
    guard,
  );
  expect(again.json).toMatchObject({ status: "exploratory", evaluation_data_errors: [] });
  const documents = (version: number) =>
    readdirSync(`${folder}/scores/inventory-order.v${version}`).map((name) =>
      scoreDocument.parse(
        JSON.parse(readFileSync(`${folder}/scores/inventory-order.v${version}/${name}`, "utf8")),
      ),
    );
  expect(documents(1).map((one) => one.score.total)).toEqual([80, 80]);
  expect(documents(2).map((one) => one.score.total)).toEqual([100, 100]);
  expect(documents(1).map((one) => one.result_sha256)).toEqual(
    documents(2).map((one) => one.result_sha256),
  );

  // The gate keeps SPEC's whole table; evaluate softens Conditional-Go to 0.
  expect((await lab.run(["gate", "--matrix", matrix], guard)).code).toBe(10);
  expect((await lab.run(["report", "--matrix", matrix, "--markdown"], guard)).stdout).toBe(report);
});

test("one changed byte of a stored run is exit 60 and names the run", async () => {
  const { lab, matrix, folder } = await evaluated();
  const name = `${matrix}.inventory-order.bare-loop.1`;
  const file = `${folder}/runs/${name}.json`;
  const text = readFileSync(file, "utf8");
  const altered = text.replace('"duration_ms":', '"duration_ms": ');
  for (const bytes of [
    text.replace('"status":"completed"', '"status":"failed"'),
    altered,
    text.slice(0, -2),
  ]) {
    expect(bytes).not.toBe(text);
    writeFileSync(file, bytes);
    for (const command of [["compare"], ["gate"], ["report"]]) {
      const answer = await lab.run([...command, "--matrix", matrix]);
      expect(answer.code).toBe(60);
      expect(answer.stderr).toContain(name);
    }
  }
});

test("a run of another matrix is exit 60 and names it", async () => {
  const { lab, matrix } = await evaluated();
  await lab.run(["evaluate", "--new"]);
  const other = lab.matrices().find((one) => one !== matrix) ?? "";
  const foreign = `${other}.inventory-order.bare-loop.1`;
  writeFileSync(
    lab.inside(`.agent-lab/matrices/${matrix}/runs/${foreign}.json`),
    readFileSync(lab.inside(`.agent-lab/matrices/${other}/runs/${foreign}.json`)),
  );
  const answer = await lab.run(["compare", "--matrix", matrix]);
  expect(answer.code).toBe(60);
  expect(answer.stderr).toContain(foreign);
});

test("preflight passes version 2 and says what is wrong in version 1, calling nothing", async () => {
  const lab = openLab();
  lab.write("agent-lab.yaml", aMatrix());
  const sound = await lab.run(["preflight", "--json"], guard);
  expect(sound).toMatchObject({
    code: 0,
    json: { preflight: { passed: true, model_calls: 0, cases: [{ oracle_score: 100 }] } },
  });
  const wrong = await lab.run(
    ["preflight", "--case", "shipped:cases/superseded/inventory-order.v1.yaml"],
    guard,
  );
  expect(wrong.code).toBe(50);
  expect(wrong.stderr).toContain("/unit_price 55.5");
  expect(wrong.stderr).toContain("129.5");
});

test("the published table, to four decimals, and labelled as what it is", async () => {
  const lab = openLab();
  const answer = await lab.run(
    [
      "compare",
      "--runs",
      shipped("examples/published-rc2"),
      "--score-profile",
      shipped("config/score-profiles/balanced-v1.yaml"),
      "--pricing",
      shipped("config/pricing/free-glm-v1.yaml"),
      "--json",
    ],
    guard,
  );
  expect(answer.code).toBe(0);
  expect(answer.json["label"]).toBe("transcribed, not re-derivable");
  const { candidates } = answer.json["comparison"] as {
    candidates: { candidate: string; weighted: number }[];
  };
  expect(candidates.map((one) => [one.candidate, one.weighted.toFixed(4)])).toEqual([
    ["langgraph", "99.2503"],
    ["openai-agents", "99.2337"],
  ]);
});

test("plan --explain shows every contract the short form stands for", async () => {
  const lab = openLab();
  lab.write("agent-lab.yaml", "adapters: [bare-loop]\ncases: cases/*.yaml\n");
  lab.write(
    "cases/hello.yaml",
    'id: hello\ninput: "Say hello."\nexpect: { contains: [hello], never_calls: [issue_refund] }\nsimulation: { turns: [{ text: hello }] }\n',
  );
  const answer = await lab.run(["plan", "--explain", "--json"], guard);
  expect(answer.code).toBe(0);
  const contracts = answer.json["contracts"] as Record<string, Record<string, unknown>>;
  expect(contracts["contracts/case/hello.v1.json"]).toMatchObject({
    evaluator: { checks: [{ type: "contains" }, { type: "never_calls" }] },
    limits: { model_calls: 12 },
  });
  expect(Object.keys(contracts).map((path) => path.split("/")[1])).toEqual([
    "matrix",
    "case",
    "tool_catalogue",
    "model",
    "pricing_catalogue",
    "score_profile",
    "readiness_policy",
  ]);
});

test("the report says what each framework really sent", async () => {
  const { folder, matrix } = await evaluated();
  const result = runResult.parse(
    JSON.parse(readFileSync(`${folder}/runs/${matrix}.inventory-order.bare-loop.1.json`, "utf8")),
  );
  expect(result.model_calls[0]?.shape).toMatchObject({
    sampling: { temperature: 0 },
    tools: [{ name: "inventory_lookup" }, { name: "calculate" }, { name: "protected_submit" }],
  });
  const report = readFileSync(`${folder}/views/report.md`, "utf8");
  expect(report).toMatch(/[Ss]ystem text/);
  expect(report).toMatch(/temperature/);
});

function shipped(path: string): string {
  return join(shippedRoot, path);
}

test("an A/A lane on the controlled track: prepared once, run in every block, shown, not judged", async () => {
  const { lab, matrix, folder } = await evaluated({
    repetitions: "2",
    aa_control: "true",
    order: "{ design: williams, seed: lane }",
  });
  const plan = JSON.parse(readFileSync(`${folder}/plan.json`, "utf8"));
  const orders = plan.blocks.map((block: { order: string[] }) => block.order.join());
  expect(orders.toSorted()).toEqual(["bare-loop,bare-loop-aa", "bare-loop-aa,bare-loop"]);
  expect(readdirSync(`${folder}/runs`)).toContain(`${matrix}.inventory-order.bare-loop-aa.2.json`);
  const report = readFileSync(`${folder}/views/report.md`, "utf8");
  expect(report).toContain("bare-loop (A/A control)");
  const readiness = JSON.parse(readFileSync(`${folder}/views/readiness.json`, "utf8"));
  expect(readiness.candidates.map((one: { candidate: string }) => one.candidate)).toEqual([
    "bare-loop",
  ]);
  const checked = await lab.run(["verify", `${folder}/evidence.tar.gz`]);
  expect(checked.code).toBe(0);
  const again = await lab.run(["evaluate", "--new"]);
  expect(again.stderr.match(/adapter +bare-loop/g)).toHaveLength(1);
});

test("the same plan run again is said to be attempt 2, with the first one's id, and verified as such", async () => {
  const { lab, matrix, folder } = await evaluated();
  const words = "Attempt 2 of the same contract: earlier attempts count";
  expect(readFileSync(`${folder}/views/report.md`, "utf8")).not.toContain("of the same contract");
  expect(JSON.parse(readFileSync(`${folder}/views/comparison.json`, "utf8")).attempt).toBe(
    undefined,
  );
  const again = await lab.run(["evaluate", "--new"]);
  expect(again.code).toBe(0);
  expect(again.stdout).toContain(words);
  const [latest = ""] = lab.matrices().filter((id) => id !== matrix);
  const second = lab.inside(`.agent-lab/matrices/${latest}`);
  expect(readFileSync(`${second}/views/report.md`, "utf8")).toContain(words);
  const comparison = JSON.parse(readFileSync(`${second}/views/comparison.json`, "utf8"));
  expect(comparison.attempt).toEqual({ number: 2, earlier: [matrix] });
  expect((await lab.run(["verify", `${second}/evidence.tar.gz`])).code).toBe(0);
  // Another plan is another contract.
  lab.write("agent-lab.yaml", aMatrix({ budget: "6 USD" }));
  const other = await lab.run(["evaluate"]);
  expect([other.code, other.stdout]).toEqual([0, expect.not.stringContaining("same contract")]);
});
