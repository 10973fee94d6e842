import { statSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import { canonicalJson } from "../../../src/core/digest/canonical.ts";
import { auditStream, replayStream } from "../../../src/core/lifecycle/audit.ts";
import type { Ledger } from "../../../src/core/ports.ts";
import { openLedger } from "../../../src/shell/ledger/ledger.ts";
import * as a from "../../builders/events.ts";
import { freshFolder } from "./folder.ts";
import { anAppend, appendAll } from "./requests.ts";

function freshLedger(file = join(freshFolder(), "ledger.db")): Ledger {
  const ledger = openLedger(file);
  onTestFinished(() => ledger.close());
  return ledger;
}
const run = a.aCompletedRun();

describe("append", () => {
  test("stores events and snapshot, and says the new revision and head", async () => {
    const ledger = freshLedger();
    const outcome = await ledger.append(anAppend(0, run.slice(0, 3)));
    const events = ledger.events("job-1");
    expect(outcome).toEqual({ ok: true, revision: 3, head: events[2]?.hash, repeated: false });
    expect(events.map((event) => [event.event_id, event.sequence, event.position])).toEqual([
      ["append-0/1", 1, 1],
      ["append-0/2", 2, 2],
      ["append-0/3", 3, 3],
    ]);
    expect(events.map((event) => event.body)).toEqual(run.slice(0, 3));
    expect(ledger.head("job-1")).toMatchObject({ revision: 3, head: events[2]?.hash });
    expect(ledger.head("job-2")).toBeUndefined();
    expect(ledger.snapshot("job-2")).toBeUndefined();
    expect(ledger.events("job-2")).toEqual([]);
  });

  test("chains as the published format says, so any reader can check it", async () => {
    const ledger = freshLedger();
    await appendAll(ledger, run);
    expect(auditStream(ledger.events("job-1")).first_fault).toBeNull();
  });

  test("a wrong revision is refused and changes nothing", async () => {
    const ledger = freshLedger();
    await appendAll(ledger, run.slice(0, 2));
    for (const revision of [0, 1, 3]) {
      const request = anAppend(revision, run.slice(2, 3), { event_id: "late" });
      const outcome = await ledger.append(request);
      expect(outcome).toMatchObject({ ok: false, code: "state_conflict" });
      expect(outcome).toHaveProperty("message", expect.stringContaining("found 2"));
    }
    expect(ledger.events("job-1")).toHaveLength(2);
  });

  test("one illegal event refuses the whole append, snapshot included", async () => {
    const ledger = freshLedger();
    await appendAll(ledger, run.slice(0, 4));
    const before = [ledger.head("job-1"), ledger.snapshot("job-1")];
    const events = [a.aReservation(), a.aModelRequested(), a.aToolSettled()];
    const outcome = await ledger.append(anAppend(4, events));
    expect(outcome).toMatchObject({ ok: false, code: "invalid_transition" });
    expect(outcome).toHaveProperty("message", expect.stringContaining("tool.settled of tool-1"));
    expect([ledger.head("job-1"), ledger.snapshot("job-1")]).toEqual(before);
    expect(ledger.events("job-1")).toHaveLength(4);
    // The refused id was not used up.
    expect(await ledger.append(anAppend(4, events.slice(0, 2)))).toMatchObject({ ok: true });
  });

  test("the same append again is answered, not repeated; the same id with other events is refused", async () => {
    const ledger = freshLedger();
    const request = anAppend(0, run.slice(0, 2));
    const first = await ledger.append(request);
    await ledger.append(anAppend(2, run.slice(2, 4)));
    const later = { ...request, at: "2026-11-30T09:00:00.000Z", expected_revision: 4 };
    expect(await ledger.append(later)).toEqual({ ...first, repeated: true });
    for (const other of [{ events: run.slice(0, 1) }, { job_id: "job-2" }])
      expect(await ledger.append({ ...request, ...other })).toMatchObject({
        code: "event_id_reused",
      });
    expect(ledger.events("job-1")).toHaveLength(4);
  });

  test.each<[string, RuntimeEvent]>([
    ["a number JSON cannot hold", a.aFaultFired({ at: "x", kind: "\ud800" })],
    ["an unsafe integer", a.aToolRequested({ arguments: { n: 2 ** 60 } })],
    [
      "a key that would not be read back",
      a.aToolRequested({ arguments: JSON.parse('{"__proto__":1}') }),
    ],
    ["an amount that is not one", a.aReservation({ cost_pico: "-1" })],
    ["a field of no contract", { ...a.aRunStarted(), extra: 1 } as RuntimeEvent],
  ])("%s is refused, never stored", async (_what, event) => {
    const ledger = freshLedger();
    await appendAll(ledger, run.slice(0, 4));
    expect(await ledger.append(anAppend(4, [event]))).toMatchObject({ code: "invalid_transition" });
    expect(ledger.events("job-1")).toHaveLength(4);
  });

  test("no events, no append", async () => {
    const ledger = freshLedger();
    expect(await ledger.append(anAppend(0, []))).toMatchObject({ code: "invalid_transition" });
  });
});

describe("streams side by side", () => {
  test("have their own revisions and chains, and one order over all", async () => {
    const ledger = freshLedger();
    for (const [index, body] of run.entries())
      for (const job_id of ["job-b", "job-a"])
        await ledger.append(anAppend(index, [body], { job_id, event_id: `${job_id}-${index}` }));
    await ledger.append(anAppend(0, [a.aMatrixRegistered()], { job_id: "m", event_id: "m-0" }));
    expect(ledger.heads().map((head) => [head.job_id, head.revision])).toEqual([
      ["job-a", run.length],
      ["job-b", run.length],
      ["m", 1],
    ]);
    const positions = ["job-b", "job-a", "m"].flatMap((id) =>
      ledger.events(id).map((event) => event.position),
    );
    expect(positions.toSorted((x, y) => x - y)).toEqual(positions.map((_, index) => index + 1));
    for (const { job_id } of ledger.heads())
      expect(auditStream(ledger.events(job_id)).first_fault).toBeNull();
    expect(ledger.audit()).toEqual([]);
  });
});

describe("after reopening", () => {
  test("heads, snapshots and events are the same, and the next append goes on", async () => {
    const file = join(freshFolder(), "ledger.db");
    const first = openLedger(file);
    await appendAll(first, run.slice(0, 6));
    const [heads, events, snapshot] = [
      first.heads(),
      first.events("job-1"),
      first.snapshot("job-1"),
    ];
    first.close();
    const second = freshLedger(file);
    expect(second.heads()).toEqual(heads);
    expect(second.snapshot("job-1")).toBe(snapshot);
    expect(second.events("job-1")).toEqual(events);
    expect(await second.append(anAppend(6, run.slice(6, 7), { event_id: "next" }))).toMatchObject({
      ok: true,
      revision: 7,
    });
    expect(auditStream(second.events("job-1")).first_fault).toBeNull();
  });
  test("closing folds the log into the one file", async () => {
    const file = join(freshFolder(), "ledger.db");
    const ledger = openLedger(file);
    await appendAll(ledger, run);
    ledger.close();
    ledger.close();
    expect(() => statSync(`${file}-wal`)).toThrow(/ENOENT/);
  });
});

test("a copy is a ledger of its own with the same heads; an existing file is not overwritten", async () => {
  const folder = freshFolder();
  const ledger = freshLedger(join(folder, "ledger.db"));
  await appendAll(ledger, run);
  const copy = join(folder, "copy.db");
  ledger.copyTo(copy);
  expect(() => ledger.copyTo(copy)).toThrow(/exists/);
  const opened = freshLedger(copy);
  expect(opened.heads()).toEqual(ledger.heads());
  expect(opened.events("job-1")).toEqual(ledger.events("job-1"));
});

test("property: however a run is cut into appends, it is gap-free and its replay is the stored snapshot", async () => {
  const file = join(freshFolder(), "ledger.db");
  const ledger = freshLedger(file);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: run.length }),
      fc.integer({ min: 1, max: 6 }),
      async (length, size) => {
        runs += 1;
        const job_id = `job-${runs}`;
        await appendAll(ledger, run.slice(0, length), size, job_id);
        const events = ledger.events(job_id);
        expect(events.map((event) => event.sequence)).toEqual(
          run.slice(0, length).map((_, k) => k + 1),
        );
        expect(auditStream(events).first_fault).toBeNull();
        expect(ledger.snapshot(job_id)).toBe(canonicalJson(replayStream(events).snapshot));
      },
    ),
    { numRuns: 40 },
  );
  expect(ledger.audit()).toEqual([]);
  const reopened = openLedger(file);
  expect(reopened.heads()).toEqual(ledger.heads());
  reopened.close();
});
