/** Every SQL statement the ledger runs, prepared once a connection. */
import type { Fence } from "../../core/lease-ports.ts";
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
  snapshot: string;
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
    findSnapshot: database.prepare<[string], SnapshotRow>(
      "SELECT * FROM snapshots WHERE job_id = ?",
    ),
    allSnapshots: database.prepare<[], SnapshotRow>("SELECT * FROM snapshots ORDER BY job_id"),
    addSnapshot: database.prepare<SnapshotRow>(
      "INSERT INTO snapshots VALUES (:job_id, :revision, :head, :snapshot)",
    ),
    moveSnapshot: database.prepare<SnapshotRow & { from: number }>(
      "UPDATE snapshots SET revision = :revision, head = :head, snapshot = :snapshot WHERE job_id = :job_id AND revision = :from",
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
