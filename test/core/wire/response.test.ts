import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { CanonicalOutcome } from "../../../src/core/wire/outcome.ts";
import {
  createStreamDecoder,
  decodeResponse,
  type ResponseHead,
} from "../../../src/core/wire/response.ts";
import { chunk, DONE, type WireVector } from "./vector.ts";
import { vectors } from "./vectors.ts";

function bytesOf(vector: WireVector): Uint8Array {
  return typeof vector.body === "string" ? new TextEncoder().encode(vector.body) : vector.body;
}

function headOf(vector: WireVector): ResponseHead {
  const { status = 200, content_type } = vector;
  return content_type === undefined ? { status } : { status, content_type };
}

function decodeCut(vector: WireVector, cuts: readonly number[]): CanonicalOutcome {
  const bytes = bytesOf(vector);
  const decoder = createStreamDecoder(vector.wire, headOf(vector));
  let from = 0;
  for (const cut of [...cuts].toSorted((left, right) => left - right)) {
    decoder.push(bytes.subarray(from, cut));
    from = cut;
  }
  decoder.push(bytes.subarray(from));
  return decoder.finish();
}

/** The part of `actual` that `expected` speaks about; "minted" accepts any minted id. */
function project(actual: unknown, expected: unknown): unknown {
  if (expected === "minted" && typeof actual === "string" && actual.startsWith("minted:"))
    return "minted";
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return actual.map((entry, place) => project(entry, expected[place]));
  }
  if (
    typeof expected !== "object" ||
    expected === null ||
    typeof actual !== "object" ||
    actual === null
  ) {
    return actual;
  }
  const record = actual as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [key, project(record[key], value)]),
  );
}

describe.each(vectors)("rule $rule, $wire: $title", (vector) => {
  const bytes = bytesOf(vector);
  const whole = decodeResponse(vector.wire, { ...headOf(vector), body: bytes });

  test("decodes to its outcome", () => {
    expect(project(whole, vector.expected)).toEqual(vector.expected);
  });

  test("decodes the same from one-byte reads", () => {
    expect(decodeCut(vector, [...bytes.keys()])).toEqual(whole);
  });
});

test("any cut of the bytes into reads gives the same outcome", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...vectors),
      fc.array(fc.nat(4000), { maxLength: 12 }),
      (vector, raw) => {
        const length = bytesOf(vector).length;
        const cuts = raw.map((cut) => cut % (length + 1));
        expect(decodeCut(vector, cuts)).toEqual(decodeCut(vector, []));
      },
    ),
    { numRuns: 400 },
  );
});

test("arbitrary bytes never throw, never run a call, never settle at zero", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "data: ",
      "event: error\n",
      "\n\n",
      "\r\n",
      "{",
      "}",
      "[DONE]",
      '"choices":',
      "null",
      ":",
      "<",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.json({ maxDepth: 3 }).map((json) => `data: ${json}\n\n`),
  );
  fc.assert(
    fc.property(
      fc.constantFrom("chat_completions" as const, "responses" as const),
      fc.array(piece, { maxLength: 12 }),
      (wire, pieces) => {
        const body = new TextEncoder().encode(pieces.join(""));
        const outcome = decodeResponse(wire, { status: 200, body });
        expect(outcome.runnable).toBe(false);
        expect(outcome.usage.complete && outcome.usage.in === 0).toBe(false);
        expect(outcome.end === "error").toBe(outcome.error !== null);
      },
    ),
    { numRuns: 500 },
  );
});

test("a character cut between reads is whole in the arguments", () => {
  const body = new TextEncoder().encode(
    chunk({
      tool_calls: [
        { index: 0, id: "k", function: { name: "put", arguments: '{"city":"杭州 🚲"}' } },
      ],
    }) +
      chunk({}, "tool_calls") +
      DONE,
  );
  for (const cut of body.keys()) {
    const decoder = createStreamDecoder("chat_completions", { status: 200 });
    decoder.push(body.subarray(0, cut));
    decoder.push(body.subarray(cut));
    expect(decoder.finish().calls[0]?.args).toEqual({ city: "杭州 🚲" });
  }
});

test("the terminator is seen when it arrives, not before", () => {
  const decoder = createStreamDecoder("chat_completions", { status: 200 });
  decoder.push(new TextEncoder().encode(chunk({ content: "hi" }, "stop")));
  expect(decoder.terminalSeen()).toBe(false);
  decoder.push(new TextEncoder().encode(DONE));
  expect(decoder.terminalSeen()).toBe(true);
});

test("alternatives are counted and the lowest index is decoded, whatever comes first", () => {
  const second =
    'data: {"choices":[{"index":1,"delta":{"content":"B"},"finish_reason":"stop"}]}\n\n';
  const body = new TextEncoder().encode(second + chunk({ content: "A" }, "stop") + DONE);
  const outcome = decodeResponse("chat_completions", { status: 200, body });
  expect(outcome).toMatchObject({ text: "A", choices: 2, end: "stop" });
});

test("minted ids are unique within a response and stable between decodings", () => {
  const entry = { function: { name: "put", arguments: "{}" } };
  const body = new TextEncoder().encode(chunk({ tool_calls: [entry, entry] }, "tool_calls"));
  const read = () =>
    decodeResponse("chat_completions", { status: 200, body }).calls.map((call) => call.id);
  expect(read()).toEqual(["minted:r-7:0", "minted:r-7:1"]);
  expect(read()).toEqual(read());
});
