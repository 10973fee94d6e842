/** doctor with real programs: what it saw of them, or the line that mends them. */
import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { openLab, type Lab } from "./lab.ts";

const config = `agent: [node, agent.mjs]
setup: [npm, ci]
reset: [node, -e, "require('fs').writeFileSync('reset-ran', '')"]
models: [gpt-4.1-mini, text-embedding-3-small]
cases: evals/*.yaml
`;
const task = `id: hello
input: "Hello."
expect: { contains: [hello] }
`;
/** A program with one helper: `ask(path, body)` posts to the gateway as an SDK would. */
const ask = `const base = process.env.OPENAI_BASE_URL;
const key = process.env.OPENAI_API_KEY;
const ask = async (path, body, auth = key) => {
  const answer = await fetch(base + path, { method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json", authorization: "Bearer " + auth } });
  if (!answer.ok) throw new Error("the model said " + await answer.text());
  return body.stream ? answer.text() : answer.json();
};
const messages = [{ role: "system", content: "s".repeat(2048) }, { role: "user", content: "hi" }];
const model = "gpt-4.1-mini";
const tool = (name) => ({ type: "function", function: { name, parameters: { type: "object",
  properties: { id: { type: "string" } }, required: ["id"] } } });
`;

function openAgent(program: string, files: Readonly<Record<string, string>> = {}): Lab {
  const lab = openLab("doctor");
  const all = {
    "agent-lab.yaml": config,
    "evals/hello.yaml": task,
    "agent.mjs": program,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) lab.write(path, text);
  return lab;
}

const plain = `${ask}console.log((await ask("/chat/completions", { model, messages })).choices[0].message.content);`;

async function codes(lab: Lab): Promise<string[]> {
  const answer = await lab.run(["doctor", "--json"]);
  expect(answer.code).toBe(50);
  const faults = answer.json["faults"] as { code: string }[];
  return faults.map((one) => one.code);
}

test("says what it saw: calls, models, tools, system text, streaming, vectors, the answer", async () => {
  const lab = openAgent(`${ask}
console.log("starting up");
await ask("/chat/completions", { model, messages, stream: true, tools: [tool("look"), tool("pay")] });
await ask("/embeddings", { model: "text-embedding-3-small", input: ["a", "b", "c"] });
console.log("an answer");`);
  const answer = await lab.run(["doctor"]);
  expect(answer.stderr).toBe("");
  expect(answer.code).toBe(0);
  expect(answer.stdout).toContain(
    "1 call, gpt-4.1-mini, 2 tools, 2.0 KB system text, streaming (chat completions)",
  );
  expect(answer.stdout).toContain("1 call, text-embedding-3-small, 3 texts (embeddings)");
  expect(answer.stdout).toContain('"an answer" (the last line of stdout)');
  expect(answer.stdout).toContain("look and pay");
  expect(answer.stdout).toMatch(/agent\.mjs · exit code 0/);
  // In place: hooks that change the work tree are the user's to run.
  expect(answer.stdout).toContain("not run     setup and reset (evaluate does");
  expect(existsSync(lab.inside("reset-ran"))).toBe(false);
  expect(existsSync(lab.inside(".agent-lab"))).toBe(false);
});

test("--tools: each tool is called once with arguments its schema accepts, then there is text", async () => {
  const program = `${ask}
const tools = [tool("look"), tool("pay")];
const first = (await ask("/chat/completions", { model, messages, tools })).choices[0].message;
messages.push(first);
for (const call of first.tool_calls ?? [])
  messages.push({ role: "tool", tool_call_id: call.id, content: call.function.arguments });
const second = (await ask("/chat/completions", { model, messages, tools })).choices[0].message;
console.log(JSON.stringify({ called: (first.tool_calls ?? []).map((one) => one.function.name + one.function.arguments), text: second.content }));`;
  const lab = openAgent(program);
  const called = await lab.run(["doctor", "--tools", "--json"]);
  expect(JSON.parse((called.json["answer"] as { text: string }).text)).toEqual({
    called: ['look{"id":"ok"}', 'pay{"id":"ok"}'],
    text: "ok",
  });
  lab.write(
    "agent.mjs",
    `${ask}
const first = (await ask("/chat/completions", { model, messages, tools: [tool("look")] })).choices[0].message;
if (first.tool_calls) throw new Error("no order ok");
console.log(first.content);`,
  );
  const refused = await lab.run(["doctor", "--tools"]);
  expect(refused.code).toBe(50);
  expect(refused.stderr).toContain("its last words: Error: no order ok");
  expect(refused.stderr).toContain("arguments of --tools are made up");
  lab.write("agent.mjs", program);
  const quiet = await lab.run(["doctor", "--json"]);
  expect(JSON.parse((quiet.json["answer"] as { text: string }).text)).toEqual({
    called: [],
    text: "ok",
  });
});

test("the program gets a token of its own, never the provider's key", async () => {
  const lab = openAgent(`${plain}\nconsole.log(JSON.stringify(process.env));`);
  const secret = "sk-proj-canary-0123456789abcdef";
  const answer = await lab.run(["doctor", "--json"], {
    OPENAI_API_KEY: secret,
    SHOP_TOKEN: secret,
  });
  expect(answer.code).toBe(0);
  expect(answer.stdout).not.toContain(secret);
  const { text } = answer.json["answer"] as { text: string };
  expect(text).toContain("OPENAI_BASE_URL");
  expect(text).not.toContain("SHOP_TOKEN");
});

test("no request: the variable, the SDK's line and the place where an address is written out", async () => {
  const lab = openAgent(`import "./client.mjs";\nconsole.log("made up");`, {
    "client.mjs": `const client = {\n  baseURL: "https://model.invalid/v1",\n};\n`,
  });
  const answer = await lab.run(["doctor"]);
  expect(answer.code).toBe(50);
  expect(answer.stderr).toContain("the gateway saw no request");
  expect(answer.stderr).toContain("OPENAI_BASE_URL");
  expect(answer.stderr).toContain("client.mjs:2");
  expect(answer.stderr).toContain("new OpenAI({ baseURL: process.env.OPENAI_BASE_URL })");
  expect(answer.stderr).toContain("AZURE_OPENAI_ENDPOINT");
});

test("a missing package: its name and the setup to run; a program that is not there, too", async () => {
  const lab = openAgent(`import "a-package-that-is-not-here";`);
  const answer = await lab.run(["doctor"]);
  expect(answer.code).toBe(50);
  expect(answer.stderr).toContain("a-package-that-is-not-here");
  expect(answer.stderr).toContain("Run setup here first: npm ci");
  lab.write("agent-lab.yaml", config.replace("[node, agent.mjs]", "[.venv/bin/python, -m, bot]"));
  const absent = await lab.run(["doctor"]);
  expect(absent.stderr).toContain("can't be started: there is no .venv/bin/python here");
  expect(absent.stderr).toContain("Run setup here first: npm ci");
  expect(absent.stderr).not.toContain("setpriv");
});

test("an undeclared model: the printed line, pasted, mends it", async () => {
  const lab = openAgent(plain, {
    "agent-lab.yaml": config.replace(/models:.*\n/, "models: [gpt-4.1]\n"),
  });
  const answer = await lab.run(["doctor"]);
  expect(answer.code).toBe(50);
  expect(answer.stderr).toContain("asked for gpt-4.1-mini, which agent-lab.yaml does not declare");
  const line = /Put this line there: (.*)/.exec(answer.stderr)?.[1] ?? "";
  lab.write("agent-lab.yaml", config.replace(/models:.*/, line));
  expect((await lab.run(["doctor"])).code).toBe(0);
});

test("a missing price: the printed lines, pasted with a rate, mend it", async () => {
  const lab = openAgent(plain.replace('"gpt-4.1-mini"', '"house-model"'), {
    "agent-lab.yaml": config.replace(/models:.*/, "models: [house-model, gpt-4.1]"),
  });
  const answer = await lab.run(["doctor"]);
  expect(answer.code).toBe(50);
  expect(answer.stderr.match(/no price/g)).toHaveLength(1);
  const at = answer.stderr.indexOf("    name: my-prices");
  const pasted = answer.stderr
    .slice(at, answer.stderr.indexOf("\n\n", at))
    .replaceAll("RATE", "1")
    .replace("WHERE", "the-page");
  lab.write("pricing.yaml", pasted);
  lab.write(
    "agent-lab.yaml",
    `${config.replace(/models:.*/, "models: [house-model, gpt-4.1]")}pricing: pricing.yaml\n`,
  );
  const mended = await lab.run(["doctor"]);
  expect(mended.stderr).toBe("");
  expect(mended.code).toBe(0);
});

test("each way to fail has its own word", async () => {
  const hello = 'id: hello\ninput: "Hello."\nexpect: { contains: [hello] }\n';
  expect(await codes(openAgent(plain.replace(/console.log\((.*)\);$/, "$1;")))).toEqual([
    "no_answer",
  ]);
  expect(await codes(openAgent(`${plain}\nthrow new Error("after");`))).toEqual([
    "crashed_after_answer",
  ]);
  expect(await codes(openAgent(`throw new Error("before");`))).toEqual(["crashed", "no_requests"]);
  expect(
    await codes(
      openAgent(
        `${ask}await ask("/messages", { model, messages }).catch((e) => console.log(e.message));`,
      ),
    ),
  ).toEqual(["wire_not_served"]);
  expect(
    await codes(
      openAgent(
        `${ask}await ask("/chat/completions", { model, messages }, "sk-mine").catch((e) => console.log(e.message));`,
      ),
    ),
  ).toEqual(["other_key"]);
  expect(
    await codes(
      openAgent(`${plain}\nsetInterval(() => {}, 1000);`, {
        "evals/hello.yaml": `${hello}limits: { wall_seconds: 2 }\n`,
      }),
    ),
  ).toEqual(["timed_out"]);
  expect(
    await codes(
      openAgent(
        `${ask}for (let n = 0; n < 5; n += 1) await ask("/chat/completions", { model, messages }).catch(() => 0);\nconsole.log("x");`,
        { "evals/hello.yaml": `${hello}limits: { model_calls: 3 }\n` },
      ),
    ),
  ).toEqual(["too_many_calls"]);
  expect(
    await codes(
      openAgent(`${ask}await ask("/embeddings", { model, input: "x" });\nconsole.log("x");`),
    ),
  ).toEqual(["wire_not_allowed"]);
});

test("without agent-lab.yaml it leads to init; adapters are not its business; cases are named", async () => {
  const lab = openLab("doctor");
  const none = await lab.run(["doctor"]);
  expect(none.code).toBe(50);
  expect(none.stderr).toContain("agent-lab init writes it");
  lab.write("agent-lab.yaml", "adapters: [bare-loop]\ncases: evals/*.yaml\n");
  lab.write("evals/hello.yaml", task);
  expect((await lab.run(["doctor"])).stderr).toContain("doctor examines a program of your own");
  lab.write("agent-lab.yaml", config);
  expect((await lab.run(["doctor", "--case", "goodbye"])).stderr).toContain("There are: hello.");
});

test("Responses with a prescribed schema gets JSON of that schema; a file wins as the answer", async () => {
  const lab = openAgent(`${ask}
import { writeFileSync } from "node:fs";
const schema = { type: "object", properties: { n: { type: "integer", minimum: 7 } }, required: ["n"], additionalProperties: false };
const got = await ask("/responses", { model, input: "hi", instructions: "be brief", text: { format: { type: "json_schema", name: "x", schema, strict: true } } });
writeFileSync(process.env.AGENT_LAB_OUTPUT, got.output.flatMap((item) => item.content ?? []).map((part) => part.text).join(""));
console.log("done");`);
  const answer = await lab.run(["doctor", "--json"]);
  expect(answer.json).toMatchObject({
    ready: true,
    answer: { text: '{"n":7}', from: "the file $AGENT_LAB_OUTPUT" },
    models: [{ wires: ["responses"], system_bytes: 8, streamed: 0 }],
  });
  expect(readFileSync(lab.inside("agent-lab.yaml"), "utf8")).toBe(config);
});
