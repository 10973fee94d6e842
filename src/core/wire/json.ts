/** Total readers over unknown JSON: each returns a stated absence instead of throwing or guessing. */

import type { Json } from "../../contracts/primitives.ts";

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The elements of an array; none for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A non-empty string, else null: on every wire "" and null mean absent for ids, names and words. */
export function wordOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A token count: a safe non-negative integer, else null. */
export function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false };

/** RFC 8259 parse; text that is not one JSON value is a value of its own, not an exception. */
export function parseJson(text: string): ParsedJson {
  try {
    const value: Json = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}

/** The value as JSON: members JSON cannot hold are left out of objects and null elsewhere, as JSON.stringify does. */
export function toJson(value: unknown): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return listOf(value).map(toJson);
  if (!isRecord(value)) return null;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, toJson(member)]));
}

/** One RFC 6901 reference token. */
export function pointerToken(key: string | number): string {
  return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** JSON with keys sorted by UTF-16 code units, so that key order never decides equality. */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return `[${items.map((item) => sortedJson(item)).join(",")}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0))
    .map((key) => `${JSON.stringify(key)}:${sortedJson(value[key])}`);
  return `{${members.join(",")}}`;
}
