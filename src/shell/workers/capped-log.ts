/** Keeps the head and the tail of a stream of any length in bounded memory, and says how much lies between. */

export interface CappedLog {
  write(chunk: Uint8Array): void;
  /** Head, a line with the number of bytes left out (only if any), tail. */
  bytes(): Uint8Array;
}

/** `cap` in bytes: half for the head, half for the tail. */
export function createCappedLog(cap: number): CappedLog {
  const headCap = Math.floor(cap / 2);
  const tailCap = cap - headCap;
  const head: Uint8Array[] = [];
  let headSize = 0;
  let tail = Buffer.alloc(0);
  let dropped = 0;

  function write(chunk: Uint8Array): void {
    const first = chunk.subarray(0, headCap - headSize);
    if (first.length > 0) {
      head.push(Uint8Array.from(first));
      headSize += first.length;
    }
    const rest = chunk.subarray(first.length);
    if (rest.length === 0) return;
    const joined = Buffer.concat([tail, rest.subarray(-tailCap)]);
    dropped += tail.length + rest.length - Math.min(joined.length, tailCap);
    tail = Buffer.from(joined.subarray(-tailCap));
  }

  function bytes(): Uint8Array {
    const gap =
      dropped > 0 ? Buffer.from(`\n[... ${dropped} bytes left out ...]\n`) : Buffer.alloc(0);
    return Buffer.concat([...head, gap, tail]);
  }

  return { write, bytes };
}
