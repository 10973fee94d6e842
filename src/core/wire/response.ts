/**
 * Decodes response bytes of any wire into one canonical outcome. The same bytes give the same outcome however they are
 * cut into reads; a shape that fits no rule ends as an error with a named code.
 */

import type { Wire } from "../../contracts/model.ts";
import { foldChat } from "./chat-response.ts";
import { foldEmbeddings } from "./embeddings-response.ts";
import { makeError, readError } from "./errors.ts";
import type { ResponseFold } from "./fold.ts";
import { isRecord, listOf, parseJson } from "./json.ts";
import type { CanonicalOutcome } from "./outcome.ts";
import { foldResponses } from "./responses-response.ts";
import { type SseFrame, splitSse } from "./sse.ts";

export interface ResponseHead {
  /** HTTP status code. */
  readonly status: number;
  /** A hint only: the body decides between JSON and events. */
  readonly content_type?: string;
}

/** A decoder fed with content-decoded bytes (gzip and its kin are undone by the caller). */
export interface StreamDecoder {
  push(bytes: Uint8Array): void;
  /** Ends the input; call once. */
  finish(): CanonicalOutcome;
  /** The wire's terminator was seen: [DONE], or response.completed|failed|incomplete. */
  terminalSeen(): boolean;
}

const FOLDS: Readonly<Record<Wire, (status: number) => ResponseFold>> = {
  chat_completions: foldChat,
  responses: foldResponses,
  embeddings: foldEmbeddings,
};

type Framing = "undecided" | "json" | "sse" | "html";

const BINARY = /vnd\.amazon\.eventstream|grpc|protobuf|msgpack|cbor/i;
const BOM = [0xef, 0xbb, 0xbf];

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 10 || byte === 13;
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const total = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    total.set(chunk, at);
    at += chunk.length;
  }
  return total;
}

/** One byte order mark at the very start is not content. */
function skipBom(bytes: Uint8Array): number | "need_more" {
  for (const [place, expected] of BOM.entries()) {
    if (bytes.length === place) return place === 0 ? 0 : "need_more";
    if (bytes[place] !== expected) return 0;
  }
  return BOM.length;
}

function sniff(bytes: Uint8Array): Framing {
  const first = bytes.find((byte) => !isBlank(byte));
  if (first === undefined) return "undecided";
  const character = String.fromCharCode(first);
  if (character === "{" || character === "[") return "json";
  return character === "<" ? "html" : "sse";
}

function foldDocument(fold: ResponseFold, bytes: Uint8Array): void {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    fold.fault("bad_utf8");
    return;
  }
  const trimmed = text.replace(/(?:\s*(?:data:)?\s*\[DONE\])+\s*$/, "");
  const whole = parseJson(trimmed);
  if (!whole.ok) fold.fault("bad_json");
  else if (isRecord(whole.value)) fold.body(whole.value);
  else {
    for (const value of listOf(whole.value)) {
      if (isRecord(value)) fold.event(value, null);
      else fold.fault("bad_event");
    }
  }
}

function foldData(fold: ResponseFold, text: string, name: string | null): boolean {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.startsWith(":")) return true;
  if (trimmed === "[DONE]") {
    fold.done();
    return true;
  }
  const parsed = parseJson(trimmed);
  if (!parsed.ok) return false;
  for (const value of Array.isArray(parsed.value) ? listOf(parsed.value) : [parsed.value]) {
    if (isRecord(value)) fold.event(value, name);
    else if (value !== null) fold.fault("bad_event");
  }
  return true;
}

function isReadable(line: string): boolean {
  const trimmed = line.trim();
  return trimmed === "" || trimmed.startsWith(":") || trimmed === "[DONE]" || parseJson(trimmed).ok;
}

function foldFrame(fold: ResponseFold, frame: SseFrame, httpStatus: number): void {
  if (!frame.utf8) {
    fold.fault("bad_utf8");
    return;
  }
  for (const text of frame.loose) {
    const parsed = parseJson(text);
    const bare = text.startsWith("{");
    const value = parsed.ok && isRecord(parsed.value) ? parsed.value : null;
    const stated = value === null ? null : readError(value, httpStatus, bare ? null : "error");
    if (stated !== null) fold.failed(stated);
    else if (!bare)
      fold.failed(makeError(httpStatus, { ...value, message: value?.["message"] ?? text }));
  }
  if (foldData(fold, frame.data.join("\n"), frame.event)) return;
  if (!frame.data.every(isReadable)) {
    fold.fault("bad_json");
    return;
  }
  for (const line of frame.data) foldData(fold, line, frame.event);
}

/** A decoder for one response, to be fed as the bytes arrive. Bounding the body is the caller's duty. */
export function createStreamDecoder(wire: Wire, head: ResponseHead): StreamDecoder {
  const fold = FOLDS[wire](head.status);
  const splitter = splitSse(wire);
  const held: Uint8Array[] = [];
  const binary = BINARY.test(head.content_type ?? "");
  let framing: Framing = "undecided";
  let started = false;

  function feed(bytes: Uint8Array): void {
    for (const frame of splitter.push(bytes)) foldFrame(fold, frame, head.status);
  }

  function push(bytes: Uint8Array): void {
    if (binary || framing === "html" || bytes.length === 0) return;
    if (framing === "sse") {
      feed(bytes);
      return;
    }
    held.push(bytes.slice());
    if (framing === "json") return;
    decide(false);
  }

  function decide(last: boolean): void {
    let content = concatenate(held);
    if (!started) {
      const skip = skipBom(content);
      if (skip === "need_more" && !last) return;
      started = content.length > 0;
      content = content.subarray(skip === "need_more" ? 0 : skip);
    }
    framing = sniff(content);
    held.splice(0, held.length, content);
    if (framing !== "sse") return;
    held.length = 0;
    feed(content);
  }

  function finish(): CanonicalOutcome {
    if (binary) fold.fault("unsupported_framing");
    else {
      if (framing === "undecided") decide(true);
      if (framing === "undecided") fold.fault("empty_body");
      if (framing === "html") fold.fault("html");
      if (framing === "json") foldDocument(fold, concatenate(held));
      for (const frame of splitter.finish()) foldFrame(fold, frame, head.status);
    }
    const failedStatus = head.status < 200 || head.status > 299;
    if (failedStatus) fold.failed(makeError(head.status, {}));
    return fold.finish();
  }

  return { push, finish, terminalSeen: () => fold.terminalSeen() };
}

/** Decodes a whole body. */
export function decodeResponse(
  wire: Wire,
  response: ResponseHead & { readonly body: Uint8Array },
): CanonicalOutcome {
  const decoder = createStreamDecoder(wire, response);
  decoder.push(response.body);
  return decoder.finish();
}
