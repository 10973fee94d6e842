/** Takes secrets out of text and bytes, whole or as they stream; the result is the same for any cut into chunks. */

import { createMatcher, type Matcher, type NamedSecret, type Span } from "./matcher.ts";

/** `known`: names of secrets the host was told about that were found, without repeats. */
export interface Redaction {
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly known: readonly string[];
}

export interface RedactionStream {
  /** What can be said for sure after these bytes; the rest is kept back. */
  push(bytes: Uint8Array): Uint8Array;
  finish(): Uint8Array;
  count(): number;
}

export interface Redactor {
  /** Each secret is replaced by `[redacted:NAME]`. Text without one comes back as it is. */
  redactText(text: string): string;
  redactBytes(bytes: Uint8Array): Redaction;
  redactStream(): RedactionStream;
  /** Places of the secrets, in order and apart from each other. */
  findSpans(bytes: Uint8Array): readonly Span[];
}

/** What stands in a secret's place. */
export function markerFor(name: string): string {
  return `[redacted:${name.replaceAll(/[^\w.-]/g, "_").slice(0, 100)}]`;
}

interface Scan {
  /** The next place to look at. */
  at: number;
  /** A span that may still grow: what begins inside it and ends beyond belongs to it. */
  open: { from: number; to: number; name: string; known: boolean } | null;
}

/** Looks at all places before `limit` and returns the spans that are over. */
function scan(matcher: Matcher, bytes: Uint8Array, state: Scan, limit: number): Span[] {
  const closed: Span[] = [];
  for (; state.at < limit; state.at += 1) {
    const { open } = state;
    if (open !== null && state.at >= open.to) {
      closed.push(open);
      state.open = null;
    }
    const inside = state.open;
    const found = matcher.match(bytes, state.at, inside === null);
    if (found === null) continue;
    const to = state.at + found.length;
    if (inside === null) state.open = { from: state.at, to, name: found.name, known: found.known };
    else {
      if (found.known && !inside.known) inside.name = found.name;
      inside.known ||= found.known;
      inside.to = Math.max(inside.to, to);
    }
  }
  if (state.open !== null && state.at >= state.open.to) {
    closed.push(state.open);
    state.open = null;
  }
  return closed;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** `bytes` from `from` to `to`, a marker in the place of each span. */
function cutOut(bytes: Uint8Array, spans: readonly Span[], from: number, to: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = from;
  for (const span of spans) {
    parts.push(bytes.subarray(at, Math.max(at, span.from)));
    parts.push(new TextEncoder().encode(markerFor(span.name)));
    at = span.to;
  }
  parts.push(bytes.subarray(at, Math.max(at, to)));
  return join(parts);
}

/** Bytes before a place that decide whether a key may begin there. */
const CONTEXT = 2;

function openStream(matcher: Matcher): RedactionStream {
  const state: Scan = { at: 0, open: null };
  let held = new Uint8Array();
  /** Where in `held` the bytes begin that were not given out yet. */
  let given = 0;
  let count = 0;

  function advance(limit: number): Uint8Array {
    const spans = scan(matcher, held, state, limit);
    count += spans.length;
    const to = Math.max(given, state.open?.from ?? state.at);
    const out = cutOut(held, spans, given, to);
    given = Math.max(to, spans.at(-1)?.to ?? 0);
    const drop = Math.max(0, Math.min(given, state.at) - CONTEXT);
    held = held.slice(drop);
    given -= drop;
    state.at -= drop;
    if (state.open !== null) {
      state.open.from -= drop;
      state.open.to -= drop;
    }
    return out;
  }

  return {
    push(bytes) {
      held = new Uint8Array(join([held, bytes]));
      return advance(Math.max(state.at, held.length - matcher.reach));
    },
    finish: () => advance(held.length),
    count: () => count,
  };
}

/** Keys by shape that stand in these texts. */
function publicKeys(texts: readonly string[]): ReadonlySet<string> {
  const keys = new Set<string>();
  const matcher = createMatcher([], (key) => {
    keys.add(key);
    return true;
  });
  for (const text of texts) {
    const bytes = new TextEncoder().encode(text);
    scan(matcher, bytes, { at: 0, open: null }, bytes.length);
  }
  return keys;
}

/**
 * Secrets of less than 8 bytes are left alone. Keys of well-known providers are taken out by their shape too, except
 * those that stand in `public_texts` (an example key of a case is evidence, not a leak).
 */
export function createRedactor(
  secrets: readonly NamedSecret[],
  public_texts: readonly string[] = [],
): Redactor {
  const known = publicKeys(public_texts);
  const matcher = createMatcher(secrets, (key) => known.has(key));

  function findSpans(bytes: Uint8Array): readonly Span[] {
    return scan(matcher, bytes, { at: 0, open: null }, bytes.length);
  }

  function redactBytes(bytes: Uint8Array): Redaction {
    const spans = findSpans(bytes);
    if (spans.length === 0) return { bytes, count: 0, known: [] };
    const names = spans.filter((span) => span.known).map((span) => span.name);
    return {
      bytes: cutOut(bytes, spans, 0, bytes.length),
      count: spans.length,
      known: [...new Set(names)],
    };
  }

  return {
    findSpans,
    redactBytes,
    redactText(text) {
      const { bytes, count } = redactBytes(new TextEncoder().encode(text));
      return count === 0 ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    },
    redactStream: () => openStream(matcher),
  };
}
