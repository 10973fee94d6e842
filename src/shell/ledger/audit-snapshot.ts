/** A stored snapshot compared, part by part, with what its events give. */
import type { StoredEvent } from "../../contracts/event.ts";
import { canonicalJson } from "../../core/digest/canonical.ts";
import type { LedgerFault } from "../../core/ledger-ports.ts";
import { splitSnapshot } from "../../core/lifecycle/snapshot-parts.ts";
import type { Snapshot } from "../../core/lifecycle/snapshot.ts";
import { fault } from "./ledger-fault.ts";
import type { Statements } from "./statements.ts";

/** `replayed` and `last`: what the stream's events give, and the last of them. */
export function findSnapshotFaults(
  statements: Statements,
  job_id: string,
  replayed: Snapshot,
  last: StoredEvent,
): readonly LedgerFault[] {
  const differ = (what: string): LedgerFault =>
    fault(job_id, last.sequence, "snapshot_differs", `The snapshot of ${job_id} ${what}.`);
  const row = statements.findSnapshot.get(job_id);
  if (row === undefined) return [differ("is missing")];
  const { scalars, maps } = splitSnapshot(replayed);
  const expected = new Map(
    Object.entries(maps).flatMap(([part, entries]) =>
      Object.entries(entries).map(([key, value]) => [nameEntry(part, key), canonicalJson(value)]),
    ),
  );
  const faults: LedgerFault[] = [];
  if (row.revision !== last.sequence || row.head !== last.hash)
    faults.push(
      differ(
        `is of revision ${row.revision} with ${row.head}, and its events end at ${last.sequence} with ${last.hash}`,
      ),
    );
  if (row.scalars !== canonicalJson(scalars))
    faults.push(differ(`says ${row.scalars}, and its events give ${canonicalJson(scalars)}`));
  if (row.entries !== expected.size)
    faults.push(differ(`counts ${row.entries} entries, and its events give ${expected.size}`));
  for (const { part, key, value } of statements.entriesOf.all(job_id)) {
    const name = nameEntry(part, key);
    if (expected.get(name) !== value)
      faults.push(entryFault(job_id, last, name, value, expected.get(name)));
    expected.delete(name);
  }
  for (const [name, value] of expected)
    faults.push(entryFault(job_id, last, name, undefined, value));
  return faults;
}

function nameEntry(part: string, key: string): string {
  return `${part} ${JSON.stringify(key)}`;
}

function entryFault(
  job_id: string,
  last: StoredEvent,
  name: string,
  found: string | undefined,
  expected: string | undefined,
): LedgerFault {
  const is = found === undefined ? "is missing" : `is ${found}`;
  const give = expected === undefined ? "give none" : `give ${expected}`;
  const message = `The entry ${name} of ${job_id} ${is}, and its events ${give}.`;
  return fault(job_id, last.sequence, "entry_differs", message);
}
