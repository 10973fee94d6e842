/** One conformance suite for every adapter: the same case, the same answer, one request per model call, frames and nothing else. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import type { StartPayload } from "../../src/contracts/frame.ts";
import { ensureInstalled } from "../../src/shell/packages/install.ts";
import { startFakeModel } from "./fake-model.ts";
import type { SeenRequest, Turn } from "./fake-model.ts";
import { runOnTinyHost } from "./tiny-host.ts";
import type { HostOptions, HostRun } from "./tiny-host.ts";

const adapters = ["bare-loop", "langgraph-js", "openai-agents-js"];
const wires = ["chat_completions", "responses"] as const;
type Wire = (typeof wires)[number];

const stock = { name: "get_stock", arguments: '{"sku":"A-7","warehouse":"north"}' };
const answerText = '{"total":906.5}';
const inputSchema = {
  type: "object",
  properties: { sku: { type: "string" }, warehouse: { type: "string" } },
  required: ["sku", "warehouse"],
  additionalProperties: false,
};

function start(base_url: string, wire: Wire): StartPayload {
  return {
    run_id: "run-1",
    case: { id: "stock", version: 1, system: "Answer in JSON.", user: "How many A-7 are there?" },
    tools: [{ name: "get_stock", description: "Pieces in stock.", input_schema: inputSchema }],
    model: { name: "fake-model", temperature: 0, max_output_tokens: 256, wire },
    gateway: { base_url, token: "token-of-run-1" },
    limits: { model_calls: 4, tool_calls: 4, wall_seconds: 20 },
    checkpoint: null,
  };
}

async function run(
  adapter: string,
  wire: Wire,
  turns: readonly Turn[],
  options: Partial<Omit<HostOptions, "stopWhen">> & { readonly stopAfterRequests?: number } = {},
): Promise<HostRun & { readonly requests: readonly SeenRequest[] }> {
  const folder = resolve("adapters", adapter);
  const { entry } = JSON.parse(readFileSync(`${folder}/adapter.json`, "utf8")) as { entry: string };
  const model = await startFakeModel(turns);
  const { stopAfterRequests, ...rest } = options;
  const done = await runOnTinyHost({
    argv: [process.execPath, resolve(folder, entry)],
    cwd: folder,
    start: start(model.base_url, wire),
    tool: () => '{"pieces":7}',
    stopWhen: () => model.requests.length === stopAfterRequests,
    ...rest,
  });
  await model.close();
  return { ...done, requests: model.requests };
}

describe.concurrent.each(adapters)("%s", (adapter) => {
  beforeAll(async () => {
    const folder = resolve("adapters", adapter);
    const { install } = JSON.parse(readFileSync(`${folder}/adapter.json`, "utf8")) as {
      install: boolean;
    };
    if (!install) return;
    const outcome = await ensureInstalled(folder, { log: () => undefined });
    if (!outcome.ok) throw new Error(outcome.message);
  }, 600_000);

  describe.each(wires)("on %s", (wire) => {
    const faults = wire === "responses" ? [500] : [400, 402, 429, 500];

    test("one tool, then the answer", async () => {
      const asked: unknown[] = [];
      const done = await run(adapter, wire, [{ calls: [stock] }, { text: answerText }], {
        tool: (name, args) => {
          asked.push([name, args]);
          return '{"pieces":7}';
        },
      });
      expect(done).toMatchObject({ violation: undefined, deadline: undefined, exit_code: 0 });
      expect(done.log).toBe("");
      expect(done.result).toMatchObject({
        status: "completed",
        output: answerText,
        usage: { in: 200, out: 20, requests: 2 },
      });
      expect(asked).toEqual([["get_stock", { sku: "A-7", warehouse: "north" }]]);
      expect(done.intents.map(({ payload }) => payload)).toMatchObject([
        { tool_call_id: "call_1_0", idempotency_key: expect.stringMatching(/^[0-9a-f]{64}:1$/) },
      ]);
      const { requests } = done;
      expect(requests.map(({ path }) => path)).toEqual(
        Array.from({ length: 2 }, () =>
          wire === "responses" ? "/v1/responses" : "/v1/chat/completions",
        ),
      );
      expect(requests.map(({ authorization }) => authorization)).toEqual([
        "Bearer token-of-run-1",
        "Bearer token-of-run-1",
      ]);
      expect(requests[0]?.body).toMatchObject({ model: "fake-model", temperature: 0 });
      expect(requests[0]?.body["stream"] ?? false).toBe(false);
      const wireText = JSON.stringify(requests[1]?.body);
      expect(wireText).toContain(JSON.stringify('{"pieces":7}'));
      expect(wireText).toContain('"Answer in JSON."');
      const sent = JSON.stringify(requests[0]?.body["tools"]);
      expect(sent).toContain('"required":["sku","warehouse"]');
      expect(sent).toContain(JSON.stringify(inputSchema.properties));
    });

    test("two tools at once: both asked for, in order, under their own ids", async () => {
      const other = { name: "get_stock", arguments: '{"sku":"B-2","warehouse":"south"}' };
      const done = await run(adapter, wire, [{ calls: [stock, other] }, { text: "ok" }]);
      expect(done.result).toMatchObject({ status: "completed", output: "ok" });
      expect(
        done.intents.map(({ operation_id, payload }) => [
          operation_id,
          payload.tool_call_id,
          payload.arguments,
        ]),
      ).toEqual([
        ["op-1", "call_1_0", { sku: "A-7", warehouse: "north" }],
        ["op-2", "call_1_1", { sku: "B-2", warehouse: "south" }],
      ]);
    });

    test("a refused tool call reads as the host's message", async () => {
      const done = await run(adapter, wire, [{ calls: [stock] }, { text: "refused" }], {
        tool: () => ({ refuse: "get_stock is not allowed here" }),
      });
      expect(done.result).toMatchObject({ status: "completed", output: "refused" });
      expect(JSON.stringify(done.requests[1]?.body)).toContain("get_stock is not allowed here");
    });

    test("arguments against the schema reach the host, which decides", async () => {
      const wrong = { name: "get_stock", arguments: '{"skuX":5}' };
      const done = await run(adapter, wire, [{ calls: [wrong] }, { text: "ok" }], {
        tool: () => ({ refuse: "sku is required" }),
      });
      expect(done.intents.map(({ payload }) => payload.arguments)).toEqual([{ skuX: 5 }]);
      expect(JSON.stringify(done.requests[1]?.body)).toContain("sku is required");
    });

    test.each(faults)("HTTP %i: one request, failed", async (status) => {
      const done = await run(adapter, wire, [{ status }]);
      expect(done.violation).toBeUndefined();
      expect(done.result).toMatchObject({ status: "failed", output: "" });
      expect(done.result?.error).toMatch(/\w/);
      expect(done.requests).toHaveLength(1);
    });

    test("a model that never stops calling tools ends at the limit, failed", async () => {
      const done = await run(adapter, wire, [{ calls: [stock] }]);
      expect(done.violation).toBeUndefined();
      expect(done.result).toMatchObject({ status: "failed" });
      expect(done.requests).toHaveLength(4);
    });

    test("the last model call allowed may still answer", async () => {
      const calls = Array.from({ length: 3 }, () => ({ calls: [stock] }));
      const done = await run(adapter, wire, [...calls, { text: "just in time" }]);
      expect(done.result).toMatchObject({ status: "completed", output: "just in time" });
    });

    test("cancel during a model call ends it, failed", async () => {
      const done = await run(adapter, wire, [{ calls: [stock] }, { hang: true }], {
        stopAfterRequests: 2,
      });
      expect(done).toMatchObject({ violation: undefined, deadline: undefined, exit_code: 0 });
      expect(done.result).toMatchObject({ status: "failed" });
      expect(done.result?.error).toContain("the test is over");
      expect(done.requests).toHaveLength(2);
    });
  });

  test("the channel may be a loopback socket", async () => {
    const done = await run(adapter, "chat_completions", [{ calls: [stock] }, { text: "ok" }], {
      channel: "tcp",
    });
    expect(done.violation).toBeUndefined();
    expect(done.result).toMatchObject({ status: "completed", output: "ok" });
  });
});

describe.concurrent.each(wires)("bare-loop reads what models write as arguments, on %s", (wire) => {
  test.each([
    ["nothing", "", { arguments: {} }],
    ["blanks", " \n", { arguments: {} }],
    ["an object instead of its text", { sku: "A-7" }, { arguments: { sku: "A-7" } }],
    ["no JSON", '{"sku":', { arguments: null, arguments_text: '{"sku":' }],
    [
      "a key no host takes",
      '{"__proto__":{"sku":"A-7"}}',
      { arguments: null, arguments_text: '{"__proto__":{"sku":"A-7"}}' },
    ],
    ["a number beyond JSON", '{"n":1e400}', { arguments: { n: null } }],
  ])("%s", async (_name, written, payload) => {
    const call = { name: "get_stock", arguments: written as string };
    const done = await run("bare-loop", wire, [{ calls: [call] }, { text: "ok" }], {
      tool: () => ({ refuse: "sku is required" }),
    });
    expect(done.violation).toBeUndefined();
    expect(done.result).toMatchObject({ status: "completed", output: "ok" });
    expect(done.intents.map((intent) => intent.payload)).toEqual([
      {
        name: "get_stock",
        idempotency_key: expect.stringMatching(/^[0-9a-f]{64}:1$/),
        tool_call_id: "call_1_0",
        ...payload,
      },
    ]);
  });
});
