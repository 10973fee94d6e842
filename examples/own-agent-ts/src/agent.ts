/** The tool loop: the model chooses, the tools act, until there is an answer. The server keeps the conversation. */
import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import OpenAI from "openai";

import { runTool, tools } from "./tools.ts";

const model = "gpt-4.1-mini";
const temperature = 0;
const mostCalls = 8;
const prompt = new URL("../prompts/system.md", import.meta.url);

export async function answer(message: string, world: DatabaseSync): Promise<string> {
  const client = new OpenAI();
  let input: OpenAI.Responses.ResponseInput = [{ role: "user", content: message }];
  let previous: string | undefined;
  for (let turn = 0; turn < mostCalls; turn += 1) {
    const stream = client.responses.stream({
      model,
      temperature,
      instructions: readFileSync(prompt, "utf8"),
      input,
      tools,
      ...(previous === undefined ? {} : { previous_response_id: previous }),
    });
    const response = await stream.finalResponse();
    const calls = response.output.filter((item) => item.type === "function_call");
    if (calls.length === 0) return response.output_text.replaceAll(/\s+/g, " ").trim();
    input = [];
    for (const call of calls) {
      const result = await runTool(call.name, call.arguments, world, client);
      input.push({
        type: "function_call_output",
        call_id: call.call_id,
        output: JSON.stringify(result),
      });
    }
    previous = response.id;
  }
  throw new Error(`no answer after ${mostCalls} model calls`);
}
