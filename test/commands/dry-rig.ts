/** A repository with a small agent of its own on two branches, and an upstream that must never be asked. */
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";

import { onTestFinished } from "vitest";

import { openLab, type Lab } from "./lab.ts";

/** `system` and `price` are JavaScript expressions: what each run puts into its prompt and gets from its tool. */
export interface AgentParts {
  readonly system?: string;
  readonly price?: string;
  readonly before?: string;
  /** What it does about an answer that is an error; by default it dies. */
  readonly refused?: string;
}

/** No dependency: asks until no tool is called, runs its own tool, prints the answer. */
export function anAgent({
  system = '"Answer with JSON."',
  price = "129.5",
  before = "",
  refused = "process.exit(1)",
}: AgentParts = {}): string {
  return `${before}
const input = await new Promise((resolve) => { let text = ""; process.stdin.on("data", (part) => (text += part)); process.stdin.on("end", () => resolve(text)); });
const tools = { inventory_lookup: () => ({ unit_price: ${price} }), calculate: ({ expression }) => ({ result: String(expression).split("*").map(Number).reduce((a, b) => a * b) }) };
const messages = [{ role: "system", content: ${system} }, { role: "user", content: input }];
for (let turn = 0; turn < 6; turn++) {
  const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY }, body: JSON.stringify({ model: "gpt-4.1-mini", messages, tools: Object.keys(tools).map((name) => ({ type: "function", function: { name, description: name, parameters: { type: "object", properties: {} } } })) }) });
  if (!response.ok) { console.error("Error: " + response.status + " " + (await response.text())); ${refused}; }
  const { message } = (await response.json()).choices[0];
  messages.push(message);
  if (!message.tool_calls) { console.log(message.content); process.exit(0); }
  for (const call of message.tool_calls) messages.push({ role: "tool", tool_call_id: call.id, content: JSON.stringify(tools[call.function.name](JSON.parse(call.function.arguments))) });
}
`;
}

export function commitAll({ folder }: Lab, message: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args], {
      cwd: folder,
    });
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}

/** `main` with one case; the branch `change` is checked out, without a commit of its own yet. */
export function aTwoBranchRepository(parts: AgentParts = {}, config = ""): Lab {
  const lab = openLab("dry");
  execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: lab.folder });
  lab.write(
    "agent-lab.yaml",
    `agent: [node, agent.mjs]\nmodels: [gpt-4.1-mini]\ncases: evals/*.yaml\nrepetitions: 2\nbudget: 5 USD\n${config}`,
  );
  lab.write(
    "evals/quote.yaml",
    'id: quote\ninput: "Quote 7 pieces of VLV-2040."\nexpect: { contains: ["906.5"], calls: [inventory_lookup, calculate] }\n',
  );
  lab.write("agent.mjs", anAgent(parts));
  lab.write(".gitignore", ".agent-lab/\n");
  commitAll(lab, "base");
  execFileSync("git", ["checkout", "--quiet", "-b", "change"], { cwd: lab.folder });
  return lab;
}

/** Counts whoever comes: a dry evaluation asks nobody. */
export async function startWatchedUpstream(): Promise<{
  readonly url: string;
  readonly asked: () => number;
}> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.statusCode = 500;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/v1`, asked: () => asked };
}
