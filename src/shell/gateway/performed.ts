/** What an upstream of any kind hands back: the record to settle, and the part of the answer that waits for it. */

import type { ServerResponse } from "node:http";

import type { ModelCall, SettledCall } from "../../core/ports.ts";
import { decodeResponse } from "../../core/wire/response.ts";
import { errorBody, sendBody } from "./answers.ts";

export type SettledRecord = Omit<SettledCall, "duration_ms">;

export interface Performed {
  readonly settled: SettledRecord;
  /** Sends what was held back; called once, after the settlement is durable. */
  deliver(): void;
}

/** An answer that passes to the client in one piece, all of it after the settlement. */
export function performWhole(
  call: ModelCall,
  response: ServerResponse,
  answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  },
): Performed {
  const { status, headers, body } = answer;
  const content_type = headers["content-type"] ?? "";
  const outcome = decodeResponse(call.wire, { status, content_type, body });
  return {
    settled: { status, body, content_type, outcome },
    deliver: () => sendBody(response, status, headers, body),
  };
}

/** An error of the gateway's or the simulation's own, in the provider's shape. */
export function performError(
  call: ModelCall,
  response: ServerResponse,
  error: { readonly status: number; readonly code: string; readonly message: string },
): Performed {
  const body = Buffer.from(errorBody(error.status, error.code, error.message));
  const headers = { "content-type": "application/json" };
  return performWhole(call, response, { status: error.status, headers, body });
}
