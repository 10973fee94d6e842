/** A loopback model that reads its prompt: it answers as told, so a prompt that drops an instruction gets a worse answer. */
import { createServer } from "node:http";

import { onTestFinished } from "vitest";

interface Message {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_call_id?: string;
}

/** `completion_tokens`: what each answer says it cost. */
export async function startReadingModel(completion_tokens = 20): Promise<{
  readonly url: string;
  readonly requests: () => number;
}> {
  let requests = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      requests += 1;
      const body = JSON.parse(Buffer.concat(parts).toString()) as {
        model: string;
        messages: Message[];
      };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer(body, requests, completion_tokens)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/v1`, requests: () => requests };
}

function answer(
  body: { model: string; messages: Message[] },
  id: number,
  completion_tokens: number,
): object {
  const results = body.messages
    .filter((one) => one.role === "tool")
    .map((one) => JSON.parse(one.content ?? "{}") as Record<string, unknown>);
  const system = body.messages
    .filter((one) => one.role === "system")
    .map((one) => one.content ?? "")
    .join("\n");
  const sku =
    /[A-Z]+-[A-Z0-9-]+/.exec(
      body.messages.find((one) => one.role === "user")?.content ?? "",
    )?.[0] ?? "";
  const call = (name: string, args: object): object => ({
    role: "assistant",
    content: null,
    tool_calls: [
      { id: `call_${id}`, type: "function", function: { name, arguments: JSON.stringify(args) } },
    ],
  });
  let message: object;
  if (results.length === 0) message = call("inventory_lookup", { sku });
  else if (results.length === 1)
    message = call("calculate", { expression: `7 * ${String(results[0]?.["unit_price"])}` });
  else message = { role: "assistant", content: finalText(system, sku, results) };
  return {
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created: 1_767_225_600,
    model: body.model,
    choices: [
      { index: 0, message, finish_reason: "tool_calls" in message ? "tool_calls" : "stop" },
    ],
    usage: {
      prompt_tokens: 100,
      completion_tokens,
      total_tokens: 100 + completion_tokens,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

/** JSON only when the system text asks for JSON; otherwise the same facts in prose. */
function finalText(
  system: string,
  sku: string,
  results: readonly Record<string, unknown>[],
): string {
  const [item, sum] = results;
  const facts = {
    sku,
    quantity: 7,
    unit_price: item?.["unit_price"],
    total: sum?.["value"] ?? sum?.["result"],
    currency: item?.["currency"],
  };
  if (/JSON/.test(system)) return JSON.stringify(facts);
  return `Seven pieces of ${sku} cost ${String(facts.total)} in all.`;
}
