/** A gateway with a gate that records what it is asked, and a loopback upstream that can misbehave. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { onTestFinished } from "vitest";

import type {
  Admission,
  GatewaySession,
  ModelCall,
  ModelCallGate,
  SettledCall,
  UpstreamTarget,
} from "../../../src/core/ports.ts";
import type { CanonicalReply } from "../../../src/core/wire/request.ts";
import { createGateway, type GatewayOptions } from "../../../src/shell/gateway/create-gateway.ts";
import { createClock, createEntropy } from "../../../src/shell/system/clock.ts";

export const PROVIDER_KEY = "sk-provider-canary-5b1f";

export interface RecordingGate extends ModelCallGate {
  readonly admitted: ModelCall[];
  readonly settled: { readonly operation_id: string; readonly call: SettledCall }[];
  /** Resolves once `count` calls are settled. */
  afterSettled(count: number): Promise<void>;
}

export interface GatePlan {
  readonly target?: UpstreamTarget;
  readonly refusal?: Extract<Admission, { admitted: false }>;
  /** The settlement resolves only when this does. */
  readonly settles?: Promise<void>;
}

export function aGate(plan: GatePlan): RecordingGate {
  const admitted: ModelCall[] = [];
  const settled: RecordingGate["settled"] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    admitted,
    settled,
    async admit(call) {
      admitted.push(call);
      if (plan.refusal !== undefined) return plan.refusal;
      if (plan.target === undefined) throw new Error("this gate has no upstream");
      return { admitted: true, operation_id: `m${admitted.length}`, upstream: plan.target };
    },
    async settle(operation_id, call) {
      settled.push({ operation_id, call });
      for (const waiter of waiting) if (settled.length >= waiter.count) waiter.resolve();
      await plan.settles;
    },
    async afterSettled(count) {
      if (settled.length >= count) return;
      await new Promise<void>((resolve) => waiting.push({ count, resolve }));
    },
  };
}

export async function openSession(
  gate: ModelCallGate,
  options: Partial<GatewayOptions> = {},
): Promise<GatewaySession> {
  const gateway = await createGateway({
    clock: createClock(),
    entropy: createEntropy(),
    close_grace_ms: 200,
    retry: { retries: 2, longest_wait_ms: 1_000, first_wait_ms: 5 },
    ...options,
  });
  onTestFinished(async () => {
    // Bounded: a test that fails before it lets its settlement go must not hang the suite.
    const patience = new Promise<void>((resolve) => setTimeout(resolve, 2_000));
    await Promise.race([gateway.close(), patience]);
  });
  return gateway.open(gate);
}

export const chatBody = {
  model: "sim-1",
  messages: [{ role: "user", content: "What do 7 pieces cost?" }],
};

export async function post(
  session: GatewaySession,
  body: unknown = chatBody,
  init: RequestInit & { readonly path?: string } = {},
): Promise<Response> {
  const { path = "/chat/completions", headers, ...rest } = init;
  return fetch(session.base_url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${session.token}`,
      "content-type": "application/json",
      ...Object.fromEntries(new Headers(headers)),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...rest,
  });
}

export const reply: CanonicalReply = {
  model: "sim-1",
  text: '{"total":906.5}',
  calls: [],
  usage: { in: 20, cached: 0, out: 6, reasoning: 0 },
  end: "stop",
};

export function simulated(overrides: Partial<CanonicalReply> = {}): UpstreamTarget {
  return {
    kind: "simulated",
    reply: () => ({
      reply: { ...reply, ...overrides },
      delay_ms: 1,
      response_id: "resp_1",
      created: 1_796_000_000,
    }),
  };
}

export interface SeenRequest {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface FakeUpstream {
  readonly target: UpstreamTarget;
  readonly seen: SeenRequest[];
  /** Connections the gateway has broken off before the answer was whole. */
  readonly broken: Promise<void>;
}

/** `answer(n, response)` writes the n-th answer, counted from 1. */
export async function anUpstream(
  answer: (n: number, response: ServerResponse) => void,
): Promise<FakeUpstream> {
  const seen: SeenRequest[] = [];
  const broken = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on("close", () => {
      if (!response.writableFinished) broken.resolve();
    });
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      seen.push({ url: request.url ?? "", headers: request.headers, body });
      answer(seen.length, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const base_url = `http://127.0.0.1:${address.port}/v1`;
  return {
    target: { kind: "live", base_url, api_key: PROVIDER_KEY },
    seen,
    broken: broken.promise,
  };
}

const usage = { prompt_tokens: 20, completion_tokens: 6, total_tokens: 26 };

export const chatAnswer = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-live-2026-01-01",
  choices: [{ index: 0, message: { role: "assistant", content: "906.5" }, finish_reason: "stop" }],
  usage,
});

function anEvent(choices: unknown[], extra: object = {}): string {
  const base = { id: "chatcmpl-1", object: "chat.completion.chunk", model: "gpt-live" };
  return `data: ${JSON.stringify({ ...base, choices, ...extra })}\n\n`;
}

/** The events of a streamed Chat answer: two pieces of text, the finish, the usage chunk, [DONE]. */
export const chatEvents = {
  text: [
    anEvent([{ index: 0, delta: { role: "assistant", content: "906" }, finish_reason: null }]),
    anEvent([{ index: 0, delta: { content: ".5" }, finish_reason: null }]),
  ],
  finish: anEvent([{ index: 0, delta: {}, finish_reason: "stop" }]),
  usage: anEvent([], { usage }),
  done: "data: [DONE]\n\n",
};

/** Reads a response until its text contains `mark` (or it ends), and goes on reading with `rest`. */
export async function readUntil(response: Response, mark: string) {
  if (response.body === null) throw new Error("no body");
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes(mark)) {
    const read = await reader.read();
    if (read.done) break;
    text += decoder.decode(read.value, { stream: true });
  }
  return {
    text,
    next: async () => {
      const read = await reader.read();
      return read.done ? null : decoder.decode(read.value, { stream: true });
    },
    rest: async () => {
      let more = "";
      for (;;) {
        const read = await reader.read();
        if (read.done) return more;
        more += decoder.decode(read.value, { stream: true });
      }
    },
    cancel: async () => reader.cancel(),
  };
}
