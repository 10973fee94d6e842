/** A run's world in a file of its own: one line an effect, synced before the call is answered. */
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

import { z } from "zod";

import { digest, jsonObject, type JsonObject } from "../../contracts/primitives.ts";
import type { World, WorldEffect } from "../../core/world-port.ts";

const line = z.strictObject({
  operation_id: z.string(),
  idempotency_key: z.string(),
  request_sha256: digest,
  output: z.string(),
  is_error: z.boolean(),
  effects: z.int().positive(),
  world: jsonObject,
});

/**
 * Opens the world kept in `file`, which begins as `initial`. A last line that is not whole never happened: the effect is the
 * line. Throws on a line that is whole and can't be read: the file was changed by something else.
 * `redact` takes secrets out of what is written; the running world keeps them.
 */
export function openWorld(
  file: string,
  initial: JsonObject,
  redact: (value: JsonObject) => JsonObject,
): World {
  const { lines, whole } = readLines(file);
  const effects: WorldEffect[] = lines.map(({ world: _world, ...effect }) => effect);
  let state = lines.at(-1)?.world ?? initial;
  let size = whole;
  return {
    state: () => state,
    effects: () => effects,
    apply(call, { world, output, is_error, effects: count }) {
      if (count === 0) return;
      const effect = { ...call, output, is_error, effects: count };
      const text = `${JSON.stringify(redact({ ...effect, world }))}\n`;
      size = appendSynced(file, size, text);
      effects.push(effect);
      state = world;
    },
  };
}

/** What is behind the last whole line is cut off with the next write. */
function appendSynced(file: string, size: number, text: string): number {
  if (size === 0) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const handle = openSync(file, "a", 0o600);
  try {
    ftruncateSync(handle, size);
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;)
      written += writeSync(handle, bytes, written, bytes.length - written);
    fsyncSync(handle);
    if (size === 0) syncFolder(dirname(file));
    return size + bytes.length;
  } finally {
    closeSync(handle);
  }
}

function readLines(file: string): { lines: z.infer<typeof line>[]; whole: number } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return { lines: [], whole: 0 };
    throw error;
  }
  const whole = bytes.lastIndexOf(10) + 1;
  const texts = bytes.subarray(0, whole).toString("utf8").split("\n").slice(0, -1);
  return { lines: texts.map((text, index) => readLine(file, text, index + 1)), whole };
}

function readLine(file: string, text: string, ordinal: number): z.infer<typeof line> {
  try {
    return line.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(
      `The world ${file}:${ordinal} is damaged: what the run's tools changed can't be told any more.`,
      { cause: error },
    );
  }
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
