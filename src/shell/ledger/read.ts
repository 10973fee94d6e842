/** Stored rows come back as checked events, or it is said what they are instead: damaged, or another version's. */
import { storedEvent } from "../../contracts/event.ts";
import type { StoredEvent } from "../../contracts/event.ts";
import { chainHash } from "../../core/digest/digest.ts";
import { DamagedEvent } from "../../core/lifecycle/damaged-event.ts";
import { OtherVersion } from "../../core/lifecycle/other-version.ts";
import type { EventRow, Statements } from "./statements.ts";

export interface UnreadableRow {
  readonly code: "other_version" | "event_unreadable";
  readonly sequence: number;
  readonly what: string;
}

/** Events of one stream in order. Throws when a row is not an event any more: the file was changed from outside. */
export function readEvents(statements: Statements, job_id: string, after: number): StoredEvent[] {
  const rows = statements.eventsAfter.all(job_id, after);
  return rows.map((row) => {
    const read = readRow(row, rows);
    if ("hash" in read) return read;
    if (read.code === "other_version") throw new OtherVersion(read.what);
    throw new DamagedEvent(read.sequence, damage(job_id, read.what).message);
  });
}

/** The event of a row; `rows` are those of its stream, which tell another version's event from a damaged one. */
export function readRow(row: EventRow, rows: readonly EventRow[]): StoredEvent | UnreadableRow {
  const parsed = storedEvent.safeParse({ ...row, body: parseJson(row.body) });
  if (parsed.success) return parsed.data;
  const { sequence, job_id } = row;
  if (isChained(rows)) {
    const what = `the form of event ${sequence} of ${job_id} is not this version's, and its chain is whole`;
    return { code: "other_version", sequence, what };
  }
  const what = `event ${sequence} is not readable: ${parsed.error.message}`;
  return { code: "event_unreadable", sequence, what };
}

/** Whether each row still has the hash it was written with and follows the one before it, whatever its body says. */
function isChained(rows: readonly EventRow[]): boolean {
  return rows.every((row, index) => {
    const before = rows[index - 1];
    return (before === undefined || before.hash === row.previous) && isLinked(row);
  });
}

/** Whether the row's hash is that of its content. */
export function isLinked({
  event_id,
  job_id,
  sequence,
  at,
  previous,
  hash,
  body,
}: EventRow): boolean {
  const event = { event_id, job_id, sequence, at, body: parseJson(body) };
  return event.body !== undefined && chainHash(previous, event) === hash;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function damage(job_id: string, what: string): Error {
  return new Error(
    `The ledger is damaged at ${job_id}: ${what}. Nothing was written. Restore a backup, or run the audit for the first fault.`,
  );
}
