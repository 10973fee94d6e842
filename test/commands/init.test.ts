/** init in real folders: what it writes can be used at once, and nothing of the user's is changed. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openLab, type Lab } from "./lab.ts";

const workflow = ".github/workflows/agent-lab.yml";
const agent = `const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY },
  body: JSON.stringify({ model: "gpt-4.1-mini", messages: [{ role: "user", content: "hi" }],
    tools: [{ type: "function", function: { name: "issue_refund", parameters: { type: "object", properties: {} } } }] }),
});
const embedding = "text-embedding-3-small";
console.log((await answer.json()).choices[0].message.content);
`;

function openProject(): Lab {
  const lab = openLab("init");
  lab.write("package.json", '{"scripts":{"start":"node agent.mjs"}}');
  lab.write("package-lock.json", "{}");
  lab.write("agent.mjs", agent);
  return lab;
}

function read(lab: Lab, path: string): string {
  return readFileSync(lab.inside(path), "utf8");
}

test("init, then doctor and preflight, without a line written by hand; 25 lines at most", async () => {
  const lab = openProject();
  const answer = await lab.run(["init"]);
  expect(answer.stderr).toBe("");
  expect(answer.code).toBe(0);
  expect(answer.stdout).toContain("node agent.mjs (from scripts.start of package.json)");
  expect(answer.stdout).toContain("npm ci (from package-lock.json)");
  expect(answer.stdout).toContain(
    "gpt-4.1-mini (seen), text-embedding-3-small (named in agent.mjs)",
  );
  expect(answer.stdout).toContain("1. agent-lab doctor");
  const config = read(lab, "agent-lab.yaml");
  expect(config).toContain("agent: [node, agent.mjs]\nsetup: [npm, ci]\n");
  expect(config).toContain("models: [gpt-4.1-mini, text-embedding-3-small]");
  // No schema can be reached from here, so no editor is sent to one.
  expect(config).not.toContain("$schema");
  expect(read(lab, "evals/first-case.yaml")).toContain("never_calls: [issue_refund]");
  expect(read(lab, workflow)).toContain("fetch-depth: 0");
  const lines = ["agent-lab.yaml", "evals/first-case.yaml", workflow]
    .flatMap((path) => read(lab, path).split("\n"))
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  expect(lines.length).toBeLessThanOrEqual(25);
  expect((await lab.run(["doctor"])).code).toBe(0);
  const preflight = await lab.run(["preflight"]);
  expect(preflight.code).toBe(0);
});

test("what is there stays as it is, and is named", async () => {
  const lab = openProject();
  lab.write("agent-lab.yaml", "agent: [mine]\n");
  lab.write("evals/mine.yaml", "id: mine\n");
  lab.write(workflow, "name: mine\n");
  const answer = await lab.run(["init", "--json"]);
  expect(answer.json).toMatchObject({
    exit_code: 0,
    written: [],
    left_alone: ["agent-lab.yaml", workflow, "evals/"],
  });
  expect(read(lab, "agent-lab.yaml")).toBe("agent: [mine]\n");
  expect(read(lab, workflow)).toBe("name: mine\n");
  expect(existsSync(lab.inside("evals/first-case.yaml"))).toBe(false);
});

test("nothing to guess from: exit 50 with the line to type, and no file", async () => {
  const lab = openLab("init");
  const answer = await lab.run(["init"]);
  expect(answer.code).toBe(50);
  expect(answer.stderr).toContain('agent-lab init --agent "python -m my_agent"');
  expect(existsSync(lab.inside("agent-lab.yaml"))).toBe(false);
  const told = await lab.run(["init", "--agent", 'python3 -m "my agent"', "--no-run"]);
  expect(told.code).toBe(0);
  expect(read(lab, "agent-lab.yaml")).toContain('agent: [python3, -m, "my agent"]');
  expect(told.stdout).toContain("gpt-4.1-mini (a guess)");
  expect(told.stdout).toContain("git init");
});

test("an agent that is not installed yet: files all the same, and setup as the first step", async () => {
  const lab = openLab("init");
  lab.write("bot/__main__.py", 'MODEL = "gpt-4.1-mini"\n');
  lab.write("requirements.txt", "openai\n");
  const answer = await lab.run(["init"]);
  expect(answer.code).toBe(0);
  expect(answer.stdout).toContain("can't be started: there is no .venv/bin/python here");
  expect(answer.stdout).toContain("1. sh -c 'python3 -m venv .venv &&");
  expect(read(lab, "agent-lab.yaml")).toContain("models: [gpt-4.1-mini]");
});

test("below the top of a repository, the workflow goes to the top and names the folder", async () => {
  const lab = openProject();
  const below = lab.inside("services/bot");
  mkdirSync(below, { recursive: true });
  execFileSync("git", ["init", "--quiet"], { cwd: lab.folder });
  lab.write("services/bot/main.py", "");
  const cli = join(import.meta.dirname, "../../src/cli/main.ts");
  const stdout = execFileSync(process.execPath, [cli, "init", "--no-run"], {
    cwd: below,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    timeout: 60_000,
  });
  expect(read(lab, workflow)).toContain('with: { config: "services/bot/agent-lab.yaml" }');
  expect(existsSync(join(below, "agent-lab.yaml"))).toBe(true);
  expect(stdout).toContain("../../.github/workflows/agent-lab.yml");
});

test("what is not committed yet is said to be so, and where paths start", async () => {
  const lab = openProject();
  const git = (...args: string[]): void => {
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      cwd: lab.folder,
      stdio: "ignore",
    });
  };
  git("init", "--initial-branch=main");
  git("add", "-A");
  git("commit", "--message", "the agent");
  await lab.run(["init", "--no-run"]);
  const early = await lab.run(["evaluate", "--base", "main", "--head", "main"]);
  expect(early.code).toBe(50);
  expect(early.stderr).toMatch(/head \([0-9a-f]{12}\) has no agent-lab\.yaml: it is not committed/);
  expect(early.stderr).toContain("Commit it on the branch");
});
