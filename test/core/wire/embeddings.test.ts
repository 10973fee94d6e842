import { describe, expect, test } from "vitest";

import { encodeBase64 } from "../../../src/core/wire/base64.ts";
import { encodeEmbeddings } from "../../../src/core/wire/encode-embeddings.ts";
import { decodeRequest } from "../../../src/core/wire/request.ts";
import { decodeResponse } from "../../../src/core/wire/response.ts";
import { diffShape, requestShape } from "../../../src/core/wire/shape.ts";

const ask = (body: object, deployment: string | null = null) =>
  decodeRequest("embeddings", { model: "text-embedding-3-small", ...body }, deployment);

const answer = (body: unknown, status = 200) =>
  decodeResponse("embeddings", {
    status,
    content_type: "application/json",
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  });

const data = [{ object: "embedding", index: 0, embedding: [0.6, 0.8] }];

describe("an embeddings request", () => {
  test.each([
    ["one text", "a b", ["a b"]],
    ["texts", ["a", "b"], ["a", "b"]],
    ["token ids", [1, 2, 3], [[1, 2, 3]]],
    ["lists of token ids", [[1], [2, 3]], [[1], [2, 3]]],
  ])("%s", (_name, input, inputs) => {
    expect(ask({ input })).toMatchObject({
      kind: "request",
      wire: "embeddings",
      inputs,
      messages: [],
      stream: false,
      n: 1,
    });
  });

  test.each([
    ["no input", {}, "no_input", "/input"],
    ["an empty list", { input: [] }, "no_input", "/input"],
    ["an object among texts", { input: ["a", { image: "x" }] }, "bad_field", "/input/1"],
    ["a fraction among tokens", { input: [[1, 2.5]] }, "bad_field", "/input/0"],
    ["dimensions of 0", { input: "a", dimensions: 0 }, "bad_field", "/dimensions"],
  ])("%s is rejected by its pointer", (_name, body, code, at) => {
    expect(ask(body)).toMatchObject({ kind: "rejection", code, at });
  });

  test("dimensions and encoding are settings of the shape, and no difference from a contract", () => {
    const request = ask({ input: ["a", "b"], dimensions: 64, encoding_format: "base64" });
    if (request.kind === "rejection") throw new Error(request.message);
    expect(requestShape(request, () => "sha256:x")).toMatchObject({
      sampling: { dimensions: 64, encoding_format: "base64" },
      message_count: 2,
      tools: [],
    });
    const contract = { system: "You refund.", tools: [], sampling: { temperature: 0 } };
    expect(diffShape(contract, request)).toEqual([]);
  });

  test("a deployment in the path decides the model, also where the body names another or none", () => {
    expect(ask({ input: "a" }, "prod")).toMatchObject({ model: "prod" });
    expect(decodeRequest("embeddings", { input: "a" }, "prod")).toMatchObject({ model: "prod" });
    expect(decodeRequest("embeddings", { input: "a" })).toMatchObject({ code: "no_model" });
  });
});

describe("an embeddings answer", () => {
  test.each([
    ["OpenAI", { prompt_tokens: 8, total_tokens: 8 }, 8, true],
    ["Voyage: a total alone", { total_tokens: 7 }, 7, true],
    ["a prompt count alone", { prompt_tokens: 6 }, 6, true],
    ["a placeholder beside a total", { prompt_tokens: 0, total_tokens: 5 }, 5, false],
    ["counts that contradict each other", { prompt_tokens: 4, total_tokens: 9 }, 9, false],
    ["only placeholders", { prompt_tokens: 0, total_tokens: 0 }, null, false],
    ["none", undefined, null, false],
  ])("usage: %s", (_name, usage, input, complete) => {
    const outcome = answer({ object: "list", data, model: "m", usage });
    expect(outcome).toMatchObject({ end: "stop", error: null, model: "m", choices: 1 });
    expect(outcome.usage).toMatchObject({ in: input, out: input === null ? null : 0, complete });
  });

  test("base64 vectors are as good as numbers", () => {
    const outcome = answer({ data: [{ embedding: "AACAPw==" }], usage: { total_tokens: 1 } });
    expect(outcome).toMatchObject({ end: "stop", choices: 1, model: null });
  });

  test.each([
    ["no data", { data: [] }, 200, { code: "no_data" }],
    ["an entry without a vector", { data: [{ index: 0 }] }, 200, { code: "bad_embedding" }],
    ["an error beside data", { data, error: { code: 429, message: "slow" } }, 200, { code: "429" }],
    ["a failed status", { error: { code: "model_not_found" } }, 404, { code: "model_not_found" }],
    ["HTML", "<html>", 502, { code: "html", status: 502 }],
    ["nothing", "", 200, { code: "empty_body" }],
    ["a bare list", JSON.stringify(data), 200, { code: "bad_event" }],
    ["a stream", 'data: {"data":[]}\n\n', 200, { code: "bad_event" }],
  ])("%s is an error, and settles at its worst case", (_name, body, status, error) => {
    const outcome = answer(body, status);
    expect(outcome).toMatchObject({ end: "error", error, runnable: false });
    expect(outcome.usage.complete).toBe(false);
  });
});

describe("the encoder", () => {
  test.each([
    ["", ""],
    ["f", "Zg=="],
    ["fo", "Zm8="],
    ["foo", "Zm9v"],
    ["foob", "Zm9vYg=="],
    ["fooba", "Zm9vYmE="],
    ["foobar", "Zm9vYmFy"],
  ])("base64 of %j (RFC 4648 section 10)", (text, encoded) => {
    expect(encodeBase64(Buffer.from(text))).toBe(encoded);
  });

  test("both encodings carry the same 32-bit floats, and are read back with their usage", () => {
    const vector = [Math.fround(0.1), -1, Math.fround(1 / 3)];
    const made = (encoding: "float" | "base64") => {
      const body = encodeEmbeddings({ model: "m", vectors: [vector], encoding, usage: { in: 3 } });
      expect(answer(body)).toMatchObject({ end: "stop", model: "m", usage: { in: 3, out: 0 } });
      const parsed = JSON.parse(body) as { data: { embedding: unknown }[] };
      return parsed.data[0]?.embedding;
    };
    const packed = Buffer.from(String(made("base64")), "base64");
    expect(made("float")).toEqual(vector);
    expect([0, 4, 8].map((at) => packed.readFloatLE(at))).toEqual(vector);
  });
});
