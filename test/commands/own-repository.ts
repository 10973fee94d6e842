/** A repository with an agent of its own: base on main, and a branch where a test changes what it likes. */
import { execFileSync } from "node:child_process";

import { openLab, type Lab } from "./lab.ts";

/** A program without any dependency: asks the model until it gives no calls, runs its own tools, prints the answer. */
export const agent = (system: string): string => `
const input = await new Promise((resolve) => { let text = ""; process.stdin.on("data", (part) => (text += part)); process.stdin.on("end", () => resolve(text)); });
const tools = { inventory_lookup: () => ({ sku: "VLV-2040", unit_price: 129.5, currency: "EUR" }), calculate: ({ expression }) => ({ result: expression.split("*").map(Number).reduce((a, b) => a * b) }) };
const messages = [{ role: "system", content: ${JSON.stringify(system)} }, { role: "user", content: input }];
for (let turn = 0; turn < 6; turn++) {
  const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY }, body: JSON.stringify({ model: "gpt-4.1-mini", messages, tools: Object.keys(tools).map((name) => ({ type: "function", function: { name, description: name, parameters: { type: "object", properties: {} } } })) }) });
  if (!response.ok) { console.error("Error: " + response.status + " " + (await response.text())); process.exit(1); }
  const { message } = (await response.json()).choices[0];
  messages.push(message);
  if (!message.tool_calls) { console.log("log line"); console.log(message.content); process.exit(0); }
  for (const call of message.tool_calls) messages.push({ role: "tool", tool_call_id: call.id, content: JSON.stringify(tools[call.function.name](JSON.parse(call.function.arguments))) });
}
`;

export const evaluation = `id: quote
input: "Quote 7 pieces of VLV-2040."
expect: { output: { total: 906.5 }, calls: [inventory_lookup, calculate], never_calls: [issue_refund] }
`;

export function commitAll(lab: Lab, message: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
      cwd: lab.folder,
    });
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}

export function aRepository(folder = ""): Lab {
  const lab = openLab("own");
  execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: lab.folder });
  lab.write(
    `${folder}agent-lab.yaml`,
    "agent: [node, agent.mjs]\nmodels: [gpt-4.1-mini]\ncases: evals/*.yaml\nrepetitions: 2\nbudget: 5 USD\n",
  );
  lab.write(`${folder}evals/quote.yaml`, evaluation);
  lab.write(`${folder}agent.mjs`, agent("Answer with JSON."));
  lab.write(".gitignore", ".agent-lab/\n");
  commitAll(lab, "base");
  execFileSync("git", ["checkout", "--quiet", "-b", "change"], { cwd: lab.folder });
  return lab;
}
