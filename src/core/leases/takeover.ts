/** Who may take a lease over: anybody, once its holder has given no sign of life for as long as the observer's own clock says. */
import type { LeaseRow } from "../lease-ports.ts";

/** The sign of life an observer saw last, and when it saw it first: milliseconds of its own monotonic clock. */
export interface Observation {
  readonly epoch: number;
  readonly beat: number;
  readonly since_ms: number;
}

/** What the observer knows after one more look: the clock starts again with every new epoch or beat. */
export function observe(
  known: Observation | undefined,
  seen: LeaseRow,
  now_ms: number,
): Observation {
  const { epoch, beat } = seen;
  return known?.epoch === epoch && known.beat === beat ? known : { epoch, beat, since_ms: now_ms };
}

/** Whether the lease may be taken: it is not there, was released, or stood still for the whole time to live. */
export function mayTake(
  seen: LeaseRow | undefined,
  observed_since_ms: number,
  now_ms: number,
  ttl_ms: number,
): boolean {
  return seen === undefined || seen.released || now_ms - observed_since_ms >= ttl_ms;
}
