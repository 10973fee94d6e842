/** Lets the events of a stream through to the client as they come, and keeps back the one that ends it with all that follows. */

import type { ServerResponse } from "node:http";

import type { Wire } from "../../contracts/model.ts";
import { type SseFrame, splitSse } from "../../core/wire/sse.ts";
import { isUsageChunk } from "../../core/wire/usage-edit.ts";
import { writeChunk } from "./answers.ts";

export interface EventPass {
  /** Undecided until the first visible byte: "document" when that begins JSON or HTML, whatever was asked for. */
  mode(): "undecided" | "events" | "document";
  push(bytes: Uint8Array): Promise<void>;
  /** The event that ends the answer has been seen. */
  terminated(): boolean;
  /** Sends what was kept back; `whole` false breaks the connection off, as the provider did. */
  release(whole: boolean): void;
}

function beginsDocument(bytes: Uint8Array): boolean | null {
  const first = bytes.find((byte) => byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  return first === undefined ? null : ["{", "[", "<"].includes(String.fromCharCode(first));
}

/** `hide_usage`: the client did not ask for the usage chunk, so it does not get it. */
export function createEventPass(
  wire: Wire,
  response: ServerResponse,
  head: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  hide_usage: boolean,
): EventPass {
  const splitter = splitSse(wire);
  const held: Uint8Array[] = [];
  let blank: Uint8Array[] = [];
  let mode: "undecided" | "events" | "document" = "undecided";
  let terminated = false;

  function open(): void {
    if (!response.headersSent && !response.destroyed) response.writeHead(head.status, head.headers);
  }

  async function pass(frames: readonly SseFrame[]): Promise<void> {
    for (const frame of frames) {
      if (hide_usage && isUsageChunk(wire, frame)) continue;
      terminated ||= frame.terminal;
      if (terminated) held.push(frame.bytes);
      else {
        open();
        await writeChunk(response, frame.bytes);
      }
    }
  }

  async function push(bytes: Uint8Array): Promise<void> {
    if (mode === "document") return;
    if (mode === "undecided") {
      blank.push(bytes);
      const document = beginsDocument(bytes);
      if (document === null) return;
      mode = document ? "document" : "events";
      const first = Buffer.concat(blank);
      blank = [];
      if (mode === "events") await pass(splitter.push(first));
      return;
    }
    await pass(splitter.push(bytes));
  }

  function release(whole: boolean): void {
    if (response.destroyed) return;
    open();
    for (const frame of splitter.finish()) {
      if (!(hide_usage && isUsageChunk(wire, frame))) held.push(frame.bytes);
    }
    const rest = Buffer.concat(held);
    if (whole || terminated) response.end(rest);
    else response.write(rest, () => response.destroy());
  }

  return { mode: () => mode, push, terminated: () => terminated, release };
}
