/** X1: the real writes of a matrix's folder, killed at each of their system calls and refused by the disk. */
import { describe, expect, test } from "vitest";

import { freshFolder } from "../shell/ledger/folder.ts";
import { checkFiles } from "./checks.ts";
import { findDisorder, orderCalls } from "./order.ts";
import { matrixId } from "./plan.ts";
import { startWriter, wasKilled } from "./start.ts";
import {
  brokenPromise,
  whereStraceIs,
  choosePlaces,
  findPlaces,
  runUnder,
  strike,
} from "./strace.ts";

const calls = ["mkdir", "write", "fsync", "rename"];
const files = (folder: string) => ({ arguments: ["files", folder] });

describe.each(whereStraceIs("X1: kills at every system call of a file's write"))("%s", () => {
  test("X1 killed at every call that makes, writes, syncs or renames: the old content or the new, whole", async () => {
    const first = freshFolder();
    const places = await findPlaces(files(first), calls, first);
    expect(new Set(places.map(({ call }) => call))).toEqual(new Set(calls));
    for (const place of choosePlaces(places, 6)) {
      const folder = freshFolder();
      const died = await strike(files(folder), place, "signal=SIGKILL");
      expect(wasKilled(died), `${place.call} ${place.nth}`).toBe(true);
      expect(checkFiles(folder, died), `${place.call} ${place.nth}`).toEqual([]);
    }
  });

  test("X1 each sync refused: not acknowledged, and the old content or the new is there", async () => {
    const first = freshFolder();
    const places = await findPlaces(files(first), ["fsync"], first);
    for (const place of choosePlaces(places, 3)) {
      const folder = freshFolder();
      const refused = await strike(files(folder), place, "error=EIO");
      expect(refused.errors, `${place.call} ${place.nth}`).toContain("EIO");
      expect(refused.acks.at(-1)?.["closed"]).toBeUndefined();
      expect(checkFiles(folder, refused)).toEqual([]);
      expect((await startWriter(files(folder))).acks.at(-1)).toEqual({ closed: true });
    }
  });

  test("X1 in the order a power cut asks for: synced, renamed, folder synced, acknowledged", async () => {
    const { trace, acks } = await runUnder(files(freshFolder()), orderCalls, null);
    expect(acks).toHaveLength(7);
    const renamed = trace.filter((line) => line.includes("rename(") && line.includes(matrixId));
    expect(renamed).toHaveLength(6);
    expect(findDisorder(trace, matrixId)).toEqual([]);
  });
});

test("strace is here, where that was promised", () => {
  expect(brokenPromise()).toBeNull();
});
