/** Recognises a hidden retry by its body and reads how long a provider asks to wait; both from text alone. */

import { parseHttpDate } from "./http-date.ts";
import { isRecord, listOf, parseJson, sortedJson, wordOf } from "./json.ts";

/** LangChain numbers this tool by a process-wide counter; the number says nothing about the request. */
const COUNTED_NAME = /^extract-\d+$/;

function normalise(value: unknown): unknown {
  if (Array.isArray(value)) return listOf(value).map(normalise);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const counted = key === "name" && typeof member === "string" && COUNTED_NAME.test(member);
      return [key, counted ? "extract-#" : normalise(member)];
    }),
  );
}

/**
 * Canonical text of a request body: two calls with the same key sent the same request. Key order and process-wide
 * counters in tool names do not count; every other byte of content does.
 */
export function requestKey(body: unknown): string {
  return sortedJson(normalise(body));
}

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ["ns", 1e-6],
  ["us", 1e-3],
  ["µs", 1e-3],
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

/** A Go duration ("1m30s", "34.4s", "250ms") in whole milliseconds, rounded up; null for anything else. */
function parseDuration(text: string): number | null {
  if (!/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/.test(text)) return null;
  let total = 0;
  for (const [, amount = "", unit = ""] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    total += Number(amount) * (UNIT_MS.get(unit) ?? 0);
  }
  return wholeMs(total);
}

function wholeMs(milliseconds: number): number | null {
  const rounded = Math.ceil(Number(milliseconds.toFixed(6)));
  return Number.isSafeInteger(rounded) && rounded >= 0 ? rounded : null;
}

function parseNumber(text: string, unitMs: number): number | null {
  return /^\d+(?:\.\d+)?$/.test(text) ? wholeMs(Number(text) * unitMs) : null;
}

function parseWait(text: string, nowMs: number): number | null {
  const plain = parseNumber(text, 1000) ?? parseDuration(text);
  if (plain !== null) return plain;
  const date = parseHttpDate(text);
  return date === null ? null : Math.max(0, date - nowMs);
}

function retryInfo(body: unknown): number | null {
  const parsed = typeof body === "string" ? parseJson(body) : null;
  const value: unknown = parsed === null ? body : parsed.ok ? parsed.value : null;
  for (const entry of Array.isArray(value) ? listOf(value) : [value]) {
    const error = isRecord(entry) && isRecord(entry["error"]) ? entry["error"] : {};
    for (const detail of listOf(error["details"])) {
      if (!isRecord(detail) || wordOf(detail["@type"])?.endsWith("RetryInfo") !== true) continue;
      const wait = parseDuration(wordOf(detail["retryDelay"]) ?? "");
      if (wait !== null) return wait;
    }
  }
  return null;
}

/** The longest wait among exhausted limits (all limits, when none says it is exhausted); a reset of 0 says nothing. */
function resetHeaders(headers: ReadonlyMap<string, string>): number | null {
  const waits = ["requests", "tokens"].flatMap((what) => {
    const wait = parseDuration(headers.get(`x-ratelimit-reset-${what}`) ?? "");
    const exhausted = headers.get(`x-ratelimit-remaining-${what}`)?.trim() === "0";
    return wait === null || wait === 0 ? [] : [{ wait, exhausted }];
  });
  const exhausted = waits.filter((limit) => limit.exhausted);
  const counted = (exhausted.length > 0 ? exhausted : waits).map((limit) => limit.wait);
  return counted.length === 0 ? null : Math.max(...counted);
}

/**
 * Milliseconds to wait before a retry of a failed call, or null when nothing readable says so (use an own back-off).
 * Order: retry-after-ms, retry-after (seconds, HTTP-date, Go duration), Google RetryInfo in the body, reset headers.
 * A date in the past is 0. A wait longer than the caller's deadline means: do not wait, fail.
 * `nowMs`: Unix milliseconds. `status`: with a 2xx the hint is ignored.
 */
export function retryHint(
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
  nowMs: number,
  status?: number,
): number | null {
  if (status !== undefined && status >= 200 && status <= 299) return null;
  const byName = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) byName.set(name.toLowerCase(), value.trim());
  }
  return (
    parseNumber(byName.get("retry-after-ms") ?? "", 1) ??
    parseWait(byName.get("retry-after") ?? "", nowMs) ??
    retryInfo(body) ??
    resetHeaders(byName)
  );
}
