/** Writes to the client: errors in the shape OpenAI's clients read, whole bodies, and chunks that respect back-pressure. */

import { once } from "node:events";
import type { ServerResponse } from "node:http";

const TYPES: ReadonlyMap<number, string> = new Map([
  [401, "authentication_error"],
  [402, "budget_exceeded"],
  [403, "permission_error"],
  [404, "not_found_error"],
]);

/** `{error: {message, type, param, code}}` as JSON text. */
export function errorBody(status: number, code: string, message: string): string {
  const type = TYPES.get(status) ?? (status >= 500 ? "server_error" : "invalid_request_error");
  return JSON.stringify({ error: { message, type, param: null, code } });
}

export function sendBody(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, "content-length": body.length });
  response.end(body);
}

export function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
): void {
  const body = Buffer.from(errorBody(status, code, message));
  sendBody(response, status, { "content-type": "application/json" }, body);
}

/** Resolves when the client can take more, or is gone. */
export async function writeChunk(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  if (response.destroyed || response.write(bytes)) return;
  const drained = new AbortController();
  const options = { signal: drained.signal };
  await Promise.race([once(response, "drain", options), once(response, "close", options)]);
  drained.abort();
}
