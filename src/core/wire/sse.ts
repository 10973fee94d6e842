/**
 * Server-sent events over bytes: frames are returned verbatim, so that their concatenation is exactly what was pushed,
 * and are the same for any cut of the input into reads.
 * Follows WHATWG HTML 9.2, with one deliberate deviation: a pending event is dispatched at end of input.
 */

import type { Wire } from "../../contracts/model.ts";
import { isRecord, parseJson } from "./json.ts";

export interface SseFrame {
  /** The original bytes, from the first byte after the previous frame to this frame's blank line. */
  readonly bytes: Uint8Array;
  readonly event: string | null;
  /** One entry for each data line, at most one space off after the colon. */
  readonly data: readonly string[];
  /** Values of `error:` lines and bare JSON lines: some servers report a failure outside data. */
  readonly loose: readonly string[];
  /** False when the bytes are not UTF-8; then the fields above are empty. */
  readonly utf8: boolean;
  /** This frame ends the response: [DONE] on Chat, response.completed|failed|incomplete on Responses. */
  readonly terminal: boolean;
}

export interface SseSplitter {
  /** Frames completed by these bytes. */
  push(bytes: Uint8Array): readonly SseFrame[];
  /** What is left at end of input: no frame, or one without its blank line. */
  finish(): readonly SseFrame[];
}

const LF = 10;
const CR = 13;
const TERMINAL_TYPES = new Set(["response.completed", "response.failed", "response.incomplete"]);

export function isTerminalType(type: string): boolean {
  return TERMINAL_TYPES.has(type);
}

function isTerminal(wire: Wire, event: string | null, data: readonly string[]): boolean {
  if (wire === "embeddings") return false;
  if (wire === "chat_completions") return data.some((line) => line.trim() === "[DONE]");
  const text = data.join("\n");
  const named = event !== null && TERMINAL_TYPES.has(event);
  if (!named && !text.includes("response.")) return false;
  const candidates = [text, ...(data.length > 1 ? data : [])];
  for (const candidate of candidates) {
    const parsed = parseJson(candidate);
    if (!parsed.ok || !isRecord(parsed.value)) continue;
    const type = parsed.value["type"];
    if (typeof type === "string" ? TERMINAL_TYPES.has(type) : named) return true;
  }
  return false;
}

/** Reads the fields of one frame; never throws. */
function readFrame(wire: Wire, bytes: Uint8Array): SseFrame {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { bytes, event: null, data: [], loose: [], utf8: false, terminal: false };
  }
  const data: string[] = [];
  const loose: string[] = [];
  let event: string | null = null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === "" || line.startsWith(":")) continue;
    if (line.startsWith("{")) {
      loose.push(line);
      continue;
    }
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const rest = colon === -1 ? "" : line.slice(colon + 1);
    const value = rest.startsWith(" ") ? rest.slice(1) : rest;
    if (field === "data") data.push(value);
    else if (field === "event") event = value === "" ? null : value;
    else if (field === "error") loose.push(value);
  }
  return { bytes, event, data, loose, utf8: true, terminal: isTerminal(wire, event, data) };
}

/**
 * A splitter for one response body. A carriage return at the end of a read is held until the next byte shows whether a
 * line feed belongs to it.
 */
export function splitSse(wire: Wire): SseSplitter {
  let buffer = new Uint8Array(4096);
  let length = 0;
  let scanned = 0;
  let lineStart = 0;

  function grow(extra: number): void {
    if (length + extra <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, length + extra));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  }

  function push(bytes: Uint8Array): readonly SseFrame[] {
    grow(bytes.length);
    buffer.set(bytes, length);
    length += bytes.length;
    const frames: SseFrame[] = [];
    let frameStart = 0;
    while (scanned < length) {
      const byte = buffer[scanned];
      if (byte !== LF && byte !== CR) {
        scanned += 1;
        continue;
      }
      if (byte === CR && scanned + 1 === length) break;
      const blank = scanned === lineStart;
      scanned += byte === CR && buffer[scanned + 1] === LF ? 2 : 1;
      lineStart = scanned;
      if (!blank) continue;
      frames.push(readFrame(wire, buffer.slice(frameStart, scanned)));
      frameStart = scanned;
    }
    if (frameStart === 0) return frames;
    buffer.copyWithin(0, frameStart, length);
    length -= frameStart;
    scanned -= frameStart;
    lineStart -= frameStart;
    return frames;
  }

  function finish(): readonly SseFrame[] {
    if (length === 0) return [];
    const rest = readFrame(wire, buffer.slice(0, length));
    length = 0;
    scanned = 0;
    lineStart = 0;
    return [rest];
  }

  return { push, finish };
}
