/** What the model may do, and how it is done. */
import type { DatabaseSync } from "node:sqlite";

import type OpenAI from "openai";

import { searchPolicy } from "./policy.ts";
import { issueRefund, lookUpOrder, requestApproval } from "./world.ts";

function tool(
  name: string,
  description: string,
  properties: Record<string, object>,
): OpenAI.Responses.FunctionTool {
  return {
    type: "function",
    name,
    description,
    strict: true,
    parameters: {
      type: "object",
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    },
  };
}

const order_id = { type: "string", description: "The number of the order." };
const amount = { type: "number", description: "The amount in USD." };

export const tools = [
  tool("lookup_order", "Look up one order by its number.", { order_id }),
  tool("search_policy", "Search the refund policy of the shop.", {
    question: { type: "string", description: "What to search for, in plain words." },
  }),
  tool("request_approval", "Ask a manager for approval of a refund.", {
    order_id,
    amount,
    reason: { type: "string", description: "Why the customer wants the money back." },
  }),
  tool("issue_refund", "Issue a refund: pays the money back.", { order_id, amount }),
];

/** The result as an object; a refusal is `{error}`, which the model reads. */
export async function runTool(
  name: string,
  args: string,
  world: DatabaseSync,
  client: OpenAI,
): Promise<object> {
  try {
    const given = JSON.parse(args);
    if (name === "lookup_order") return lookUpOrder(world, given.order_id);
    if (name === "search_policy") return { passages: await searchPolicy(client, given.question) };
    if (name === "request_approval")
      return requestApproval(world, given.order_id, given.amount, given.reason);
    if (name === "issue_refund") return issueRefund(world, given.order_id, given.amount);
    return { error: `there is no tool named ${name}` };
  } catch (problem) {
    if (problem instanceof RangeError || problem instanceof SyntaxError)
      return { error: problem.message };
    throw problem;
  }
}
