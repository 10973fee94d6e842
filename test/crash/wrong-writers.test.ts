/** Proof that the harness can go red: writers with one mistake each are caught by the checks that the right writer passes. */
import { describe, expect, test } from "vitest";

import { freshFolder } from "../shell/ledger/folder.ts";
import { checkArtifacts, checkLedger } from "./checks.ts";
import { findDisorder, orderCalls } from "./order.ts";
import type { Start } from "./start.ts";
import { brokenPromise, whereStraceIs, findPlaces, runUnder, strike } from "./strace.ts";

const wrong = (mistake: string, folder: string): Start => ({
  script: new URL("wrong-writer.ts", import.meta.url),
  arguments: [mistake, folder],
});

/** Kills at every place in turn, or at each `stride`th, until a check says something. */
async function firstFault(
  mistake: string,
  calls: readonly string[],
  stride: number,
): Promise<string> {
  const first = freshFolder();
  const places = await findPlaces(wrong(mistake, first), calls, first);
  for (const place of places.filter((_place, index) => (index + 1) % stride === 0)) {
    const folder = freshFolder();
    const died = await strike(wrong(mistake, folder), place, "signal=SIGKILL");
    const faults = [...checkLedger(folder, died), ...(await checkArtifacts(folder, died))];
    if (faults[0] !== undefined) return faults[0];
  }
  return "nothing was found";
}

describe.each(whereStraceIs("A1 and S1: wrong writers are caught"))("%s", () => {
  test.each([
    ["A1 acknowledged before the commit", "early-ack", ["pwrite64"], 12, /anchored|acknowledged/],
    [
      "A1 events without their snapshot",
      "no-transaction",
      ["fsync"],
      2,
      /events under a head|append/,
    ],
    ["C1 the event before its artifact", "row-first", ["rename"], 1, /does not exist/],
    ["S1 written under its own name", "in-place", ["write"], 1, /holds bytes of/],
  ] as const)("%s", async (_what, mistake, calls, stride, fault) => {
    expect(await firstFault(mistake, calls, stride)).toMatch(fault);
  });
});

describe.each(whereStraceIs("S1: wrong orders are caught"))("%s", () => {
  test.each([
    ["S1 renamed before it is synced", "rename-first", /renamed before it was synced/],
    ["S1 acknowledged before the folder is synced", "no-folder-sync", /acknowledged before/],
  ])("%s", async (_what, mistake, fault) => {
    const { trace } = await runUnder(wrong(mistake, freshFolder()), orderCalls, null);
    expect(findDisorder(trace).join("\n")).toMatch(fault);
  });
});

test("strace is here, where that was promised", () => {
  expect(brokenPromise()).toBeNull();
});
