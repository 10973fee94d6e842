/** Events: the append-only record. Two streams share one ledger: one per job (a cell), one per matrix. */
import { z } from "zod";

import { word } from "./event-parts.ts";
import { jobEvents } from "./job-events.ts";
import { matrixEvents } from "./matrix-events.ts";
import { digest, timestamp } from "./primitives.ts";

export const event = z
  .discriminatedUnion("type", [...jobEvents, ...matrixEvents])
  .meta({ id: "event-body", title: "Agent Lab event" });
export type RuntimeEvent = z.infer<typeof event>;
export type EventType = RuntimeEvent["type"];

/**
 * An event as it is kept. `sequence` counts from 1 inside the job; `position` from 1 over the whole ledger.
 * `hash` = sha256("agent-lab/event/v1\n" + previous hash + RFC 8785 bytes of {event_id, job_id, sequence, at, body}).
 */
export const storedEvent = z
  .strictObject({
    event_id: z.string().min(1).max(100),
    job_id: word,
    sequence: z.int().positive(),
    position: z.int().positive(),
    at: timestamp,
    body: event,
    previous: digest,
    hash: digest,
  })
  .meta({ id: "event", title: "Agent Lab stored event" });
export type StoredEvent = z.infer<typeof storedEvent>;
