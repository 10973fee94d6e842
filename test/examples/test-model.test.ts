import { describe, expect, onTestFinished, test } from "vitest";

import { startTestModel } from "../../examples/test-model/server.ts";
import type { TestModelOptions } from "../../examples/test-model/server.ts";

type Json = Record<string, unknown>;

const tools = [
  {
    name: "lookup_order",
    description: "Look up one order.",
    parameters: { type: "object", properties: { order_id: { type: "integer" } } },
  },
  {
    name: "issue_refund",
    description: "Pays the money back.",
    parameters: {
      type: "object",
      properties: { order_id: { type: "string" }, amount: { type: "number" } },
    },
  },
];
const chatTools = tools.map((one) => ({ type: "function", function: one }));
const order = JSON.stringify({ order_id: "4410", total_usd: 42.5, status: "delivered" });

const calling = (id: string, name: string, args: string): Json => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

const callsIn = (text: string): unknown[] =>
  (parse(text)["choices"] as { message: { tool_calls: unknown[] } }[])[0]?.message.tool_calls ?? [];

const spoilt = async (seed: number): Promise<number[]> => {
  const post = await start({ seed, noise: 0.05 });
  const times: number[] = [];
  for (let time = 0; time < 400; time += 1)
    if ((await post("/chat/completions", done(0))).text.includes("I am not sure")) times.push(time);
  return times;
};

const dot = (one: number[], other: number[]): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

function done(temperature: number, extra: Json = {}): Json {
  return {
    model: "gpt-4.1-mini",
    temperature,
    tools: chatTools,
    messages: [
      { role: "system", content: "You refund orders." },
      { role: "user", content: "Refund order 4410." },
      {
        role: "assistant",
        content: null,
        tool_calls: [calling("a", "lookup_order", "{}"), calling("b", "issue_refund", "{}")],
      },
      { role: "tool", tool_call_id: "a", content: order },
      { role: "tool", tool_call_id: "b", content: JSON.stringify({ refund_id: 1 }) },
    ],
    ...extra,
  };
}

async function start(
  options: TestModelOptions = {},
): Promise<(path: string, body: Json, key?: string) => Promise<{ status: number; text: string }>> {
  const model = await startTestModel(options);
  onTestFinished(async () => {
    await model.close();
  });
  return async (path, body, key = "test") => {
    const answered = await fetch(`${model.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answered.status, text: await answered.text() };
  };
}

function parse(text: string): Json {
  return JSON.parse(text) as Json;
}

function eventsOf(stream: string): Json[] {
  return stream
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => parse(line.slice(6)));
}

describe("what it does", () => {
  test("an argument is sent in the type that the schema asks for", async () => {
    const post = await start();
    const body = {
      model: "gpt-4.1-mini",
      input: "Refund order 4410.",
      tools: tools.map((one) => ({ type: "function", ...one })),
    };
    const { output } = parse((await post("/responses", body)).text) as { output: Json[] };
    expect(output).toMatchObject([
      { type: "function_call", name: "lookup_order", arguments: '{"order_id":4410}' },
    ]);
  });

  test("parallel_tool_calls: false asks for one tool at a time", async () => {
    const post = await start();
    const search = {
      type: "function",
      function: { name: "search_policy", description: "Search the policy.", parameters: {} },
    };
    const body = {
      model: "gpt-4.1-mini",
      messages: [
        { role: "system", content: "Search the policy first." },
        { role: "user", content: "Refund order 4410." },
      ],
      tools: [...chatTools, search],
    };
    expect(callsIn((await post("/chat/completions", body)).text)).toHaveLength(2);
    const one = await post("/chat/completions", { ...body, parallel_tool_calls: false });
    expect(callsIn(one.text)).toHaveLength(1);
  });

  test("temperature 0 says the same each time, temperature above 0 varies, and a seed in the request holds it", async () => {
    const post = await start({ seed: 3 });
    const twelve = async (body: Json): Promise<Set<string>> => {
      const said = new Set<string>();
      for (let time = 0; time < 12; time += 1) {
        const [choice] = parse((await post("/chat/completions", body)).text)["choices"] as {
          message: { content: string };
        }[];
        said.add(choice?.message.content ?? "");
      }
      return said;
    };
    expect([...(await twelve(done(0)))]).toEqual(["Refunded 42.50 USD for order 4410."]);
    expect((await twelve(done(0.7))).size).toBeGreaterThan(1);
    expect((await twelve(done(0.7, { seed: 9 }))).size).toBe(1);
  });

  test("noise 0.05 spoils about one answer in twenty, the same ones for the same seed", async () => {
    const first = await spoilt(7);
    // Binomial(400, 0.05): 8 to 36 is about 2.8 standard deviations below and 3.7 above the mean of 20.
    expect(first.length).toBeGreaterThanOrEqual(8);
    expect(first.length).toBeLessThanOrEqual(36);
    expect(await spoilt(7)).toEqual(first);
    expect(await spoilt(8)).not.toEqual(first);
  });

  test("embeddings of texts that share words lie nearer, and base64 holds the same numbers as floats", async () => {
    const post = await start();
    const input = [
      "refund of a gift card",
      "Gift cards are not refundable.",
      "Parcels leave before noon.",
    ];
    const body = { model: "text-embedding-3-small", input };
    const read = async (extra: Json): Promise<unknown[]> =>
      (
        parse((await post("/embeddings", { ...body, ...extra })).text)["data"] as {
          embedding: unknown;
        }[]
      ).map((one) => one.embedding);
    const [asked = [], near = [], far = []] = (await read({})) as number[][];
    expect(dot(asked, near)).toBeGreaterThan(dot(asked, far));
    const [packed] = (await read({ encoding_format: "base64" })) as string[];
    const bytes = Buffer.from(packed ?? "", "base64");
    expect(asked.map((_, at) => bytes.readFloatLE(at * 4))).toEqual(asked.map(Math.fround));
  });
});

describe("the wire", () => {
  test("a chat stream says what the whole completion says, and its usage comes only where asked for", async () => {
    for (const body of [
      done(0),
      { ...done(0), messages: [{ role: "user", content: "Refund order 4410." }] },
    ]) {
      const whole = parse((await (await start())("/chat/completions", body)).text);
      const [choice] = whole["choices"] as { message: Json; finish_reason: string }[];
      const post = await start();
      const { text } = await post("/chat/completions", {
        ...body,
        stream: true,
        stream_options: { include_usage: true },
      });
      expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
      const events = eventsOf(text);
      expect(events.at(-1)).toMatchObject({ choices: [], usage: whole["usage"] });
      const deltas = events.flatMap(
        (one) => one["choices"] as { delta: Json; finish_reason: string | null }[],
      );
      const content = deltas.map((one) => (one.delta["content"] ?? "") as string).join("");
      expect(content).toBe(choice?.message["content"] ?? "");
      const pieces = deltas.flatMap(
        (one) => (one.delta["tool_calls"] ?? []) as { function: { arguments: string } }[],
      );
      const [called] = (choice?.message["tool_calls"] ?? []) as {
        function: { arguments: string };
      }[];
      expect(pieces.map((one) => one.function.arguments).join("")).toBe(
        called?.function.arguments ?? "",
      );
      expect(deltas.at(-1)?.finish_reason).toBe(choice?.finish_reason);
      const plain = await (await start())("/chat/completions", { ...body, stream: true });
      expect(plain.text).not.toContain("usage");
    }
  });

  test("a Responses stream ends with the whole response, its deltas spell it, and its events are numbered", async () => {
    const body = { model: "gpt-4.1-mini", input: "Where is my parcel?", stream: true };
    const events = eventsOf((await (await start())("/responses", body)).text);
    expect(events.map((one) => one["sequence_number"])).toEqual(events.map((_, at) => at));
    const spelt = events
      .filter((one) => one["type"] === "response.output_text.delta")
      .map((one) => one["delta"])
      .join("");
    expect(events.at(-1)).toMatchObject({
      type: "response.completed",
      response: {
        status: "completed",
        output: [{ content: [{ text: spelt }] }],
        usage: { output_tokens: Math.ceil(spelt.length / 4) },
      },
    });
    expect(spelt).not.toBe("");
  });

  test("previous_response_id brings back the items, not the instructions; store: false keeps nothing", async () => {
    const post = await start();
    const wire = tools.map((one) => ({ type: "function", ...one }));
    const rule = "If the amount is over 10 USD, ask for approval.";
    const ask = async (body: Json): Promise<Json> =>
      parse((await post("/responses", { model: "gpt-4.1-mini", tools: wire, ...body })).text);
    const first = await ask({ instructions: rule, input: "Refund order 4410." });
    const [call] = first["output"] as Json[];
    const next = {
      previous_response_id: first["id"],
      input: [{ type: "function_call_output", call_id: call?.["call_id"], output: order }],
    };
    expect(await ask(next)).toMatchObject({ output: [{ name: "issue_refund" }] });
    expect(JSON.stringify(await ask({ ...next, instructions: rule }))).toContain(
      "no tool to ask a manager",
    );
    const forgotten = await ask({ input: "Refund order 4410.", store: false });
    expect(await ask({ previous_response_id: forgotten["id"], input: "And now?" })).toMatchObject({
      error: { code: "previous_response_not_found" },
    });
  });

  test.each([
    [
      "a model that it does not know",
      "/chat/completions",
      { ...done(0), model: "claude" },
      404,
      "model_not_found",
    ],
    ["a path that it does not know", "/completions", done(0), 404, "unknown_url"],
    [
      "a tool name with a blank",
      "/chat/completions",
      { ...done(0), tools: [{ function: { name: "issue refund" } }] },
      400,
      "invalid_request_error",
    ],
    [
      "a strict schema with an optional property",
      "/responses",
      {
        model: "gpt-5",
        input: "Hi",
        tools: [
          {
            name: "a",
            strict: true,
            parameters: { properties: { b: {} }, additionalProperties: false },
          },
        ],
      },
      400,
      "invalid_request_error",
    ],
    [
      "a tool result that nobody asked for",
      "/responses",
      { model: "gpt-5", input: [{ type: "function_call_output", call_id: "x", output: "" }] },
      400,
      "invalid_request_error",
    ],
    [
      "a tool call without its result",
      "/chat/completions",
      { ...done(0), messages: (done(0)["messages"] as Json[]).slice(0, 4) },
      400,
      "invalid_request_error",
    ],
  ])("refuses %s", async (_, path, body, status, code) => {
    const answered = await (await start())(path, body);
    expect(answered.status).toBe(status);
    expect(parse(answered.text)).toMatchObject({ error: { code } });
  });

  test("a wrong key is 401, and an outage starts after so many requests", async () => {
    const post = await start({ key: "right", outage: { after: 1, status: 503 } });
    expect((await post("/chat/completions", done(0), "wrong")).status).toBe(401);
    expect((await post("/chat/completions", done(0), "right")).status).toBe(200);
    expect((await post("/chat/completions", done(0), "right")).status).toBe(503);
  });
});
