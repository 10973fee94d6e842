/** The requests of a run, decoded again from the bytes that were kept. */
import type { ModelCallRecord, RunResult } from "../../contracts/run-result.ts";
import { decodeRequest, type CanonicalRequest } from "../wire/request.ts";

/** What a run asked, in order: the calls, and the first that broke the model contract, which shows what was asked instead. */
export function keptRequests(
  result: Pick<RunResult, "model_calls" | "refused_request">,
): readonly (ModelCallRecord | NonNullable<RunResult["refused_request"]>)[] {
  const { model_calls, refused_request } = result;
  return refused_request === undefined
    ? model_calls
    : [...model_calls, refused_request].toSorted((a, b) => a.ordinal - b.ordinal);
}

/** In the order of the calls, without hidden retries, which ask the same again. What can't be decoded any more is left out. */
export function decodeRequests(
  result: RunResult,
  bodies: ReadonlyMap<string, Uint8Array>,
): CanonicalRequest[] {
  return keptRequests(result).flatMap((call) => {
    if ("hidden_retry" in call && call.hidden_retry) return [];
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
