/** A6, B3 and B4 over the real ledger: a batch is all or nothing, a settlement happens once, and many spenders never pass the cap. */
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";

import type { RuntimeEvent } from "../../src/contracts/event.ts";
import { canonicalJson } from "../../src/core/digest/canonical.ts";
import { auditStream, replayStream } from "../../src/core/lifecycle/audit.ts";
import { reduceStream } from "../../src/core/lifecycle/reduce.ts";
import type { JobSnapshot, Snapshot } from "../../src/core/lifecycle/snapshot.ts";
import type { Ledger } from "../../src/core/ports.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import * as a from "../builders/events.ts";
import { freshFolder } from "../shell/ledger/folder.ts";
import { anAppend, appendAll } from "../shell/ledger/requests.ts";

const thorough = process.env["AGENT_LAB_CRASH_PLACES"] === "all";

function freshLedger(): Ledger {
  const ledger = openLedger(join(freshFolder(), "ledger.db"));
  onTestFinished(() => ledger.close());
  return ledger;
}

describe("A6 the reducer refuses one event of a batch", () => {
  const batch = a.aCompletedRun().slice(0, 8);
  test.each(batch.map((_, index) => index))(
    "A6 event %i of eight: none is there",
    async (index) => {
      const ledger = freshLedger();
      const other = { job_id: "job-2", event_id: "other" };
      await ledger.append(anAppend(0, batch.slice(0, 1), other));
      const illegal = batch.with(index, a.aRunFinished());
      const refused = await ledger.append(anAppend(0, illegal));
      expect(refused).toMatchObject({ ok: false, code: "invalid_transition" });
      expect(ledger.events("job-1")).toEqual([]);
      expect(ledger.head("job-1")).toBeUndefined();
      expect(ledger.heads().map(({ job_id }) => job_id)).toEqual(["job-2"]);
      // Neither the event id nor a position was used up.
      expect(await ledger.append(anAppend(0, batch))).toMatchObject({ ok: true, revision: 8 });
      expect(ledger.events("job-1").map(({ position }) => position)).toEqual(
        batch.map((_event, place) => place + 2),
      );
    },
  );
});

describe("B3 a settlement", () => {
  const open = [...a.aCompletedRun().slice(0, 4), a.aReservation(), a.aModelRequested()];
  const settled = [...open, a.aModelSettled(), a.aSettlement()];
  test.each<[string, readonly RuntimeEvent[], RuntimeEvent, string]>([
    ["the same again", settled, a.aSettlement(), "already_settled"],
    ["another amount", settled, a.aSettlement({ cost_pico: "1" }), "settlement_conflict"],
    ["another amount: nothing", settled, a.aSettlement({ cost_pico: "0" }), "settlement_conflict"],
    [
      "what was not reserved",
      open,
      a.aSettlement({ reservation_id: "r-9" }),
      "unknown_reservation",
    ],
    ["more than was reserved", open, a.aSettlement({ cost_pico: "1000001" }), "overdraft"],
    ["more calls than reserved", open, a.aSettlement({ model_calls: 2 }), "overdraft"],
    ["less, called the worst case", open, a.aSettlement({ worst_case: true }), "not_worst_case"],
  ])("B3 of %s is refused by name and changes nothing", async (_what, before, event, code) => {
    const ledger = freshLedger();
    await appendAll(ledger, before);
    const head = ledger.head("job-1");
    const refused = await ledger.append(anAppend(before.length, [event], { event_id: "twice" }));
    expect(refused).toMatchObject({ ok: false, code: "invalid_transition" });
    expect(refused).toHaveProperty("message", expect.stringContaining(`(${code})`));
    expect(ledger.head("job-1")).toEqual(head);
  });

  test("B3 the same append again is answered with the first outcome: settled once", async () => {
    const ledger = freshLedger();
    await appendAll(ledger, open);
    const request = anAppend(open.length, [a.aModelSettled(), a.aSettlement()]);
    const first = await ledger.append(request);
    expect(await ledger.append(request)).toEqual({ ...first, repeated: true });
    expect(jobOf(ledger).settled.cost_pico).toBe("400000");
  });
});

function jobOf(ledger: Ledger): JobSnapshot {
  const { snapshot } = replayStream(ledger.events("job-1"));
  if (snapshot?.kind !== "job") throw new Error("no job");
  return snapshot;
}

function committed(job: JobSnapshot): { cost: bigint; calls: number } {
  const held = Object.values(job.reservations);
  return {
    cost: held.reduce((sum, one) => sum + BigInt(one.cost_pico), BigInt(job.settled.cost_pico)),
    calls: held.reduce((sum, one) => sum + one.model_calls, job.settled.model_calls),
  };
}

/** What one adapter does next; its view of the revision may be old by `lag` appends. */
const move = fc.record({
  adapter: fc.integer({ min: 1, max: 5 }),
  act: fc.constantFrom("reserve", "reserve", "settle", "settle-less", "settle-twice"),
  cost: fc.constantFrom(1, 3, 4, 7, 10),
  lag: fc.constantFrom(0, 0, 0, 1, 3),
});

test("B4 property: adapters at the edge of the budget, in any order: settled and outstanding never pass the cap", async () => {
  const limits = { model_calls: 6, tool_calls: 0, cost_pico: "20", wall_ms: 1 };
  const ledger = freshLedger();
  let runs = 0;
  let reached = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 40 }), async (moves) => {
      runs += 1;
      const job_id = `job-${runs}`;
      const created = a.aCompletedRun({ limits }).slice(0, 4);
      await appendAll(ledger, created, 4, job_id);
      const open = new Map<number, { reservation_id: string; cost_pico: string }>();
      for (const [index, { adapter, act, cost, lag }] of moves.entries()) {
        const held = open.get(adapter);
        const id = `${adapter}-${index}`;
        const reserved = a.aReservation({
          reservation_id: `r-${id}`,
          operation_id: `m-${id}`,
          cost_pico: `${cost}`,
        });
        const spent = act === "settle-less" ? "0" : (held?.cost_pico ?? "5");
        const settlement = a.aSettlement({
          reservation_id: held?.reservation_id ?? "r-none",
          operation_id: (held?.reservation_id ?? "r-none").replace("r-", "m-"),
          cost_pico: spent,
        });
        const body = act === "reserve" ? reserved : settlement;
        const at = (ledger.head(job_id)?.revision ?? 0) - lag;
        const request = anAppend(at, [body], { job_id, event_id: `${job_id}-${index}` });
        const outcome = await ledger.append(request);
        if (!outcome.ok) refused += 1;
        else if (act === "reserve") open.set(adapter, reserved);
        else if (act !== "settle-twice") open.delete(adapter);
      }
      const { first_fault } = auditStream(ledger.events(job_id));
      expect(first_fault).toBeNull();
      let snapshot: Snapshot | null = null;
      for (const event of ledger.events(job_id)) {
        const step = reduceStream(snapshot, event);
        if (!step.ok || step.snapshot.kind !== "job") throw new Error("not a job");
        snapshot = step.snapshot;
        const { cost, calls } = committed(step.snapshot);
        expect(cost <= 20n && calls <= 6, `revision ${event.sequence}`).toBe(true);
        if (cost >= 19n || calls === 6) reached += 1;
      }
      expect(canonicalJson(snapshot)).toBe(ledger.snapshot(job_id));
    }),
    { numRuns: thorough ? 200 : 25 },
  );
  // The edge was reached, and somebody was turned away there.
  expect(reached).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
});
