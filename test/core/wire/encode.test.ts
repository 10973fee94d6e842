import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Wire } from "../../../src/contracts/model.ts";
import { encodeResponse, encodeStream } from "../../../src/core/wire/encode.ts";
import {
  type CanonicalReply,
  type CanonicalRequest,
  decodeRequest,
} from "../../../src/core/wire/request.ts";
import { decodeResponse } from "../../../src/core/wire/response.ts";

const ids = { response_id: "rs-5", created: 1_780_000_000, item_ids: ["ms-1"] };

function requestOn(wire: Wire, extra: object = {}): CanonicalRequest {
  const tools = [{ type: "function", name: "put", function: { name: "put" } }];
  const talk =
    wire === "responses" ? { input: "go" } : { messages: [{ role: "user", content: "go" }] };
  const request = decodeRequest(wire, { model: "sim-a", tools, ...talk, ...extra });
  if (request.kind === "rejection") throw new Error(request.message);
  return request;
}

const counts = fc.record({
  in: fc.integer({ min: 1, max: 100_000 }),
  out: fc.integer({ min: 1, max: 100_000 }),
});
const reply: fc.Arbitrary<CanonicalReply> = fc
  .record({
    text: fc.string({ unit: "grapheme", maxLength: 120 }),
    calls: fc.array(
      fc.record({
        name: fc.stringMatching(/^[a-z_]{1,12}$/),
        arguments: fc.dictionary(fc.string({ maxLength: 6 }), fc.string({ unit: "grapheme" })),
      }),
      { maxLength: 3 },
    ),
    counts,
    cut: fc.boolean(),
  })
  .map((made) => ({
    model: "sim-a",
    text: made.text,
    calls: made.calls.map((call, place) => ({ id: `k-${place}`, ...call })),
    usage: { ...made.counts, cached: made.counts.in - 1, reasoning: made.counts.out - 1 },
    end: made.calls.length > 0 ? "tool_calls" : made.cut ? "length" : "stop",
  }));

function expectReply(made: CanonicalReply, outcome: ReturnType<typeof decodeResponse>): void {
  expect(outcome).toMatchObject({
    text: made.text,
    end: made.end,
    error: null,
    model: "sim-a",
    response_id: "rs-5",
    runnable: made.end === "tool_calls",
  });
  expect(
    outcome.calls.map(({ id, name, args, ok }) => ({ id, name, arguments: args, ok })),
  ).toEqual(made.calls.map((call) => ({ ...call, ok: true })));
}

describe.each(["chat_completions", "responses"] as const)("%s", (wire) => {
  test("what is encoded decodes to the same reply, streamed or not", () => {
    fc.assert(
      fc.property(reply, (made) => {
        const request = requestOn(wire, { stream_options: { include_usage: true }, stream: true });
        const whole = encodeResponse(wire, made, request, ids);
        const events = encodeStream(wire, made, request, ids);
        const usage = { ...made.usage, cache_write: null, complete: true };
        for (const text of [whole.body, events.join("")]) {
          const outcome = decodeResponse(wire, {
            status: 200,
            body: new TextEncoder().encode(text),
          });
          expectReply(made, outcome);
          expect(outcome.usage).toEqual(usage);
        }
      }),
      { numRuns: 150 },
    );
  });
});

const cannedReply: CanonicalReply = {
  model: "sim-a",
  text: "Looking it up.",
  calls: [{ id: "k-1", name: "put", arguments: { v: 1 } }],
  usage: { in: 40, cached: 8, out: 6, reasoning: 2 },
  end: "tool_calls",
};

test("a Chat stream shows usage only to a client that asked", () => {
  const quiet = encodeStream(
    "chat_completions",
    cannedReply,
    requestOn("chat_completions", { stream: true }),
    ids,
  );
  expect(quiet.join("")).not.toContain("usage");
  expect(quiet.at(-1)).toBe("data: [DONE]\n\n");
  const asked = requestOn("chat_completions", {
    stream: true,
    stream_options: { include_usage: true },
  });
  const loud = encodeStream("chat_completions", cannedReply, asked, ids);
  expect(JSON.parse(loud.at(-2)?.slice("data: ".length) ?? "")).toMatchObject({
    choices: [],
    usage: {
      prompt_tokens: 40,
      completion_tokens: 6,
      total_tokens: 46,
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  });
});

test("a Responses stream has every event in order, numbered from 0", () => {
  const events = encodeStream(
    "responses",
    cannedReply,
    requestOn("responses", { stream: true }),
    ids,
  );
  const parsed = events.map((event) => {
    const [name = "", data = ""] = event.split("\n");
    const body = JSON.parse(data.slice("data: ".length)) as {
      type: string;
      sequence_number: number;
    };
    expect(name).toBe(`event: ${body.type}`);
    return body;
  });
  expect(parsed.map((event) => event.sequence_number)).toEqual([...parsed.keys()]);
  expect(parsed.map((event) => event.type.replace("response.", ""))).toEqual([
    "created",
    "in_progress",
    "output_item.added",
    "content_part.added",
    "output_text.delta",
    "output_text.done",
    "content_part.done",
    "output_item.done",
    "output_item.added",
    "function_call_arguments.delta",
    "function_call_arguments.done",
    "output_item.done",
    "completed",
  ]);
  expect(parsed.at(-1)).toMatchObject({
    response: {
      status: "completed",
      output: [
        { type: "message", id: "ms-1", content: [{ type: "output_text", text: "Looking it up." }] },
        { type: "function_call", id: "rs-5_item_1", call_id: "k-1", arguments: '{"v":1}' },
      ],
      usage: { input_tokens: 40, output_tokens: 6, total_tokens: 46 },
    },
  });
});
