import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Simulation } from "../../../src/contracts/case.ts";
import { simulation as simulationContract } from "../../../src/contracts/case.ts";
import { simulateReply, type SimulationInput } from "../../../src/core/simulation/simulate.ts";
import { type CanonicalRequest, decodeRequest } from "../../../src/core/wire/request.ts";

const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;

const inventory: Simulation = simulationContract.parse({
  turns: [
    { when: { turn: 1 }, calls: [{ name: "inventory_lookup", arguments: { sku: "AL-7" } }] },
    { when: { result_is_error: "inventory_lookup" }, text: "The item is unknown." },
    {
      when: { has_result: "inventory_lookup", system_contains: "JSON" },
      json: {
        unit_price: { $result: { tool: "inventory_lookup", pointer: "/unit_price" } },
        total: {
          $multiply: [7, { $result: { tool: "inventory_lookup", pointer: "/unit_price" } }],
        },
      },
    },
    { when: { has_result: "inventory_lookup" }, text: { $concat: ["About ", 900] } },
  ],
});

const tool = {
  type: "function",
  function: {
    name: "inventory_lookup",
    description: "Price of an item",
    parameters: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] },
  },
};
const system = { role: "system", content: "Answer with JSON." };
const user = { role: "user", content: "What do 7 pieces cost?" };
const asked = {
  role: "assistant",
  content: null,
  tool_calls: [
    { id: "c1", type: "function", function: { name: "inventory_lookup", arguments: "{}" } },
  ],
};
const answered = { role: "tool", tool_call_id: "c1", content: '{"unit_price":129.5}' };

function aRequest(messages: unknown[], fields: object = {}): CanonicalRequest {
  const body = { model: "sim", messages, tools: [tool], ...fields };
  const request = decodeRequest("chat_completions", body);
  if (request.kind === "rejection") throw new Error(request.message);
  return request;
}

function play(request: CanonicalRequest, overrides: Partial<SimulationInput> = {}) {
  return simulateReply({
    simulation: inventory,
    case_id: "inventory-order",
    request,
    model: "sim-1",
    seed: "a1".repeat(32),
    ordinal: 1,
    count_tokens: countWords,
    ...overrides,
  });
}

function replyOf(...args: Parameters<typeof play>) {
  const played = play(...args);
  if ("error" in played) throw new Error(played.error.message);
  return played;
}
function errorOf(...args: Parameters<typeof play>) {
  const played = play(...args);
  if ("error" in played) return played.error;
  throw new Error("a reply came where an error was expected");
}

describe("the simulated model", () => {
  test("calls the tool on the first turn", () => {
    const { reply } = replyOf(aRequest([system, user]));
    expect(reply).toMatchObject({ model: "sim-1", text: "", end: "tool_calls" });
    expect(reply.calls).toEqual([
      {
        id: expect.stringMatching(/^call_[0-9a-f]{16}1$/),
        name: "inventory_lookup",
        arguments: { sku: "AL-7" },
      },
    ]);
  });

  test("reads the tool's result and answers with exact arithmetic", () => {
    const { reply } = replyOf(aRequest([system, user, asked, answered]));
    expect(reply).toMatchObject({ end: "stop", calls: [] });
    expect(reply.text).toBe('{"unit_price":129.5,"total":906.5}');
  });

  test("answers worse when the prompt has dropped the instruction", () => {
    const { reply } = replyOf(aRequest([user, asked, answered]));
    expect(reply.text).toBe("About 900");
  });

  test.each([
    ["our error object", '{"error":"unknown item"}'],
    ["a framework's sentence", "Error: unknown item"],
    ["a marked error", "[ERROR] unknown item"],
    ["an object encoded twice", JSON.stringify('{"error":"unknown item"}')],
  ])("sees %s as an error", (_name, content) => {
    const { reply } = replyOf(aRequest([system, user, asked, { ...answered, content }]));
    expect(reply.text).toBe("The item is unknown.");
  });

  test("counts assistant messages side by side as one turn, on the Responses wire too", () => {
    const call = { type: "function_call", name: "inventory_lookup", arguments: "{}" };
    const request = decodeRequest("responses", {
      model: "sim",
      instructions: "Answer with JSON.",
      input: [
        user,
        { role: "assistant", content: [{ type: "output_text", text: "One moment." }] },
        { ...call, call_id: "a" },
        { ...call, call_id: "b" },
        { type: "function_call_output", call_id: "a", output: '{"unit_price":1}' },
        { type: "function_call_output", call_id: "b", output: '{"unit_price":2}' },
      ],
    });
    if (request.kind === "rejection") throw new Error(request.message);
    const turns = simulationContract.parse({
      turns: [
        {
          when: { turn: 2 },
          json: {
            first: { $result: { tool: "inventory_lookup", call: 1, pointer: "/unit_price" } },
            last: { $result: { tool: "inventory_lookup", pointer: "/unit_price" } },
          },
        },
      ],
    });
    expect(replyOf(request, { simulation: turns }).reply.text).toBe('{"first":1,"last":2}');
  });

  test("counts text and call of one turn once where a framework sends two messages", () => {
    const turns = simulationContract.parse({
      turns: [{ when: { turn: 2 }, text: "second" }],
    });
    const said = { role: "assistant", content: "One moment." };
    const request = aRequest([user, said, asked, answered]);
    expect(replyOf(request, { simulation: turns }).reply.text).toBe("second");
  });

  test("states every usage count, from the request's text, messages and tools", () => {
    const few = replyOf(aRequest([system, user], { tools: [] })).reply.usage;
    expect(few).toEqual({ in: 3 + (3 + 3) + (3 + 5), cached: 0, out: 2, reasoning: 0 });
    const more = replyOf(aRequest([system, user])).reply.usage;
    const tokens = countWords(
      JSON.stringify({
        name: tool.function.name,
        description: tool.function.description,
        parameters: tool.function.parameters,
      }),
    );
    expect(more.in).toBe(few.in + tokens);
  });

  test("keeps to the request's own limits", () => {
    const done = [system, user, asked, { ...answered, content: '{"error":"x"}' }];
    const { reply } = replyOf(aRequest(done, { max_tokens: 2 }));
    expect(reply).toMatchObject({ text: "The item ", end: "length", calls: [] });
    expect(reply.usage.out).toBe(2);

    const two = simulationContract.parse({
      turns: [
        {
          calls: [
            { name: "a", arguments: {} },
            { name: "b", arguments: {} },
          ],
        },
      ],
    });
    const parallel = aRequest([user], { parallel_tool_calls: false });
    expect(replyOf(parallel, { simulation: two }).reply.calls.map((call) => call.name)).toEqual([
      "a",
    ]);
    expect(replyOf(aRequest([user]), { simulation: two }).reply.calls).toHaveLength(2);
    const none = errorOf(aRequest([user], { tool_choice: "none" }), { simulation: two });
    expect(none.code).toBe("simulation_no_turn");
  });
});

describe("the seed", () => {
  const first = aRequest([system, user]);

  test("gives the same delay and ids again, others for another seed, new ids when asked again", () => {
    expect(replyOf(first)).toEqual(replyOf(first));
    const other = replyOf(first, { seed: "b2".repeat(32) });
    expect(other.reply.calls[0]?.id).not.toBe(replyOf(first).reply.calls[0]?.id);
    const again = replyOf(first, { ordinal: 2 });
    expect(again.reply.calls[0]?.id).not.toBe(replyOf(first).reply.calls[0]?.id);
    expect(again.delay_ms).toBe(replyOf(first).delay_ms);
  });

  test("gives every turn its own ids and delay", () => {
    const again = simulationContract.parse({
      turns: [{ calls: [{ name: "inventory_lookup", arguments: {} }] }],
      latency_ms: { minimum: 0, maximum: 1_000_000 },
    });
    const [one, two] = [first, aRequest([system, user, asked, answered])].map((request) =>
      replyOf(request, { simulation: again }),
    );
    expect(two?.reply.calls[0]?.id).not.toBe(one?.reply.calls[0]?.id);
    expect(two?.delay_ms).not.toBe(one?.delay_ms);
  });

  test("does not depend on what the candidate adds to the request", () => {
    const framed = aRequest([{ role: "system", content: "You are an agent. JSON." }, user], {
      temperature: 0,
      tool_choice: "auto",
    });
    expect(replyOf(framed).delay_ms).toBe(replyOf(first).delay_ms);
    expect(replyOf(framed).reply.calls).toEqual(replyOf(first).reply.calls);
  });

  test("keeps the delay inside the case's bounds", () => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(seeds, (bytes) => {
        const seed = Buffer.from(bytes).fill(1, 0, 1).toString("hex");
        const { delay_ms } = replyOf(first, { seed });
        expect(Number.isInteger(delay_ms)).toBe(true);
        expect(delay_ms).toBeGreaterThanOrEqual(20);
        expect(delay_ms).toBeLessThanOrEqual(60);
      }),
    );
  });
});

const withParameters = (parameters: unknown, extra: object = {}) => ({
  tools: [{ type: "function", function: { name: "f", parameters, ...extra } }],
});

describe("a refusal is a 400 with a reason", () => {
  test("when no turn holds: it names case, turn and results", () => {
    const only = simulationContract.parse({ turns: [{ when: { turn: 9 }, text: "x" }] });
    const error = errorOf(aRequest([system, user, asked, answered]), { simulation: only });
    expect(error).toEqual({
      status: 400,
      code: "simulation_no_turn",
      message:
        'the simulated model of case inventory-order has no turn whose "when" holds at logical turn 2, with results of inventory_lookup',
    });
  });

  test("when the script asks for a result that is not there", () => {
    const broken = simulationContract.parse({
      turns: [{ json: { a: { $result: { tool: "calculate" } } } }],
    });
    expect(errorOf(aRequest([user]), { simulation: broken })).toMatchObject({
      code: "simulation_expression",
      message: expect.stringContaining("calculate, which has 0"),
    });
  });

  test.each<[string, object, string, RegExp]>([
    [
      "a bad tool name",
      { tools: [{ type: "function", function: { name: "a b" } }] },
      "invalid_tool_name",
      /"a b"/,
    ],
    ["a tool offered twice", { tools: [tool, tool] }, "duplicate_tool", /offered twice/],
    [
      "parameters without type object",
      withParameters({ type: "string" }),
      "invalid_function_parameters",
      /type "object"/,
    ],
    [
      "an object schema without properties",
      withParameters({ type: "object" }),
      "invalid_function_parameters",
      /needs properties/,
    ],
    [
      "a strict schema that is open",
      withParameters({ type: "object", properties: {}, required: [] }, { strict: true }),
      "invalid_function_parameters",
      /additionalProperties: false/,
    ],
    [
      "a strict schema with an optional property",
      withParameters(
        { type: "object", properties: { a: {} }, required: [], additionalProperties: false },
        { strict: true },
      ),
      "invalid_function_parameters",
      /"a" in required/,
    ],
    ["two alternatives", { n: 2 }, "too_many_alternatives", /n = 2/],
  ])("for %s", (_name, fields, code, message) => {
    const error = errorOf(aRequest([user], fields));
    expect(error).toMatchObject({ status: 400, code });
    expect(error.message).toMatch(message);
  });

  test("for calls and results that do not pair up", () => {
    const orphan = errorOf(aRequest([user, answered]));
    expect(orphan).toMatchObject({ code: "invalid_history" });
    expect(orphan.message).toMatch(/answers the tool call c1, which no earlier message makes/);
    const open = errorOf(aRequest([user, asked]));
    expect(open.message).toMatch(/tool call c1 has no tool message/);
  });

  test("for a conversation that the provider keeps and nobody resolved", () => {
    const request = decodeRequest("responses", {
      model: "sim",
      input: "go on",
      previous_response_id: "resp_1",
    });
    if (request.kind === "rejection") throw new Error(request.message);
    expect(errorOf(request).code).toBe("remote_history");
  });
});
