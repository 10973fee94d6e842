import { expect, test } from "vitest";

import { nextBlock } from "../../../src/core/leases/next-block.ts";

const blocks = [1, 2, 3, 4];
const all = (): boolean => true;
const fits = () => "admit" as const;
const nobody: ReadonlySet<number> = new Set();

function standing(closed: readonly number[], admitted: readonly number[]) {
  return { closed: new Set(closed), admitted: new Map(admitted.map((one) => [one, 1n])) };
}

test("a block that was begun and left comes before a fresh one", () => {
  expect(nextBlock(blocks, standing([1], [3]), nobody, all, fits)).toEqual({
    kind: "take",
    block: 3,
  });
  expect(nextBlock(blocks, standing([1], [3]), nobody, (one) => one !== 3, fits)).toEqual({
    kind: "take",
    block: 2,
  });
});

test("only the first fresh block may be admitted: nobody goes round one that another has in hand or that has to wait", () => {
  const now = standing([1], []);
  expect(nextBlock(blocks, now, nobody, (one) => one !== 2, fits)).toEqual({ kind: "wait" });
  expect(nextBlock(blocks, now, nobody, all, () => "wait")).toEqual({ kind: "wait" });
  expect(nextBlock(blocks, now, nobody, all, () => "refuse")).toEqual({ kind: "take", block: 2 });
});

test("it ends when all are closed or wait for a person, and not while others work", () => {
  expect(nextBlock(blocks, standing([1, 2, 4], [3]), new Set([3]), all, fits)).toEqual({
    kind: "none",
  });
  expect(nextBlock(blocks, standing(blocks, []), nobody, all, fits)).toEqual({ kind: "none" });
  expect(nextBlock(blocks, standing([1, 2, 4], [3]), nobody, () => false, fits)).toEqual({
    kind: "wait",
  });
});
