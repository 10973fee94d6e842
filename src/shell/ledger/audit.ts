/** Everything stored, checked from nothing: each stream is replayed, and what else is stored is compared with the replay. */
import type { StoredEvent } from "../../contracts/event.ts";
import { canonicalJson } from "../../core/digest/canonical.ts";
import type { LedgerFault } from "../../core/ledger-ports.ts";
import { auditStream, replayStream } from "../../core/lifecycle/audit.ts";
import { findAppendFaults, findEmptyAppends, nameAppend } from "./audit-appends.ts";
import { findSnapshotFaults } from "./audit-snapshot.ts";
import type { Connection } from "./database.ts";
import { fault } from "./ledger-fault.ts";
import { readRow } from "./read.ts";
import type { EventRow, Statements } from "./statements.ts";

/** Every fault: stream by stream, then those of the file as a whole. The caller's transaction keeps writers out of sight. */
export function auditLedger(database: Connection, statements: Statements): readonly LedgerFault[] {
  const damage = checkFile(database);
  if (damage.length > 0) return damage;
  const faults: LedgerFault[] = [];
  const appends = new Set<string>();
  for (const { job_id } of statements.streamIds.all()) {
    const rows = statements.eventsAfter.all(job_id, 0);
    for (const row of rows) appends.add(nameAppend(row.event_id));
    faults.push(...auditRows(statements, job_id, rows));
  }
  return [...faults, ...findEmptyAppends(statements, appends), ...checkPlaces(statements)];
}

function auditRows(
  statements: Statements,
  job_id: string,
  rows: readonly EventRow[],
): readonly LedgerFault[] {
  const events: StoredEvent[] = [];
  for (const row of rows) {
    const event = readRow(row, rows);
    if (!("hash" in event))
      return [fault(job_id, event.sequence, event.code, `${job_id}: ${event.what}.`)];
    if (canonicalJson(event.body) !== row.body) {
      const message = `Event ${row.event_id}: its text is not the one that was written.`;
      return [fault(job_id, row.sequence, "not_canonical", message)];
    }
    events.push(event);
  }
  const { first_fault } = auditStream(events);
  if (first_fault !== null)
    return [fault(job_id, first_fault.sequence, first_fault.code, first_fault.message)];
  const { snapshot } = replayStream(events);
  const last = events.at(-1);
  if (snapshot === null || last === undefined) return [];
  return [
    ...findSnapshotFaults(statements, job_id, snapshot, last),
    ...findAppendFaults(statements, job_id, events),
  ];
}

/** SQLite's own look at its pages; where it finds something, nothing that is read from them can be relied on. */
function checkFile(database: Connection): LedgerFault[] {
  try {
    const found = database.prepare<[], { integrity_check: string }>("PRAGMA integrity_check").all();
    return found
      .filter((row) => row.integrity_check !== "ok")
      .map((row) => fault(null, null, "file_damaged", `SQLite says: ${row.integrity_check}.`));
  } catch (error) {
    return [fault(null, null, "file_damaged", `SQLite cannot read it: ${String(error)}.`)];
  }
}

/** Positions count all events from 1 without a gap, and within a stream they go the way of its sequences. */
function checkPlaces(statements: Statements): readonly LedgerFault[] {
  const faults: LedgerFault[] = [];
  const last = new Map<string, number>();
  let expected = 1;
  for (const { position, job_id, sequence } of statements.allPlaces.iterate()) {
    if (position !== expected) {
      const message = `Event ${sequence} of ${job_id} is at position ${position} of the ledger, and none is at ${expected}.`;
      faults.push(fault(job_id, sequence, "position_differs", message));
    } else if (sequence < (last.get(job_id) ?? 0)) {
      const message = `Event ${sequence} of ${job_id} stands after event ${last.get(job_id)} of it, at position ${position} of the ledger.`;
      faults.push(fault(job_id, sequence, "position_differs", message));
    }
    last.set(job_id, sequence);
    expected = position + 1;
  }
  return faults;
}
