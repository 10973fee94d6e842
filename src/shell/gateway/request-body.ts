/** Reads a request body as JSON inside hard bounds on size and depth; what is refused is never kept in memory. */

import type { IncomingMessage } from "node:http";

import { parseLine } from "../../core/protocol/codec.ts";

export const BODY_CAP = 8 * 1024 * 1024;
const DISCARD_CAP = 8 * BODY_CAP;
const DEEPEST = 128;

export type RequestBody =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly json: unknown }
  | {
      readonly ok: false;
      readonly status: 400 | 413 | 415;
      readonly code: string;
      readonly message: string;
    };

/** All bytes, or null when there are more than the cap: the rest is discarded, so that the client can read the answer. */
async function readBytes(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= BODY_CAP) chunks.push(bytes);
    else chunks.length = 0;
    if (size > DISCARD_CAP) break;
  }
  return size > BODY_CAP ? null : Buffer.concat(chunks);
}

function refuse(status: 400 | 413 | 415, code: string, message: string): RequestBody {
  return { ok: false, status, code, message };
}

/** Rejects only when the client breaks off while it sends. */
export async function readRequestBody(request: IncomingMessage): Promise<RequestBody> {
  const type = request.headers["content-type"] ?? "application/json";
  const encoding = request.headers["content-encoding"] ?? "identity";
  const bytes = await readBytes(request);
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    return refuse(415, "not_json", "the gateway takes application/json only");
  }
  if (encoding !== "identity") {
    return refuse(415, "encoded_body", "send the request body without content-encoding");
  }
  if (bytes === null) {
    const limit = BODY_CAP / 1024 / 1024;
    return refuse(413, "body_too_large", `the request body is larger than ${limit} MiB`);
  }
  const parsed = parseLine(bytes, DEEPEST);
  if (parsed.ok) return { ok: true, bytes, json: parsed.value };
  return refuse(400, parsed.code, `the request body cannot be read: ${parsed.message}`);
}
