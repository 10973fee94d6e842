/** Stored rows come back as checked events, and a standing is only ever the replay of the events below it. */
import { storedEvent } from "../../contracts/event.ts";
import type { StoredEvent } from "../../contracts/event.ts";
import { canonicalJson } from "../../core/digest/canonical.ts";
import { chainHash } from "../../core/digest/digest.ts";
import { OtherVersion } from "../../core/lifecycle/other-version.ts";
import { reduceStream } from "../../core/lifecycle/reduce.ts";
import type { Standing } from "./append.ts";
import { nothingYet } from "./append.ts";
import type { EventRow, SnapshotRow, Statements } from "./statements.ts";

/** Events of one stream in order. Throws when a row is not an event any more: the file was changed from outside. */
export function readEvents(statements: Statements, job_id: string, after: number): StoredEvent[] {
  const rows = statements.eventsAfter.all(job_id, after);
  return rows.map((row) => readEvent(row, rows));
}

function readEvent(row: EventRow, rows: readonly EventRow[]): StoredEvent {
  const parsed = storedEvent.safeParse({ ...row, body: parseJson(row.body) });
  if (parsed.success) return parsed.data;
  if (isChained(rows))
    throw new OtherVersion(
      `the form of event ${row.sequence} of ${row.job_id} is not this version's, and its chain is whole`,
    );
  throw new Error(
    damage(row.job_id, `event ${row.sequence} is not readable: ${parsed.error.message}`),
  );
}

/** Whether each row still has the hash it was written with and follows the one before it, whatever its body says. */
function isChained(rows: readonly EventRow[]): boolean {
  return rows.every(({ event_id, job_id, sequence, at, previous, hash, body }, index) => {
    const before = rows[index - 1];
    if (before !== undefined && before.hash !== previous) return false;
    const event = { event_id, job_id, sequence, at, body: parseJson(body) };
    return event.body !== undefined && chainHash(previous, event) === hash;
  });
}

/** Brings a known standing up to the stored row by replaying what came after it. */
export function replayTo(
  statements: Statements,
  row: SnapshotRow | undefined,
  known: Standing | undefined,
): Standing {
  if (row === undefined) return nothingYet;
  if (known?.head === row.head) return known;
  let { snapshot, head } = known ?? nothingYet;
  for (const event of readEvents(statements, row.job_id, snapshot?.revision ?? 0)) {
    const step = reduceStream(snapshot, event);
    if (!step.ok) throw new Error(damage(row.job_id, step.message));
    snapshot = step.snapshot;
    head = event.hash;
  }
  if (head !== row.head || canonicalJson(snapshot) !== row.snapshot)
    throw new Error(
      damage(row.job_id, `its events do not give the snapshot of revision ${row.revision}`),
    );
  return { snapshot, head };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function damage(job_id: string, what: string): string {
  return `The ledger is damaged at ${job_id}: ${what}. Nothing was written. Restore a backup, or run the audit for the first fault.`;
}
