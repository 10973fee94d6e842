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
    const text = written(tty, [blocks(7)], 120);
    expect(text).toBe(
      "\r\u001b[2K  run          ██████████████████░░░░░░  7/9 blocks   langgraph-js · refund-approval · rep 3   0:41 left",
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
