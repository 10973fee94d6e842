/** One stream of a stored matrix, checked from nothing: its chain, its replay, its stored snapshot and its artifacts. */
import type { StoredEvent } from "../../contracts/event.ts";
import type { ArtifactRef, Missing } from "../../contracts/primitives.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { artifactsOf } from "../evidence/artifacts.ts";
import type { JobHead } from "../ledger-ports.ts";
import { auditStream, replayStream } from "../lifecycle/audit.ts";
import type { Snapshot } from "../lifecycle/snapshot.ts";
import type { ArtifactFault } from "../ports.ts";

/** `sequence`: the first event that is wrong; null where the fault is not about one. */
export interface FoundFault {
  readonly code: string;
  readonly job_id: string;
  readonly sequence: number | null;
  readonly message: string;
}

/** `snapshot`: RFC 8785 text, as it stood at the head; null where there was none. */
export interface StoredHead extends JobHead {
  readonly snapshot: string | null;
}

/** Events up to the stored head, or why they can't be read. */
export type ReadStream =
  | readonly StoredEvent[]
  | { readonly unreadable: string; readonly sequence: number };

/** `artifacts`: how many the events name. `null` in `first_fault`: none was found. */
export interface JobAudit {
  readonly job_id: string;
  readonly revision: number;
  readonly head: string;
  readonly status: string | Missing;
  readonly events: number;
  readonly artifacts: number;
  readonly gap_free: boolean;
  readonly chain_valid: boolean;
  readonly snapshot_equals_replay: boolean;
  readonly outstanding_reservations: number | Missing;
  readonly ambiguous_operations: readonly string[] | Missing;
  readonly terminal_artifact_verified: boolean | Missing;
  readonly checkpoint_verified: boolean | Missing;
  readonly missing_artifacts: readonly string[];
  readonly first_fault: FoundFault | null;
}

/** `inspect` says what is wrong with a named artifact where it is kept; null when its bytes are the named ones. */
export function auditJob(
  stored: StoredHead,
  stream: ReadStream,
  inspect: (ref: ArtifactRef) => ArtifactFault | null,
): JobAudit {
  const { job_id, revision, head } = stored;
  if (isUnreadable(stream)) return unreadableJob(stored, stream);
  const audit = auditStream(stream);
  const { snapshot } = replayStream(stream);
  const faults: FoundFault[] = [];
  const note = (code: string, sequence: number | null, message: string): void => {
    faults.push({ code, job_id, sequence, message });
  };
  if (audit.first_fault !== null) {
    const { code, sequence, message } = audit.first_fault;
    note(code, sequence, message);
  }
  const last = stream.at(-1);
  if (last?.sequence !== revision || last.hash !== head)
    note(
      "head_mismatch",
      Math.min(revision, stream.length + 1),
      `${revision} events were written, the last with ${head}; ${stream.length} are there, the last with ${last?.hash ?? "no hash"}`,
    );
  const snapshot_equals_replay = snapshot !== null && canonicalJson(snapshot) === stored.snapshot;
  if (!snapshot_equals_replay && faults.length === 0)
    note("snapshot_differs", null, `its events do not give the snapshot of revision ${revision}`);
  const named = stream.flatMap(({ sequence, body }) =>
    artifactsOf(body).map((ref) => ({ sequence, ref, fault: inspect(ref) })),
  );
  for (const { sequence, fault } of named)
    if (fault !== null) note(`artifact_${fault.fault}`, sequence, fault.message);
  return {
    job_id,
    revision,
    head,
    status: snapshot === null ? { missing: "no event could be replayed" } : statusOf(snapshot),
    events: stream.length,
    artifacts: named.length,
    gap_free: audit.gap_free,
    chain_valid: audit.chain_valid,
    snapshot_equals_replay,
    outstanding_reservations: audit.outstanding_reservations,
    ambiguous_operations: audit.ambiguous_operations,
    terminal_artifact_verified: verified(named, ["final_output"], "the run gave no output"),
    checkpoint_verified: verified(named, ["checkpoint"], "no checkpoint was saved"),
    missing_artifacts: named.flatMap(({ ref, fault }) =>
      fault?.fault === "absent" ? [ref.sha256] : [],
    ),
    first_fault: firstOf(faults),
  };
}

/** What a person calls the state of a stream: the run's status once it has one, else how far it came. */
export function statusOf(snapshot: Snapshot): string {
  return snapshot.kind === "job" ? (snapshot.status ?? snapshot.phase) : snapshot.phase;
}

function verified(
  named: readonly { readonly ref: ArtifactRef; readonly fault: ArtifactFault | null }[],
  roles: readonly ArtifactRef["role"][],
  none: string,
): boolean | Missing {
  const mine = named.filter(({ ref }) => roles.includes(ref.role));
  return mine.length === 0 ? { missing: none } : mine.every(({ fault }) => fault === null);
}

/** The one that comes first in the stream; a fault without a place comes last. */
function firstOf(faults: readonly FoundFault[]): FoundFault | null {
  const place = (one: FoundFault): number => one.sequence ?? Number.MAX_SAFE_INTEGER;
  return faults.toSorted((left, right) => place(left) - place(right))[0] ?? null;
}

function unreadableJob(
  { job_id, revision, head }: JobHead,
  { unreadable, sequence }: Exclude<ReadStream, readonly StoredEvent[]>,
): JobAudit {
  const unknown: Missing = { missing: "its events can't be read" };
  return {
    job_id,
    revision,
    head,
    status: unknown,
    events: 0,
    artifacts: 0,
    gap_free: false,
    chain_valid: false,
    snapshot_equals_replay: false,
    outstanding_reservations: unknown,
    ambiguous_operations: unknown,
    terminal_artifact_verified: unknown,
    checkpoint_verified: unknown,
    missing_artifacts: [],
    first_fault: { code: "event_unreadable", job_id, sequence, message: unreadable },
  };
}

function isUnreadable(stream: ReadStream): stream is Exclude<ReadStream, readonly StoredEvent[]> {
  return "unreadable" in stream;
}
