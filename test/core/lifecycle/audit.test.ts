import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { StoredEvent } from "../../../src/contracts/event.ts";
import { chainHash, genesis } from "../../../src/core/digest/digest.ts";
import { auditStream } from "../../../src/core/lifecycle/audit.ts";
import * as a from "../../builders/events.ts";
import { running } from "./replay.ts";

const good = a.storeEvents(a.aCompletedRun());

test("a whole run passes", () => {
  expect(auditStream(good)).toEqual({
    gap_free: true,
    chain_valid: true,
    outstanding_reservations: 0,
    ambiguous_operations: [],
    first_fault: null,
  });
  expect(auditStream(a.storeEvents([a.aMatrixRegistered()], "matrix-1")).first_fault).toBeNull();
});

test("an empty stream is not a good one", () => {
  expect(auditStream([])).toMatchObject({
    gap_free: false,
    chain_valid: false,
    first_fault: { code: "empty_stream" },
  });
});

test("what was left open is counted and named", () => {
  const open = [
    ...running,
    a.aReservation(),
    a.aModelRequested(),
    ...a.aToolCall(1).slice(0, 3),
    a.anAttemptEnded({ status: "failed", reason: "crash" }),
  ];
  expect(auditStream(a.storeEvents(open))).toMatchObject({
    outstanding_reservations: 2,
    ambiguous_operations: ["tool-1"],
    first_fault: null,
  });
  const settled = [...open, a.aToolSettled()];
  expect(auditStream(a.storeEvents(settled)).ambiguous_operations).toEqual([]);
});

/** Chains again after a change, as somebody would who knows the format. */
function relink(events: readonly StoredEvent[]): StoredEvent[] {
  let previous = genesis;
  return events.map((event) => {
    const { event_id, job_id, sequence, at, body } = event;
    const hash = chainHash(previous, { event_id, job_id, sequence, at, body });
    const linked = { ...event, previous, hash };
    previous = hash;
    return linked;
  });
}

describe("one change", () => {
  const place = fc.integer({ min: 0, max: good.length - 2 });
  const mutations: readonly [
    string,
    (events: StoredEvent[], k: number) => StoredEvent[],
    string[],
  ][] = [
    ["dropped", (events, k) => events.toSpliced(k, 1), ["sequence_gap"]],
    ["doubled", (events, k) => events.toSpliced(k, 0, ...events.slice(k, k + 1)), ["sequence_gap"]],
    [
      "swapped with the next",
      (events, k) => events.toSpliced(k, 2, ...events.slice(k, k + 2).toReversed()),
      ["sequence_gap"],
    ],
    [
      "time altered",
      (events, k) => edit(events, k, { at: "2027-01-01T00:00:00.000Z" }),
      ["hash_mismatch"],
    ],
    ["body altered", (events, k) => edit(events, k, { body: a.aFaultFired() }), ["hash_mismatch"]],
    ["renamed", (events, k) => edit(events, k, { event_id: "x/1" }), ["hash_mismatch"]],
    [
      "moved to another job",
      (events, k) => edit(events, k, { job_id: "job-2" }),
      ["wrong_job", "hash_mismatch"],
    ],
    ["hash altered", (events, k) => edit(events, k, { hash: a.aDigest("x") }), ["hash_mismatch"]],
    [
      "link altered",
      (events, k) => edit(events, k, { previous: a.aDigest("x") }),
      ["chain_broken"],
    ],
    [
      "text that is no Unicode",
      (events, k) => edit(events, k, { body: a.aFaultFired({ at: "\ud800" }) }),
      ["not_canonical"],
    ],
  ];
  test.each(mutations)("%s is found, and where", (_what, mutate, codes) => {
    fc.assert(
      fc.property(place, (k) => {
        const audit = auditStream(mutate([...good], k));
        expect(codes).toContain(audit.first_fault?.code);
        // A doubled event is out of place where its copy stands; a first event of another job makes the second the stranger.
        expect([k + 1, k + 2]).toContain(audit.first_fault?.sequence);
      }),
      { numRuns: good.length * 3 },
    );
  });
  test("chained again, an illegal order is still found by the reducer", () => {
    const reordered = good
      .toSpliced(7, 1)
      .map((event, index) => ({ ...event, sequence: index + 1 }));
    expect(auditStream(relink(reordered))).toMatchObject({
      gap_free: true,
      chain_valid: true,
      outstanding_reservations: 1,
      first_fault: null,
    });
    const withoutReservation = good
      .toSpliced(4, 1)
      .map((event, index) => ({ ...event, sequence: index + 1 }));
    expect(auditStream(relink(withoutReservation)).first_fault).toMatchObject({
      code: "not_reserved",
      sequence: 5,
    });
  });
  test("a tail cut off passes here: only the head anchored outside shows it", () => {
    expect(auditStream(good.slice(0, -3)).first_fault).toBeNull();
    expect(good.at(-4)?.hash).not.toBe(good.at(-1)?.hash);
  });
});

function edit(events: StoredEvent[], k: number, change: Partial<StoredEvent>): StoredEvent[] {
  return events.map((event, index) => (index === k ? { ...event, ...change } : event));
}
