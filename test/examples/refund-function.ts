/** The refund agent as a function in place of a process: reads its prompt in the checkout, asks its gateway, runs its own tools. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { ProgramEnd, Programs, ProgramSpec } from "../../src/core/ports.ts";

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

const mostCalls = 8;
const text = { type: "string" };
const amount = { type: "number", description: "The amount in USD." };
const tools = [
  tool("lookup_order", "Look up one order by its number.", { order_id: text }),
  tool("search_policy", "Search the refund policy of the shop.", { question: text }),
  tool("request_approval", "Ask a manager for approval of a refund.", { order_id: text, amount }),
  tool("issue_refund", "Issue a refund: pays the money back.", { order_id: text, amount }),
];

const orders = new Map<unknown, object>([
  ["4410", { order_id: "4410", category: "kitchen", total_usd: 42.5, status: "delivered" }],
  ["7731", { order_id: "7731", category: "furniture", total_usd: 180, status: "delivered" }],
  ["6002", { order_id: "6002", category: "lighting", total_usd: 39.9, status: "refunded" }],
  ["8155", { order_id: "8155", category: "gift card", total_usd: 50, status: "delivered" }],
]);

/** Everything a program is given reaches the function, and nothing else: argv, folder, environment and stdin. */
export const refundFunction: Programs = {
  async run(spec) {
    const started = performance.now();
    const end = (exit_code: number, stdout: string, stderr: string): ProgramEnd => ({
      exit_code,
      signal: null,
      timed_out: false,
      strays: false,
      spawn_error: null,
      stdout: new TextEncoder().encode(stdout),
      stderr: new TextEncoder().encode(stderr),
      duration_ms: performance.now() - started,
    });
    try {
      return end(0, `${await answer(spec)}\n`, "");
    } catch (error) {
      return end(1, "", String(error));
    }
  },
};

async function answer(spec: ProgramSpec): Promise<string> {
  const system = readFileSync(join(spec.cwd, "prompts/system.md"), "utf8");
  const messages: (Message | { role: "tool"; tool_call_id: string; content: string })[] = [
    { role: "system", content: system },
    { role: "user", content: spec.stdin },
  ];
  for (let turn = 0; turn < mostCalls; turn += 1) {
    const response = await fetch(`${spec.env["OPENAI_BASE_URL"] ?? ""}/chat/completions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${spec.env["OPENAI_API_KEY"] ?? ""}`,
      },
      body: JSON.stringify({ model: "gpt-4.1-mini", temperature: 0, messages, tools }),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${body}`);
    const [choice] = (JSON.parse(body) as { choices: { message: Message }[] }).choices;
    if (choice === undefined) throw new Error("an answer without a choice");
    messages.push(choice.message);
    const { tool_calls = [], content } = choice.message;
    if (tool_calls.length === 0) return content ?? "";
    for (const { id, function: called } of tool_calls) {
      const given = JSON.parse(called.arguments) as Record<string, unknown>;
      const result = runTool(called.name, given, spec.cwd);
      messages.push({ role: "tool", tool_call_id: id, content: JSON.stringify(result) });
    }
  }
  throw new Error(`no answer after ${mostCalls} model calls`);
}

function runTool(name: string, given: Readonly<Record<string, unknown>>, cwd: string): object {
  if (name === "lookup_order")
    return orders.get(given["order_id"]) ?? { error: "this order was not found" };
  if (name === "search_policy")
    return { passages: readFileSync(join(cwd, "data/policy.md"), "utf8").trim().split("\n\n") };
  return name === "issue_refund" ? { refund_id: 2 } : { approval_id: 1 };
}

function tool(name: string, description: string, properties: Record<string, object>): object {
  const required = Object.keys(properties);
  const parameters = { type: "object", properties, required, additionalProperties: false };
  return { type: "function", function: { name, description, strict: true, parameters } };
}
