/** Every way a secret's bytes are likely to stand in text: as they are, and in the encodings that programs put text through. */

import { encodeBase64 } from "../wire/base64.ts";

/** Shorter values are words and numbers of everyday text; redacting them would hide evidence and protect nothing. */
export const shortestSecret = 8;
const SHORTEST_LINE = 16;

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The characters of base64 text that depend on the secret alone, when `before` bytes of something else precede it in
 * its group of three: the characters it shares with its neighbours are left off at both ends.
 */
function base64Core(bytes: Uint8Array, before: 0 | 1 | 2): string {
  const padded = new Uint8Array(before + bytes.length);
  padded.set(bytes, before);
  const shared = [0, 2, 3][before];
  return encodeBase64(padded).slice(shared, Math.floor((padded.length * 8) / 6));
}

function base64Forms(bytes: Uint8Array): string[] {
  const cores = [base64Core(bytes, 0), base64Core(bytes, 1), base64Core(bytes, 2)];
  return cores.flatMap((core) => [core, core.replaceAll("+", "-").replaceAll("/", "_")]);
}

function lowerPercent(encoded: string): string {
  return encoded.replaceAll(/%[0-9A-F]{2}/g, (part) => part.toLowerCase());
}

function urlForms(text: string, hex: string): string[] {
  const component = encodeURIComponent(text.toWellFormed());
  const strict = component.replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const whole = hex.replaceAll(/../g, "%$&");
  const forms = [component, strict, strict.replaceAll("%20", "+")];
  return [...forms, ...forms.map(lowerPercent), whole, whole.toUpperCase()];
}

function jsonForms(text: string): string[] {
  const escaped = JSON.stringify(text.toWellFormed()).slice(1, -1);
  const ascii = escaped.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const once = [escaped, ascii, escaped.replaceAll("/", "\\/")];
  return [...once, ...once.map((form) => JSON.stringify(form).slice(1, -1))];
}

function htmlForms(text: string): string[] {
  const basic = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  return [basic, basic.replaceAll("'", "&#39;"), basic.replaceAll("'", "&#x27;")];
}

/** The value, without the blanks around it, and each of its longer lines: a log shows keys of many lines one by one. */
function partsOf(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  const long = lines.length > 1 ? lines.filter((line) => line.length >= SHORTEST_LINE) : [];
  return [value, value.trim(), ...long];
}

/** Distinct byte strings; none for a value of less than `shortestSecret` bytes. */
export function secretForms(value: string): readonly Uint8Array[] {
  const texts = new Set<string>();
  for (const part of partsOf(value)) {
    const bytes = toBytes(part);
    if (bytes.length < shortestSecret) continue;
    const hex = toHex(bytes);
    texts.add(part);
    for (const form of [
      ...base64Forms(bytes),
      ...urlForms(part, hex),
      ...jsonForms(part),
      ...htmlForms(part),
      hex,
      hex.toUpperCase(),
    ])
      texts.add(form);
  }
  return [...texts].map(toBytes);
}
