/** Where a stream stands: taken from its stored snapshot when that fits the stream's last event, and saved entry by entry. */
import type { Digest } from "../../contracts/primitives.ts";
import { canonicalJson } from "../../core/digest/canonical.ts";
import { genesis } from "../../core/digest/digest.ts";
import { reduceStream } from "../../core/lifecycle/reduce.ts";
import type { Entry, EntryName, Scalars } from "../../core/lifecycle/snapshot-parts.ts";
import { joinSnapshot, splitSnapshot } from "../../core/lifecycle/snapshot-parts.ts";
import type { Snapshot } from "../../core/lifecycle/snapshot.ts";
import { lookup } from "../../core/lifecycle/snapshot.ts";
import { touchedEntries } from "../../core/lifecycle/touched.ts";
import type { AppendRequest } from "../../core/ports.ts";
import { damage, isLinked, readEvents } from "./read.ts";
import type { EntryRow, SnapshotRow, Statements } from "./statements.ts";

/** A stream as its last event left it. `entries`: how many rows its maps have. */
export interface Standing {
  readonly snapshot: Snapshot | null;
  readonly head: Digest;
  readonly entries: number;
}

const nothingYet: Standing = { snapshot: null, head: genesis, entries: 0 };

/**
 * The standing as stored, or as known when nothing came after it. History is not replayed here, so that what it costs
 * to go on does not grow with it; the audit replays.
 */
export function standingOf(
  statements: Statements,
  job_id: string,
  known: Standing | undefined,
): Standing {
  const row = statements.findSnapshot.get(job_id);
  if (row === undefined) return nothingYet;
  if (known?.head === row.head) return known;
  return known === undefined ? takeStored(statements, row) : catchUp(statements, row, known);
}

/** Taken only where snapshot, entries and the last event say the same: the hash of the event is worked out again. */
function takeStored(statements: Statements, row: SnapshotRow): Standing {
  const { job_id, revision, head } = row;
  const last = statements.lastEvent.get(job_id);
  if (last === undefined || last.sequence !== revision)
    throw damage(
      job_id,
      `its snapshot is of revision ${revision}, its events end at ${last?.sequence ?? 0}`,
    );
  if (last.hash !== head || !isLinked(last))
    throw damage(job_id, `event ${last.sequence} is not the one its snapshot was made after`);
  // Reads the form too: another version's event is never written after.
  readEvents(statements, job_id, revision - 1);
  const rows = statements.entriesOf.all(job_id);
  const snapshot = joinRows(row, rows);
  if (rows.length !== row.entries || snapshot?.revision !== revision)
    throw damage(job_id, `the parts of its snapshot of revision ${revision} do not fit each other`);
  return { snapshot, head, entries: rows.length };
}

/** Another process appended: its events are replayed on what was known here. */
function catchUp(statements: Statements, row: SnapshotRow, known: Standing): Standing {
  let { snapshot, head } = known;
  for (const event of readEvents(statements, row.job_id, snapshot?.revision ?? 0)) {
    const step = reduceStream(snapshot, event);
    if (!step.ok) throw damage(row.job_id, step.message);
    snapshot = step.snapshot;
    head = event.hash;
  }
  if (head !== row.head)
    throw damage(row.job_id, `its events do not lead to the snapshot of revision ${row.revision}`);
  return { snapshot, head, entries: row.entries };
}

/** Writes what the request's events changed. Throws where a row is not as it was left: the file was changed by something else. */
export function saveStanding(
  statements: Statements,
  request: AppendRequest,
  before: Standing,
  after: { readonly snapshot: Snapshot; readonly head: Digest },
): Standing {
  const { job_id } = request;
  const from = before.snapshot?.revision ?? 0;
  const old = before.snapshot === null ? {} : splitSnapshot(before.snapshot).maps;
  const { scalars, maps } = splitSnapshot(after.snapshot);
  let { entries } = before;
  for (const { part, key } of distinct(request.events.flatMap(touchedEntries))) {
    const was = lookup(old[part] ?? {}, key);
    const is = lookup(maps[part] ?? {}, key);
    if (was === is) continue;
    if (is === undefined) {
      expectOne(statements.removeEntry.run({ job_id, part, key }), job_id, from);
      entries -= 1;
      continue;
    }
    const row = { job_id, part, key, value: canonicalJson(is) };
    const { addEntry, changeEntry } = statements;
    expectOne(was === undefined ? addEntry.run(row) : changeEntry.run(row), job_id, from);
    if (was === undefined) entries += 1;
  }
  const { revision } = after.snapshot;
  const row = { job_id, revision, head: after.head, entries, scalars: canonicalJson(scalars) };
  const { addSnapshot, moveSnapshot } = statements;
  expectOne(from === 0 ? addSnapshot.run(row) : moveSnapshot.run({ ...row, from }), job_id, from);
  return { ...after, entries };
}

function distinct(names: readonly EntryName[]): Iterable<EntryName> {
  return new Map(names.map((name) => [`${name.part} ${name.key}`, name])).values();
}

function expectOne({ changes }: { readonly changes: number }, job_id: string, from: number): void {
  if (changes !== 1)
    throw new Error(
      `The ledger's snapshot of ${job_id} is not as revision ${from} left it: its file was changed by something else.`,
    );
}

/** The text of the stored snapshot, whole; `undefined` when there is none. */
export function snapshotText(statements: Statements, job_id: string): string | undefined {
  const row = statements.findSnapshot.get(job_id);
  if (row === undefined) return undefined;
  const snapshot = joinRows(row, statements.entriesOf.all(job_id));
  if (snapshot === null) throw damage(job_id, "its snapshot is not readable");
  return canonicalJson(snapshot);
}

/** `null` when a part is not JSON any more. */
function joinRows(row: SnapshotRow, rows: readonly EntryRow[]): Snapshot | null {
  try {
    const scalars: Scalars = JSON.parse(row.scalars);
    const entries = rows.map(({ part, key, value }): Entry => ({
      part,
      key,
      value: JSON.parse(value),
    }));
    return joinSnapshot(scalars, entries);
  } catch {
    return null;
  }
}
