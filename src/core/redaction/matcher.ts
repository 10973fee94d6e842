/**
 * Finds secrets and keys in bytes, one pass, bounded work a byte: positions are sifted by their first three bytes, and
 * only those that begin some form are compared.
 */

import { secretForms } from "./forms.ts";
import { type KeyPattern, keyPatterns } from "./key-patterns.ts";

export interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

/** Bytes [from, to); `known` says that it is a secret the host was told about, not a key found by its shape. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly known: boolean;
}

/** The secret that begins at a place. */
export interface Match {
  readonly length: number;
  readonly name: string;
  readonly known: boolean;
}

interface Exact {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Shape {
  readonly pattern: KeyPattern;
  readonly prefix: Uint8Array;
  readonly tail: Uint8Array;
}

interface Candidates {
  readonly exact: Exact[];
  readonly shapes: Shape[];
}

export interface Matcher {
  /** No match is longer; with this many bytes after a place, more bytes change nothing. */
  readonly reach: number;
  /** `shapes` false: only what is known. `bytes` before `at` are the text's own, two of them are looked at. */
  match(bytes: Uint8Array, at: number, shapes: boolean): Match | null;
}

const ESCAPED = new Set(Array.from("nrtbf", (character) => character.charCodeAt(0)));
const BACKSLASH = 92;

function key(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

function sieve(value: number): number {
  return (value ^ (value >>> 7)) & 0xffff;
}

function isAlphanumeric(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

/** A key does not begin inside a word; the letter of an escape ("\n") is not part of one. */
function beginsWord(bytes: Uint8Array, at: number): boolean {
  const before = at > 0 ? (bytes[at - 1] ?? 0) : 0;
  if (!isAlphanumeric(before)) return true;
  return ESCAPED.has(before) && at > 1 && bytes[at - 2] === BACKSLASH;
}

function startsWith(bytes: Uint8Array, at: number, form: Uint8Array): boolean {
  if (at + form.length > bytes.length) return false;
  for (let place = 0; place < form.length; place += 1)
    if (bytes[at + place] !== form[place]) return false;
  return true;
}

/** Length of the key that begins here, or 0. One that could be longer than its pattern allows is none. */
function matchShape(bytes: Uint8Array, at: number, { pattern, prefix, tail }: Shape): number {
  if (!startsWith(bytes, at, prefix)) return 0;
  const from = at + prefix.length;
  const end = Math.min(bytes.length, from + pattern.most);
  let to = from;
  let digit = false;
  while (to < end && tail[bytes[to] ?? 0] === 1) {
    const byte = bytes[to] ?? 0;
    digit ||= byte >= 48 && byte <= 57;
    to += 1;
  }
  if (to - from < pattern.least || (pattern.needs_digit && !digit)) return 0;
  const fixed = pattern.least === pattern.most;
  return fixed && tail[bytes[to] ?? 0] === 1 ? 0 : to - at;
}

function shapeOf(pattern: KeyPattern): Shape {
  const tail = Uint8Array.from({ length: 256 }, (_, byte) =>
    byte < 128 && pattern.tail.test(String.fromCharCode(byte)) ? 1 : 0,
  );
  return { pattern, prefix: new TextEncoder().encode(pattern.prefix), tail };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** `isPublic`: a key by its shape that stands in public text is an example, and is left alone. */
export function createMatcher(
  secrets: readonly NamedSecret[],
  isPublic: (key: string) => boolean,
): Matcher {
  const sifted = new Uint8Array(0x10000);
  const index = new Map<number, Candidates>();
  let reach = 0;

  function candidatesAt(bytes: Uint8Array): Candidates {
    const value = key(bytes, 0);
    const found = index.get(value) ?? { exact: [], shapes: [] };
    index.set(value, found);
    sifted[sieve(value)] = 1;
    return found;
  }

  for (const { name, value } of secrets) {
    for (const bytes of secretForms(value)) {
      candidatesAt(bytes).exact.push({ name, bytes });
      reach = Math.max(reach, bytes.length);
    }
  }
  for (const pattern of keyPatterns) {
    const shape = shapeOf(pattern);
    candidatesAt(shape.prefix).shapes.push(shape);
    reach = Math.max(reach, shape.prefix.length + pattern.most + 1);
  }

  function match(bytes: Uint8Array, at: number, shapes: boolean): Match | null {
    const value = key(bytes, at);
    if (sifted[sieve(value)] !== 1) return null;
    const candidates = index.get(value);
    if (candidates === undefined) return null;
    let best: Match | null = null;
    for (const { name, bytes: form } of candidates.exact) {
      if (form.length > (best?.length ?? 0) && startsWith(bytes, at, form))
        best = { length: form.length, name, known: true };
    }
    if (!shapes || !beginsWord(bytes, at)) return best;
    for (const shape of candidates.shapes) {
      const length = matchShape(bytes, at, shape);
      if (length <= (best?.length ?? 0) || isPublic(textOf(bytes.subarray(at, at + length))))
        continue;
      best = { length, name: best?.name ?? shape.pattern.name, known: best !== null };
    }
    return best;
  }

  return { reach, match };
}
