/** The stored stream checked from nothing: its numbering, its chain and every transition are worked out again. */
import type { StoredEvent } from "../../contracts/event.ts";
import { tryCanonicalJson } from "../digest/canonical.ts";
import { chainText, genesis } from "../digest/digest.ts";
import { ambiguousOperations } from "./operations.ts";
import { reduceStream } from "./reduce.ts";
import type { TransitionCode } from "./refusal.ts";
import type { Snapshot } from "./snapshot.ts";

export type AuditCode =
  | TransitionCode
  | "empty_stream"
  | "wrong_job"
  | "chain_broken"
  | "hash_mismatch"
  | "not_canonical";

export interface AuditFault {
  readonly code: AuditCode;
  readonly sequence: number;
  readonly message: string;
}

/** `outstanding_reservations`: how many; `ambiguous_operations`: their ids. Both as of the last event that could be replayed. */
export interface StreamAudit {
  readonly gap_free: boolean;
  readonly chain_valid: boolean;
  readonly outstanding_reservations: number;
  readonly ambiguous_operations: readonly string[];
  readonly first_fault: AuditFault | null;
}

/**
 * Audits one job's or one matrix's events in stored order. An altered, dropped, doubled or moved event is a fault;
 * a tail that was cut off is not visible from inside: compare the last hash with the head anchored outside.
 */
export function auditStream(events: readonly StoredEvent[]): StreamAudit {
  const faults: AuditFault[] = [];
  const gaps = events.flatMap(findGap);
  const breaks = findBreaks(events);
  const replay = replayStream(events);
  if (events.length === 0)
    faults.push({ code: "empty_stream", sequence: 0, message: "The stream holds no event." });
  faults.push(...gaps, ...breaks, ...(replay.fault ? [replay.fault] : []));
  const job = replay.snapshot?.kind === "job" ? replay.snapshot : null;
  return {
    gap_free: events.length > 0 && gaps.length === 0,
    chain_valid: events.length > 0 && breaks.length === 0,
    outstanding_reservations: job === null ? 0 : Object.keys(job.reservations).length,
    ambiguous_operations: job === null ? [] : ambiguousOperations(job),
    first_fault: faults.toSorted((left, right) => left.sequence - right.sequence)[0] ?? null,
  };
}

/** The last snapshot the reducer accepts, and the event it would not go past. Faults are placed by position, from 1. */
export function replayStream(events: readonly StoredEvent[]): {
  readonly snapshot: Snapshot | null;
  readonly fault: AuditFault | null;
} {
  let snapshot: Snapshot | null = null;
  for (const [index, event] of events.entries()) {
    const step = reduceStream(snapshot, event);
    if (!step.ok)
      return { snapshot, fault: { code: step.code, sequence: index + 1, message: step.message } };
    snapshot = step.snapshot;
  }
  return { snapshot, fault: null };
}

function findGap(event: StoredEvent, index: number): AuditFault[] {
  const sequence = index + 1;
  if (event.sequence === sequence) return [];
  const message = `Event ${event.event_id} stands at place ${sequence} but says sequence ${event.sequence}.`;
  return [{ code: "sequence_gap", sequence, message }];
}

function findBreaks(events: readonly StoredEvent[]): AuditFault[] {
  const faults: AuditFault[] = [];
  const job = events[0]?.job_id;
  let previous = genesis;
  for (const [index, event] of events.entries()) {
    const { event_id, job_id, sequence, at, body } = event;
    const fault = (code: AuditCode, message: string): void => {
      faults.push({ code, sequence: index + 1, message: `Event ${event_id}: ${message}` });
    };
    if (job_id !== job) fault("wrong_job", `belongs to ${job_id}, not to ${job}.`);
    if (event.previous !== previous)
      fault("chain_broken", `follows ${event.previous}, but the event before it has ${previous}.`);
    const linked = tryCanonicalJson({ event_id, job_id, sequence, at, body });
    if (!linked.ok) fault("not_canonical", linked.message);
    else if (chainText(event.previous, linked.text) !== event.hash)
      fault("hash_mismatch", `its content does not give the stored hash ${event.hash}.`);
    previous = event.hash;
  }
  return faults;
}
