/** The only writer of events: an append that was answered with ok is on the disk, whole, and in order. */
import { closeSync, fsyncSync, openSync } from "node:fs";

import type { CrashPoint } from "../../core/crash-points.ts";
import { neverCrash } from "../../core/crash-points.ts";
import type { AppendOutcome, AppendRequest, Ledger } from "../../core/ports.ts";
import { findRepeat, requestDigest, writeEvents } from "./append.ts";
import { auditLedger } from "./audit.ts";
import type { Connection, LedgerOptions } from "./database.ts";
import { openDatabase } from "./database.ts";
import { refusalOf, unknownOutcome } from "./failures.ts";
import { findLostLease, keepLeases } from "./leases.ts";
import { readEvents } from "./read.ts";
import type { Standing } from "./standing.ts";
import { snapshotText, standingOf } from "./standing.ts";
import { prepareStatements } from "./statements.ts";

/**
 * Opens the ledger file, or creates it in a folder that exists. One process holds it open for writing; others are
 * refused revision by revision, never mixed. Throws when the file is not a ledger or cannot be made durable.
 */
export function openLedger(file: string, options: LedgerOptions = {}): Ledger {
  return createLedger(() => openDatabase(file, options), options.crashPoint);
}

/** The ledger over connections that `open` makes; a second one is opened only after a COMMIT that failed. */
export function createLedger(open: () => Connection, crashPoint: CrashPoint = neverCrash): Ledger {
  let database = open();
  let statements = prepareStatements(database);
  const standings = new Map<string, Standing>();

  function reopen(): void {
    standings.clear();
    database.close();
    database = open();
    statements = prepareStatements(database);
  }

  function append(request: AppendRequest): AppendOutcome {
    const { job_id, event_id } = request;
    const digest = requestDigest(request);
    if (typeof digest !== "string") return digest;
    let committing = false;
    try {
      crashPoint("append.before-begin");
      statements.begin.run();
      const repeat = findRepeat(statements, request, digest);
      if (repeat !== null) return leave(repeat);
      const lost = findLostLease(statements, request);
      if (lost !== null) return leave(lost);
      const before = standingOf(statements, job_id, standings.get(job_id));
      const written = writeEvents(statements, request, digest, before, crashPoint);
      if (!written.ok) return leave(written);
      crashPoint("append.before-commit");
      committing = true;
      statements.commit.run();
      crashPoint("append.after-commit");
      standings.set(job_id, written.standing);
      return written.outcome;
    } catch (error) {
      if (committing) return settleCommit(error, request, digest);
      leave(null);
      const refusal = refusalOf(error, job_id);
      if (refusal !== null) return refusal;
      throw new Error(`Append of ${event_id} to ${job_id} failed; nothing was written.`, {
        cause: error,
      });
    }
  }

  function leave<T>(outcome: T): T {
    if (database.inTransaction) statements.rollback.run();
    return outcome;
  }

  /** A COMMIT that threw may have committed: the file itself says, after a synced checkpoint, so that its answer lasts. */
  function settleCommit(error: unknown, request: AppendRequest, digest: string): AppendOutcome {
    const { job_id, event_id } = request;
    try {
      leave(null);
      reopen();
      if (!checkpoint(database)) return unknownOutcome(error, job_id, event_id);
      const found = findRepeat(statements, request, digest);
      return found ?? refusalOf(error, job_id) ?? unknownOutcome(error, job_id, event_id);
    } catch {
      return unknownOutcome(error, job_id, event_id);
    }
  }

  return {
    append: async (request) => append(request),
    head: (job_id) => statements.findHead.get(job_id),
    heads: () => statements.allHeads.all(),
    events: (job_id) => readEvents(statements, job_id, 0),
    snapshot: (job_id) => snapshotText(statements, job_id),
    leases: keepLeases(() => statements),
    audit: () => database.transaction(() => auditLedger(database, statements))(),
    copyTo(file) {
      database.prepare("VACUUM INTO ?").run(file);
      const copy = openSync(file, "r+");
      fsyncSync(copy);
      closeSync(copy);
    },
    close() {
      if (!database.open) return;
      const clean = checkpoint(database);
      database.close();
      if (!clean)
        throw new Error(
          "The ledger was closed, but its write-ahead log could not be folded in: keep the -wal file beside it.",
        );
    },
  };
}

/** Writes the log back into the file, synced. False when another reader or writer is in the way. */
function checkpoint(database: Connection): boolean {
  const busy = database.pragma("wal_checkpoint(TRUNCATE)", { simple: true });
  return busy === 0;
}
