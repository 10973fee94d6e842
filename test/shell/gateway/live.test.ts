import { gzipSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import {
  aGate,
  anUpstream,
  chatAnswer,
  chatBody,
  chatEvents,
  openSession,
  post,
  PROVIDER_KEY,
  readUntil,
} from "./rig.ts";

const JSON_TYPE = { "content-type": "application/json" };
const SSE_TYPE = { "content-type": "text/event-stream" };
const streamBody = { ...chatBody, stream: true };

describe("a call to a provider", () => {
  test("goes up byte for byte under the provider's key and comes back byte for byte", async () => {
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(200, {
        ...JSON_TYPE,
        "x-request-id": "req-1",
        "set-cookie": "a=b",
      });
      response.end(chatAnswer);
    });
    const gate = aGate({ target: upstream.target });
    const session = await openSession(gate);
    const sent = `{ "model":"gpt-live",\n"messages":[{"role":"user","content":"7 \\u00d7 129.5"}] }`;
    const response = await post(session, sent, { headers: { "user-agent": "sdk/1" } });
    expect(await response.text()).toBe(chatAnswer);
    expect(response.headers.get("x-request-id")).toBe("req-1");
    expect(response.headers.get("set-cookie")).toBeNull();
    const seen = upstream.seen[0];
    expect(seen).toMatchObject({ url: "/v1/chat/completions", body: sent });
    expect(seen?.headers).toMatchObject({
      authorization: `Bearer ${PROVIDER_KEY}`,
      "accept-encoding": "identity",
      "user-agent": "sdk/1",
    });
    expect(JSON.stringify(seen)).not.toContain(session.token);
    expect(gate.settled[0]?.call).toMatchObject({
      status: 200,
      outcome: {
        text: "906.5",
        model: "gpt-live-2026-01-01",
        usage: { in: 20, out: 6, complete: true },
      },
    });
    expect(Buffer.from(gate.settled[0]?.call.body ?? []).toString("utf8")).toBe(chatAnswer);
  });

  test("the served model is settled as the wire names it, not as it was asked", async () => {
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(200, JSON_TYPE).end(chatAnswer.replace("gpt-live-2026-01-01", "cheaper"));
    });
    const gate = aGate({ target: upstream.target });
    await (await post(await openSession(gate))).text();
    expect(gate.settled[0]?.call.outcome.model).toBe("cheaper");
  });

  test("a gzip answer that nobody asked for is decoded", async () => {
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip" });
      response.end(gzipSync(chatAnswer));
    });
    const gate = aGate({ target: upstream.target });
    const response = await post(await openSession(gate));
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.text()).toBe(chatAnswer);
    expect(gate.settled[0]?.call.outcome.text).toBe("906.5");
  });
});

describe("a stream from a provider", () => {
  const events = [...chatEvents.text, chatEvents.finish, chatEvents.usage, chatEvents.done];

  test("passes each event at once and keeps the last until the settlement is durable", async () => {
    const rest = Promise.withResolvers<void>();
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(200, SSE_TYPE);
      response.write(chatEvents.text[0]);
      void rest.promise.then(() => response.end(events.slice(1).join("")));
    });
    const durable = Promise.withResolvers<void>();
    const gate = aGate({ target: upstream.target, settles: durable.promise });
    const response = await post(await openSession(gate), {
      ...streamBody,
      stream_options: { include_usage: true },
    });
    const reading = await readUntil(response, '"906"');
    expect(reading.text).toBe(chatEvents.text[0]);
    rest.resolve();
    await gate.afterSettled(1);
    let text = reading.text;
    while (!text.includes(chatEvents.usage)) text += (await reading.next()) ?? "";
    const last = reading.next();
    const early = await Promise.race([
      last,
      new Promise((resolve) => setTimeout(() => resolve("nothing"), 60)),
    ]);
    expect(early).toBe("nothing");
    expect(text).not.toContain("[DONE]");
    durable.resolve();
    expect(text + ((await last) ?? "") + (await reading.rest())).toBe(events.join(""));
  });

  test("usage is asked for upstream and taken out again when the client did not ask", async () => {
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(200, SSE_TYPE).end(events.join(""));
    });
    const gate = aGate({ target: upstream.target });
    const session = await openSession(gate);
    const quiet = await (await post(session, streamBody)).text();
    expect(quiet).toBe([...chatEvents.text, chatEvents.finish, chatEvents.done].join(""));
    expect(JSON.parse(upstream.seen[0]?.body ?? "")).toEqual({
      ...streamBody,
      stream_options: { include_usage: true },
    });
    const asked = { ...streamBody, stream_options: { include_usage: true } };
    expect(await (await post(session, asked)).text()).toBe(events.join(""));
    expect(upstream.seen[1]?.body).toBe(JSON.stringify(asked));
    for (const { call } of gate.settled) {
      expect(call.outcome.usage).toMatchObject({ in: 20, out: 6, complete: true });
      expect(Buffer.from(call.body).toString("utf8")).toBe(events.join(""));
    }
  });

  test("without usage it is settled as incomplete, never as 0 tokens", async () => {
    const bare = [...chatEvents.text, chatEvents.finish, chatEvents.done];
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(200, SSE_TYPE).end(bare.join(""));
    });
    const gate = aGate({ target: upstream.target });
    await (await post(await openSession(gate), streamBody)).text();
    expect(gate.settled[0]?.call.outcome.usage).toMatchObject({
      in: null,
      out: null,
      complete: false,
    });
  });

  test("that is answered by one JSON document, blank lines first, comes through whole", async () => {
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(200, JSON_TYPE).write("\n\n\n");
      setTimeout(() => response.end(chatAnswer), 20);
    });
    const gate = aGate({ target: upstream.target });
    const response = await post(await openSession(gate), streamBody);
    expect(await response.text()).toBe(`\n\n\n${chatAnswer}`);
    expect(gate.settled[0]?.call.outcome.text).toBe("906.5");
  });

  test("that stays open after [DONE] ends all the same", async () => {
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(200, SSE_TYPE).write(events.join(""));
    });
    const gate = aGate({ target: upstream.target });
    const response = await post(await openSession(gate), streamBody);
    expect(await response.text()).toContain("[DONE]");
    await upstream.broken;
  });
});

describe("faults", () => {
  test("a reset in mid-stream is settled as truncated, and the client sees a broken stream", async () => {
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(200, SSE_TYPE);
      response.write(chatEvents.text[0], () => setTimeout(() => response.destroy(), 20));
    });
    const gate = aGate({ target: upstream.target });
    const response = await post(await openSession(gate), streamBody);
    const reading = await readUntil(response, '"906"');
    await expect(reading.rest()).rejects.toThrow("terminated");
    expect(gate.settled[0]?.call.outcome).toMatchObject({
      text: "906",
      end: "truncated",
      runnable: false,
      usage: { complete: false },
    });
  });

  test("a reset before or inside a whole answer is a 502 with an error body", async () => {
    const upstream = await anUpstream((n, response) => {
      if (n === 1) response.destroy();
      else {
        response.writeHead(200, { ...JSON_TYPE, "content-length": chatAnswer.length });
        response.write(chatAnswer.slice(0, 30), () => setTimeout(() => response.destroy(), 20));
      }
    });
    const gate = aGate({ target: upstream.target });
    const session = await openSession(gate);
    for (const code of ["upstream_unreachable", "upstream_broke_off"]) {
      const response = await post(session);
      expect(response.status).toBe(502);
      expect(await response.text()).toContain(code);
    }
    expect(gate.settled.map(({ call }) => [call.status, call.outcome.end])).toEqual([
      [502, "error"],
      [502, "error"],
    ]);
    expect(upstream.seen).toHaveLength(2);
  });

  test("a 500 passes once: a client's own retry is a second admitted call", async () => {
    const upstream = await anUpstream((n, response) => {
      if (n === 1) response.writeHead(500, JSON_TYPE).end('{"error":{"message":"oops"}}');
      else response.writeHead(200, JSON_TYPE).end(chatAnswer);
    });
    const gate = aGate({ target: upstream.target });
    const session = await openSession(gate);
    const first = await post(session);
    expect(first.status).toBe(500);
    expect(await first.text()).toBe('{"error":{"message":"oops"}}');
    expect((await post(session)).status).toBe(200);
    expect(gate.admitted).toHaveLength(2);
    expect(gate.settled.map(({ call }) => call.status)).toEqual([500, 200]);
    expect(gate.admitted[0]?.json).toEqual(gate.admitted[1]?.json);
  });

  test("a busy answer is tried again at most twice, inside one admitted call", async () => {
    const upstream = await anUpstream((n, response) => {
      if (n === 3) response.writeHead(200, JSON_TYPE).end(chatAnswer);
      else response.writeHead(429, { ...JSON_TYPE, "retry-after-ms": "1" }).end("{}");
    });
    const gate = aGate({ target: upstream.target });
    expect((await post(await openSession(gate))).status).toBe(200);
    expect([upstream.seen.length, gate.admitted.length, gate.settled.length]).toEqual([3, 1, 1]);

    const busy = await anUpstream((_n, response) => {
      response.writeHead(503, JSON_TYPE).end('{"error":{"message":"busy"}}');
    });
    const always = aGate({ target: busy.target });
    const response = await post(await openSession(always));
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("busy");
    expect([busy.seen.length, always.settled.length]).toEqual([3, 1]);
  });

  test("a wait beyond the limit is not waited for: the client gets the hint", async () => {
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(429, { ...JSON_TYPE, "retry-after": "86400" }).end("{}");
    });
    const response = await post(await openSession(aGate({ target: upstream.target })));
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "86400"]);
    await response.text();
    expect(upstream.seen).toHaveLength(1);
  });

  test("a redirect is refused: the key goes to no other address", async () => {
    const elsewhere = await anUpstream((_n, response) => response.end(chatAnswer));
    const there = elsewhere.target.kind === "live" ? elsewhere.target.base_url : "";
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(307, { location: `${there}/chat/completions` }).end();
    });
    const response = await post(await openSession(aGate({ target: upstream.target })));
    expect(response.status).toBe(502);
    expect(await response.text()).toContain("redirect");
    expect(elsewhere.seen).toEqual([]);
  });

  test("a client that leaves aborts the upstream and is settled as incomplete", async () => {
    const upstream = await anUpstream((_n, response) => {
      response.writeHead(200, SSE_TYPE).write(chatEvents.text[0]);
    });
    const gate = aGate({ target: upstream.target });
    const session = await openSession(gate);
    const reading = await readUntil(await post(session, streamBody), '"906"');
    await reading.cancel();
    await upstream.broken;
    await gate.afterSettled(1);
    expect(gate.settled[0]?.call.outcome).toMatchObject({
      end: "truncated",
      usage: { complete: false },
    });
  });

  test("a client that leaves before the answer begins is settled too", async () => {
    const upstream = await anUpstream(() => undefined);
    const gate = aGate({ target: upstream.target });
    const session = await openSession(gate);
    const leaving = new AbortController();
    const answer = post(session, chatBody, { signal: leaving.signal });
    while (upstream.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort();
    await expect(answer).rejects.toThrow("aborted");
    await upstream.broken;
    await gate.afterSettled(1);
    expect(gate.settled[0]?.call).toMatchObject({ status: 499, outcome: { end: "error" } });
  });

  test("a closing session breaks off an upstream that never answers, and settles it", async () => {
    const upstream = await anUpstream(() => undefined);
    const gate = aGate({ target: upstream.target });
    const session = await openSession(gate, { close_grace_ms: 50 });
    const answer = post(session);
    while (upstream.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await session.close();
    expect(gate.settled).toHaveLength(1);
    expect((await answer).status).toBe(499);
  });
});

test("over budget makes no upstream request; no answer ever holds the provider's key", async () => {
  const upstream = await anUpstream((_n, response) => response.destroy());
  const message = "the budget of this run is spent";
  const refusal = { admitted: false, status: 402, code: "run_budget", message } as const;
  const refused = await post(await openSession(aGate({ target: upstream.target, refusal })));
  expect(refused.status).toBe(402);
  expect(upstream.seen).toEqual([]);
  const failed = await post(await openSession(aGate({ target: upstream.target })));
  for (const response of [refused, failed]) {
    const shown = (await response.text()) + JSON.stringify([...response.headers]);
    expect(shown).not.toContain(PROVIDER_KEY);
  }
});
