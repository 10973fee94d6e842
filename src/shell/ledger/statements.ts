/** Every SQL statement the ledger runs, prepared once a connection. */
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
  };
}
