/** What the writers write: the same bytes at every start, so that whatever is found later can be compared with it. */
import type { RuntimeEvent } from "../../src/contracts/event.ts";
import { aCompletedRun } from "../builders/events.ts";

export const wholeRun: readonly RuntimeEvent[] = aCompletedRun();

/** Cut so that an append has one event or several. */
export const appends: readonly (readonly RuntimeEvent[])[] = cut([3, 1, 2, 1, 4, 1, 4, 5]);

function cut(sizes: readonly number[]): RuntimeEvent[][] {
  let from = 0;
  return sizes.map((size) => wholeRun.slice(from, (from += size)));
}

/** One byte, many pages, none. */
export const artifactTexts: readonly string[] = ["1", "many pages ".repeat(6_000), ""];

export const matrixId = "20261130T083911Z-d5c844";

/** Each file is written twice; both contents are longer than a page, and differ in length. */
export const fileNames = ["plan.json", "runs/a.json", "runs/b.json"] as const;
export const rounds = [1, 2] as const;
export function fileContent(name: string, round: number): string {
  return `${name} ${round} `.padEnd(round * 9_000, "x");
}
