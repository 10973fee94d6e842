/** Step 6: every stream is led through the reducer again; what the ledger would not have accepted is no evidence. */
import { replayStream } from "../lifecycle/audit.ts";
import type { BundleContents } from "./documents.ts";
import type { Fault } from "./fault.ts";
import { eventsPath } from "./layout.ts";

export function checkReplay(streams: BundleContents["streams"]): Fault | undefined {
  for (const [job_id, events] of streams) {
    const { fault } = replayStream(events);
    if (fault === null) continue;
    const { sequence, message, code } = fault;
    const path = eventsPath(job_id);
    return { code: "E-event_refused", path, line: sequence, message: `${code}: ${message}` };
  }
  return undefined;
}
