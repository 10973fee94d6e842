import { expect, test } from "vitest";

import type { StoredEvent } from "../../../src/contracts/event.ts";
import { auditJob } from "../../../src/core/audit/job-audit.ts";
import { canonicalJson } from "../../../src/core/digest/canonical.ts";
import { replayStream } from "../../../src/core/lifecycle/audit.ts";
import {
  aJobCreated,
  aModelRequested,
  anAttemptStarted,
  aReservation,
  aRunStarted,
  storeEvents,
} from "../../builders/events.ts";

const events: readonly StoredEvent[] = storeEvents([
  aJobCreated(),
  anAttemptStarted(),
  aRunStarted(),
  aReservation(),
  aModelRequested(),
]);

function headOf(stream: readonly StoredEvent[]) {
  const last = stream.at(-1);
  if (last === undefined) throw new Error("an empty stream");
  const { job_id, sequence: revision, hash: head } = last;
  return { job_id, revision, head, snapshot: canonicalJson(replayStream(stream).snapshot) };
}

test("a stream that stopped in the middle is no fault: what it left open is counted", () => {
  const audit = auditJob(headOf(events), events, () => null);
  expect(audit).toMatchObject({
    status: "running",
    gap_free: true,
    chain_valid: true,
    snapshot_equals_replay: true,
    outstanding_reservations: 1,
    terminal_artifact_verified: { missing: "the run gave no output" },
    artifacts: 1,
    first_fault: null,
  });
});

test("a stored snapshot that its events do not give is a fault, whatever else is right", () => {
  const head = headOf(events);
  const snapshot = head.snapshot.replace('"model_ordinal":1', '"model_ordinal":2');
  expect(snapshot).not.toBe(head.snapshot);
  const audit = auditJob({ ...head, snapshot }, events, () => null);
  expect(audit).toMatchObject({
    snapshot_equals_replay: false,
    first_fault: { code: "snapshot_differs", sequence: null },
  });
});

test("of several faults the one that comes first in the stream is named", () => {
  const cut = events.slice(0, -1);
  const wrong = { fault: "absent", message: "it does not exist" } as const;
  expect(auditJob(headOf(events), cut, () => wrong).first_fault).toMatchObject({
    code: "head_mismatch",
    sequence: 5,
  });
  const audit = auditJob({ ...headOf(events), head: "sha256:other" }, events, () => wrong);
  expect(audit.first_fault).toMatchObject({ sequence: 5 });
  expect(audit.missing_artifacts).toHaveLength(1);
});

test("a stream that can't be read is said to be unreadable, and nothing of it is called checked", () => {
  const audit = auditJob(
    headOf(events),
    { unreadable: "row 3 is no event", sequence: 3 },
    () => null,
  );
  expect(audit).toMatchObject({
    gap_free: false,
    chain_valid: false,
    outstanding_reservations: { missing: "its events can't be read" },
    first_fault: { code: "event_unreadable", sequence: 3 },
  });
});
