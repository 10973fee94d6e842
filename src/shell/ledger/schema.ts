/** The ledger's tables, version 2. Triggers stop a mistake in our own code, not an attacker: the hash chain is for that. */

/** "agtl" in a file's header: a SQLite file that is not ours is never written to. */
export const applicationId = 0x6167746c;
export const schemaVersion = 2;

function forbid(table: string, change: "UPDATE" | "DELETE"): string {
  return `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`;
}

/** In the order they are created; also, word for word, what a file must hold to be opened. */
export const schemaStatements: readonly string[] = [
  `CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL UNIQUE,
  job_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  at TEXT NOT NULL,
  body TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (job_id, sequence)
) STRICT`,
  `CREATE TABLE appends (
  event_id TEXT PRIMARY KEY,
  request_sha256 TEXT NOT NULL,
  revision INTEGER NOT NULL,
  head TEXT NOT NULL
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE snapshots (
  job_id TEXT PRIMARY KEY,
  revision INTEGER NOT NULL,
  head TEXT NOT NULL,
  entries INTEGER NOT NULL,
  scalars TEXT NOT NULL
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE entries (
  job_id TEXT NOT NULL,
  part TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (job_id, part, key)
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE leases (
  resource TEXT PRIMARY KEY,
  epoch INTEGER NOT NULL,
  holder TEXT NOT NULL,
  beat INTEGER NOT NULL,
  released INTEGER NOT NULL
) STRICT, WITHOUT ROWID`,
  forbid("events", "UPDATE"),
  forbid("events", "DELETE"),
  forbid("appends", "UPDATE"),
  forbid("appends", "DELETE"),
  forbid("snapshots", "DELETE"),
  forbid("leases", "DELETE"),
];
