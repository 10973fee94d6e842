/** A captured request under two keys: its exact content, and what is left of it without what changes by itself. */
import type { Wire } from "../../contracts/model.ts";
import { steadyText } from "../wire-difference/volatile.ts";
import { isRecord, listOf } from "../wire/json.ts";
import type { CanonicalRequest } from "../wire/request.ts";
import { requestKey } from "../wire/retries.ts";

export interface DryRequest {
  readonly request: CanonicalRequest;
  readonly json: unknown;
  /** Two requests of one `exact` are the same in every byte of content. */
  readonly exact: string;
  /** Two requests of one `steady` differ at most in dates, ids and paths. */
  readonly steady: string;
}

/** `json` is the parsed body; the model may stand in the path alone, so it counts too. */
export function dryRequest(wire: Wire, json: unknown, request: CanonicalRequest): DryRequest {
  const head = `${wire}\n${request.model}\n`;
  return {
    request,
    json,
    exact: `${head}${requestKey(json)}`,
    steady: `${head}${requestKey(steadyJson(json))}`,
  };
}

/** The same value with every text in it made steady. */
export function steadyJson(value: unknown): unknown {
  if (typeof value === "string") return steadyText(value, "everything");
  if (Array.isArray(value)) return listOf(value).map(steadyJson);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, steadyJson(member)]),
  );
}
