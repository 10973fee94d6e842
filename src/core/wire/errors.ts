/** Finds a provider error in any event or body before anything else is read from it; a call quoted inside one stays quoted. */

import { isRecord, type JsonRecord, wordOf } from "./json.ts";
import type { WireError } from "./outcome.ts";

const MESSAGE_CAP = 2000;

interface ErrorFields {
  readonly code?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
  readonly provider?: unknown;
}

/** A code is always text on our side: 404 and "404" are the same. */
function codeOf(value: unknown): string | null {
  return typeof value === "number" && Number.isFinite(value) ? String(value) : wordOf(value);
}

function statusOf(httpStatus: number, code: string | null): number | null {
  if (httpStatus < 200 || httpStatus > 299) return httpStatus;
  return code !== null && /^[1-5]\d\d$/.test(code) ? Number(code) : null;
}

/** An error with the HTTP status when that says failure, else a status found in the code. */
export function makeError(httpStatus: number, fields: ErrorFields): WireError {
  const code = codeOf(fields.code);
  const message = wordOf(fields.message);
  return {
    status: statusOf(httpStatus, code),
    code,
    type: wordOf(fields.type),
    message: message === null ? null : message.slice(0, MESSAGE_CAP),
    provider: wordOf(fields.provider),
  };
}

function fromObject(httpStatus: number, error: JsonRecord): WireError {
  const metadata = isRecord(error["metadata"]) ? error["metadata"] : {};
  return makeError(httpStatus, {
    code: error["code"],
    type: wordOf(error["type"]) ?? error["status"],
    message: wordOf(error["message"]) ?? metadata["raw"],
    provider: metadata["provider_name"],
  });
}

function flat(httpStatus: number, value: JsonRecord): WireError {
  const type = wordOf(value["type"]);
  return makeError(httpStatus, {
    code: value["code"],
    type: type === "error" ? null : type,
    message:
      wordOf(value["message"]) ??
      (value["detail"] === undefined ? null : JSON.stringify(value["detail"])),
  });
}

/** The error an event or body states, or null. `eventName` is the SSE event name, when there is one. */
export function readError(
  value: JsonRecord,
  httpStatus: number,
  eventName: string | null,
): WireError | null {
  const error = value["error"];
  if (isRecord(error)) return fromObject(httpStatus, error);
  if (typeof error === "string" && error !== "") return makeError(httpStatus, { message: error });
  if (value["type"] === "error" || value["object"] === "error") return flat(httpStatus, value);
  const typed = wordOf(value["type"])?.startsWith("response.") ?? false;
  if (eventName === "error" && !typed && !Array.isArray(value["choices"])) {
    return flat(httpStatus, value);
  }
  const noChoices = value["choices"] === undefined || value["choices"] === null;
  const coded = codeOf(value["code"]) !== null;
  if (noChoices && coded && wordOf(value["message"]) !== null) return flat(httpStatus, value);
  return null;
}

/** The error of a whole JSON body: what it states, else (on a failed status) its flat fields. */
export function readBodyError(value: JsonRecord, httpStatus: number): WireError | null {
  const stated = readError(value, httpStatus, null);
  if (stated !== null) return stated;
  return httpStatus >= 200 && httpStatus <= 299 ? null : flat(httpStatus, value);
}

/** The first error wins; a later one only fills what the first left open. */
export function mergeErrors(first: WireError | null, next: WireError): WireError {
  if (first === null) return next;
  return {
    status: first.status ?? next.status,
    code: first.code ?? next.code,
    type: first.type ?? next.type,
    message: first.message ?? next.message,
    provider: first.provider ?? next.provider,
  };
}
