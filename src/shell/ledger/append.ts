/** One append is all or nothing: revision compared, every event judged by the reducer, chained, and stored with its snapshot. */
import { storedEvent } from "../../contracts/event.ts";
import type { RuntimeEvent, StoredEvent } from "../../contracts/event.ts";
import type { Digest } from "../../contracts/primitives.ts";
import type { CrashPoint } from "../../core/crash-points.ts";
import { canonicalJson, tryCanonicalJson } from "../../core/digest/canonical.ts";
import { chainText, digestBytes } from "../../core/digest/digest.ts";
import { reduceStream } from "../../core/lifecycle/reduce.ts";
import type { AppendOutcome, AppendRequest } from "../../core/ports.ts";
import type { AppendRefusal } from "./failures.ts";
import { refuse } from "./failures.ts";
import type { Standing } from "./standing.ts";
import { saveStanding } from "./standing.ts";
import type { Statements } from "./statements.ts";

export type Written =
  | { readonly ok: true; readonly standing: Standing; readonly outcome: AppendOutcome }
  | AppendRefusal;

/** What makes two appends the same: the job and the events; not when, nor at which revision they were tried. */
export function requestDigest(
  request: Pick<AppendRequest, "job_id" | "events">,
): Digest | AppendRefusal {
  const text = tryCanonicalJson({ job_id: request.job_id, events: request.events });
  if (!text.ok) return refuse("invalid_transition", request.job_id, text.message);
  return digestBytes(`agent-lab/append/v1\n${text.text}`);
}

/** The stored outcome of an append with this event_id, if there is one. */
export function findRepeat(
  statements: Statements,
  request: AppendRequest,
  digest: Digest,
): AppendOutcome | null {
  const stored = statements.findAppend.get(request.event_id);
  if (stored === undefined) return null;
  if (stored.request_sha256 !== digest) {
    const what = `event_id ${request.event_id} stands for other events already`;
    return refuse("event_id_reused", request.job_id, what);
  }
  return { ok: true, revision: stored.revision, head: stored.head, repeated: true };
}

/** Writes inside the caller's transaction; on a refusal the caller rolls back. */
export function writeEvents(
  statements: Statements,
  request: AppendRequest,
  digest: Digest,
  before: Standing,
  crashPoint: CrashPoint,
): Written {
  const { job_id, event_id, at } = request;
  const from = before.snapshot?.revision ?? 0;
  if (from !== request.expected_revision) {
    const what = `expected revision ${request.expected_revision}, found ${from}: another append came first`;
    return refuse("state_conflict", job_id, what);
  }
  let { snapshot, head } = before;
  let position = statements.lastPosition.get()?.position ?? 0;
  for (const [index, body] of request.events.entries()) {
    const sequence = from + index + 1;
    position += 1;
    const link = { event_id: `${event_id}/${index + 1}`, job_id, sequence, at };
    const event = linkEvent(link, body, position, head);
    const unreadable = findUnreadable(event);
    if (unreadable !== null) return refuse("invalid_transition", job_id, unreadable);
    const step = reduceStream(snapshot, event);
    if (!step.ok) return refuse("invalid_transition", job_id, step.message, step.code);
    statements.addEvent.run({ ...event, body: canonicalJson(body) });
    snapshot = step.snapshot;
    head = event.hash;
  }
  if (snapshot === null) return refuse("invalid_transition", job_id, "an append needs an event");
  crashPoint("append.after-events");
  const standing = saveStanding(statements, request, before, { snapshot, head });
  const { revision } = snapshot;
  statements.addAppend.run({ event_id, request_sha256: digest, revision, head });
  return {
    ok: true,
    standing,
    outcome: { ok: true, revision, head, repeated: false },
  };
}

/** An event is stored only if it will be read back as it was written (a contract may drop a key named __proto__). */
function findUnreadable(event: StoredEvent): string | null {
  const what = `event ${event.event_id}, ${event.body.type},`;
  const parsed = storedEvent.safeParse(event);
  if (!parsed.success) return `${what} does not fit its contract: ${parsed.error.message}`;
  if (canonicalJson(parsed.data.body) === canonicalJson(event.body)) return null;
  return `${what} holds a key that its contract does not keep`;
}

function linkEvent(
  link: Pick<StoredEvent, "event_id" | "job_id" | "sequence" | "at">,
  body: RuntimeEvent,
  position: number,
  previous: Digest,
): StoredEvent {
  const hash = chainText(previous, canonicalJson({ ...link, body }));
  return { ...link, position, body, previous, hash };
}
