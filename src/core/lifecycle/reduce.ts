/** One entry for both kinds of stream: the first event says which it is, and it never changes. */
import { reduceJob } from "./job.ts";
import { reduceMatrix } from "./matrix.ts";
import type { Step } from "./refusal.ts";
import type { Snapshot, StreamEvent } from "./snapshot.ts";

/** The snapshot after one more event, or a typed refusal. `null` is the stream before its first event. */
export function reduceStream(snapshot: Snapshot | null, event: StreamEvent): Step<Snapshot> {
  if (snapshot === null)
    return event.body.type === "matrix.registered"
      ? reduceMatrix(null, event)
      : reduceJob(null, event);
  return snapshot.kind === "matrix" ? reduceMatrix(snapshot, event) : reduceJob(snapshot, event);
}
