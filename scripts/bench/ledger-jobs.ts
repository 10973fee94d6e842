/** Jobs and appends for the benches of the ledger, made of the builders that its tests use. */
import type { RuntimeEvent } from "../../src/contracts/event.ts";
import type { Ledger } from "../../src/core/ports.ts";
import * as a from "../../test/builders/events.ts";

export const at = "2026-11-30T08:39:11.000Z";
const limits = { model_calls: 1e6, tool_calls: 1e6, cost_pico: "1000000000000", wall_ms: 1 };

/** A job that runs and has asked for nothing yet: four events. */
export const begun: readonly RuntimeEvent[] = [
  a.aJobCreated({ limits }),
  a.anAttemptStarted(),
  a.anAdapterReady(),
  a.aRunStarted(),
];

/** A job's own pen: appends in order, throws when it is refused. */
export interface Pen {
  write(events: readonly RuntimeEvent[]): Promise<void>;
}

export function openPen(ledger: Ledger, job_id: string): Pen {
  let revision = ledger.head(job_id)?.revision ?? 0;
  return {
    async write(events) {
      const outcome = await ledger.append({
        job_id,
        expected_revision: revision,
        event_id: `${job_id}-${revision}`,
        at,
        events,
      });
      if (!outcome.ok) throw new Error(outcome.message);
      revision = outcome.revision;
    },
  };
}

/** The k-th tool call of a job as it is asked for, under a key of its own. */
export function anIntent(k: number): RuntimeEvent {
  return a.aToolRequested({ operation_id: `op-${k}`, idempotency_key: `key-${k}` });
}
