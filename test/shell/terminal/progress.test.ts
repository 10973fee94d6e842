/** Progress on a real writable: rewritten on a terminal, appended in CI. */
import { PassThrough } from "node:stream";

import { describe, expect, test } from "vitest";

import type { Progress } from "../../../src/core/ports.ts";
import { createProgress, type ProgressOptions } from "../../../src/shell/terminal/progress.ts";

function blocks(
  done: number,
  overrides: Partial<Extract<Progress, { kind: "blocks" }>> = {},
): Progress {
  return {
    kind: "blocks",
    done,
    total: 9,
    candidate: "langgraph-js",
    case_id: "refund-approval",
    repetition: 3,
    elapsed_ms: 143_500,
    ...overrides,
  };
}

function written(
  options: Omit<ProgressOptions, "stream">,
  events: readonly Progress[],
  columns?: number,
): string {
  const stream = new PassThrough();
  const sink = createProgress({
    ...options,
    stream: columns === undefined ? stream : Object.assign(stream, { columns }),
  });
  for (const event of events) sink.report(event);
  const bytes: unknown = stream.read();
  return Buffer.isBuffer(bytes) ? bytes.toString("utf8") : "";
}

const tty = { is_tty: true, colour: false, ci: false };
const ci = { is_tty: false, colour: false, ci: true };

describe("a terminal", () => {
  test("rewrites one line with the bar, cell and time left", () => {
    const text = written(tty, [blocks(6, { elapsed_ms: 123_000 }), blocks(7)], 120);
    expect(text.split("\r").at(-1)).toBe(
      "\u001b[2K  run          ██████████████████░░░░░░  7/9 blocks   langgraph-js · refund-approval · rep 3   0:41 left",
    );
  });

  test("closes the line with the last block, and clears it for a note in between", () => {
    expect(written(tty, [blocks(9)]).endsWith("\n")).toBe(true);
    const text = written(tty, [blocks(7), { kind: "note", text: "retrying" }, blocks(8)]);
    expect(text).toContain("\r\u001b[2K  retrying\n\r\u001b[2K  run");
  });

  test("never wraps: the line is cut at the terminal's width", () => {
    for (const columns of [40, 60, 80]) {
      const text = written(tty, [blocks(7, { candidate: "x".repeat(200) })], columns);
      expect(text.replace("\r\u001b[2K", "").length).toBeLessThan(columns);
    }
  });

  test("uses colour only when asked", () => {
    const step: Progress = { kind: "step", name: "preflight", detail: "3 cases: oracle 100" };
    expect(written(tty, [step])).toBe("  preflight    3 cases: oracle 100\n");
    expect(written({ ...tty, colour: true }, [step])).toContain("\u001b[2mpreflight");
  });
});

/** The last words after these (blocks done, seconds gone). */
function left(...at: readonly (readonly [number, number])[]): string {
  const events = at.map(([done, seconds]) => blocks(done, { elapsed_ms: seconds * 1_000 }));
  return written(ci, events).trimEnd().split("   ").at(-1) ?? "";
}

describe("the time left", () => {
  test("leaves out start-up: blocks of 2 s after an install of 60 s leave 14 s", () => {
    expect(left([0, 60])).toBe("1:00");
    expect(left([0, 60], [1, 62], [1, 63], [2, 64])).toBe("0:14 left");
  });

  test("is the median of the last five blocks: one slow block in between does not move it", () => {
    expect(left([0, 5], [1, 7], [2, 47], [3, 49])).toBe("0:12 left");
    const slow = [1, 2, 3].map((n) => [n, n * 100] as const);
    const fast = [4, 5, 6].map((n) => [n, 300 + n - 3] as const);
    expect(left([0, 0], ...slow, ...fast)).toBe("0:03 left");
  });

  test("a resumed run knows no pace from blocks that another process ran", () => {
    expect(left([7, 0])).toBe("0:00");
    expect(left([7, 0], [8, 3])).toBe("0:03 left");
  });
});

describe("CI and pipes", () => {
  test("get whole plain lines and no escape sequence, on a terminal too", () => {
    const events = [blocks(0, { elapsed_ms: 0 }), blocks(1), blocks(9)];
    const text = written(ci, events);
    expect(text).toBe(written({ is_tty: true, colour: false, ci: true }, events));
    expect(text).not.toContain("\r");
    expect(text).not.toContain("\u001b");
    expect(text.split("\n")).toHaveLength(4);
    expect(text).toContain("1/9 blocks   langgraph-js · refund-approval · rep 3   19:08 left");
    expect(text).toContain("9/9 blocks   langgraph-js · refund-approval · rep 3   2:24\n");
  });

  test("control characters of a name cannot move the cursor or forge a workflow command", () => {
    const text = written(ci, [{ kind: "note", text: "a\n::error::b\u001b[2Jc\u202ed" }]);
    expect(text).toBe("  a ::error::b [2Jc d\n");
  });
});
