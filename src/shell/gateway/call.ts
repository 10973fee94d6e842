/** Takes one model call through its fixed order: read, decode, admit, perform, settle, and only then end the answer. */

import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock, ModelCall, ModelCallGate, UpstreamTarget } from "../../core/ports.ts";
import { decodeRequest } from "../../core/wire/request.ts";
import { sendError } from "./answers.ts";
import { performEmbeddings } from "./embeddings.ts";
import { performLive, type RetryPolicy } from "./live.ts";
import { performError, type Performed } from "./performed.ts";
import { performRecorded } from "./recorded.ts";
import { readRequestBody } from "./request-body.ts";
import { describeTurnedAway, type Route } from "./routes.ts";
import { performSimulated } from "./simulated.ts";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: Extract<Route, { kind: "call" }>;
  /** Aborted when the client leaves or the run is over. */
  readonly signal: AbortSignal;
  /** False once the session is closed: a call still being read is then refused. */
  readonly isOpen: () => boolean;
}

export interface CallContext {
  readonly gate: ModelCallGate;
  readonly clock: Clock;
  readonly policy: RetryPolicy;
}

async function perform(
  target: UpstreamTarget,
  call: ModelCall,
  exchange: Exchange,
  context: CallContext,
): Promise<Performed> {
  const { request, response, route, signal } = exchange;
  const { clock, policy } = context;
  switch (target.kind) {
    case "simulated":
      return performSimulated(target, call, response, clock);
    case "simulated_embeddings":
      return performEmbeddings(target.reply, call, response);
    case "recorded":
      return performRecorded(target, call, response);
    case "simulated_error":
      return performError(call, response, target);
    case "live": {
      const { upstream_path, azure } = route;
      const from = { request, response, upstream_path, azure, signal };
      return performLive(target, call, from, policy, clock);
    }
  }
}

/** Reads and decodes the call; null when it was refused, with the refusal already sent. */
async function readCall(exchange: Exchange, gate: ModelCallGate): Promise<ModelCall | null> {
  const { request, response, route } = exchange;
  const refuse = (status: number, code: string, message: string): null => {
    gate.turnedAway?.(describeTurnedAway(request, code));
    sendError(response, status, code, message);
    return null;
  };
  const body = await readRequestBody(request);
  if (!body.ok) return refuse(body.status, body.code, body.message);
  const decoded = decodeRequest(route.wire, body.json, route.azure?.deployment);
  if (decoded.kind === "rejection") return refuse(400, decoded.code, decoded.message);
  return {
    wire: route.wire,
    path: route.upstream_path,
    body: body.bytes,
    json: body.json,
    request: decoded,
    user_agent: request.headers["user-agent"] ?? "",
  };
}

/**
 * Every admitted call is settled exactly once, whatever happens to client or upstream. When the settlement itself fails
 * the client never sees the end of the answer.
 */
export async function handleCall(exchange: Exchange, context: CallContext): Promise<void> {
  const { response } = exchange;
  const { clock, gate } = context;
  const call = await readCall(exchange, gate);
  if (call === null) return;
  if (!exchange.isOpen()) {
    sendError(response, 403, "run_ended", "the run this token belongs to has ended");
    return;
  }
  const admission = await gate.admit(call);
  if (!admission.admitted) {
    sendError(response, admission.status, admission.code, admission.message);
    return;
  }
  const begun = clock.monotonic();
  let performed: Performed;
  try {
    performed = await perform(admission.upstream, call, exchange, context);
  } catch {
    const message = "the gateway failed while it answered this call; see the run's events";
    performed = performError(call, response, { status: 500, code: "gateway_fault", message });
  }
  const duration_ms = Math.round(clock.monotonic() - begun);
  await gate.settle(admission.operation_id, { ...performed.settled, duration_ms });
  performed.deliver();
}
