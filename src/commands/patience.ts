/** How long a run's newest model call has waited for its answer: what a deadline is to be blamed on. */
import type { Clock } from "../core/ports.ts";
import type { EndEvidence } from "../core/runs/status.ts";
import type { CanonicalOutcome } from "../core/wire/outcome.ts";

export interface Patience {
  /** A call was admitted. */
  asked(): void;
  /** A call was settled; a client that left before the answer may have been killed at the deadline. */
  settled(outcome: CanonicalOutcome): void;
  /** Null where nothing waits and nobody left unanswered. */
  waited(in_flight: number): EndEvidence["unanswered"];
}

export function watchPatience(clock: Clock, wall_seconds: number): Patience {
  const limit_ms = wall_seconds * 1_000;
  let since = 0;
  let left: number | null = null;
  return {
    asked() {
      since = clock.monotonic();
      left = null;
    },
    settled(outcome) {
      if (outcome.error?.code === "client_closed") left = clock.monotonic() - since;
    },
    waited(in_flight) {
      const waited = in_flight > 0 ? clock.monotonic() - since : left;
      return waited === null
        ? null
        : { waited_ms: Math.min(Math.round(waited), limit_ms), limit_ms };
    },
  };
}
