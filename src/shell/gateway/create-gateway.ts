/** The local HTTP gateway: one loopback server, one bearer token for each run, every model call through its run's gate. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import type { Clock, Entropy, Gateway, GatewaySession, ModelCallGate } from "../../core/ports.ts";
import type { ToolDesk } from "../../core/tool-ports.ts";
import { sendBody, sendError } from "./answers.ts";
import { handleCall } from "./call.ts";
import type { RetryPolicy } from "./live.ts";
import {
  describeTurnedAway,
  isOwnHost,
  matchRoute,
  readToken,
  SERVED,
  TOOLS_PATH,
} from "./routes.ts";
import { handleTool } from "./tools.ts";

const RETRY: RetryPolicy = { retries: 2, longest_wait_ms: 20_000, first_wait_ms: 500 };
const CLOSE_GRACE_MS = 5_000;

interface Run {
  readonly gate: ModelCallGate;
  readonly desk: ToolDesk | null;
  readonly calls: Map<Promise<void>, AbortController>;
  open: boolean;
}

/** `retry`: for live upstreams only. `close_grace_ms`: how long a closing session waits before it breaks calls off. */
export interface GatewayOptions {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly retry?: RetryPolicy;
  readonly close_grace_ms?: number;
}

/** Waits for the run's calls to settle; those still running after the grace are aborted, which settles them too. */
async function endRun(run: Run, grace_ms: number): Promise<void> {
  run.open = false;
  const timer = setTimeout(() => {
    for (const controller of run.calls.values()) controller.abort();
  }, grace_ms);
  await Promise.allSettled(run.calls.keys());
  clearTimeout(timer);
}

/** Answers one call and remembers it until it has settled. */
function track(run: Run, controller: AbortController, work: Promise<void>): void {
  const call = work.finally(() => run.calls.delete(call));
  run.calls.set(call, controller);
}

async function orNotRecorded(response: ServerResponse, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch {
    // Gate or desk could not record the call: the client must not take it for answered.
    if (response.headersSent) response.destroy();
    else sendError(response, 500, "not_recorded", "this call could not be recorded");
  }
}

/** Listens on a random port of 127.0.0.1. Rejects when no port can be opened. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { clock, entropy, retry = RETRY, close_grace_ms = CLOSE_GRACE_MS } = options;
  const runs = new Map<string, Run>();
  let port = 0;

  async function answerCall(
    run: Run,
    route: Extract<ReturnType<typeof matchRoute>, { kind: "call" }>,
    request: IncomingMessage,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const exchange = { request, response, route, signal, isOpen: () => run.open };
    const work = handleCall(exchange, { gate: run.gate, clock, policy: retry });
    await orNotRecorded(response, work);
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const refuse = (status: number, code: string, message: string): void => {
      sendError(response, status, code, message);
      request.resume();
    };
    if (!isOwnHost(request.headers.host, port)) {
      refuse(403, "wrong_host", "this Host header is not the gateway's own address");
      return;
    }
    const run = runs.get(readToken(request.headers) ?? "");
    if (run === undefined) {
      refuse(
        401,
        "invalid_api_key",
        "send the run's token as Authorization: Bearer <token> or as api-key: <token>",
      );
      return;
    }
    if (!run.open) {
      refuse(403, "run_ended", "the run this token belongs to has ended");
      return;
    }
    const turnAway = (status: number, code: string, message: string): void => {
      run.gate.turnedAway?.(describeTurnedAway(request, code));
      refuse(status, code, message);
    };
    const route = matchRoute(request.method ?? "", request.url ?? "");
    switch (route.kind) {
      case "unknown":
        turnAway(404, "unknown_path", `this path is not served; the gateway serves ${SERVED}`);
        return;
      case "wrong_method":
        turnAway(405, "wrong_method", `use ${route.allow}; the gateway serves ${SERVED}`);
        return;
      case "models": {
        const body = Buffer.from(JSON.stringify({ object: "list", data: [] }));
        sendBody(response, 200, { "content-type": "application/json" }, body);
        return;
      }
      case "tool": {
        const { desk } = run;
        if (desk === null) {
          refuse(404, "unknown_path", "this run's tools are not announced here");
          return;
        }
        const exchange = { request, response, action: route.action, isOpen: () => run.open };
        const work = handleTool(exchange, desk);
        track(run, new AbortController(), orNotRecorded(response, work));
        return;
      }
      case "call": {
        const controller = new AbortController();
        response.on("close", () => {
          if (!response.writableFinished) controller.abort();
        });
        track(run, controller, answerCall(run, route, request, response, controller.signal));
      }
    }
  }

  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the gateway has no port");
  port = address.port;

  function open(gate: ModelCallGate, desk: ToolDesk | null = null): GatewaySession {
    const token = `al-${entropy.hex(32)}`;
    const run: Run = { gate, desk, calls: new Map(), open: true };
    runs.set(token, run);
    return {
      base_url: `http://127.0.0.1:${port}/v1`,
      tools_url: `http://127.0.0.1:${port}${TOOLS_PATH}`,
      token,
      close: async () => endRun(run, close_grace_ms),
    };
  }

  async function close(): Promise<void> {
    await Promise.all([...runs.values()].map(async (run) => endRun(run, close_grace_ms)));
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeAllConnections();
    await closed;
  }

  return { open, close };
}
