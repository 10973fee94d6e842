/** What a child prints, kept as its log: read always, so that a full pipe never stops it, and capped. */
import type { ChildProcess } from "node:child_process";

import { createCappedLog } from "./capped-log.ts";

/** Bytes kept of each of stdout and stderr. */
const logCap = 262_144;

export interface Outputs {
  /** Calls back when both streams have been read to their end, or `patience` ms later if someone still holds them open. */
  whenRead(patience: number, done: () => void): void;
  /** Both logs, each under a heading of its own; empty when nothing was printed. */
  log(): Uint8Array;
}

export function captureOutputs(child: ChildProcess): Outputs {
  const logs = { stdout: createCappedLog(logCap), stderr: createCappedLog(logCap) };
  child.stdout?.on("data", (chunk: Buffer) => logs.stdout.write(chunk));
  child.stderr?.on("data", (chunk: Buffer) => logs.stderr.write(chunk));

  function whenRead(patience: number, done: () => void): void {
    const streams = [child.stdout, child.stderr].filter(
      (stream) => stream !== null && !stream.closed,
    );
    let open = streams.length;
    if (open === 0) {
      setImmediate(done);
      return;
    }
    const timer = setTimeout(() => {
      for (const stream of streams) stream?.destroy();
    }, patience);
    for (const stream of streams) {
      stream?.once("close", () => {
        open -= 1;
        if (open > 0) return;
        clearTimeout(timer);
        done();
      });
    }
  }

  return {
    whenRead,
    log: () =>
      Buffer.concat([
        ...section("[stdout]\n", logs.stdout.bytes()),
        ...section("[stderr]\n", logs.stderr.bytes()),
      ]),
  };
}

function section(heading: string, bytes: Uint8Array): readonly Uint8Array[] {
  return bytes.length > 0 ? [Buffer.from(heading), bytes, Buffer.from("\n")] : [];
}
