/** A2 and A3: a disk that refuses. What was acknowledged is readable, the rest is said, and asking again is never twice. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { freshFolder } from "../shell/ledger/folder.ts";
import { checkLedger } from "./checks.ts";
import { appends, wholeRun } from "./plan.ts";
import type { Ended } from "./start.ts";
import { startWriter } from "./start.ts";
import type { Place, Struck } from "./strace.ts";
import { brokenPromise, whereStraceIs, choosePlaces, findPlaces, strike } from "./strace.ts";

const append = (folder: string) => ({ arguments: ["append", folder] });
/** SQLite ignores a folder that cannot be synced; every other refusal has to be answered. */
const ignored = (line: string): boolean => !line.includes("ledger.db");

/** An append that was refused, or a process that said why it ended. */
function isSurfaced({ acks, code, errors }: Ended): boolean {
  return acks.some(({ ok }) => ok === false) || (code === 1 && errors.length > 0);
}

/** An append answered with what the file says, after a synced checkpoint: its COMMIT had failed. */
function isLookedUp({ acks }: Ended): boolean {
  return acks.some(({ repeated }) => repeated === true);
}

async function refuseAt(place: Place, how: string, from: "once" | "from") {
  const folder = freshFolder();
  const refused = await strike(append(folder), place, how, from);
  expect(refused.injected, `${place.call} ${place.nth}`).not.toBeNull();
  expect(checkLedger(folder, refused), `${place.call} ${place.nth}`).toEqual([]);
  // The same event ids again: the existing revisions are found, and the run comes to its end, once.
  const again = await startWriter(append(folder));
  expect(again.acks.at(-1), `said: ${again.errors}`).toEqual({ closed: true });
  const ledger = openLedger(join(folder, "ledger.db"));
  const bodies = ledger.events("job-1").map(({ body }) => body);
  ledger.close();
  expect(bodies).toEqual(wholeRun);
  return refused;
}

function unsaid(struck: Struck, place: Place): string[] {
  if (struck.injected === null || ignored(struck.injected)) return [];
  return isSurfaced(struck) || isLookedUp(struck)
    ? []
    : [`${place.call} ${place.nth} was not said`];
}

describe.each(whereStraceIs("A2 and A3: errors at every sync and write"))("%s", () => {
  test("A2 that refuses one sync: said or looked up, and never a second row", async () => {
    const silent: string[] = [];
    for (const place of choosePlaces(await findPlaces(append(freshFolder()), ["fsync"]), 5))
      silent.push(...unsaid(await refuseAt(place, "error=EIO", "once"), place));
    expect(silent).toEqual([]);
  });

  test("A2 that refuses every sync from some point on: nothing is acknowledged after it", async () => {
    const silent: string[] = [];
    for (const place of choosePlaces(await findPlaces(append(freshFolder()), ["fsync"]), 4)) {
      const struck = await refuseAt(place, "error=EIO", "from");
      silent.push(...unsaid(struck, place));
      expect(isLookedUp(struck), `${place.call} ${place.nth}`).toBe(false);
    }
    expect(silent).toEqual([]);
  });

  test("A3 that is full at one write, or at all from then on: every acknowledged event is readable", async () => {
    const silent: string[] = [];
    const places = await findPlaces(append(freshFolder()), ["pwrite64"]);
    for (const [index, place] of choosePlaces(places, 8).entries()) {
      const from = index % 2 === 0 ? "from" : "once";
      silent.push(...unsaid(await refuseAt(place, "error=ENOSPC", from), place));
    }
    expect(silent).toEqual([]);
  });
});

/** A file system of 300 KB where a user may make one; otherwise a process that may write no file larger than that. */
function smallDisk(folder: string): { how: string; under: string[] } {
  const mount = `mount -t tmpfs -o size=300k none "${folder}"`;
  const may = spawnSync("unshare", ["-Urm", "bash", "-c", mount], { stdio: "ignore" }).status === 0;
  if (!may) return { how: "a limit", under: ["bash", "-c", 'ulimit -f 64; exec "$@"', "limited"] };
  const keep = `${mount} || exit 9; "$@"; code=$?; cp -a "${folder}" "${folder}.kept"; exit $code`;
  return { how: "a small disk", under: ["unshare", "-Urm", "bash", "-c", keep, "small"] };
}

test.runIf(process.platform === "linux")(
  "A3 a disk that fills up in earnest: stops with a typed refusal, and keeps what it acknowledged",
  async () => {
    const folder = freshFolder();
    const { how, under } = smallDisk(folder);
    const script = new URL("fill.ts", import.meta.url);
    const full = await startWriter({ script, arguments: [folder], under });
    const kept = existsSync(`${folder}.kept`) ? `${folder}.kept` : folder;
    expect(full.acks.at(-1), `${how}: ${full.errors}`).toMatchObject({ ok: false });
    expect(String(full.acks.at(-1)?.["code"])).toMatch(
      /^(storage_full|storage_failed|outcome_unknown)$/,
    );
    const acknowledged = full.acks.filter(({ ok }) => ok === true).length;
    expect(acknowledged).toBeGreaterThan(3);
    const ledger = openLedger(join(kept, "ledger.db"));
    const found = ledger.head("job-1")?.revision ?? 0;
    expect(ledger.events("job-1")).toHaveLength(found);
    ledger.close();
    expect(found - acknowledged).toBeGreaterThanOrEqual(0);
    expect(found - acknowledged).toBeLessThanOrEqual(1);
  },
);

test("A1 what the writers append is a whole run, in appends of one event and of several", () => {
  expect(appends.flat()).toEqual(wholeRun);
  expect(new Set(appends.map((events) => events.length)).size).toBeGreaterThan(2);
});

test("strace is here, where that was promised", () => {
  expect(brokenPromise()).toBeNull();
});
