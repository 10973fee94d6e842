/** Progress for people: one line rewritten in place on a terminal, plain appended lines in CI and in pipes. */
import type { Progress, ProgressSink } from "../../core/ports.ts";

/** What progress is written to; `process.stderr` and any Writable fit. `columns` is read at each line. */
export interface ProgressStream {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

export interface ProgressOptions {
  readonly stream: ProgressStream;
  readonly is_tty: boolean;
  readonly colour: boolean;
  readonly ci: boolean;
}

type Blocks = Extract<Progress, { kind: "blocks" }>;

const BAR = 24;
const LABEL = 13;
const PACE_BLOCKS = 5;
const CLEAR_LINE = "\r\u001b[2K";

/**
 * A sink whose writes never throw for what is shown: control characters of names and details are removed. On a TTY
 * outside CI the block line is rewritten in place and closed by the last block or by the next step or note.
 */
export function createProgress(options: ProgressOptions): ProgressSink {
  const { stream, colour } = options;
  const rewrites = options.is_tty && !options.ci;
  let open = false;
  const pace = trackPace();
  const dim = (text: string) => (colour ? `\u001b[2m${text}\u001b[22m` : text);
  const line = (text: string) => {
    stream.write(open ? `${CLEAR_LINE}${text}\n` : `${text}\n`);
    open = false;
  };
  return {
    report(progress) {
      switch (progress.kind) {
        case "step":
          line(`  ${dim(progress.name.padEnd(LABEL))}${oneLine(progress.detail)}`);
          break;
        case "note":
          line(`  ${oneLine(progress.text)}`);
          break;
        case "blocks": {
          const last = progress.done >= progress.total;
          const words = plainBlocks(progress, pace(progress));
          if (!rewrites) {
            line(`  ${"run".padEnd(LABEL)}${words}`);
            break;
          }
          const body = cut(`${bar(progress)}  ${words}`, width(stream) - LABEL - 3);
          stream.write(`${CLEAR_LINE}  ${dim("run".padEnd(LABEL))}${body}${last ? "\n" : ""}`);
          open = !last;
          break;
        }
      }
    },
  };
}

function width(stream: ProgressStream): number {
  const { columns } = stream;
  return columns === undefined || columns < 40 ? 80 : columns;
}

function bar({ done, total }: Blocks): string {
  const full = total <= 0 ? 0 : Math.min(BAR, Math.floor((done / total) * BAR));
  return "█".repeat(full) + "░".repeat(BAR - full);
}

function plainBlocks(progress: Blocks, block_ms: number | null): string {
  const { done, total, candidate, case_id, repetition } = progress;
  const cell = `${oneLine(candidate)} · ${oneLine(case_id)} · rep ${String(repetition)}`;
  return `${String(done)}/${String(total)} blocks   ${cell}   ${timeWords(progress, block_ms)}`;
}

/** The time left at the pace of the last blocks; before this process has finished one, and after the last, the time gone. */
function timeWords({ done, total, elapsed_ms }: Blocks, block_ms: number | null): string {
  return block_ms !== null && done < total
    ? `${clock(block_ms * (total - done))} left`
    : clock(elapsed_ms);
}

/** Learns block by block: the median of the last five is not moved by start-up, nor by blocks another process ran. */
function trackPace(): (progress: Blocks) => number | null {
  let before: Pick<Blocks, "done" | "elapsed_ms"> | null = null;
  let last: readonly number[] = [];
  return ({ done, elapsed_ms }) => {
    if (before === null || done < before.done) {
      last = [];
      before = { done, elapsed_ms };
    } else if (done > before.done) {
      const each = (elapsed_ms - before.elapsed_ms) / (done - before.done);
      last = [...last, each].slice(-PACE_BLOCKS);
      before = { done, elapsed_ms };
    }
    const sorted = last.toSorted((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  };
}

function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  if (minutes < 60) return `${String(minutes)}:${rest}`;
  return `${String(Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}

function cut(text: string, columns: number): string {
  const characters = Array.from(text);
  return characters.length > columns ? `${characters.slice(0, columns - 1).join("")}…` : text;
}
