/** The appends that were answered with ok, compared with the events they wrote. */
import type { StoredEvent } from "../../contracts/event.ts";
import type { LedgerFault } from "../../core/ledger-ports.ts";
import { requestDigest } from "./append.ts";
import { fault } from "./ledger-fault.ts";
import type { Statements } from "./statements.ts";

/** The append an event was part of: its id without the number within the append. */
export function nameAppend(event_id: string): string {
  return event_id.replace(/\/\d+$/, "");
}

/** Of one whole stream: each of its events belongs to an append that is recorded as it was written. */
export function findAppendFaults(
  statements: Statements,
  job_id: string,
  events: readonly StoredEvent[],
): readonly LedgerFault[] {
  const groups = Map.groupBy(events, (event) => nameAppend(event.event_id));
  return [...groups].flatMap(([event_id, group]) => {
    const wrong = findDifference(statements, job_id, event_id, group);
    if (wrong === null) return [];
    const message = `Append ${event_id} to ${job_id} ${wrong}.`;
    return [fault(job_id, group[0]?.sequence ?? null, "append_differs", message)];
  });
}

/** Appends of which no event is left, by the ids of those that have some. */
export function findEmptyAppends(
  statements: Statements,
  known: ReadonlySet<string>,
): readonly LedgerFault[] {
  return statements.allAppends
    .all()
    .filter(({ event_id }) => !known.has(event_id))
    .map(({ event_id }) => {
      const message = `Append ${event_id} was answered with ok, and none of its events is there.`;
      return fault(null, null, "append_differs", message);
    });
}

function findDifference(
  statements: Statements,
  job_id: string,
  event_id: string,
  group: readonly StoredEvent[],
): string | null {
  const stored = statements.findAppend.get(event_id);
  const last = group.at(-1);
  if (stored === undefined) return "has events and is not recorded as an append";
  if (group.some((event, index) => event.event_id !== `${event_id}/${index + 1}`))
    return "has events that are not numbered from 1 without a gap";
  if (stored.revision !== last?.sequence || stored.head !== last.hash)
    return `is recorded as ending at revision ${stored.revision} with ${stored.head}, and its events end at ${last?.sequence} with ${last?.hash}`;
  if (requestDigest({ job_id, events: group.map((event) => event.body) }) !== stored.request_sha256)
    return "is recorded with the digest of other events";
  return null;
}
