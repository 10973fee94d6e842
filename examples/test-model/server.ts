/** The test model as a server on the loopback: Chat Completions, Responses and Embeddings, with usage always reported. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

import { reply } from "./assistant.ts";
import { bad, readChat, streamChat, writeChat } from "./chat.ts";
import { countUsage } from "./conversation.ts";
import type { Conversation, Refusal, Reply, Usage } from "./conversation.ts";
import { embed } from "./embeddings.ts";
import { fields, list, text } from "./json.ts";
import type { Fields } from "./json.ts";
import { keep, keepNothing, readResponses, streamResponse, writeResponse } from "./responses.ts";

export interface TestModelOptions {
  /** 0 takes any free port. */
  readonly port?: number;
  /** Chance from 0 to 1 that a final answer is given up: noise that hits base and head alike. */
  readonly noise?: number;
  readonly seed?: number;
  /** Where given, every other key is answered 401. */
  readonly key?: string;
  /** After so many model requests each further one, or so many more (`requests`), are answered with this status. */
  readonly outage?: { readonly after: number; readonly status: number; readonly requests?: number };
  /** After so many model requests nothing listens any more: connections are refused. */
  readonly gone_after?: number;
}

export interface SeenRequest {
  readonly path: string;
  readonly authorization: string;
  readonly body: Fields;
  readonly status: number;
  /** What the model said; null for embeddings and refusals. */
  readonly said: Reply | null;
  /** As reported; null for embeddings and refusals. */
  readonly usage: Usage | null;
}

export interface TestModel {
  /** Base URL with /v1, for OPENAI_BASE_URL. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly close: () => Promise<void>;
}

export async function startTestModel(options: TestModelOptions = {}): Promise<TestModel> {
  const requests: SeenRequest[] = [];
  const answer = makeAnswerer(options);
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const body = await readBody(request);
      if (requests.length >= (options.gone_after ?? Infinity)) {
        server.close();
        server.closeAllConnections();
        return;
      }
      const authorization = request.headers.authorization ?? "";
      const path = (request.url ?? "").replace(/\?.*$/, "").replace(/^\/v1/, "");
      const answered = answer(path, authorization, body);
      requests.push({
        path,
        authorization,
        body,
        status: answered.status,
        said: answered.said ?? null,
        usage: answered.usage ?? null,
      });
      send(response, answered);
    };
    take().catch(() => {
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}

interface Answered {
  readonly status: number;
  readonly json?: object;
  readonly frames?: readonly string[];
  readonly said?: Reply;
  readonly usage?: Usage;
}

function isOut(outage: NonNullable<TestModelOptions["outage"]>, served: number): boolean {
  return served > outage.after && served <= outage.after + (outage.requests ?? Infinity);
}

function makeAnswerer(
  options: TestModelOptions,
): (path: string, authorization: string, body: Fields) => Answered {
  const kept = keepNothing();
  const times = new Map<string, number>();
  let served = 0;
  const speak = (read: Conversation): Reply =>
    reply(read, options.noise ?? 0, drawer(options.seed ?? 0, read, times));
  return (path, authorization, body) => {
    if (options.key !== undefined && authorization !== `Bearer ${options.key}`)
      return refuse({
        status: 401,
        code: "invalid_api_key",
        message: "Incorrect API key provided.",
      });
    served += 1;
    if (options.outage !== undefined && isOut(options.outage, served))
      return refuse({
        status: options.outage.status,
        code: "outage",
        message: "The test model is out of order.",
      });
    const id = createHash("sha256")
      .update(`${options.seed ?? 0} ${served}`)
      .digest("hex")
      .slice(0, 24);
    const wrong = whatIsWrong(path, body);
    if (wrong !== null) return refuse(wrong);
    const created = Math.floor(Date.now() / 1000);
    if (path === "/embeddings") {
      const made = embed(body);
      return isRefusal(made) ? refuse(made) : { status: 200, json: made };
    }
    if (path === "/responses") {
      const read = readResponses(body, kept);
      if (isRefusal(read)) return refuse(read);
      const said = speak(read.conversation);
      const usage = countUsage(read.conversation, said);
      const response = writeResponse(id, created, body, read.conversation, said);
      keep(kept, read.items, response);
      return body["stream"] === true
        ? { status: 200, said, usage, frames: streamResponse(response) }
        : { status: 200, said, usage, json: response };
    }
    const read = readChat(body);
    if (isRefusal(read)) return refuse(read);
    const said = speak(read);
    const usage = countUsage(read, said);
    const completion = writeChat(id, created, read, said);
    const withUsage = fields(body["stream_options"])["include_usage"] === true;
    return body["stream"] === true
      ? { status: 200, said, usage, frames: streamChat(completion, said, withUsage) }
      : { status: 200, said, usage, json: completion };
  };
}

/**
 * Numbers from 0 up to 1 by hash of seed, conversation (without its ids) and how often that conversation was seen before;
 * a request's own `seed` takes the place of the latter, so that it always gets the same answer.
 */
function drawer(
  seed: number,
  read: Conversation,
  times: Map<string, number>,
): (purpose: string) => number {
  const steps = read.steps.map((step) => ({ ...step, call_id: "" }));
  const said = createHash("sha256")
    .update(JSON.stringify({ ...read, steps }))
    .digest("hex");
  const before = times.get(said) ?? 0;
  times.set(said, before + 1);
  const time = read.seed === null ? String(before) : `seed ${read.seed}`;
  return (purpose) =>
    createHash("sha256").update(`${seed} ${said} ${time} ${purpose}`).digest().readUIntBE(0, 6) /
    2 ** 48;
}

/** What a provider refuses before it thinks: path, model, tool names, and strict schemas that leave something open. */
function whatIsWrong(path: string, body: Fields): Refusal | null {
  if (!["/chat/completions", "/responses", "/embeddings"].includes(path))
    return { status: 404, code: "unknown_url", message: `Invalid URL (POST /v1${path})` };
  const model = text(body["model"]);
  const known = path === "/embeddings" ? /^text-embedding-/ : /^(?:gpt-|o\d)/;
  if (!known.test(model))
    return {
      status: 404,
      code: "model_not_found",
      message: `The model '${model}' does not exist.`,
    };
  for (const one of list(body["tools"]).map(fields)) {
    const tool = path === "/responses" ? one : fields(one["function"]);
    const name = text(tool["name"]);
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return bad(`Invalid tool name '${name}'.`);
    if (tool["strict"] !== true) continue;
    const schema = fields(tool["parameters"]);
    const open = Object.keys(fields(schema["properties"])).find(
      (key) => !list(schema["required"]).includes(key),
    );
    if (schema["additionalProperties"] !== false || open !== undefined)
      return bad(
        `Invalid schema for function '${name}': strict needs every property required and no others.`,
      );
  }
  return null;
}

async function readBody(request: IncomingMessage): Promise<Fields> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  try {
    return fields(JSON.parse(Buffer.concat(parts).toString("utf8")));
  } catch {
    return {};
  }
}

function send(response: ServerResponse, answered: Answered): void {
  if (answered.frames === undefined) {
    response.writeHead(answered.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answered.json));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const frame of answered.frames) response.write(frame);
  response.end();
}

function refuse({ status, code, message }: Refusal): Answered {
  return { status, json: { error: { message, type: "invalid_request_error", param: null, code } } };
}

function isRefusal(value: object): value is Refusal {
  return "status" in value && "code" in value && "message" in value;
}
