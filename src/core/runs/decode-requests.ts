/** The requests of a run, decoded again from the bytes that were kept. */
import type { RunResult } from "../../contracts/run-result.ts";
import { decodeRequest, type CanonicalRequest } from "../wire/request.ts";

/** In the order of the calls. A request that can't be decoded any more is left out: it was refused when it came. */
export function decodeRequests(
  result: RunResult,
  bodies: ReadonlyMap<string, Uint8Array>,
): CanonicalRequest[] {
  return result.model_calls.flatMap((call) => {
    const bytes = bodies.get(call.request_sha256);
    if (bytes === undefined) return [];
    const decoded = decodeRequest(call.wire, parse(bytes));
    return decoded.kind === "request" ? [decoded] : [];
  });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
