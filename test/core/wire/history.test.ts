import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createHistory } from "../../../src/core/wire/history.ts";
import type { CanonicalOutcome } from "../../../src/core/wire/outcome.ts";
import { type CanonicalRequest, decodeRequest } from "../../../src/core/wire/request.ts";
import { decodeResponse } from "../../../src/core/wire/response.ts";

type Item = Record<string, unknown>;

function ask(input: readonly Item[], more: Item = {}): CanonicalRequest {
  const request = decodeRequest("responses", { model: "m", input, ...more });
  if (request.kind === "rejection") throw new Error(request.message);
  return request;
}

function answer(id: string, output: readonly Item[], out: number | null = 5): CanonicalOutcome {
  const usage = out === null ? {} : { usage: { input_tokens: 3, output_tokens: out } };
  const body = JSON.stringify({
    id,
    object: "response",
    status: "completed",
    model: "m",
    output,
    ...usage,
  });
  return decodeResponse("responses", {
    status: 200,
    content_type: "application/json",
    body: new TextEncoder().encode(body),
  });
}

const say = (id: string, text: string): Item => ({
  type: "message",
  id,
  role: "assistant",
  content: [{ type: "output_text", text }],
});
const call = (id: string, call_id: string): Item => ({
  type: "function_call",
  id,
  call_id,
  name: "lookup",
  arguments: '{"row":1}',
});
const result = (call_id: string): Item => ({ type: "function_call_output", call_id, output: "7" });
const user = (text: string): Item => ({ role: "user", content: text });
const developer = (text: string): Item => ({ role: "developer", content: text });

/** Turns of a conversation: what the client adds, and what the model then puts out. */
const turns = fc.array(
  fc.record({
    system: fc.option(fc.string({ minLength: 1, maxLength: 8 }), { nil: null }),
    text: fc.string({ minLength: 1, maxLength: 8 }),
    said: fc.string({ maxLength: 8 }),
    calls: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 1, maxLength: 5 },
);

function script(
  parts: readonly { system: string | null; text: string; said: string; calls: number }[],
) {
  let open: string[] = [];
  return parts.map(({ system, text, said, calls }, at) => {
    const added = [
      ...open.map(result),
      ...(system === null ? [] : [developer(system)]),
      user(text),
    ];
    open = Array.from({ length: calls }, (_one, index) => `c-${at}-${index}`);
    const output = [
      { type: "reasoning", id: `th-${at}`, summary: [] },
      say(`it-${at}`, said),
      ...open.map((call_id, index) => call(`fc-${at}-${index}`, call_id)),
    ];
    return { added, output };
  });
}

describe("a conversation kept by the provider reads like the same one sent whole", () => {
  test("by previous_response_id", () => {
    fc.assert(
      fc.property(turns, (parts) => {
        const history = createHistory();
        let whole: Item[] = [];
        let previous: string | null = null;
        for (const [at, { added, output }] of script(parts).entries()) {
          whole = [...whole, ...added];
          const more = previous === null ? {} : { previous_response_id: previous };
          const asked = history.resolve(ask(added, more), 100);
          const { messages, system, history: kind } = ask(whole);
          expect(asked.request).toMatchObject({ messages, system, history: kind, remote: [] });
          previous = `rs-${at}`;
          history.add(asked, answer(previous, output), 100);
          whole = [...whole, ...output];
        }
      }),
    );
  });

  test("by item_reference", () => {
    fc.assert(
      fc.property(turns, (parts) => {
        const history = createHistory();
        let whole: Item[] = [];
        let referring: Item[] = [];
        for (const [at, { added, output }] of script(parts).entries()) {
          whole = [...whole, ...added];
          referring = [...referring, ...added];
          const asked = history.resolve(ask(referring), 100);
          const { messages, system } = ask(whole);
          expect(asked.request).toMatchObject({ messages, system, history: "complete" });
          history.add(asked, answer(`rs-${at}`, output), 100);
          whole = [...whole, ...output];
          referring = [...referring, ...output.map(({ id }) => ({ type: "item_reference", id }))];
        }
      }),
    );
  });
});

test("instructions apply to one request, system text among the input to all that follow", () => {
  const history = createHistory();
  const first = history.resolve(ask([developer("stays"), user("a")], { instructions: "once" }), 10);
  expect(first.request.system).toBe("once\n\nstays");
  history.add(first, answer("rs-1", [say("it", "b")]), 10);
  const second = history.resolve(ask([user("c")], { previous_response_id: "rs-1" }), 10);
  expect(second.request.system).toBe("stays");
});

test("what was never seen here stays remote and named, and what is known is no bound of it", () => {
  const history = createHistory();
  const asked = history.resolve(
    ask([user("a"), { type: "item_reference", id: "it-9" }], {
      previous_response_id: "rs-of-another-run",
      conversation: "conv-1",
    }),
    50,
  );
  expect(asked).toMatchObject({ tokens: 50, complete: false });
  expect(asked.request.history).toBe("remote");
  expect(asked.request.remote.map(({ kind }) => kind)).toEqual([
    "previous_response_id",
    "conversation",
    "item_reference",
  ]);
  // An answer to it may be built upon, but what came before it is still not known.
  history.add(asked, answer("rs-1", [say("it", "b")]), 10);
  const next = history.resolve(ask([user("c")], { previous_response_id: "rs-1" }), 10);
  expect(next).toMatchObject({ complete: false, request: { history: "remote", remote: [] } });
  expect(next.tokens).toBeGreaterThanOrEqual(50 + 10);
});

test("the bound holds everything read again, hidden reasoning at what it was charged as", () => {
  const history = createHistory();
  const first = history.resolve(ask([user("a")]), 40);
  expect(first.tokens).toBe(40);
  history.add(first, answer("rs-1", [say("it-1", "b"), call("fc-1", "c-1")], 9_000), 300);
  const chained = history.resolve(ask([result("c-1")], { previous_response_id: "rs-1" }), 25);
  expect(chained.tokens).toBe(40 + 9_000 + 25);
  const referring = history.resolve(
    ask([
      user("a"),
      { type: "item_reference", id: "it-1" },
      { type: "item_reference", id: "fc-1" },
    ]),
    60,
  );
  expect(referring.tokens).toBe(60 + 9_000);
});

test("usage that was not reported leaves what follows without a bound", () => {
  const history = createHistory();
  const first = history.resolve(ask([user("a")]), 40);
  history.add(first, answer("rs-1", [say("it-1", "b")], null), 300);
  const next = history.resolve(ask([user("c")], { previous_response_id: "rs-1" }), 25);
  expect(next).toMatchObject({ complete: false, request: { history: "remote" } });
});

test("a failed or broken answer is not remembered", () => {
  const history = createHistory();
  const first = history.resolve(ask([user("a")]), 40);
  const failed = {
    ...answer("rs-1", []),
    error: { status: 500, code: "x", type: null, message: null, provider: null },
  };
  history.add(first, failed, 10);
  history.add(first, { ...answer("rs-2", []), end: "truncated" }, 10);
  for (const id of ["rs-1", "rs-2"])
    expect(history.resolve(ask([], { previous_response_id: id }), 1).request.remote).toHaveLength(
      1,
    );
});

test("reasoning sent back by its id alone is read from the provider's store, at what it was charged as", () => {
  const history = createHistory();
  const first = history.resolve(ask([user("a")]), 40);
  const reasoning = { type: "reasoning", id: "th-1", summary: [] };
  history.add(first, answer("rs-1", [reasoning, say("it-1", "b")], 15_000), 300);
  const whole = [user("a"), reasoning, say("it-1", "b"), user("c")];
  expect(history.resolve(ask(whole), 90)).toMatchObject({ tokens: 90 + 15_000, complete: true });
  const own = [user("a"), { ...reasoning, encrypted_content: "AAAA" }, say("it-1", "b")];
  expect(history.resolve(ask(own), 90)).toMatchObject({ tokens: 90, complete: true });
  const foreign = [user("a"), { ...reasoning, id: "th-of-another-run" }];
  expect(history.resolve(ask(foreign), 90)).toMatchObject({ tokens: 90, complete: false });
});

test("a conversation and one of its items together are the whole conversation, once", () => {
  const history = createHistory();
  const first = history.resolve(ask([user("a".repeat(5_000))]), 5_100);
  history.add(first, answer("rs-1", [say("it-1", "b")], 5), 300);
  const both = history.resolve(
    ask([{ type: "item_reference", id: "it-1" }], { previous_response_id: "rs-1" }),
    25,
  );
  expect(both).toMatchObject({ tokens: 5_100 + 300 + 25, complete: true });
});
