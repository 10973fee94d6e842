/** Cuts a byte stream into lines without ever holding more than one capped line, and says so when a sender overflows. */

/** Caps of one child's channel. `line` and `total` in bytes (a line's newline included), `frames` in lines. */
export interface SplitterLimits {
  readonly line: number;
  readonly total: number;
  readonly frames: number;
}

export type OverflowCode = "line_too_long" | "too_many_bytes" | "too_many_frames";

/** `line`: the 1-based number of the line that went over. */
export interface Overflow {
  readonly code: OverflowCode;
  readonly message: string;
  readonly line: number;
}

export interface Split {
  /** Complete lines in order, newline removed; each is a copy of its own. */
  readonly lines: readonly Uint8Array[];
  readonly overflow?: Overflow;
}

export interface Splitter {
  /** After an overflow every later push is ignored and repeats the same overflow. */
  push(chunk: Uint8Array): Split;
  /** Bytes of the unfinished line held now. */
  pending(): number;
  /** Most bytes this splitter has ever held allocated for an unfinished line; never above `limits.line`. */
  peak(): number;
}

const newline = 0x0a;
const firstAllocation = 4_096;

/** Makes a splitter. It owns its buffer; callers see only finished lines. */
export function createSplitter(limits: SplitterLimits): Splitter {
  let buffer = new Uint8Array(0);
  let held = 0;
  let peak = 0;
  let total = 0;
  let count = 0;
  let overflow: Overflow | undefined;

  function refuse(code: OverflowCode, message: string): void {
    overflow = { code, message, line: count + 1 };
    buffer = new Uint8Array(0);
    held = 0;
  }

  function hold(part: Uint8Array): void {
    const wanted = held + part.length;
    if (wanted > buffer.length) {
      const grown = new Uint8Array(
        Math.min(limits.line, Math.max(firstAllocation, wanted, buffer.length * 2)),
      );
      grown.set(buffer.subarray(0, held));
      buffer = grown;
      peak = Math.max(peak, buffer.length);
    }
    buffer.set(part, held);
    held = wanted;
  }

  function finish(part: Uint8Array): Uint8Array {
    const line = new Uint8Array(held + part.length);
    line.set(buffer.subarray(0, held));
    line.set(part, held);
    held = 0;
    count += 1;
    return line;
  }

  function push(chunk: Uint8Array): Split {
    const lines: Uint8Array[] = [];
    let from = 0;
    while (overflow === undefined && from < chunk.length) {
      const at = chunk.indexOf(newline, from);
      const part = chunk.subarray(from, at === -1 ? chunk.length : at);
      const size = part.length + (at === -1 ? 0 : 1);
      total += size;
      if (held + size > limits.line) {
        refuse("line_too_long", `line ${count + 1} is longer than ${limits.line} bytes`);
      } else if (total > limits.total) {
        refuse("too_many_bytes", `more than ${limits.total} bytes were sent in all`);
      } else if (count >= limits.frames) {
        refuse("too_many_frames", `more than ${limits.frames} lines were sent`);
      } else if (at === -1) {
        hold(part);
      } else {
        lines.push(finish(part));
      }
      from += size;
    }
    return overflow === undefined ? { lines } : { lines, overflow };
  }

  return { push, pending: () => held, peak: () => peak };
}
