import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { CommentMarker } from "../../../src/core/publication/marker.ts";
import { compareRuns } from "../../../src/core/publication/ordering.ts";
import {
  changedFacts,
  nextStickyStep,
  type DesiredComment,
  type OwnComment,
} from "../../../src/core/publication/sticky.ts";

function marker(run: number, attempt = 1, more: Partial<CommentMarker> = {}): CommentMarker {
  return {
    key: "0".repeat(16),
    run_id: String(run),
    run_attempt: attempt,
    head_sha: String(run % 10).repeat(40),
    text_sha256: `text of run ${run}.${attempt}`,
    facts: { verdict: "Go" },
    ...more,
  };
}
const want = (one: CommentMarker, mode: DesiredComment["mode"] = "always"): DesiredComment => ({
  marker: one,
  mode,
  no_go: false,
});
const comment = (id: number, one: CommentMarker): OwnComment => ({ id, marker: one });

describe("order of runs", () => {
  test("is a total order of numbers, not of their digits as text", () => {
    expect(compareRuns({ run_id: "9", run_attempt: 9 }, { run_id: "10", run_attempt: 1 })).toBe(-1);
    expect(compareRuns({ run_id: "10", run_attempt: 2 }, { run_id: "10", run_attempt: 1 })).toBe(1);
    expect(
      compareRuns(
        { run_id: "9007199254740993", run_attempt: 1 },
        { run_id: "9007199254740992", run_attempt: 1 },
      ),
    ).toBe(1);
    expect(compareRuns({ run_id: "007", run_attempt: 1 }, { run_id: "7", run_attempt: 1 })).toBe(0);
  });
});

describe("the next step", () => {
  test.each([
    ["nothing there", [], want(marker(5)), { kind: "create" }],
    [
      "an older run's",
      [comment(1, marker(4))],
      want(marker(5)),
      { kind: "update", id: 1, previous: marker(4) },
    ],
    [
      "an older attempt's",
      [comment(1, marker(5))],
      want(marker(5, 2)),
      { kind: "update", id: 1, previous: marker(5) },
    ],
    [
      "a newer run's",
      [comment(1, marker(6))],
      want(marker(5)),
      { kind: "done", reason: "superseded" },
    ],
    [
      "a newer attempt's",
      [comment(1, marker(5, 2))],
      want(marker(5)),
      { kind: "done", reason: "superseded" },
    ],
    [
      "our own words",
      [comment(1, marker(5))],
      want(marker(5)),
      { kind: "done", reason: "current" },
    ],
    [
      "our own and a younger duplicate",
      [comment(2, marker(4)), comment(1, marker(5))],
      want(marker(5)),
      { kind: "delete", ids: [2] },
    ],
    [
      "a newer run's and our own younger one",
      [comment(1, marker(6)), comment(2, marker(5))],
      want(marker(5)),
      { kind: "delete", ids: [2] },
    ],
    [
      "ours as the oldest, a newer run's behind it",
      [comment(1, marker(5)), comment(2, marker(6))],
      want(marker(5)),
      { kind: "done", reason: "superseded" },
    ],
  ] as const)("with %s", (_name, found, desired, step) => {
    expect(nextStickyStep(found, desired)).toEqual(step);
  });

  test("quiet modes", () => {
    const no_go = { marker: marker(5), mode: "on-no-go", no_go: true } as const;
    expect(nextStickyStep([], want(marker(5), "on-no-go"))).toEqual({
      kind: "done",
      reason: "quiet",
    });
    expect(nextStickyStep([], no_go)).toEqual({ kind: "create" });
    // What stands there as No-Go must be able to turn.
    expect(nextStickyStep([comment(1, marker(4))], want(marker(5), "on-no-go"))).toMatchObject({
      kind: "update",
    });
  });

  test("on-change leaves the same result of the same commit alone, and nothing else", () => {
    const there = [comment(1, marker(5))];
    const again = (more: Partial<CommentMarker>): string =>
      nextStickyStep(there, want(marker(15, 1, { head_sha: "5".repeat(40), ...more }), "on-change"))
        .kind;
    expect(again({})).toBe("done");
    expect(again({ facts: { verdict: "No-Go" } })).toBe("update");
    expect(again({ head_sha: "6".repeat(40) })).toBe("update");
    expect(nextStickyStep(there, want(marker(15, 1, { head_sha: "5".repeat(40) }))).kind).toBe(
      "update",
    );
  });

  test("racing runs, in any interleaving, end with one comment that says what the newest found", () => {
    const schedule = fc.array(fc.nat(2), { minLength: 0, maxLength: 60 });
    fc.assert(
      fc.property(schedule, fc.shuffledSubarray([7, 8, 9], { minLength: 2 }), (order, runs) => {
        const board: OwnComment[] = [];
        let next = 0;
        // A run reads the board at one turn and acts on what it read at its next one, as over a network.
        const actors = runs.map((run) => ({
          desired: want(marker(run)),
          seen: undefined as OwnComment[] | undefined,
          done: false,
        }));
        const turn = (index: number): void => {
          const actor = actors[index % actors.length];
          if (actor === undefined || actor.done) return;
          if (actor.seen === undefined) {
            actor.seen = board.map((one) => ({ ...one }));
            return;
          }
          const step = nextStickyStep(actor.seen, actor.desired);
          actor.seen = undefined;
          if (step.kind === "create") board.push(comment((next += 1), actor.desired.marker));
          if (step.kind === "update") {
            const at = board.findIndex(({ id }) => id === step.id);
            const there = board[at];
            // The window that the module says stays open: an older write after a newer run's last look.
            if (there !== undefined && compareRuns(there.marker, actor.desired.marker) <= 0)
              board[at] = comment(step.id, actor.desired.marker);
          }
          if (step.kind === "delete")
            for (const id of step.ids) {
              const at = board.findIndex((one) => one.id === id);
              if (at !== -1) board.splice(at, 1);
            }
          if (step.kind === "done") actor.done = true;
        };
        order.forEach(turn);
        for (let rest = 0; rest < 100; rest += 1) turn(rest);
        expect(actors.every(({ done }) => done)).toBe(true);
        expect(board.map((one) => one.marker.run_id)).toEqual([String(Math.max(...runs))]);
      }),
      { numRuns: 2_000 },
    );
  });
});

test("changed facts are named in the order of today, what is gone last", () => {
  expect(changedFacts({ a: "1", gone: "x", same: "s" }, { new: "n", same: "s", a: "2" })).toEqual([
    { name: "new", before: null, now: "n" },
    { name: "a", before: "1", now: "2" },
    { name: "gone", before: "x", now: null },
  ]);
});
