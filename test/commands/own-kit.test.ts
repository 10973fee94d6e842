/** The whole way with a kit in the program: its own tools seen, declared ones answered from fixtures, each call counted once. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runResult, type RunResult } from "../../src/contracts/run-result.ts";
import { openLab, shippedRoot, type Lab } from "./lab.ts";
import { startReadingModel } from "./reading-model.ts";

const kit = readFileSync(join(shippedRoot, "kits/js/agent-lab-kit.js"), "utf8");

/** Asks until it gets no more calls. `outside`: tools it calls without the kit. */
const agent = (outside: readonly string[], lookup: string): string => `
import { call } from "./agent-lab-kit.js";
const input = await new Promise((resolve) => { let text = ""; process.stdin.on("data", (part) => (text += part)); process.stdin.on("end", () => resolve(text)); });
const tools = {
  inventory_lookup: () => { ${lookup} },
  calculate: ({ expression }) => ({ result: expression.split("*").map(Number).reduce((a, b) => a * b) }),
  save_quote: () => { throw new Error("the real shop was touched"); },
};
const messages = [{ role: "system", content: "Answer with JSON." }, { role: "user", content: input }];
for (let turn = 0; turn < 6; turn++) {
  const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY }, body: JSON.stringify({ model: "gpt-4.1-mini", messages }) });
  const { message } = (await response.json()).choices[0];
  messages.push(message);
  if (!message.tool_calls) {
    if (${JSON.stringify(lookup)}.includes("throw")) await call("save_quote", { total: 906.5 }, () => tools.save_quote());
    console.log(message.content);
    process.exit(0);
  }
  for (const one of message.tool_calls) {
    const { name } = one.function;
    const args = JSON.parse(one.function.arguments);
    const run = () => tools[name](args);
    const result = ${JSON.stringify(outside)}.includes(name) ? run() : await call(name, args, run);
    messages.push({ role: "tool", tool_call_id: one.id, content: JSON.stringify(result) });
  }
}
`;
const real = 'return { sku: "VLV-2040", unit_price: 129.5, currency: "EUR" };';
const forbidden = 'throw new Error("the real shop was touched");';

function commit(lab: Lab, message: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
      cwd: lab.folder,
    });
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", message);
}

function aRepository(files: Readonly<Record<string, string>>): Lab {
  const lab = openLab("kit");
  execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: lab.folder });
  const all = {
    "agent-lab.yaml":
      "agent: [node, agent.mjs]\nmodels: [gpt-4.1-mini]\ncases: evals/*.yaml\ntools: tools.yaml\nrepetitions: 1\n",
    "agent-lab-kit.js": kit,
    "package.json": '{ "type": "module" }\n',
    ".gitignore": ".agent-lab/\n",
    ...files,
  };
  for (const [path, text] of Object.entries(all)) lab.write(path, text);
  commit(lab, "base");
  execFileSync("git", ["checkout", "--quiet", "-b", "change"], { cwd: lab.folder });
  return lab;
}

async function evaluate(lab: Lab) {
  const model = await startReadingModel();
  const answer = await lab.run(["evaluate", "--base", "main", "--head", "change"], {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: "test",
  });
  const [matrix = ""] = lab.matrices();
  const folder = lab.inside(`.agent-lab/matrices/${matrix}`);
  const read = (candidate: string): RunResult =>
    runResult.parse(
      JSON.parse(readFileSync(`${folder}/runs/${matrix}.quote.${candidate}.1.json`, "utf8")),
    );
  expect((await lab.run(["verify", `${folder}/evidence.tar.gz`])).code).toBe(0);
  return { ...answer, base: read("base"), head: read("head") };
}

const calls = (run: RunResult) =>
  run.tool_calls.map((one) => [one.name, one.provenance, one.outcome]);
const gates = ({ gates: found }: RunResult) => [
  found.approvals_bound?.state,
  found.tools_authorised?.state,
  found.calls_reconciled?.state,
  found.no_duplicate_effects?.state,
];

test("own tools under the kit are observed and counted once; one taken out of it is named", async () => {
  const lab = aRepository({
    "agent.mjs": agent([], real),
    "tools.yaml": `id: shop
tools:
  - { name: inventory_lookup, description: Looks up., side_effect_class: read, behaviour: { kind: own } }
  - { name: calculate, description: Calculates., side_effect_class: pure, behaviour: { kind: own } }
`,
    "evals/quote.yaml": `id: quote
input: "Quote 7 pieces of VLV-2040."
tools: [inventory_lookup, calculate]
expect: { output: { total: 906.5 }, calls: [inventory_lookup, calculate], max_calls: 2 }
`,
  });
  lab.write("agent.mjs", agent(["calculate"], real));
  commit(lab, "calculate outside the kit");
  const { base, head, stdout } = await evaluate(lab);
  expect([base.status, head.status]).toEqual(["completed", "completed"]);
  expect(calls(base)).toEqual([
    ["inventory_lookup", "kit", "settled"],
    ["calculate", "kit", "settled"],
  ]);
  expect(calls(head)).toEqual([
    ["inventory_lookup", "kit", "settled"],
    ["calculate", "wire", "settled"],
  ]);
  expect(base.score).toMatchObject({ total: 100 });
  expect(head.score).toMatchObject({ total: 100 });
  expect(gates(base)).toEqual(["passed", "passed", "passed", "passed"]);
  expect(new Set(gates(head))).toEqual(new Set(["not_observed"]));
  expect(head.gates.calls_reconciled?.detail).toContain("calculate ran outside the kit");
  expect(stdout).toContain("Not observed");
}, 240_000);

test("declared tools are answered from fixtures: nothing real is touched, and the world is the host's", async () => {
  const lab = aRepository({
    "agent.mjs": agent([], forbidden),
    "tools.yaml": `id: shop
tools:
  - { name: inventory_lookup, description: Looks up., side_effect_class: read, behaviour: { kind: lookup, fixture: inventory, key: sku } }
  - { name: calculate, description: Calculates., side_effect_class: pure, behaviour: { kind: table, fixture: sums } }
  - { name: save_quote, description: Saves., side_effect_class: unsafe_write, behaviour: { kind: append, collection: quotes, id_prefix: Q- } }
`,
    "evals/quote.yaml": `id: quote
input: "Quote 7 pieces of VLV-2040."
fixtures:
  inventory: { VLV-2040: { unit_price: 129.5, currency: EUR } }
  sums: [{ when: { expression: "7 * 129.5" }, output: { result: 906.5 } }]
world: { quotes: [] }
evaluator:
  checks:
    - { type: output, expected: { total: 906.5 } }
    - { type: max_calls, count: 3 }
    - { type: world, pointer: /quotes/0/total, equals: 906.5 }
`,
  });
  commit(lab, "nothing");
  const { base, head } = await evaluate(lab);
  for (const run of [base, head]) {
    expect([run.status, run.message]).toEqual(["completed", ""]);
    expect(calls(run)).toEqual([
      ["inventory_lookup", "host", "settled"],
      ["calculate", "host", "settled"],
      ["save_quote", "host", "settled"],
    ]);
    expect(run.score).toMatchObject({ total: 100 });
    expect(run.world).toEqual({ quotes: [{ total: 906.5, id: "Q-1" }] });
    expect(gates(run)).toEqual(["passed", "not_observed", "passed", "passed"]);
  }
}, 240_000);

test("a tool that breaks off in the middle leaves the run blocked, never passed", async () => {
  const lab = aRepository({
    "agent.mjs": agent([], "process.exit(0);"),
    "tools.yaml": `id: shop
tools:
  - { name: inventory_lookup, description: Pays., side_effect_class: unsafe_write, behaviour: { kind: own } }
`,
    "evals/quote.yaml": `id: quote\ninput: "Quote VLV-2040."\nexpect: { contains: [total] }\n`,
  });
  commit(lab, "nothing");
  const { head } = await evaluate(lab);
  expect([head.status, head.reason]).toEqual(["failed", "blocked_ambiguous_operation"]);
  expect(head.message).toContain("inventory_lookup began and was never settled");
  expect(head.gates.budget_settled?.state).toBe("passed");
}, 240_000);

test("doctor answers declared tools too", async () => {
  const lab = aRepository({
    "agent.mjs": `import { call } from "./agent-lab-kit.js";
await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY }, body: JSON.stringify({ model: "gpt-4.1-mini", messages: [{ role: "user", content: "hi" }] }) });
console.log(JSON.stringify(await call("inventory_lookup", { sku: "A" }, () => { throw new Error("touched"); })));
`,
    "tools.yaml": `id: shop
tools:
  - { name: inventory_lookup, description: Looks up., side_effect_class: read, behaviour: { kind: lookup, fixture: inventory, key: sku } }
`,
    "evals/quote.yaml": `id: quote\ninput: "Quote."\nfixtures: { inventory: { A: { price: 3 } } }\nexpect: { contains: [price] }\n`,
  });
  const answer = await lab.run(["doctor", "--json"]);
  expect(answer.code).toBe(0);
  expect(answer.json["answer"]).toMatchObject({ text: '{"price":3}' });
});
