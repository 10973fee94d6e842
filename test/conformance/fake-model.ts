/** A loopback model server for tests: answers by script on both wires and keeps every request it saw. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

export interface SeenRequest {
  readonly path: string;
  readonly authorization: string;
  readonly body: Record<string, unknown>;
}

export type Turn =
  | { readonly text: string }
  | { readonly calls: readonly { readonly name: string; readonly arguments: string }[] }
  | { readonly status: number }
  | { readonly hang: true };

export interface FakeModel {
  readonly base_url: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/**
 * Turn n answers request n; the last turn repeats. Frameworks take two answers or two calls of one id for the same one, so
 * ids are fresh, and those of calls count on from `before`: the requests that an earlier server answered.
 */
export async function startFakeModel(turns: readonly Turn[], before = 0): Promise<FakeModel> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    const number = requests.push({
      path,
      authorization: request.headers.authorization ?? "",
      body: JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>,
    });
    const turn = turns[Math.min(number, turns.length) - 1] ?? { status: 500 };
    if ("hang" in turn) return;
    const status = "status" in turn ? turn.status : 200;
    const body =
      "status" in turn
        ? { error: { message: "the fake model fails here", type: "server_error", code: "fake" } }
        : path.endsWith("/responses")
          ? responsesBody(turn, before + number)
          : chatBody(turn, before + number);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }

  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    base_url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answer = Extract<Turn, { text: string }> | Extract<Turn, { calls: unknown }>;

function chatBody(turn: Answer, number: number): unknown {
  const message =
    "text" in turn
      ? { role: "assistant", content: turn.text }
      : {
          role: "assistant",
          content: null,
          tool_calls: turn.calls.map((call, index) => ({
            id: `call_${number}_${index}`,
            type: "function",
            function: call,
          })),
        };
  return {
    id: `chatcmpl-${randomUUID()}`,
    object: "chat.completion",
    created: 1_700_000_000,
    model: "fake-model",
    choices: [
      { index: 0, message, finish_reason: "text" in turn ? "stop" : "tool_calls", logprobs: null },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}

function responsesBody(turn: Answer, number: number): unknown {
  const output =
    "text" in turn
      ? [
          {
            id: `msg_${randomUUID()}`,
            type: "message",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: turn.text, annotations: [] }],
          },
        ]
      : turn.calls.map((call, index) => ({
          id: `fc_${randomUUID()}`,
          type: "function_call",
          call_id: `call_${number}_${index}`,
          status: "completed",
          ...call,
        }));
  return {
    id: `resp_${randomUUID()}`,
    object: "response",
    created_at: 1_700_000_000,
    model: "fake-model",
    status: "completed",
    error: null,
    incomplete_details: null,
    output,
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage: {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 110,
    },
  };
}
