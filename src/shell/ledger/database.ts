/** An open connection is durable and ours: every setting is read back, and the tables are the expected ones, word for word. */
import Database from "better-sqlite3";

import type { CrashPoint } from "../../core/crash-points.ts";
import { bindingOptions } from "./binding.ts";
import { applicationId, schemaStatements, schemaVersion } from "./schema.ts";

export type Connection = Database.Database;

export interface LedgerOptions {
  /** Folder with SQLite's native code, for a bundle; without it the installed package's is used. */
  readonly prebuilds?: string;
  /** Milliseconds to wait for another writer before `ledger_busy`; 5000 unless given. */
  readonly busy_timeout_ms?: number;
  readonly crashPoint?: CrashPoint;
}

/**
 * Write-ahead log with a sync at every commit. `synchronous` is set explicitly because better-sqlite3's SQLite is built
 * with a weaker default for this journal mode, which it would fall back to without a word.
 */
const settings = {
  journal_mode: "wal",
  synchronous: 2,
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  mmap_size: 0,
  fullfsync: 1,
} as const;

/** Opens or creates the ledger file. Throws when a setting does not hold or the file is not a ledger of this version. */
export function openDatabase(file: string, options: LedgerOptions = {}): Connection {
  const timeout = options.busy_timeout_ms ?? 5_000;
  const binding = bindingOptions(options.prebuilds);
  let database: Connection | undefined;
  try {
    database = new Database(file, { timeout, ...binding });
    for (const [name, value] of Object.entries(settings)) database.pragma(`${name} = ${value}`);
    assertSettings(database, file);
    prepareSchema(database, file);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && error.message.includes(file)) throw error;
    throw new Error(`The ledger ${file} cannot be opened: ${String(error)}.`, { cause: error });
  }
}

export function assertSettings(database: Connection, file: string): void {
  for (const [name, value] of Object.entries(settings)) {
    const found = database.pragma(name, { simple: true });
    // mmap_size has no answer where SQLite was built without memory mapping, which is what we ask for.
    if (found === value || (name === "mmap_size" && found === undefined)) continue;
    throw new Error(
      `The ledger ${file} cannot be made durable: PRAGMA ${name} is ${String(found)} and must be ${value}. ` +
        "Put it on a local disk: a network folder does not hold a write-ahead log.",
    );
  }
}

function prepareSchema(database: Connection, file: string): void {
  if (isEmpty(database)) database.transaction(createSchema).immediate(database);
  const found = [
    database.pragma("application_id", { simple: true }),
    database.pragma("user_version", { simple: true }),
    ...readSchema(database),
  ];
  const expected = [applicationId, schemaVersion, ...schemaStatements.toSorted()];
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(
      `${file} is not an Agent Lab ledger of version ${schemaVersion}: its tables differ from those this version writes. ` +
        "Nothing was changed. Name another file, or import the bundle's events instead of opening its database.",
    );
}

/** Another process may have been first between the look and the lock, so it looks again under the lock. */
function createSchema(database: Connection): void {
  if (!isEmpty(database)) return;
  for (const statement of schemaStatements) database.exec(statement);
  database.pragma(`application_id = ${applicationId}`);
  database.pragma(`user_version = ${schemaVersion}`);
}

function isEmpty(database: Connection): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
}

function readSchema(database: Connection): readonly string[] {
  return database
    .prepare<[], { sql: string }>("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
    .all()
    .map((row) => row.sql)
    .toSorted();
}
