import { describe, expect, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import * as a from "../../builders/events.ts";
import { expectLegal, stepAfter } from "./replay.ts";

const registered = [a.aMatrixRegistered()];
const admitted = [...registered, a.aBlockAdmitted()];
const whole = [
  ...admitted,
  a.aRunRecorded(),
  a.aBlockSettled(),
  a.aBlockRefused(),
  a.aMatrixCompleted(),
];

test("a matrix from registration to completion", () => {
  expect(expectLegal(whole)).toEqual({
    kind: "matrix",
    revision: 6,
    phase: "completed",
    matrix_id: "20261130T083911Z-d5c844",
    planned_blocks: 2,
    looks: 0,
    blocks: {
      "1": { state: "settled", reserved_pico: "1000000", spent_pico: "400000" },
      "2": { state: "refused", reserved_pico: null, spent_pico: null },
    },
    runs: { "run-1": a.aDigest("result") },
  });
});

test("a shard completes with blocks it never opened", () => {
  const completed = a.aMatrixCompleted({ runs: 0, not_run: 6 });
  expect(stepAfter(registered, completed).ok).toBe(true);
});

test("a block that cost more than was reserved is settled at what it cost, and the matrix goes on", () => {
  const overdrawn = [...admitted, a.aRunRecorded(), a.aBlockSettled({ spent_pico: "1000001" })];
  expect(expectLegal(overdrawn)).toMatchObject({
    blocks: { "1": { state: "settled", reserved_pico: "1000000", spent_pico: "1000001" } },
  });
  expect(stepAfter([...overdrawn, a.aBlockRefused()], a.aMatrixCompleted()).ok).toBe(true);
});

test("a block without a price is settled without comparing amounts", () => {
  const unpriced = { missing: "no price" };
  const open = [...registered, a.aBlockAdmitted({ reserved_pico: unpriced })];
  expect(stepAfter(open, a.aBlockSettled()).ok).toBe(true);
});

describe("refused", () => {
  const rows: readonly [string, readonly RuntimeEvent[], RuntimeEvent, string][] = [
    ["a block before registration", [], a.aBlockAdmitted(), "wrong_phase"],
    ["a second registration", registered, a.aMatrixRegistered(), "wrong_phase"],
    ["a job's event", registered, a.aRunStarted(), "wrong_stream"],
    ["a block beyond the plan", registered, a.aBlockAdmitted({ block: 3 }), "unknown_block"],
    ["a block twice", admitted, a.aBlockAdmitted(), "block_exists"],
    ["the refusal of an admitted block", admitted, a.aBlockRefused({ block: 1 }), "block_exists"],
    [
      "a settlement of a block never admitted",
      admitted,
      a.aBlockSettled({ block: 2 }),
      "wrong_block_state",
    ],
    [
      "a settlement twice",
      [...admitted, a.aBlockSettled()],
      a.aBlockSettled(),
      "wrong_block_state",
    ],
    ["a run twice", [...registered, a.aRunRecorded()], a.aRunRecorded(), "run_exists"],
    ["completion with an open block", admitted, a.aMatrixCompleted({ runs: 0 }), "blocks_open"],
    [
      "completion with another count of runs",
      registered,
      a.aMatrixCompleted({ runs: 2 }),
      "count_mismatch",
    ],
    ["anything after completion", whole, a.aRunRecorded({ run_id: "run-2" }), "finished"],
  ];
  test.each(rows)("%s", (_what, before, event, code) => {
    expect(stepAfter(before, event)).toMatchObject({ ok: false, code });
  });
});

test("a second look is registered once, adds blocks after the planned ones, and only then may they run", () => {
  const look = {
    type: "look.registered" as const,
    cases: [{ case_id: "refund", blocks: 8 }],
    first_block: 3,
    reason: "refund was worse in 1 of 2 blocks",
  };
  const extra = a.aBlockAdmitted({ block: 3 });
  expect(stepAfter(registered, extra)).toMatchObject({ ok: false, code: "unknown_block" });
  expect(stepAfter(registered, { ...look, first_block: 4 })).toMatchObject({
    ok: false,
    code: "unknown_block",
  });
  expect(stepAfter(registered, look)).toMatchObject({
    ok: true,
    snapshot: { planned_blocks: 10, looks: 1 },
  });
  expect(stepAfter([...registered, look], extra).ok).toBe(true);
  expect(stepAfter([...registered, look], { ...look, first_block: 11 })).toMatchObject({
    ok: false,
    code: "look_exists",
  });
});
