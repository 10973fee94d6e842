/** Redacts the body of a model call: bytes first, then the strings of its JSON, joined over the events of a stream. */

import { isRecord, listOf, parseJson } from "../wire/json.ts";
import type { Span } from "./matcher.ts";
import { markerFor, type Redactor } from "./redactor.ts";

export interface RedactedBody {
  readonly bytes: Uint8Array;
  /** Places where something was taken out. */
  readonly count: number;
}

/** One string of one event. `series` is the same for strings that a client would join. */
interface Piece {
  readonly series: string;
  readonly text: string;
}

const IDENTITY = ["index", "output_index", "content_index", "item_id"] as const;

/**
 * What tells one stream of text inside a response from another: which choice, call, item or block it belongs to, and for
 * a whole event its type. Inside an event, type is told only once and would part a call from its continuation.
 */
function identityOf(record: Readonly<Record<string, unknown>>, whole: boolean): string {
  return [...IDENTITY, ...(whole ? ["type"] : [])]
    .map((name) => {
      const value = record[name];
      return typeof value === "string" || typeof value === "number" ? `${name}=${value}` : "";
    })
    .join(",");
}

/** A copy with each string replaced, in document order; `series` of a string is its path with identities on it. */
function mapStrings(
  value: unknown,
  series: string,
  visit: (text: string, series: string) => string,
): unknown {
  if (typeof value === "string") return visit(value, series);
  if (Array.isArray(value)) {
    return listOf(value).map((item, at) =>
      mapStrings(item, `${series}/${isRecord(item) ? "" : at}`, visit),
    );
  }
  if (!isRecord(value)) return value;
  const here = `${series}(${identityOf(value, series === "")})`;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      mapStrings(member, `${here}/${name}`, visit),
    ]),
  );
}

/** The pieces of one series after the spans were cut out of their whole: the marker stands where a span begins. */
function cutPieces(pieces: readonly Uint8Array[], spans: readonly Span[]): string[] {
  let offset = 0;
  return pieces.map((piece) => {
    const [from, to] = [offset, offset + piece.length];
    offset = to;
    const parts: string[] = [];
    let at = from;
    for (const span of spans) {
      if (span.to <= from || span.from >= to) continue;
      parts.push(decode(piece.subarray(at - from, Math.max(at, span.from) - from)));
      if (span.from >= from) parts.push(markerFor(span.name));
      at = Math.min(span.to, to);
    }
    parts.push(decode(piece.subarray(at - from)));
    return parts.join("");
  });
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Every string as it is to be kept, in order, and how many secrets were cut out. */
function cleanPieces(redactor: Redactor, pieces: readonly Piece[]) {
  const series = new Map<string, number[]>();
  for (const [at, piece] of pieces.entries()) {
    const places = series.get(piece.series) ?? [];
    places.push(at);
    series.set(piece.series, places);
  }
  const texts = pieces.map((piece) => piece.text);
  let count = 0;
  for (const places of series.values()) {
    const parts = places.map((at) => new TextEncoder().encode(texts[at] ?? ""));
    const spans = redactor.findSpans(joinBytes(parts));
    if (spans.length === 0) continue;
    count += spans.length;
    for (const [order, text] of cutPieces(parts, spans).entries())
      texts[places[order] ?? -1] = text;
  }
  return { texts, count };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A line of the body: JSON to be looked into, or bytes that stay. */
interface Line {
  readonly text: string;
  readonly json: {
    readonly before: string;
    readonly value: unknown;
    readonly after: string;
  } | null;
}

/** A whole JSON document is one line; in a stream each data line is one. */
function readLines(text: string): readonly Line[] {
  const whole = parseJson(text);
  if (whole.ok) return [{ text, json: { before: "", value: whole.value, after: "" } }];
  return text.split(/(?<=\n)/).map((line) => {
    const match = /^(data: ?)?([[{].*[\]}])(\s*)$/s.exec(line);
    const parsed = match === null ? null : parseJson(match[2] ?? "");
    if (match === null || parsed?.ok !== true) return { text: line, json: null };
    const [, before = "", , after = ""] = match;
    return { text: line, json: { before, value: parsed.value, after } };
  });
}

/**
 * The body without secrets; the same bytes when it holds none. In an event stream a secret is found also where it is
 * dealt out over several events: each event then keeps its form and loses its piece. Only lines that lose something
 * are written anew.
 */
export function redactBody(redactor: Redactor, bytes: Uint8Array): RedactedBody {
  const plain = redactor.redactBytes(bytes);
  const lines = readLines(decode(plain.bytes));
  const pieces: Piece[] = [];
  const collect = (text: string, series: string): string => {
    pieces.push({ series, text });
    return text;
  };
  for (const { json } of lines) if (json !== null) mapStrings(json.value, "", collect);
  const { texts, count } = cleanPieces(redactor, pieces);
  if (count === 0) return plain;
  let at = 0;
  const written = lines.map(({ text: line, json }) => {
    if (json === null) return line;
    let changed = false;
    const value = mapStrings(json.value, "", (text) => {
      const clean = texts[at] ?? text;
      at += 1;
      changed ||= clean !== text;
      return clean;
    });
    return changed ? json.before + JSON.stringify(value) + json.after : line;
  });
  return { bytes: new TextEncoder().encode(written.join("")), count: plain.count + count };
}
