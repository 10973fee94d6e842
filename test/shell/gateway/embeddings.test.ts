import { describe, expect, test } from "vitest";

import type { GatewaySession, ModelCallGate, UpstreamTarget } from "../../../src/core/ports.ts";
import { simulateEmbeddings } from "../../../src/core/simulation/embeddings.ts";
import { aGate, anUpstream, chatAnswer, chatBody, openSession, post, PROVIDER_KEY } from "./rig.ts";

const JSON_TYPE = { "content-type": "application/json" };
const input = { model: "embed-1", input: ["refunds take 14 days", "hello"] };

/** A gate that answers each embeddings call with simulated vectors. */
function embeddingsGate(): ModelCallGate & { readonly settled: unknown[] } {
  const settled: unknown[] = [];
  return {
    settled,
    async admit(call) {
      const made = simulateEmbeddings({
        request: call.request,
        model: call.request.model,
        count_tokens: (text) => text.split(" ").length,
      });
      const upstream: UpstreamTarget =
        "error" in made
          ? { kind: "simulated_error", ...made.error }
          : { kind: "simulated_embeddings", reply: made.reply };
      return { admitted: true, operation_id: "m1", upstream };
    },
    async settle(_operation_id, call) {
      settled.push(call);
    },
  };
}

interface Vectors {
  readonly data: readonly { readonly index: number; readonly embedding: unknown }[];
  readonly usage: unknown;
  readonly model: string;
}

function root(session: GatewaySession): string {
  return session.base_url.replace(/\/v1$/, "");
}

describe("simulated embeddings over HTTP", () => {
  test.each(["/embeddings", "/v1/embeddings", "/../embeddings"])(
    "base URL + %s gives a vector for each input, and settles with usage",
    async (path) => {
      const gate = embeddingsGate();
      const response = await post(await openSession(gate), input, { path });
      expect(response.status).toBe(200);
      const answer = (await response.json()) as Vectors;
      expect(answer.data.map((one) => one.index)).toEqual([0, 1]);
      expect(answer.data[0]?.embedding).toHaveLength(256);
      expect(answer).toMatchObject({ model: "embed-1", usage: { prompt_tokens: 5 } });
      expect(gate.settled).toMatchObject([
        { status: 200, outcome: { model: "embed-1", usage: { in: 5, out: 0, complete: true } } },
      ]);
    },
  );

  test("base64 is the same vector", async () => {
    const session = await openSession(embeddingsGate());
    const path = "/embeddings";
    const plain = (await (await post(session, input, { path })).json()) as Vectors;
    const asked = { ...input, encoding_format: "base64" };
    const packed = (await (await post(session, asked, { path })).json()) as Vectors;
    const bytes = Buffer.from(String(packed.data[0]?.embedding), "base64");
    const floats = Array.from({ length: 256 }, (_, at) => bytes.readFloatLE(at * 4));
    expect(floats).toEqual(plain.data[0]?.embedding);
  });

  test("what a provider refuses is refused, and settled", async () => {
    const gate = embeddingsGate();
    const response = await post(
      await openSession(gate),
      { ...input, input: "" },
      { path: "/embeddings" },
    );
    expect(response.status).toBe(400);
    expect(gate.settled).toMatchObject([{ outcome: { error: { code: "invalid_input" } } }]);
  });

  test("a body without input never reaches the gate", async () => {
    const gate = aGate({});
    const response = await post(
      await openSession(gate),
      { model: "embed-1" },
      { path: "/embeddings" },
    );
    expect([response.status, gate.admitted.length]).toEqual([400, 0]);
    expect(await response.text()).toContain("/input");
  });
});

describe("Azure's paths", () => {
  test.each([
    ["/openai/deployments/gpt%20a/chat/completions?api-version=2024-10-21", "chat_completions"],
    ["/openai/deployments/gpt%20a/responses?api-version=preview", "responses"],
    ["/openai/deployments/gpt%20a/embeddings?api-version=2024-10-21", "embeddings"],
    ["/v1/openai/deployments/gpt%20a/embeddings", "embeddings"],
  ])("%s: the deployment is the model, and api-key is the token", async (path, wire) => {
    const gate = aGate({
      target: { kind: "simulated_error", status: 418, code: "teapot", message: "m" },
    });
    const session = await openSession(gate);
    const response = await fetch(root(session) + path, {
      method: "POST",
      headers: { ...JSON_TYPE, "api-key": session.token },
      body: JSON.stringify({ ...chatBody, model: "", input: "x" }),
    });
    expect(response.status).toBe(418);
    expect(gate.admitted.map((call) => [call.wire, call.request.model])).toEqual([[wire, "gpt a"]]);
  });

  test.each([
    "/openai/v1/chat/completions",
    "/openai/v1/responses",
    "/openai/v1/embeddings",
    "/openai/responses?api-version=preview",
  ])("%s: the body names the model", async (path) => {
    const gate = aGate({
      target: { kind: "simulated_error", status: 418, code: "teapot", message: "m" },
    });
    const session = await openSession(gate);
    const body = { ...chatBody, input: "x" };
    expect((await post(session, body, { path: `/..${path}` })).status).toBe(418);
    expect(gate.admitted[0]?.request.model).toBe("sim-1");
  });

  test.each([
    ["a wrong api-key", { "api-key": "nothing" }, 401],
    ["an empty one", { "api-key": "" }, 401],
    ["a wrong bearer beside the right api-key", { authorization: "Bearer nothing" }, 401],
  ])("%s is refused", async (_name, headers, status) => {
    const session = await openSession(aGate({}));
    const key = "api-key" in headers ? {} : { "api-key": session.token };
    const response = await fetch(`${root(session)}/openai/v1/embeddings`, {
      method: "POST",
      headers: { ...JSON_TYPE, ...key, ...headers },
      body: JSON.stringify(input),
    });
    expect(response.status).toBe(status);
  });

  test.each([
    "/openai/deployments/%zz/embeddings",
    "/openai/deployments/a/b/embeddings",
    "/openai/deployments/a/models",
    "/openai/deployments/a/images/generations",
  ])("%s is not served", async (path) => {
    const session = await openSession(aGate({}));
    expect((await post(session, input, { path: `/..${path}` })).status).toBe(404);
  });
});

describe("a live upstream", () => {
  const azurePath = "/../openai/deployments/embed-1/embeddings?api-version=2024-10-21";
  const vectors = JSON.stringify({
    object: "list",
    data: [{ object: "embedding", index: 0, embedding: "AACAPw==" }],
    model: "embed-1-2026",
    usage: { prompt_tokens: 8, total_tokens: 8 },
  });

  test("vectors come back byte for byte, settled from the wire", async () => {
    const upstream = await anUpstream((_n, response) =>
      response.writeHead(200, JSON_TYPE).end(vectors),
    );
    const gate = aGate({ target: upstream.target });
    const response = await post(await openSession(gate), input, { path: "/embeddings" });
    expect(await response.text()).toBe(vectors);
    expect(upstream.seen[0]).toMatchObject({
      url: "/v1/embeddings",
      body: JSON.stringify(input),
      headers: { authorization: `Bearer ${PROVIDER_KEY}` },
    });
    expect(gate.settled[0]?.call.outcome).toMatchObject({
      model: "embed-1-2026",
      usage: { in: 8, out: 0, complete: true },
    });
  });

  test("of Azure's kind gets path and api-version as they came, and its key as api-key", async () => {
    const upstream = await anUpstream((_n, response) =>
      response.writeHead(200, JSON_TYPE).end(vectors),
    );
    if (upstream.target.kind !== "live") throw new Error("not live");
    const base_url = new URL("/openai/v1", upstream.target.base_url).href;
    const gate = aGate({ target: { ...upstream.target, base_url, azure: true } });
    const session = await openSession(gate);
    await (await post(session, input, { path: azurePath })).text();
    await (await post(session, input, { path: "/embeddings" })).text();
    expect(upstream.seen.map((one) => one.url)).toEqual([
      "/openai/deployments/embed-1/embeddings?api-version=2024-10-21",
      "/openai/v1/embeddings",
    ]);
    expect(upstream.seen[0]?.headers).toMatchObject({ "api-key": PROVIDER_KEY });
    expect(upstream.seen[0]?.headers.authorization).toBeUndefined();
    expect(JSON.stringify(upstream.seen)).not.toContain(session.token);
  });

  test("of another kind gets the plain path, and never another model than the one that was admitted", async () => {
    const upstream = await anUpstream((_n, response) =>
      response.writeHead(200, JSON_TYPE).end(vectors),
    );
    const gate = aGate({ target: upstream.target });
    const session = await openSession(gate);
    await (await post(session, input, { path: azurePath })).text();
    const dearer = { ...input, model: "embed-dear" };
    const refused = await post(session, dearer, { path: azurePath });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("deployment");
    expect(upstream.seen.map((one) => one.url)).toEqual(["/v1/embeddings"]);
    expect(gate.settled.map((one) => one.call.outcome.error?.code ?? null)).toEqual([
      null,
      "deployment_mismatch",
    ]);
  });

  test("a chat call on Azure's path comes back byte for byte", async () => {
    const upstream = await anUpstream((_n, response) =>
      response.writeHead(200, JSON_TYPE).end(chatAnswer),
    );
    if (upstream.target.kind !== "live") throw new Error("not live");
    const gate = aGate({ target: { ...upstream.target, azure: true } });
    const path = "/../openai/deployments/sim-1/chat/completions?api-version=2024-10-21";
    const response = await post(await openSession(gate), chatBody, { path });
    expect(await response.text()).toBe(chatAnswer);
    expect(gate.settled[0]?.call.outcome).toMatchObject({ text: "906.5", end: "stop" });
  });
});
