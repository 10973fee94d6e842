/** `env` on the whole way: what a program, its hooks and its setup get, what head does not, and that no value is recorded. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { runResult } from "../../src/contracts/run-result.ts";
import { openLab, type Lab } from "./lab.ts";
import { startReadingModel } from "./reading-model.ts";

const canary = "postgres://canary-7c41e9@db/shop";

/** Asks once, then prints what it finds of four variables and what setup and reset found. */
const agent = `import { readFileSync } from "node:fs";
const messages = [{ role: "user", content: "hi" }];
await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY }, body: JSON.stringify({ model: "gpt-4.1-mini", messages }) });
const { MODE, DB, EXTRA, SHOP_API_KEY } = process.env;
console.log(JSON.stringify({ MODE, DB, length: DB?.length, EXTRA, SHOP_API_KEY, setup: readFileSync("setup.txt", "utf8"), reset: readFileSync("reset.txt", "utf8") }));
`;
const keep = (name: string): string =>
  `[node, -e, "require('fs').writeFileSync('${name}.txt', [process.env.MODE, (process.env.DB ?? '').length, process.env.SHOP_API_KEY ?? 'no key', process.env.SHOP ? 'shop' : 'no shop'].join(' '))"]`;
const config = (env: string): string =>
  `agent: [node, agent.mjs]\nsetup: ${keep("setup")}\nreset: ${keep("reset")}\nmodels: [gpt-4.1-mini]\ncases: evals/*.yaml\nrepetitions: 1\nenv: ${env}\n`;

function commit(lab: Lab, message: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
      cwd: lab.folder,
    });
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", message);
}

function aRepository(base: string, head: string): Lab {
  const lab = openLab("env");
  execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: lab.folder });
  lab.write("agent-lab.yaml", config(base));
  lab.write("agent.mjs", agent);
  lab.write("evals/hi.yaml", "id: hi\ninput: hi\nexpect: { contains: [MODE] }\n");
  lab.write(".gitignore", ".agent-lab/\n");
  commit(lab, "base");
  execFileSync("git", ["checkout", "--quiet", "-b", "change"], { cwd: lab.folder });
  lab.write("agent-lab.yaml", config(head));
  commit(lab, "change");
  return lab;
}

const evaluate = ["evaluate", "--base", "main", "--head", "change"];

test("program, hooks and setup get it; head's reach for more is refused and said; the value is recorded nowhere", async () => {
  const model = await startReadingModel();
  const lab = aRepository(
    "{ MODE: old, DB: { from: DATABASE_URL }, SHOP_API_KEY: made-up, SHOP: { from: HOUSE_API_KEY } }",
    "{ MODE: new, DB: { from: DATABASE_URL }, EXTRA: { from: DEPLOY_KEY }, SHOP_API_KEY: made-up, SHOP: { from: HOUSE_API_KEY } }",
  );
  const answer = await lab.run(evaluate, {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: "test",
    DATABASE_URL: canary,
    DEPLOY_KEY: "canary-deploy-key-0123456789",
    HOUSE_API_KEY: "canary-house-key-0123456789",
  });
  const [matrix = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${matrix}`);
  const said = (candidate: string): unknown => {
    const file = `${folder}/runs/${matrix}.hi.${candidate}.1.json`;
    const { final_output } = runResult.parse(JSON.parse(readFileSync(file, "utf8")));
    return typeof final_output === "string" ? JSON.parse(final_output) : final_output;
  };
  const common = {
    DB: "[redacted:DATABASE_URL]",
    length: canary.length,
    SHOP_API_KEY: "made-up",
  };
  const found = (mode: string, key: string): string => `${mode} ${canary.length} ${key}`;
  expect(said("base")).toEqual({
    MODE: "old",
    ...common,
    setup: found("old", "no key no shop"),
    reset: found("old", "made-up shop"),
  });
  expect(said("head")).toEqual({
    MODE: "new",
    ...common,
    setup: found("new", "no key no shop"),
    reset: found("new", "made-up shop"),
  });
  expect(answer.stderr).toContain("DEPLOY_KEY of the host is not handed to this pull request");
  expect(answer.stdout.replaceAll(/\s+/g, " ")).toContain(
    "asks for DEPLOY_KEY of the host, which base's agent-lab.yaml does not list",
  );
  expect(answer.stdout + answer.stderr).not.toContain("canary");
  expect(spawnSync("grep", ["-rlF", "canary", folder]).status).toBe(1);
  expect((await lab.run(["verify", `${folder}/evidence.tar.gz`])).code).toBe(0);
}, 240_000);

test("a variable that is not set, or is empty, stops before anything is spent", async () => {
  const model = await startReadingModel();
  const both = "{ DB: { from: DATABASE_URL } }";
  const lab = aRepository(both, both);
  const answer = await lab.run(evaluate, {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: "test",
    DATABASE_URL: "",
  });
  expect(answer.code).toBe(50);
  expect(answer.stderr).toContain("env.DB takes its value from DATABASE_URL, which is not set");
  expect(answer.stderr).toContain("Set DATABASE_URL, or remove it from env");
  expect(model.requests()).toBe(0);
  const valid = await lab.run(["validate"], { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "test" });
  expect([valid.code, valid.stdout]).toEqual([
    0,
    expect.stringContaining("before evaluate or run: env.DB takes its value from DATABASE_URL"),
  ]);
});

test.each([
  ["{ HOME: /root }", "agent-lab.yaml:7:8", "this name is reserved"],
  ["{ A: { from: GITHUB_TOKEN } }", "agent-lab.yaml:7:13", "GITHUB_TOKEN is never handed"],
  ["{ A: { from: OPENAI_API_KEY } }", "agent-lab.yaml:7:13", "OPENAI_API_KEY is never handed"],
  ["{ A: { from: HOUSE_ACCESS } }", "agent-lab.yaml:7:13", "the key of model house"],
])("%s is refused by name and place", async (env, place, words) => {
  const lab = openLab("env");
  lab.write("agent-lab.yaml", config(env).replace("[gpt-4.1-mini]", "[model.yaml]"));
  lab.write(
    "model.yaml",
    "id: house\nprovider: openai\nmodel: gpt-4.1-mini\nupstream: live\nbase_url_env: B\napi_key_env: HOUSE_ACCESS\n",
  );
  lab.write("evals/hi.yaml", "id: hi\ninput: hi\nexpect: { contains: [MODE] }\n");
  const answer = await lab.run(["validate"]);
  expect(answer.code).toBe(50);
  expect(answer.stderr).toContain(words);
  expect(answer.stderr).toContain(place);
});

test("doctor hands it too, prints no value, and says what is not set", async () => {
  const lab = aRepository("{}", "{ MODE: here, DB: { from: DATABASE_URL } }");
  lab.write("setup.txt", "");
  lab.write("reset.txt", "");
  const ready = await lab.run(["doctor"], { DATABASE_URL: canary });
  expect(ready.stdout).toContain("here");
  expect(ready.stdout).toContain(`[redacted:DATABASE_URL]`);
  expect(ready.stdout).not.toContain("canary");
  expect(ready.code).toBe(0);
  const unset = await lab.run(["doctor", "--json"]);
  expect(unset.code).toBe(50);
  expect(unset.json["faults"]).toMatchObject([{ code: "variable_missing" }]);
});
