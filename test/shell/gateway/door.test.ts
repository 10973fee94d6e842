import { connect } from "node:net";

import { describe, expect, test } from "vitest";

import { createGateway } from "../../../src/shell/gateway/create-gateway.ts";
import { createClock, createEntropy } from "../../../src/shell/system/clock.ts";
import { aGate, chatBody, openSession, post, simulated } from "./rig.ts";

interface ErrorBody {
  readonly error: { readonly message: string; readonly type: string; readonly code: string };
}

async function errorOf(response: Response): Promise<ErrorBody["error"]> {
  return ((await response.json()) as ErrorBody).error;
}

/** A request body of exactly this many bytes. */
function sized(bytes: number): string {
  const empty = JSON.stringify({ ...chatBody, user: "" }).length;
  return JSON.stringify({ ...chatBody, user: "x".repeat(bytes - empty) });
}

describe("what the gateway serves", () => {
  test.each([
    "/chat/completions",
    "/../chat/completions",
    "/v1/chat/completions",
    "/responses",
    "/v1/responses",
    "/../responses",
  ])("a call to base URL + %s is admitted and settled", async (path) => {
    const gate = aGate({ target: simulated() });
    const session = await openSession(gate);
    const body = { ...chatBody, input: "What do 7 pieces cost?" };
    const response = await post(session, body, { path });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("906.5");
    expect(gate.admitted[0]?.wire).toBe(
      path.endsWith("responses") ? "responses" : "chat_completions",
    );
    expect(gate.settled.map((entry) => entry.operation_id)).toEqual(["m1"]);
  });

  test("the list of models is empty, and needs the token", async () => {
    const session = await openSession(aGate({}));
    const headers = { authorization: `Bearer ${session.token}` };
    const listed = await fetch(`${session.base_url}/models`, { headers });
    expect(await listed.json()).toEqual({ object: "list", data: [] });
    expect((await fetch(`${session.base_url}/models`)).status).toBe(401);
  });

  test("an unknown path is a 404 that names what is served", async () => {
    const response = await post(await openSession(aGate({})), chatBody, {
      path: "/images/generations",
    });
    expect(response.status).toBe(404);
    expect((await errorOf(response)).message).toContain("POST /v1/chat/completions");
  });

  test("a wrong method is a 405 that names the right one", async () => {
    const session = await openSession(aGate({}));
    const headers = { authorization: `Bearer ${session.token}` };
    const response = await fetch(`${session.base_url}/responses`, { headers });
    expect(response.status).toBe(405);
    expect((await errorOf(response)).message).toContain("use POST");
  });
});

describe("who may call", () => {
  test("no token, a wrong one and another gateway's token are a 401 before anything is read", async () => {
    const gate = aGate({ target: simulated() });
    const session = await openSession(gate);
    const other = await openSession(aGate({ target: simulated() }));
    for (const authorization of ["", "Bearer nothing", `Bearer ${other.token}`, session.token]) {
      const response = await post(session, chatBody, { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(await errorOf(response)).toMatchObject({ code: "invalid_api_key" });
    }
    expect(gate.admitted).toEqual([]);
  });

  test("two runs have two tokens, and each reaches its own gate only", async () => {
    const gateway = await createGateway({ clock: createClock(), entropy: createEntropy() });
    const [first, second] = [aGate({ target: simulated() }), aGate({ target: simulated() })];
    const [one, two] = [gateway.open(first), gateway.open(second)];
    expect(one.token).not.toBe(two.token);
    await (await post(two)).text();
    expect([first.admitted.length, second.admitted.length]).toEqual([0, 1]);
    await gateway.close();
  });

  test("the token of a closed session is a 403, also for a call that was still being sent", async () => {
    const gate = aGate({ target: simulated() });
    const session = await openSession(gate);
    await session.close();
    const response = await post(session);
    expect(response.status).toBe(403);
    expect(await errorOf(response)).toMatchObject({ code: "run_ended" });
    expect(gate.admitted).toEqual([]);
  });

  test("a call that was still being sent when its session closed is refused, not admitted", async () => {
    const gate = aGate({ target: simulated() });
    const session = await openSession(gate);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const bytes = Buffer.from(JSON.stringify(chatBody));
    const begun = writer.write(bytes.subarray(0, 20));
    const answer = fetch(`${session.base_url}/chat/completions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${session.token}`,
        "content-type": "application/json",
      },
      body: readable,
      duplex: "half",
    });
    await begun;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closing = session.close();
    await writer.write(bytes.subarray(20));
    await writer.close();
    expect((await answer).status).toBe(403);
    await closing;
    expect(gate.admitted).toEqual([]);
  });

  test("another name for our address is refused (DNS rebinding)", async () => {
    const session = await openSession(aGate({ target: simulated() }));
    const { port } = new URL(session.base_url);
    const head = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write(
          `GET /v1/models HTTP/1.1\r\nHost: attacker.example:${port}\r\nAuthorization: Bearer ${session.token}\r\nConnection: close\r\n\r\n`,
        );
      });
      let text = "";
      socket.on("data", (bytes) => (text += bytes.toString("utf8")));
      socket.on("end", () => resolve(text));
      socket.on("error", reject);
    });
    expect(head).toMatch(/^HTTP\/1.1 403/);
    expect(head).toContain("wrong_host");
  });
});

describe("what a request must be", () => {
  test.each<[string, string, Record<string, string>, number, string]>([
    ["text that is not JSON", "{", {}, 400, "malformed_json"],
    ["a tower of brackets", "[".repeat(100_000), {}, 400, "too_deep"],
    ["__proto__", '{"__proto__":1}', {}, 400, "forbidden_key"],
    ["no model", '{"messages":[]}', {}, 400, "no_model"],
    ["an unreadable message", '{"model":"m","messages":[{"role":"?"}]}', {}, 400, "bad_message"],
    ["a form", "a=b", { "content-type": "application/x-www-form-urlencoded" }, 415, "not_json"],
    ["a gzip body", "{}", { "content-encoding": "gzip" }, 415, "encoded_body"],
  ])("%s is refused", async (_name, body, headers, status, code) => {
    const gate = aGate({ target: simulated() });
    const response = await post(await openSession(gate), body, { headers });
    expect(response.status).toBe(status);
    expect(await errorOf(response)).toMatchObject({ code });
    expect(gate.admitted).toEqual([]);
  });

  test("a body over 8 MiB is a 413; one just below it is read", async () => {
    const gate = aGate({ target: simulated() });
    const session = await openSession(gate);
    const large = await post(session, sized(8 * 1024 * 1024 + 1));
    expect(large.status).toBe(413);
    expect((await errorOf(large)).message).toContain("8 MiB");
    const fits = await post(session, sized(8 * 1024 * 1024));
    expect(fits.status).toBe(200);
    await fits.text();
    expect(gate.admitted).toHaveLength(1);
  });

  test("a client that breaks off while it sends leaves nothing behind", async () => {
    const gate = aGate({ target: simulated() });
    const session = await openSession(gate);
    const { port } = new URL(session.base_url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write(
          `POST /v1/responses HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${session.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"mod`,
          () => socket.destroy(),
        );
      });
      socket.on("close", () => resolve());
    });
    expect((await post(session)).status).toBe(200);
    expect(gate.admitted).toHaveLength(1);
    await session.close();
  });
});
