/** What a pull request's own model contracts can't do: send a key elsewhere, or judge base by a contract that is not base's. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { expect, onTestFinished, test } from "vitest";

import { runResult } from "../../src/contracts/run-result.ts";
import { anAgent, aTwoBranchRepository, commitAll, startWatchedUpstream } from "./dry-rig.ts";

const evaluate = ["evaluate", "--base", "main", "--head", "change"];
const config =
  "agent: [node, agent.mjs]\nmodels: [m.yaml]\ncases: evals/*.yaml\nrepetitions: 1\nbudget: 5 USD\n";

function aContract(changes: Readonly<Record<string, string>> = {}): string {
  const lines: Record<string, string> = {
    id: "m",
    provider: "openai",
    model: "gpt-4.1-mini",
    upstream: "live",
    base_url_env: "OPENAI_BASE_URL",
    api_key_env: "OPENAI_API_KEY",
    ...changes,
  };
  return Object.entries(lines)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");
}

/** Answers every call with the right answer, under the name it was asked by. */
async function startEcho(): Promise<string> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += String(part)));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          id: "c1",
          object: "chat.completion",
          created: 1_767_225_600,
          model: JSON.parse(text).model,
          choices: [
            { index: 0, message: { role: "assistant", content: "906.5" }, finish_reason: "stop" },
          ],
          usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}/v1`;
}

test.each([
  ["OPENAI_API_KEY", "m.yaml", "would send OPENAI_API_KEY to SHOP_URL"],
  ["DATABASE_URL", "m.yaml", "would send DATABASE_URL to SHOP_URL"],
  ["GITHUB_TOKEN", "m.yaml", "belongs to the job itself"],
])("%s is not sent to an address that head chose", async (key, file, words) => {
  const listener = await startWatchedUpstream();
  const lab = aTwoBranchRepository();
  lab.write("agent-lab.yaml", config);
  lab.write("m.yaml", aContract({ base_url_env: "SHOP_URL", api_key_env: key }));
  commitAll(lab, "change");
  const answer = await lab.run(evaluate, {
    OPENAI_BASE_URL: listener.url,
    OPENAI_API_KEY: "canary-key-0123456789",
    SHOP_URL: listener.url,
    [key]: "canary-key-0123456789",
  });
  expect(answer.code).toBe(50);
  expect(answer.stderr).toContain(words);
  expect(answer.stderr).toContain(file);
  expect(listener.asked()).toBe(0);
});

test("a change of the model in one contract leaves base under its own", async () => {
  const lab = aTwoBranchRepository();
  const { folder } = lab;
  lab.write("agent-lab.yaml", config);
  lab.write("m.yaml", aContract());
  lab.write("evals/quote.yaml", 'id: quote\ninput: "7?"\nexpect: { contains: ["906.5"] }\n');
  commitAll(lab, "a contract in a file");
  const base = execFileSync("git", ["rev-parse", "HEAD"], { cwd: folder, encoding: "utf8" }).trim();
  lab.write("m.yaml", aContract({ model: "gpt-4.1", wires: "[chat_completions]" }));
  lab.write("agent.mjs", anAgent().replace('"gpt-4.1-mini"', '"gpt-4.1"'));
  commitAll(lab, "another model");
  await lab.run(["evaluate", "--base", base, "--head", "change"], {
    OPENAI_BASE_URL: await startEcho(),
    OPENAI_API_KEY: "canary-key-0123456789",
  });
  const [matrix = ""] = lab.matrices();
  const outcome = (candidate: string): unknown => {
    const file = lab.inside(
      `.agent-lab/matrices/${matrix}/runs/${matrix}.quote.${candidate}.1.json`,
    );
    const run = runResult.parse(JSON.parse(readFileSync(file, "utf8")));
    return [run.status, run.final_output];
  };
  expect([outcome("base"), outcome("head")]).toEqual([
    ["completed", "906.5"],
    ["completed", "906.5"],
  ]);
});
