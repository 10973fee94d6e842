/** A captured request under four keys, from its very bytes to what is left of it without what changes by itself. */
import type { Wire } from "../../contracts/model.ts";
import { steadyText, type Tolerance } from "../wire-difference/volatile.ts";
import { isRecord, listOf } from "../wire/json.ts";
import type { CanonicalRequest } from "../wire/request.ts";
import { requestKey } from "../wire/retries.ts";

export interface DryRequest {
  readonly request: CanonicalRequest;
  readonly json: unknown;
  /** Two requests of one `bytes` are the same in every byte of path, query and body. */
  readonly bytes: string;
  /** Two of one `exact` say the same, in whatever order of members and writing of numbers. */
  readonly exact: string;
  /** Two of one `placed` differ at most in paths and ports. */
  readonly placed: string;
  /** Two of one `steady` differ at most in dates, ids and paths. */
  readonly steady: string;
}

/**
 * `json` is the parsed body; the model may stand in the path alone, so it counts too. `sent`: as it came; a recording has
 * no path.
 */
export function dryRequest(
  wire: Wire,
  json: unknown,
  request: CanonicalRequest,
  sent: { readonly path: string; readonly body: Uint8Array } | null = null,
): DryRequest {
  const head = `${wire}\n${request.model}\n`;
  const exact = `${head}${requestKey(json)}`;
  return {
    request,
    json,
    bytes: sent === null ? exact : `${sent.path}\n${new TextDecoder().decode(sent.body)}`,
    exact,
    placed: `${head}${requestKey(steadyJson(json, "places"))}`,
    steady: `${head}${requestKey(steadyJson(json))}`,
  };
}

/** The same value with every text in it made steady. */
export function steadyJson(value: unknown, tolerance: Tolerance = "everything"): unknown {
  if (typeof value === "string") return steadyText(value, tolerance);
  if (Array.isArray(value)) return listOf(value).map((one) => steadyJson(one, tolerance));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, steadyJson(member, tolerance)]),
  );
}
