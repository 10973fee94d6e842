/** A1: the real writer, killed at the entry of each system call that changes the ledger's files. */
import { cpSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { freshFolder } from "../shell/ledger/folder.ts";
import { checkLedger } from "./checks.ts";
import { startWriter, wasKilled } from "./start.ts";
import { brokenPromise, whereStraceIs, choosePlaces, findPlaces, strike } from "./strace.ts";

const calls = ["pwrite64", "fsync", "fdatasync", "unlink", "ftruncate"];
const append = (folder: string) => ({ arguments: ["append", folder] });

describe.each(whereStraceIs("A1: kills at every system call of an append"))("%s", () => {
  test("A1 a series of appends, from an empty folder to a closed ledger", async () => {
    const places = await findPlaces(append(freshFolder()), calls);
    expect(new Set(places.map(({ call }) => call))).toEqual(
      new Set(["pwrite64", "fsync", "unlink", "ftruncate"]),
    );
    const faults: string[] = [];
    let acknowledged = 0;
    for (const [index, place] of choosePlaces(places, 14).entries()) {
      const folder = freshFolder();
      const died = await strike(append(folder), place, "signal=SIGKILL");
      expect(wasKilled(died), `${place.call} ${place.nth}`).toBe(true);
      acknowledged += died.acks.length;
      for (const fault of checkLedger(folder, died))
        faults.push(`${place.call} ${place.nth}: ${fault}`);
      if (index % 3 > 0) continue;
      // The same appends again bring the run to its end, each once.
      const again = await startWriter(append(folder));
      expect(again.acks.at(-1)).toEqual({ closed: true });
      for (const fault of checkLedger(folder, { acks: [...died.acks, ...again.acks] }))
        faults.push(`after ${place.call} ${place.nth}, and again: ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(10);
  });

  test("A1 one append more on a ledger that stands", async () => {
    const before = freshFolder();
    const environment = { AGENT_LAB_CRASH_AT: "append.before-begin:8" };
    const first = await startWriter({ ...append(before), environment });
    expect(first.acks).toHaveLength(7);
    const copy = (): string => {
      const folder = join(freshFolder(), "lab");
      cpSync(before, folder, { recursive: true });
      return folder;
    };
    const places = await findPlaces(append(copy()), calls);
    for (const place of choosePlaces(places, 5)) {
      const folder = copy();
      const died = await strike(append(folder), place, "signal=SIGKILL");
      expect(wasKilled(died), `${place.call} ${place.nth}`).toBe(true);
      const acks = [...first.acks, ...died.acks];
      expect(checkLedger(folder, { acks }), `${place.call} ${place.nth}`).toEqual([]);
    }
  });
});

test("strace is here, where that was promised", () => {
  expect(brokenPromise()).toBeNull();
});
