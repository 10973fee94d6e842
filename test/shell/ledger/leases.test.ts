import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import type { LeaseRow } from "../../../src/core/lease-ports.ts";
import { mayTake, observe } from "../../../src/core/leases/takeover.ts";
import type { Ledger } from "../../../src/core/ports.ts";
import { openDatabase } from "../../../src/shell/ledger/database.ts";
import { openLedger } from "../../../src/shell/ledger/ledger.ts";
import * as a from "../../builders/events.ts";
import { freshFolder } from "./folder.ts";
import { anAppend } from "./requests.ts";

const run = a.aCompletedRun();

function freshLedger(file = join(freshFolder(), "ledger.db"), busy_timeout_ms = 50): Ledger {
  const ledger = openLedger(file, { busy_timeout_ms });
  onTestFinished(() => ledger.close());
  return ledger;
}

const taken: LeaseRow = {
  resource: "matrix",
  epoch: 1,
  holder: "host-1",
  beat: 0,
  released: false,
};

test("a lease is taken once, grows by an epoch with each taking, and is there after reopening", () => {
  const file = join(freshFolder(), "ledger.db");
  const { leases } = freshLedger(file);
  expect(leases.read("matrix")).toBeUndefined();
  expect(leases.take("matrix", "host-1", undefined)).toEqual({ resource: "matrix", epoch: 1 });
  expect(leases.take("matrix", "host-2", undefined)).toBeNull();
  expect(leases.read("matrix")).toEqual(taken);
  expect(leases.take("matrix", "host-2", taken)).toEqual({ resource: "matrix", epoch: 2 });
  leases.take("another", "host-3", undefined);
  expect(freshLedger(file).leases.all()).toEqual([
    { ...taken, resource: "another", holder: "host-3" },
    { ...taken, epoch: 2, holder: "host-2" },
  ]);
});

test.each<[string, Partial<LeaseRow>]>([
  ["another epoch", { epoch: 2 }],
  ["another holder", { holder: "host-9" }],
  ["an older beat", { beat: 0 }],
  ["a release that was not", { released: true }],
])("L4 a lease seen with %s than it has is not taken", (_what, difference) => {
  const { leases } = freshLedger();
  const fence = leases.take("matrix", "host-1", undefined);
  if (fence === null) throw new Error("not taken");
  expect(leases.beat(fence)).toBe(true);
  const before = leases.all();
  expect(before).toEqual([{ ...taken, beat: 1 }]);
  expect(leases.take("matrix", "host-2", { ...taken, beat: 1, ...difference })).toBeNull();
  expect(leases.all()).toEqual(before);
});

test("L4 a beat or a release under an old epoch, or of what nobody took, changes nothing", () => {
  const { leases } = freshLedger();
  const old = leases.take("matrix", "host-1", undefined);
  if (old === null) throw new Error("not taken");
  leases.take("matrix", "host-2", taken);
  const before = leases.all();
  for (const fence of [old, { resource: "matrix", epoch: 3 }, { resource: "nothing", epoch: 1 }]) {
    leases.release(fence);
    expect(leases.beat(fence)).toBe(false);
  }
  expect(leases.all()).toEqual(before);
  const mine = { resource: "matrix", epoch: 2 };
  leases.release(mine);
  leases.release(mine);
  expect(leases.read("matrix")).toMatchObject({ epoch: 2, released: true });
  expect(leases.beat(mine)).toBe(false);
});

test("an append that shows its lease is taken; without it, with an old epoch, or after release it is refused whole", async () => {
  const ledger = freshLedger();
  const { leases } = ledger;
  const nobody = { resource: "matrix", epoch: 1 };
  expect(await ledger.append(anAppend(0, run.slice(0, 2), { fence: nobody }))).toEqual({
    ok: false,
    code: "lease_lost",
    message:
      "Append to job-1 refused: the lease of matrix under epoch 1 is lost: nobody ever took it; stop writing.",
  });
  const fence = leases.take("matrix", "host-1", undefined);
  if (fence === null) throw new Error("not taken");
  const first = anAppend(0, run.slice(0, 2), { fence });
  expect(await ledger.append(first)).toMatchObject({ ok: true, revision: 2 });
  leases.take("matrix", "host-2", leases.read("matrix"));
  const late = anAppend(2, run.slice(2, 3), { fence });
  expect(await ledger.append(late)).toEqual({
    ok: false,
    code: "lease_lost",
    message:
      "Append to job-1 refused: the lease of matrix under epoch 1 is lost: host-2 holds it under epoch 2; stop writing.",
  });
  expect(ledger.head("job-1")).toMatchObject({ revision: 2 });
  // What was written while the lease was held stays answered: it is a fact, not a new append.
  expect(await ledger.append(first)).toMatchObject({ ok: true, revision: 2, repeated: true });
  const second = { resource: "matrix", epoch: 2 };
  expect(await ledger.append({ ...late, fence: second })).toMatchObject({ ok: true, revision: 3 });
  leases.release(second);
  const refused = await ledger.append(anAppend(3, run.slice(3, 4), { fence: second }));
  expect(refused).toMatchObject({ code: "lease_lost" });
  expect(refused).toHaveProperty("message", expect.stringContaining("released under epoch 2"));
  // Who shows no lease is judged by revision alone.
  expect(await ledger.append(anAppend(3, run.slice(3, 4)))).toMatchObject({ ok: true });
});

test("while another writer holds the ledger, taking, beating and releasing answer and change nothing", () => {
  const file = join(freshFolder(), "ledger.db");
  const { leases } = freshLedger(file);
  const fence = leases.take("matrix", "host-1", undefined);
  if (fence === null) throw new Error("not taken");
  const other = openDatabase(file);
  onTestFinished(() => {
    other.close();
  });
  other.exec("BEGIN IMMEDIATE");
  expect(leases.take("matrix", "host-2", taken)).toBeNull();
  expect(leases.take("job", "host-2", undefined)).toBeNull();
  // It still is the holder; only its sign of life is missing.
  expect(leases.beat(fence)).toBe(true);
  expect(leases.beat({ ...fence, epoch: 7 })).toBe(false);
  leases.release(fence);
  other.exec("ROLLBACK");
  expect(leases.all()).toEqual([taken]);
  expect(leases.take("matrix", "host-2", taken)).toEqual({ resource: "matrix", epoch: 2 });
});

test("L1 the wall clock plays no part: neither the order of events nor a lease reads it", async () => {
  const ledger = freshLedger();
  const ats = ["2026-11-30T08:39:11.000Z", "2026-11-30T07:39:11.000Z", "2026-11-30T09:39:11.000Z"];
  const wall = globalThis.Date;
  onTestFinished(() => {
    globalThis.Date = wall;
  });
  const reads: string[] = [];
  globalThis.Date = new Proxy(wall, {
    construct: () => {
      reads.push("new Date");
      return new wall(0);
    },
    apply: () => {
      reads.push("Date()");
      return "";
    },
    get: (target, name) => {
      if (name === "now") reads.push("Date.now");
      return Reflect.get(target, name) as unknown;
    },
  });
  const { leases } = ledger;
  const fence = leases.take("matrix", "host-1", undefined);
  if (fence === null) throw new Error("not taken");
  for (const [index, at] of ats.entries()) {
    const request = anAppend(index, run.slice(index, index + 1), { at, fence });
    expect(await ledger.append(request)).toMatchObject({ ok: true });
    expect(leases.beat(fence)).toBe(true);
  }
  const seen = leases.read("matrix");
  if (seen === undefined) throw new Error("no lease");
  expect(mayTake(seen, observe(undefined, seen, 5).since_ms, 1_000, 10_000)).toBe(false);
  const next = leases.take("matrix", "host-2", seen);
  const stored = ledger.events("job-1");
  globalThis.Date = wall;
  expect(reads).toEqual([]);
  // In the order of their revisions, whatever their clocks said.
  expect(stored.map(({ at, sequence, position }) => [at, sequence, position])).toEqual(
    ats.map((at, index) => [at, index + 1, index + 1]),
  );
  expect(next).toEqual({ resource: "matrix", epoch: 2 });
  expect(ledger.audit()).toEqual([]);
});

test("L2 what is done under a lease is not done once another has it, and nobody takes it meanwhile", () => {
  const file = join(freshFolder(), "ledger.db");
  const { leases } = freshLedger(file);
  const other = freshLedger(file);
  const old = leases.take("matrix", "host-1", undefined);
  if (old === null) throw new Error("not taken");
  const done: string[] = [];
  const answer = leases.whileHeld(old, () => {
    done.push("mine");
    expect(other.leases.take("matrix", "host-2", taken)).toBeNull();
    expect(other.leases.whileHeld(old, () => done.push("theirs"))).toBe("busy");
  });
  expect(answer).toBe("done");
  expect(other.leases.take("matrix", "host-2", taken)).toEqual({ resource: "matrix", epoch: 2 });
  expect(leases.whileHeld(old, () => done.push("late"))).toBe("lost");
  expect(() =>
    other.leases.whileHeld({ resource: "matrix", epoch: 2 }, () => {
      throw new Error("the work failed");
    }),
  ).toThrow("the work failed");
  expect(leases.beat({ resource: "matrix", epoch: 2 })).toBe(true);
  expect(done).toEqual(["mine"]);
});
