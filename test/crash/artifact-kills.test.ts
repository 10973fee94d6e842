/** S1: the real artifact store, killed at each of its system calls, refused by the disk, and seconded by another writer. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { freshFolder } from "../shell/ledger/folder.ts";
import { checkArtifacts, checkLedger } from "./checks.ts";
import { findDisorder, orderCalls } from "./order.ts";
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
const puts = (folder: string) => ({ arguments: ["puts", folder] });
const closed = { closed: true };

describe.each(whereStraceIs("S1: kills at every system call of a put"))("%s", () => {
  test("S1 killed at every call that makes, writes, syncs or renames", async () => {
    const first = freshFolder();
    const places = await findPlaces(puts(first), calls, first);
    expect(new Set(places.map(({ call }) => call))).toEqual(new Set(calls));
    let torn = 0;
    for (const place of choosePlaces(places, 8)) {
      const folder = freshFolder();
      const died = await strike(puts(folder), place, "signal=SIGKILL");
      expect(wasKilled(died), `${place.call} ${place.nth}`).toBe(true);
      expect(await checkArtifacts(folder, died), `${place.call} ${place.nth}`).toEqual([]);
      torn += leftovers(folder);
      // Idempotent: the same puts again, over whatever was left.
      const again = await startWriter(puts(folder));
      expect(again.acks.at(-1)).toEqual(closed);
      expect(await checkArtifacts(folder, again)).toEqual([]);
    }
    // Some died between creating and renaming: the state this is about was reached.
    expect(torn).toBeGreaterThan(0);
  });

  test("S1 each fsync refused: the put is not acknowledged, and the same put again is", async () => {
    const first = freshFolder();
    const places = await findPlaces(puts(first), ["fsync"], first);
    for (const place of choosePlaces(places, 4)) {
      const folder = freshFolder();
      const refused = await strike(puts(folder), place, "error=EIO");
      expect(refused.injected, `${place.call} ${place.nth}`).not.toBeNull();
      expect(refused.code, `${place.call} ${place.nth}`).toBe(1);
      expect(refused.errors).toContain("EIO");
      expect(refused.acks.length).toBeLessThan(3);
      expect(await checkArtifacts(folder, refused)).toEqual([]);
      expect(leftovers(folder)).toBe(0);
      const again = await startWriter(puts(folder));
      expect(await checkArtifacts(folder, again)).toEqual([]);
      expect(again.acks.at(-1)).toEqual(closed);
    }
  });

  test("S1 in the order a power cut asks for: synced, renamed, folder synced, acknowledged", async () => {
    const { trace, acks } = await runUnder(puts(freshFolder()), orderCalls, null);
    expect(acks).toHaveLength(4);
    expect(trace.filter((line) => line.includes("rename(")).length).toBeGreaterThan(2);
    expect(findDisorder(trace)).toEqual([]);
  });
});

test.runIf(process.platform !== "win32")(
  "S1 a disk that takes a part of the bytes: nothing under the name, no leftover, and said",
  async () => {
    const folder = freshFolder();
    const limited = ["bash", "-c", 'ulimit -f 8; exec "$@"', "limited"];
    const refused = await startWriter({ ...puts(folder), under: limited });
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain("EFBIG");
    expect(refused.acks).toHaveLength(1);
    expect(await checkArtifacts(folder, refused)).toEqual([]);
    expect(leftovers(folder)).toBe(0);
  },
);

test("S1 three writers of the same content at once: one file each, all acknowledged", async () => {
  const folder = freshFolder();
  const ended = await Promise.all([1, 2, 3].map(async () => startWriter(puts(folder))));
  for (const one of ended) {
    expect(one.acks.at(-1)).toEqual(closed);
    expect(await checkArtifacts(folder, one)).toEqual([]);
  }
  expect(leftovers(folder)).toBe(0);
  expect(checkLedger(folder, { acks: [] })).toEqual([]);
});

function leftovers(folder: string): number {
  try {
    return readdirSync(join(folder, "artifacts", "tmp")).length;
  } catch {
    return 0;
  }
}

test("strace is here, where that was promised", () => {
  expect(brokenPromise()).toBeNull();
});
