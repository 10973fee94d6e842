/** A model server at fault: what it does or leaves undone is not charged to the agent. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { expect, onTestFinished, test } from "vitest";

import { runResult, type RunResult } from "../../src/contracts/run-result.ts";
import { aMatrix, openLab, type Lab } from "./lab.ts";

type Reply = (turn: number) => object | null;

/** Answers turn n as told; null is never answered. */
async function startServer(reply: Reply): Promise<string> {
  let turns = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      turns += 1;
      const message = reply(turns);
      if (message === null) return;
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          id: `chatcmpl-${turns}`,
          object: "chat.completion",
          created: 1_767_225_600,
          model: "slow-1",
          choices: [
            {
              index: 0,
              message: { role: "assistant", content: null, ...message },
              finish_reason: "tool_calls" in message ? "tool_calls" : "stop",
            },
          ],
          usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}/v1`;
}

function readRun(lab: Lab, cell: string): RunResult {
  const [matrix = ""] = lab.matrices();
  const path = lab.inside(`.agent-lab/matrices/${matrix}/runs/${matrix}.${cell}.json`);
  return runResult.parse(JSON.parse(readFileSync(path, "utf8")));
}

async function runBareLoop(reply: Reply, wall_seconds: number): Promise<RunResult> {
  const lab = openLab("silent");
  lab.write(
    "model.yaml",
    "id: slow\nprovider: loopback\nmodel: slow-1\nupstream: live\nbase_url_env: SLOW_URL\nwires: [chat_completions]\n",
  );
  lab.write(
    "pricing.yaml",
    "name: loopback\ncurrency: USD\nentries:\n  - { provider: loopback, model: slow-1, effective_from: 2026-01-01, input: 1, output: 2, source: made up for a test, checked: 2026-11-30 }\n",
  );
  lab.write(
    "case.yaml",
    `id: short\nprompt: { user: hi }\nexpect: { contains: [hello] }\ntools: [inventory_lookup]\nfixtures: { inventory: [] }\noracle: { steps: [], answer: hello }\nlimits: { wall_seconds: ${wall_seconds} }\n`,
  );
  lab.write(
    "agent-lab.yaml",
    aMatrix({ cases: "[case.yaml]", models: "[model.yaml]", pricing: "pricing.yaml" }),
  );
  const answer = await lab.run(["evaluate"], { SLOW_URL: await startServer(reply) });
  expect(answer).not.toMatchObject({ code: 50 });
  return readRun(lab, "short.bare-loop.1");
}

const call = (written: unknown): object => ({
  tool_calls: [
    { id: "call_1", type: "function", function: { name: "inventory_lookup", arguments: written } },
  ],
});

test("an adapter whose model never answers: the model is unavailable, the agent ran out of nothing", async () => {
  const run = await runBareLoop(() => null, 3);
  expect(run).toMatchObject({ status: "failed", reason: "model_unavailable" });
  expect(run.message).toMatch(
    /^the model did not answer in time: the last call had waited .* of the run's 3 s$/,
  );
}, 60_000);

test.each([
  ["nothing", ""],
  ["an object", { sku: "A-7" }],
  ["no JSON", '{"sku":'],
  ["a forbidden key", '{"__proto__":{"sku":"A-7"}}'],
])(
  "a model that writes %s as arguments: no protocol violation",
  async (_name, written) => {
    const run = await runBareLoop(
      (turn) => (turn === 1 ? call(written) : { content: "hello" }),
      20,
    );
    expect([run.status, run.reason, run.message]).toEqual(["completed", "ok", ""]);
  },
  60_000,
);

test("a program of its own whose model never answers, and one that sleeps on its own account", async () => {
  const lab = openLab("silent");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
      cwd: lab.folder,
    });
  git("init", "--quiet", "--initial-branch=main");
  const ask =
    'await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY }, body: JSON.stringify({ model: "gpt-4.1-mini", messages: [{ role: "user", content: "hi" }] }) });\n';
  lab.write(
    "agent-lab.yaml",
    "agent: [node, agent.mjs]\nmodels: [gpt-4.1-mini]\ncases: evals/*.yaml\nrepetitions: 1\nbudget: 5 USD\n",
  );
  lab.write(
    "evals/short.yaml",
    "id: short\ninput: hi\nexpect: { contains: [hello] }\nlimits: { wall_seconds: 4 }\n",
  );
  lab.write("agent.mjs", "await new Promise((done) => setTimeout(done, 60_000));\n");
  lab.write(".gitignore", ".agent-lab/\n");
  git("add", "--all");
  git("commit", "--quiet", "--message", "base");
  git("checkout", "--quiet", "-b", "change");
  lab.write("agent.mjs", ask);
  git("commit", "--quiet", "--all", "--message", "change");
  await lab.run(["evaluate", "--base", "main", "--head", "change"], {
    OPENAI_BASE_URL: await startServer(() => null),
    OPENAI_API_KEY: "test",
  });
  expect(readRun(lab, "short.head.1")).toMatchObject({
    reason: "model_unavailable",
    message: expect.stringContaining("did not answer in time"),
  });
  expect(readRun(lab, "short.base.1")).toMatchObject({ status: "failed", reason: "timeout" });
}, 120_000);
