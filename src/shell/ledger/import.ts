/** A ledger made from events that other ledgers wrote: the same appends again, each accepted by the reducer, none changed. */
import type { StoredEvent } from "../../contracts/event.ts";
import { neverCrash } from "../../core/crash-points.ts";
import type { Imported } from "../../core/merge-ports.ts";
import type { AppendRequest } from "../../core/ports.ts";
import { findRepeat, requestDigest, writeEvents } from "./append.ts";
import { nameAppend } from "./audit-appends.ts";
import { openDatabase, type LedgerOptions } from "./database.ts";
import { standingOf, type Standing } from "./standing.ts";
import { prepareStatements, type Statements } from "./statements.ts";

class Refused extends Error {
  readonly job_id: string;
  constructor(job_id: string, message: string) {
    super(message);
    this.job_id = job_id;
  }
}

/** One transaction. `events` stand in the order of their appends; the file must hold no event yet. */
export function importEvents(
  file: string,
  events: readonly StoredEvent[],
  options: LedgerOptions = {},
): Imported {
  const database = openDatabase(file, options);
  try {
    const statements = prepareStatements(database);
    database
      .transaction(() => {
        if ((statements.lastPosition.get()?.position ?? 0) > 0)
          throw new Refused("", "the ledger holds events already");
        const standings = new Map<string, Standing>();
        for (const append of splitAppends(events)) importAppend(statements, standings, append);
      })
      .immediate();
    return { ok: true };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ok: false, job_id: error.job_id, message: error.message };
  } finally {
    database.close();
  }
}

/** What one append wrote stands together: nothing of another can come between. */
function splitAppends(events: readonly StoredEvent[]): StoredEvent[][] {
  const appends: StoredEvent[][] = [];
  for (const event of events) {
    const current = appends.at(-1);
    const before = current?.at(-1);
    const same =
      before?.job_id === event.job_id && nameAppend(before.event_id) === nameAppend(event.event_id);
    if (same) current?.push(event);
    else appends.push([event]);
  }
  return appends;
}

function importAppend(
  statements: Statements,
  standings: Map<string, Standing>,
  append: readonly StoredEvent[],
): void {
  const [first] = append;
  const last = append.at(-1);
  if (first === undefined || last === undefined) return;
  const { job_id, at } = first;
  const request: AppendRequest = {
    job_id,
    expected_revision: first.sequence - 1,
    event_id: nameAppend(first.event_id),
    at,
    events: append.map(({ body }) => body),
  };
  const digest = requestDigest(request);
  if (typeof digest !== "string") throw new Refused(job_id, digest.message);
  if (findRepeat(statements, request, digest) !== null)
    throw new Refused(job_id, `the append ${request.event_id} is there twice`);
  const before = standings.get(job_id) ?? standingOf(statements, job_id, undefined);
  const written = writeEvents(statements, request, digest, before, neverCrash);
  if (!written.ok) throw new Refused(job_id, written.message);
  const misnamed = append.find(
    (event, at_index) =>
      event.event_id !== `${request.event_id}/${at_index + 1}` || event.at !== at,
  );
  if (misnamed !== undefined || written.standing.head !== last.hash)
    throw new Refused(
      job_id,
      `event ${(misnamed ?? last).sequence} comes out with another hash than the one it was stored with`,
    );
  standings.set(job_id, written.standing);
}
