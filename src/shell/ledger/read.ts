/** Stored rows come back as checked events, and a standing is only ever the replay of the events below it. */
import { storedEvent } from "../../contracts/event.ts";
import type { StoredEvent } from "../../contracts/event.ts";
import { canonicalJson } from "../../core/digest/canonical.ts";
import { reduceStream } from "../../core/lifecycle/reduce.ts";
import type { Standing } from "./append.ts";
import { nothingYet } from "./append.ts";
import type { EventRow, SnapshotRow, Statements } from "./statements.ts";

/** Events of one stream in order. Throws when a row is not an event any more: the file was changed from outside. */
export function readEvents(statements: Statements, job_id: string, after: number): StoredEvent[] {
  return statements.eventsAfter.all(job_id, after).map(readEvent);
}

function readEvent(row: EventRow): StoredEvent {
  const parsed = storedEvent.safeParse({ ...row, body: parseJson(row.body) });
  if (parsed.success) return parsed.data;
  throw new Error(
    damage(row.job_id, `event ${row.sequence} is not readable: ${parsed.error.message}`),
  );
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
