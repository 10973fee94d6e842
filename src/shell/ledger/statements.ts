/** Every SQL statement the ledger runs, prepared once a connection. */
import type { Fence } from "../../core/lease-ports.ts";
import type { JobHead } from "../../core/ledger-ports.ts";
import type { EntryName } from "../../core/lifecycle/snapshot-parts.ts";
import type { Connection } from "./database.ts";

export interface EventRow {
  position: number;
  event_id: string;
  job_id: string;
  sequence: number;
  at: string;
  body: string;
  previous: string;
  hash: string;
}
export interface SnapshotRow {
  job_id: string;
  revision: number;
  head: string;
  /** How many rows of `entries` belong to it. */
  entries: number;
  /** The snapshot without its maps. */
  scalars: string;
}
export interface EntryRow extends EntryName {
  job_id: string;
  value: string;
}
export interface AppendRow {
  request_sha256: string;
  revision: number;
  head: string;
}
export interface StoredLease {
  resource: string;
  epoch: number;
  holder: string;
  beat: number;
  released: 0 | 1;
}

export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: Connection) {
  return {
    begin: database.prepare<[]>("BEGIN IMMEDIATE"),
    commit: database.prepare<[]>("COMMIT"),
    rollback: database.prepare<[]>("ROLLBACK"),
    findAppend: database.prepare<[string], AppendRow>(
      "SELECT request_sha256, revision, head FROM appends WHERE event_id = ?",
    ),
    addAppend: database.prepare<AppendRow & { event_id: string }>(
      "INSERT INTO appends VALUES (:event_id, :request_sha256, :revision, :head)",
    ),
    lastPosition: database.prepare<[], { position: number | null }>(
      "SELECT max(position) AS position FROM events",
    ),
    addEvent: database.prepare<EventRow>(
      "INSERT INTO events VALUES (:position, :event_id, :job_id, :sequence, :at, :body, :previous, :hash)",
    ),
    eventsAfter: database.prepare<[string, number], EventRow>(
      "SELECT * FROM events WHERE job_id = ? AND sequence > ? ORDER BY sequence",
    ),
    lastEvent: database.prepare<[string], EventRow>(
      "SELECT * FROM events WHERE job_id = ? ORDER BY sequence DESC LIMIT 1",
    ),
    allPlaces: database.prepare<[], Pick<EventRow, "position" | "job_id" | "sequence">>(
      "SELECT position, job_id, sequence FROM events ORDER BY position",
    ),
    allAppends: database.prepare<[], { event_id: string }>(
      "SELECT event_id FROM appends ORDER BY event_id",
    ),
    streamIds: database.prepare<[], { job_id: string }>(
      "SELECT job_id FROM events UNION SELECT job_id FROM snapshots UNION SELECT job_id FROM entries ORDER BY job_id",
    ),
    findHead: database.prepare<[string], JobHead>(
      "SELECT job_id, revision, head FROM snapshots WHERE job_id = ?",
    ),
    allHeads: database.prepare<[], JobHead>(
      "SELECT job_id, revision, head FROM snapshots ORDER BY job_id",
    ),
    findSnapshot: database.prepare<[string], SnapshotRow>(
      "SELECT * FROM snapshots WHERE job_id = ?",
    ),
    addSnapshot: database.prepare<SnapshotRow>(
      "INSERT INTO snapshots VALUES (:job_id, :revision, :head, :entries, :scalars)",
    ),
    moveSnapshot: database.prepare<SnapshotRow & { from: number }>(
      "UPDATE snapshots SET revision = :revision, head = :head, entries = :entries, scalars = :scalars WHERE job_id = :job_id AND revision = :from",
    ),
    entriesOf: database.prepare<[string], EntryRow>(
      "SELECT * FROM entries WHERE job_id = ? ORDER BY part, key",
    ),
    addEntry: database.prepare<EntryRow>(
      "INSERT INTO entries VALUES (:job_id, :part, :key, :value)",
    ),
    changeEntry: database.prepare<EntryRow>(
      "UPDATE entries SET value = :value WHERE job_id = :job_id AND part = :part AND key = :key",
    ),
    removeEntry: database.prepare<EntryName & { job_id: string }>(
      "DELETE FROM entries WHERE job_id = :job_id AND part = :part AND key = :key",
    ),
    findLease: database.prepare<[string], StoredLease>("SELECT * FROM leases WHERE resource = ?"),
    allLeases: database.prepare<[], StoredLease>("SELECT * FROM leases ORDER BY resource"),
    addLease: database.prepare<{ resource: string; holder: string }>(
      "INSERT INTO leases VALUES (:resource, 1, :holder, 0, 0) ON CONFLICT DO NOTHING",
    ),
    moveLease: database.prepare<StoredLease & { next: string }>(
      "UPDATE leases SET epoch = epoch + 1, holder = :next, beat = 0, released = 0 WHERE resource = :resource AND epoch = :epoch AND holder = :holder AND beat = :beat AND released = :released",
    ),
    beatLease: database.prepare<Fence>(
      "UPDATE leases SET beat = beat + 1 WHERE resource = :resource AND epoch = :epoch AND released = 0",
    ),
    releaseLease: database.prepare<Fence>(
      "UPDATE leases SET released = 1 WHERE resource = :resource AND epoch = :epoch",
    ),
  };
}
