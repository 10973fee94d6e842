/** Streams compared with heads kept outside the database: the only way to see that a tail was cut off or a whole history replaced. */
import type { StoredEvent } from "../../contracts/event.ts";
import type { Digest } from "../../contracts/primitives.ts";
import { auditStream } from "./audit.ts";

/** Where a stream stood when it was anchored: in a bundle's manifest, in a backup, or as acknowledged to a writer. */
export interface AnchoredHead {
  readonly job_id: string;
  readonly revision: number;
  readonly head: Digest;
}

/** A stream as it is found now: its events in stored order, or why they cannot be read. */
export type FoundStream = readonly StoredEvent[] | { readonly unreadable: string };

/**
 * `stream_missing`: no event of it is left. `tail_lost`: it ends before the anchored revision. `chain_broken`: an event
 * was altered, dropped or moved. `head_mismatch`: a whole chain, but not the one that was anchored.
 */
export type AnchorCode = "stream_missing" | "tail_lost" | "chain_broken" | "head_mismatch";

/** `sequence`: the first event that is lost or is not what it was. */
export interface AnchorFault {
  readonly code: AnchorCode;
  readonly job_id: string;
  readonly sequence: number;
  readonly message: string;
}

/**
 * One fault at most for each anchor, in the anchors' order; none when every anchored event is there as it was. A stream
 * may have grown since. The database's own heads can be given as anchors too: they show events that were taken from
 * under a snapshot, but not an older copy put back whole.
 */
export function compareHeads(
  found: ReadonlyMap<string, FoundStream>,
  anchored: readonly AnchoredHead[],
): readonly AnchorFault[] {
  return anchored.flatMap((anchor) => compareHead(found.get(anchor.job_id) ?? [], anchor) ?? []);
}

function compareHead(stream: FoundStream, anchor: AnchoredHead): AnchorFault | null {
  const { job_id, revision, head } = anchor;
  const fault = (code: AnchorCode, sequence: number, what: string): AnchorFault => ({
    code,
    job_id,
    sequence,
    message: `Stream ${job_id} is not the one anchored at revision ${revision}: ${what}`,
  });
  if (isUnreadable(stream)) return fault("chain_broken", 1, stream.unreadable);
  if (stream.length === 0) return fault("stream_missing", 1, "it holds no event.");
  const { gap_free, chain_valid, first_fault } = auditStream(stream);
  if (first_fault !== null && !(gap_free && chain_valid))
    return fault("chain_broken", first_fault.sequence, first_fault.message);
  const last = stream.length;
  if (last < revision)
    return fault("tail_lost", last + 1, `it ends at ${last}; ${revision - last} events are gone.`);
  const hash = stream[revision - 1]?.hash;
  if (hash === head) return null;
  return fault("head_mismatch", revision, `its event there has ${hash}; ${head} was anchored.`);
}

function isUnreadable(stream: FoundStream): stream is { readonly unreadable: string } {
  return "unreadable" in stream;
}
