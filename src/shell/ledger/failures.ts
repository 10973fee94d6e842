/** What SQLite's errors mean for an append: a typed refusal for trouble of the outside world, nothing for a bug. */
import Database from "better-sqlite3";

import type { AppendRefusalCode } from "../../core/ledger-ports.ts";
import type { AppendOutcome } from "../../core/ports.ts";

export type AppendRefusal = Extract<AppendOutcome, { ok: false }>;

/** Refusal of an error raised before COMMIT was asked for: nothing was written. `null`: not the world's fault, throw it. */
export function refusalOf(error: unknown, job_id: string): AppendRefusal | null {
  if (!(error instanceof Database.SqliteError)) return null;
  const { code } = error;
  if (isBusy(error))
    return refuse("ledger_busy", job_id, "another writer holds the ledger: try again", code);
  if (code === "SQLITE_FULL")
    return refuse("storage_full", job_id, "the disk is full: make room and try again", code);
  if (code.startsWith("SQLITE_IOERR") || code === "SQLITE_READONLY" || code === "SQLITE_CANTOPEN")
    return refuse(
      "storage_failed",
      job_id,
      "the disk did not take it: check it and try again",
      code,
    );
  return null;
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);
}

/** COMMIT failed and the ledger could not be asked afterwards. The same event_id may be sent again safely. */
export function unknownOutcome(error: unknown, job_id: string, event_id: string): AppendRefusal {
  const what = `whether ${event_id} was written is unknown: open the ledger again and send the same event_id`;
  return refuse("outcome_unknown", job_id, what, String(error));
}

export function refuse(
  code: AppendRefusalCode,
  job_id: string,
  what: string,
  found?: string,
): AppendRefusal {
  const detail = found === undefined ? "" : ` (${found})`;
  return { ok: false, code, message: `Append to ${job_id} refused: ${what}${detail}.` };
}
