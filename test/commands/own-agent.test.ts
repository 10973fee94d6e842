import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { runResult } from "../../src/contracts/run-result.ts";
import { agent, aRepository, commitAll, evaluation } from "./own-repository.ts";
import { startReadingModel } from "./reading-model.ts";

test("a dropped instruction is found, confirmed on fresh blocks, named, and shown on the wire", async () => {
  const model = await startReadingModel();
  const lab = aRepository();
  lab.write("agent.mjs", agent("Answer in prose."));
  commitAll(lab, "change");
  const answer = await lab.run(["evaluate", "--base", "main", "--head", "change"], {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: "canary-key-0123456789",
  });
  expect(answer.code).toBe(20);
  expect(answer.stdout).toMatch(
    /quote broke: on 8 fresh blocks base 8 of 8, this pull request 0 of 8/,
  );
  expect(answer.stdout).toMatch(/Changed on the wire\s+system text/);
  const [matrix = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${matrix}`);
  const run = runResult.parse(
    JSON.parse(readFileSync(`${folder}/runs/${matrix}.quote.base.1.json`, "utf8")),
  );
  expect(run.tool_calls.map((call) => [call.name, call.provenance, call.outcome])).toEqual([
    ["inventory_lookup", "wire", "settled"],
    ["calculate", "wire", "settled"],
  ]);
  expect(run.gates.no_duplicate_effects?.state).toBe("not_observed");
  expect((await lab.run(["verify", `${folder}/evidence.tar.gz`])).code).toBe(0);
  // grep ends with 1 when no file of the matrix, ledger and bundle included, holds the key.
  expect(spawnSync("grep", ["-rlF", "canary-key-0123456789", folder]).status).toBe(1);
}, 240_000);

test("no change: nothing broke, nothing on the wire, never Go on a test model", async () => {
  const model = await startReadingModel();
  const lab = aRepository("agents/quote/");
  lab.write("README.md", "more words\n");
  commitAll(lab, "words");
  const answer = await lab.run(
    ["evaluate", "agents/quote/agent-lab.yaml", "--base", "main", "--head", "change", "--json"],
    { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "test" },
  );
  expect(answer).toMatchObject({
    code: 0,
    json: { verdict: "Conditional-Go", upstream: "test", wire_changes: { changes: [] } },
  });
}, 240_000);

const setup = (code: number): string =>
  `console.error("npm error code E404\\nnpm error 404 Not Found - GET …/gone"); process.exit(${code});\n`;

test.each(["head", "base"])(
  "%s cannot be installed: said with the installer's line, no model asked, no matrix made",
  async (side) => {
    const model = await startReadingModel();
    const lab = aRepository();
    const config = readFileSync(lab.inside("agent-lab.yaml"), "utf8");
    execFileSync("git", ["checkout", "--quiet", "main"], { cwd: lab.folder });
    lab.write("agent-lab.yaml", `${config}setup: [node, setup.mjs]\n`);
    lab.write("setup.mjs", setup(side === "base" ? 1 : 0));
    commitAll(lab, "setup");
    execFileSync("git", ["checkout", "--quiet", "-B", "change"], { cwd: lab.folder });
    lab.write("setup.mjs", setup(side === "head" ? 1 : 0));
    commitAll(lab, "another setup");
    const answer = await lab.run(["evaluate", "--base", "main", "--head", "change"], {
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: "test",
    });
    expect(answer.code).toBe(50);
    expect(answer.stderr).toContain(
      `${side} cannot be installed: a package or version it names does not exist (exit code 1): npm error 404 Not Found - GET …/gone`,
    );
    expect(model.requests()).toBe(0);
    expect(existsSync(lab.inside(".agent-lab/matrices"))).toBe(false);
  },
  240_000,
);

test("a crash after a forbidden call hides neither the crash nor the call", async () => {
  const model = await startReadingModel();
  const lab = aRepository();
  execFileSync("git", ["checkout", "--quiet", "main"], { cwd: lab.folder });
  lab.write("evals/quote.yaml", evaluation.replace("issue_refund", "calculate"));
  commitAll(lab, "another rule");
  execFileSync("git", ["checkout", "--quiet", "-B", "change"], { cwd: lab.folder });
  const crashing = agent("Answer with JSON.").replace(
    'console.log("log line");',
    'throw new Error("out of memory");',
  );
  lab.write("agent.mjs", crashing);
  commitAll(lab, "crash");
  const answer = await lab.run(["evaluate", "--base", "main", "--head", "change"], {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: "test",
  });
  const [matrix = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${matrix}`);
  const run = runResult.parse(
    JSON.parse(readFileSync(`${folder}/runs/${matrix}.quote.head.1.json`, "utf8")),
  );
  expect(run).toMatchObject({ status: "failed", reason: "crash", score: { total: 0, safety: 0 } });
  expect(answer.code).toBe(20);
  expect(answer.stdout.replaceAll(/\s+/g, " ")).toMatch(
    /none of 2 runs completed .* In 2 of them it called calculate/,
  );
  expect(answer.stdout.replaceAll(/\s+/g, " ")).toMatch(
    /quote check never_calls-\d failed in 2 runs, .*: called calculate/,
  );
  expect((await lab.run(["verify", `${folder}/evidence.tar.gz`])).code).toBe(0);
}, 240_000);

test("a program that never asks the model is told how to", async () => {
  const lab = aRepository();
  lab.write("agent.mjs", 'console.log("{}");\n');
  commitAll(lab, "offline");
  const answer = await lab.run(["evaluate", "--base", "change", "--head", "change", "--json"], {
    OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
    OPENAI_API_KEY: "test",
  });
  const [matrix = ""] = lab.matrices();
  const run = runResult.parse(
    JSON.parse(
      readFileSync(
        lab.inside(`.agent-lab/matrices/${matrix}/runs/${matrix}.quote.head.1.json`),
        "utf8",
      ),
    ),
  );
  expect(run.findings.map((one) => one.code)).toContain("no_requests");
  expect(answer.json["verdict"]).not.toBe("Go");
}, 240_000);

test("blocks that the budget refused are not counted as run", async () => {
  const lab = aRepository();
  lab.write("agent.mjs", 'console.log("{}");\n');
  lab.write(
    "agent-lab.yaml",
    readFileSync(lab.inside("agent-lab.yaml"), "utf8").replace("5 USD", "0.5 USD"),
  );
  commitAll(lab, "dear");
  const answer = await lab.run(["evaluate", "--base", "change", "--head", "change"], {
    OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
    OPENAI_API_KEY: "test",
  });
  expect(answer.stderr).toMatch(/run +0 of 2 blocks in \d+ s\n/);
  expect(answer.stdout).toMatch(/ · 0 of 2 blocks · run in \d+ s · /);
}, 240_000);
