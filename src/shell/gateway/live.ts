/** Sends an admitted call to a real provider: the key stays here, redirects are refused, only busy answers are retried. */

import type { IncomingMessage, ServerResponse } from "node:http";

import type { Clock, ModelCall, UpstreamTarget } from "../../core/ports.ts";
import { type AzurePath, upstreamUrl } from "../../core/wire/azure.ts";
import { isRecord } from "../../core/wire/json.ts";
import { retryHint } from "../../core/wire/retries.ts";
import { withUsageAsked } from "../../core/wire/usage-edit.ts";
import { performError, type Performed } from "./performed.ts";
import { relay } from "./relay.ts";

export type LiveTarget = Extract<UpstreamTarget, { kind: "live" }>;

/** Retries happen inside one admitted call; `longest_wait_ms`: a hint above it is passed to the client instead. */
export interface RetryPolicy {
  readonly retries: number;
  readonly longest_wait_ms: number;
  readonly first_wait_ms: number;
}

const BUSY = new Set([429, 502, 503, 504]);
const HINT_BYTES = 65_536;
const PASSED = ["accept", "user-agent", "openai-beta", "idempotency-key"];

function upstreamHeaders(request: IncomingMessage, target: LiveTarget): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "accept-encoding": "identity",
  };
  const { api_key, azure = false } = target;
  if (api_key !== "" && azure) headers["api-key"] = api_key;
  if (api_key !== "" && !azure) headers["authorization"] = `Bearer ${api_key}`;
  for (const name of PASSED) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  return headers;
}

/** The start of a busy answer, where a provider may say how long to wait. */
async function readHint(answer: Response, clock: Clock): Promise<number | null> {
  const body = answer.clone().body;
  let text = "";
  if (body !== null) {
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > HINT_BYTES) break;
    }
  }
  const headers = Object.fromEntries(answer.headers);
  return retryHint(headers, text, Date.parse(clock.now()), answer.status);
}

/** Names the failure by its code, never by text that might hold an address or a key. */
function describeFailure(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  if (typeof code === "string") return `the upstream could not be reached (${code})`;
  const redirected = cause instanceof Error && /redirect/i.test(cause.message);
  return redirected
    ? "the upstream answered with a redirect, which is refused"
    : "the upstream could not be reached";
}

/** Only Azure takes the model from the path; another upstream would answer with the one the body names. */
function namesAnotherModel(target: LiveTarget, call: ModelCall): boolean {
  if (target.azure === true || !isRecord(call.json)) return false;
  return call.json["model"] !== call.request.model;
}

/** Sends and relays one call; resolves also when the upstream fails or the client leaves (`signal`), never rejects for it. */
export async function performLive(
  target: LiveTarget,
  call: ModelCall,
  exchange: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly upstream_path: string;
    readonly azure: AzurePath | null;
    readonly signal: AbortSignal;
  },
  policy: RetryPolicy,
  clock: Clock,
): Promise<Performed> {
  const { request, response, signal } = exchange;
  if (namesAnotherModel(target, call)) {
    const message = `the path's deployment is ${call.request.model}; this upstream isn't Azure's and needs the same name as model in the body`;
    return performError(call, response, { status: 400, code: "deployment_mismatch", message });
  }
  const asked = withUsageAsked(call.wire, new TextDecoder().decode(call.body));
  const body = asked.added ? asked.body : Buffer.from(call.body);
  const headers = upstreamHeaders(request, target);
  const { upstream_path: operation, azure } = exchange;
  const url = upstreamUrl(target.base_url, target.azure ?? false, { operation, azure });
  for (let tried = 0; ; tried += 1) {
    let answer: Response;
    try {
      answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
      if (BUSY.has(answer.status) && tried < policy.retries) {
        const wait = (await readHint(answer, clock)) ?? policy.first_wait_ms * 2 ** tried;
        if (wait <= policy.longest_wait_ms) {
          await answer.body?.cancel();
          await Promise.race([clock.sleep(wait), aborted(signal)]);
          continue;
        }
      }
    } catch (error) {
      const message = signal.aborted
        ? "the client closed the connection before the upstream answered"
        : describeFailure(error);
      const failure = signal.aborted
        ? { status: 499, code: "client_closed", message }
        : { status: 502, code: "upstream_unreachable", message };
      return performError(call, response, failure);
    }
    return relay(answer, call, response, { hide_usage: asked.added, signal });
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
