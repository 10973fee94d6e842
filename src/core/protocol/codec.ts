/** One line of bytes to one JSON value and back; bad encoding, depth or text is refused before anything is built from it. */
import { frameLimits } from "../../contracts/frame.ts";
import type { ChildFrame, HostFrame } from "../../contracts/frame.ts";

export type LineFaultCode =
  | "malformed_utf8"
  | "too_deep"
  | "malformed_json"
  | "forbidden_key"
  | "lone_surrogate";

export type ParsedLine =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: LineFaultCode; readonly message: string };

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Parses one line (newline removed). Depth is counted on the bytes, so a line of brackets never reaches the
 * JSON parser. Refuses invalid UTF-8, unpaired surrogates (RFC 8785 has no bytes for them) and the key `__proto__`.
 */
export function parseLine(bytes: Uint8Array, maximumDepth: number = frameLimits.depth): ParsedLine {
  if (depthOf(bytes) > maximumDepth) {
    return refuse("too_deep", `arrays and objects nest deeper than ${maximumDepth}`);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse("malformed_utf8", "the line is not valid UTF-8");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("malformed_json", `the line is not JSON: ${excerpt(text)}`);
  }
  return faultOf(value) ?? { ok: true, value };
}

/** One frame as one line, newline included. Key order is the object's own. */
export function encodeFrame(frame: ChildFrame | HostFrame): string {
  return `${JSON.stringify(frame)}\n`;
}

function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (inString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) {
      inString = true;
    } else if (opening.has(byte)) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (closing.has(byte)) {
      depth -= 1;
    }
  }
  return deepest;
}

function faultOf(value: unknown): ParsedLine | undefined {
  if (typeof value === "string") {
    return value.isWellFormed()
      ? undefined
      : refuse("lone_surrogate", "a string holds half of a surrogate pair");
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (key === "__proto__") return refuse("forbidden_key", "the key __proto__ is not allowed");
    const fault = faultOf(key) ?? faultOf(member);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The first bytes of what was sent, as printable ASCII: enough to recognise a stray print, safe in any log. */
function excerpt(text: string): string {
  const start = text.slice(0, 60).replaceAll(/[^\u0020-\u007E]/g, "?");
  return JSON.stringify(text.length > 60 ? `${start}...` : start);
}

function refuse(code: LineFaultCode, message: string): ParsedLine {
  return { ok: false, code, message };
}
