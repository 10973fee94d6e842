import { expect, test } from "vitest";

import { aloneTime, createCrew } from "../../src/commands/crew.ts";
import type { Holders } from "../../src/core/lease-ports.ts";
import { aJobCreated } from "../builders/events.ts";
import { job, openRig } from "./rig.ts";

const dead = "7:1:dead";
const other = "8:1:other";
const own = "9:1:own";

const holders: Holders = {
  ttl_ms: 1_000,
  name: () => own,
  isOwn: (holder) => holder === own,
  isAlive: (holder) => holder !== dead,
  every: () => () => undefined,
};

function openCrew(workers = 1, open = 5) {
  const { ledger } = openRig();
  let now = 0;
  const clock = { now: () => "", monotonic: () => now, sleep: async () => undefined };
  const crew = createCrew({ clock, holders }, ledger, workers, () => open);
  const take = (resource: string, holder: string) => {
    const fence = ledger.leases.take(resource, holder, ledger.leases.read(resource));
    if (fence === null) throw new Error(`${resource} was not taken`);
    return fence;
  };
  return { ledger, crew, take, later: (ms: number) => void (now += ms) };
}

test("free is what nobody holds, what was given back, and what a dead process left, at once", () => {
  const { crew, ledger, take } = openCrew();
  expect(crew.isFree("block-1")).toBe(true);
  const fence = take("block-1", other);
  expect(crew.isFree("block-1")).toBe(false);
  ledger.leases.release(fence);
  expect(crew.isFree("block-1")).toBe(true);
  take("block-2", dead);
  expect(crew.isFree("block-2")).toBe(true);
});

test("a living holder that gives no sign of life is waited for; one that beats is never free, nor is one's own", () => {
  const { crew, ledger, take, later } = openCrew();
  const fence = take("block-1", other);
  take("block-2", own);
  for (let round = 0; round < 5; round += 1) {
    expect(crew.isFree("block-1")).toBe(false);
    later(900);
    ledger.leases.beat(fence);
  }
  expect(crew.isFree("block-1")).toBe(false);
  later(999);
  expect(crew.isFree("block-1")).toBe(false);
  later(1);
  expect(crew.isFree("block-1")).toBe(true);
  expect(crew.isFree("block-2")).toBe(false);
});

test("at work are the own workers, as far as there are blocks for them, and others with a living lease", () => {
  const { crew, take, ledger } = openCrew(3, 2);
  take("block-1", own);
  const company = crew.watch("block-1");
  expect(company.atWork()).toBe(2);
  const fence = take("block-2", other);
  take("block-3", dead);
  take("elsewhere", other);
  expect(company.atWork()).toBe(3);
  ledger.leases.release(fence);
  expect(company.atWork()).toBe(2);
});

test.each<[string, (company: ReturnType<typeof openCrew>) => void, boolean]>([
  ["nobody", () => undefined, false],
  ["a dead process's lease", ({ take }) => take("block-3", dead), true],
  [
    "another that took a block and gave it back",
    ({ take, ledger }) => ledger.leases.release(take("block-2", other)),
    true,
  ],
  ["another worker of this process", ({ take }) => take("block-2", own), true],
  ["a lease that is no block's", ({ take }) => take("elsewhere", other), false],
])("whether one was alone to the end: %s", (_what, happens, joined) => {
  const rig = openCrew();
  rig.take("block-1", own);
  const company = rig.crew.watch("block-1");
  expect(company.joined()).toBe(false);
  happens(rig);
  expect(company.joined()).toBe(joined);
});

test("who was there from the start counts, also when it has gone since; who had gone before does not", () => {
  const { crew, ledger, take } = openCrew();
  const fence = take("block-2", other);
  const company = crew.watch("block-1");
  ledger.leases.release(fence);
  expect(company.joined()).toBe(true);
  expect(crew.watch("block-1").joined()).toBe(false);
});

test.each([
  [1, false, 40],
  [1, true, { missing: "another worker ran beside it" }],
  [4, true, 40],
])("time at concurrency %i, joined %s", async (concurrency, joined, time) => {
  const { ledger } = openRig();
  const events = [aJobCreated({ concurrency })];
  await ledger.append({
    job_id: job,
    expected_revision: 0,
    event_id: "e",
    at: "2026-11-30T08:00:00.000Z",
    events,
  });
  const company = { atWork: () => concurrency, joined: () => joined };
  expect(aloneTime({ ledger, company }, job, 40)).toEqual(time);
  const never = { missing: "it never ended" };
  expect(aloneTime({ ledger, company }, job, never)).toEqual(never);
});
