import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import type { StoredEvent } from "../../../src/contracts/event.ts";
import { importEvents } from "../../../src/shell/ledger/import.ts";
import { openLedger } from "../../../src/shell/ledger/ledger.ts";
import {
  aBlockAdmitted,
  aCompletedRun,
  aMatrixRegistered,
  storeEvents,
} from "../../builders/events.ts";

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "import-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Two appends of several events each, as a host writes them. */
async function written(file: string): Promise<StoredEvent[]> {
  const ledger = openLedger(file);
  const [matrix, run] = ["20261130T083911Z-d5c844", "20261130T083911Z-d5c844.c.a.1"];
  const append = async (job_id: string, event_id: string, events: StoredEvent["body"][]) => {
    const expected_revision = ledger.head(job_id)?.revision ?? 0;
    const at = `2026-11-30T08:39:${String(10 + expected_revision)}.000Z`;
    const outcome = await ledger.append({ job_id, expected_revision, event_id, at, events });
    if (!outcome.ok) throw new Error(outcome.message);
  };
  const [opening, ...rest] = aCompletedRun();
  await append(matrix, "m-1", [aMatrixRegistered()]);
  await append(matrix, "m-2", [aBlockAdmitted()]);
  if (opening !== undefined) await append(run, "r-1", [opening]);
  await append(run, "r-2", rest.slice(0, 3));
  const events = [matrix, run].flatMap((job_id) => ledger.events(job_id));
  ledger.close();
  return events.toSorted((a, b) => a.position - b.position);
}

describe("importing events", () => {
  test("into another ledger: every id, time, hash and snapshot as it was, positions from 1, and the audit holds", async () => {
    const folder = aFolder();
    const events = await written(join(folder, "a.db"));
    const moved = events.map((event) => ({ ...event, position: event.position + 40 }));
    expect(importEvents(join(folder, "b.db"), moved)).toEqual({ ok: true });
    const [before, after] = [openLedger(join(folder, "a.db")), openLedger(join(folder, "b.db"))];
    expect(after.heads()).toEqual(before.heads());
    for (const { job_id } of before.heads()) {
      expect(after.events(job_id)).toEqual(before.events(job_id));
      expect(after.snapshot(job_id)).toBe(before.snapshot(job_id));
    }
    expect(after.audit()).toEqual([]);
    before.close();
    after.close();
  });

  test("a repeat of an imported append is answered with what was written then", async () => {
    const folder = aFolder();
    const events = await written(join(folder, "a.db"));
    importEvents(join(folder, "b.db"), events);
    const ledger = openLedger(join(folder, "b.db"));
    const [first] = events;
    if (first === undefined) throw new Error("nothing was written");
    const outcome = await ledger.append({
      job_id: first.job_id,
      expected_revision: 0,
      event_id: "m-1",
      at: first.at,
      events: [first.body],
    });
    expect(outcome).toMatchObject({ ok: true, repeated: true, head: first.hash });
    ledger.close();
  });

  const run = "20261130T083911Z-d5c844.c.a.1";
  const events = storeEvents(aCompletedRun(), run);
  const changed = (at: number, change: Partial<StoredEvent>): StoredEvent[] =>
    events.map((event, index) => (index === at ? { ...event, ...change } : event));
  const other = events[3]?.hash ?? "";
  test.each<[string, StoredEvent[], RegExp]>([
    ["a hash that is another's", changed(2, { hash: other }), /another hash/],
    ["a time put back", changed(2, { at: "2026-11-30T00:00:00.000Z" }), /another hash/],
    [
      "a body changed",
      changed(2, { body: aCompletedRun()[1] ?? aMatrixRegistered() }),
      /wrong_phase/,
    ],
    ["an event left out", events.toSpliced(2, 1), /revision/],
    [
      "a run that ends before it began",
      storeEvents(aCompletedRun().toSpliced(1, 9), run),
      /wrong_phase/,
    ],
    ["an event twice", events.toSpliced(3, 0, ...events.slice(2, 3)), /wrong_phase/],
    ["an append's number changed", changed(2, { event_id: "x/2" }), /another hash/],
  ])("%s: refused, the stream named, nothing written", (_, imported, why) => {
    const file = join(aFolder(), "c.db");
    const outcome = importEvents(file, imported);
    expect(outcome).toMatchObject({ ok: false, job_id: events[0]?.job_id });
    expect(outcome.ok ? "" : outcome.message).toMatch(why);
    const ledger = openLedger(file);
    expect(ledger.heads()).toEqual([]);
    ledger.close();
  });

  test("a ledger that holds events is not written over", () => {
    const file = join(aFolder(), "d.db");
    expect(importEvents(file, events).ok).toBe(true);
    expect(importEvents(file, storeEvents([aMatrixRegistered()], "m"))).toMatchObject({
      ok: false,
    });
  });
});
