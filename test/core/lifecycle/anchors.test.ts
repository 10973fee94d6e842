import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { RuntimeEvent, StoredEvent } from "../../../src/contracts/event.ts";
import type { AnchoredHead, FoundStream } from "../../../src/core/lifecycle/anchors.ts";
import { compareHeads } from "../../../src/core/lifecycle/anchors.ts";
import * as a from "../../builders/events.ts";

const whole = a.storeEvents(a.aCompletedRun());

function anchorAt(revision: number, events: readonly StoredEvent[] = whole): AnchoredHead {
  return { job_id: "job-1", revision, head: events[revision - 1]?.hash ?? "" };
}
function compare(stream: FoundStream, ...anchors: AnchoredHead[]) {
  return compareHeads(new Map([["job-1", stream]]), anchors);
}
const end = anchorAt(whole.length);

test("a stream that stands where it was anchored, or has grown since, is the same", () => {
  expect(compare(whole, end)).toEqual([]);
  for (let revision = 1; revision <= whole.length; revision += 1)
    expect(compare(whole, anchorAt(revision))).toEqual([]);
});

test("A7 a tail that was cut off is lost from the first event that is gone, wherever it was cut", () => {
  for (let kept = 1; kept < whole.length; kept += 1)
    expect(compare(whole.slice(0, kept), end)).toEqual([
      {
        code: "tail_lost",
        job_id: "job-1",
        sequence: kept + 1,
        message: `Stream job-1 is not the one anchored at revision ${whole.length}: it ends at ${kept}; ${whole.length - kept} events are gone.`,
      },
    ]);
});

test("A7 no event, or no stream at all", () => {
  expect(compare([], end)).toMatchObject([{ code: "stream_missing", sequence: 1 }]);
  expect(compareHeads(new Map(), [end])).toMatchObject([{ code: "stream_missing", sequence: 1 }]);
});

test("A7 another history, chained by the rules, is not the anchored one", () => {
  const other = a.storeEvents(a.aCompletedRun({ candidate: "another" }));
  expect(compare(other, end)).toMatchObject([{ code: "head_mismatch", sequence: whole.length }]);
  // A shorter one of another history is both; the loss is what stands first.
  expect(compare(other.slice(0, 3), end)).toMatchObject([{ code: "tail_lost", sequence: 4 }]);
});

describe("A7 one change inside is a broken chain, with its place", () => {
  test("dropped, swapped, altered: property over every place", () => {
    const change = fc.constantFrom("drop", "swap", "alter", "forge");
    const place = fc.integer({ min: 0, max: whole.length - 2 });
    fc.assert(
      fc.property(change, place, (how, index) => {
        const events = [...whole];
        const [first, second] = events.slice(index, index + 2);
        if (first === undefined || second === undefined) throw new Error("no such place");
        const body: RuntimeEvent = a.aCancelRequested({ reason: "not what was written" });
        if (how === "drop") events.splice(index, 1);
        if (how === "swap") events.splice(index, 2, second, first);
        if (how === "alter") events[index] = { ...first, body };
        if (how === "forge") events[index] = { ...first, hash: a.aDigest("forged") };
        expect(compare(events, end)).toMatchObject([
          { code: "chain_broken", sequence: index + 1, job_id: "job-1" },
        ]);
      }),
    );
  });
  test("rows that are no events any more", () => {
    expect(compare({ unreadable: "event 3 is not readable" }, end)).toMatchObject([
      { code: "chain_broken", message: expect.stringContaining("event 3 is not readable") },
    ]);
  });
});

test("each anchor is answered for itself, in the anchors' order", () => {
  const lost = whole.slice(0, 5);
  const gone = { ...end, job_id: "job-2" };
  const faults = compare(lost, anchorAt(5), gone, end);
  expect(faults.map(({ job_id, code }) => [job_id, code])).toEqual([
    ["job-2", "stream_missing"],
    ["job-1", "tail_lost"],
  ]);
});

test("a whole chain the reducer of today would not accept is still the anchored one", () => {
  const illegal = a.storeEvents([a.aJobCreated(), a.aRunFinished()]);
  expect(compare(illegal, anchorAt(2, illegal))).toEqual([]);
});
