/** Reads plain JSON values: kinds, equality, JSON Pointers and leaves, with no exception for any input. */
import type { Json } from "../../contracts/primitives.ts";

export type JsonMap = Readonly<Record<string, Json>>;

export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** An own member, else undefined: inherited names such as "constructor" are never found. */
export function member(map: JsonMap, key: string): Json | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Equality of JSON values; the order of keys does not matter, the order of items does. */
export function sameJson(left: Json, right: Json): boolean {
  if (isList(left)) {
    return (
      isList(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item, right[index] ?? null))
    );
  }
  if (!isMap(left)) return left === right;
  if (!isMap(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => {
      const other = member(right, key);
      return other !== undefined && sameJson(left[key] ?? null, other);
    })
  );
}

/** One reference token of a JSON Pointer (RFC 6901 §3). */
export function pointerToken(key: string | number): string {
  return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The value at a JSON Pointer (RFC 6901); undefined where nothing is. */
export function readPointer(document: Json, pointer: string): Json | undefined {
  if (pointer === "") return document;
  if (!pointer.startsWith("/")) return undefined;
  let here: Json | undefined = document;
  for (const token of pointer.slice(1).split("/")) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isList(here)) here = /^(0|[1-9]\d*)$/.test(key) ? here[Number(key)] : undefined;
    else here = isMap(here) ? member(here, key) : undefined;
  }
  return here;
}

export interface Leaf {
  readonly pointer: string;
  readonly value: Json;
}

/** Every scalar, empty list and empty object of a value, in document order. */
export function leavesOf(value: Json, pointer = ""): Leaf[] {
  if (isList(value) && value.length > 0) {
    return value.flatMap((item, index) => leavesOf(item, pointer + pointerToken(index)));
  }
  if (isMap(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, item]) =>
      leavesOf(item, pointer + pointerToken(key)),
    );
  }
  return [{ pointer, value }];
}

export type ParsedText =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string };

/** One JSON value (RFC 8259) from text, or why the text is none. */
export function parseJsonText(text: string): ParsedText {
  try {
    const value: Json = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Compact JSON for a message, cut to `limit` characters. */
export function showJson(value: Json | undefined, limit = 120): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}
