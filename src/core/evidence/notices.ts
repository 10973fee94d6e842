/** What is odd about a record and no fault: a clock that went back, a matrix that was not stated complete. */
import type { StoredEvent } from "../../contracts/event.ts";
import type { BundleContents } from "./documents.ts";
import { eventsPath } from "./layout.ts";

/** How often the clock went back, and where first, in the order of the ledger. */
export function noticeClock(streams: BundleContents["streams"]): string[] {
  const all = [...streams.values()].flat().toSorted((a, b) => a.position - b.position);
  let latest = "";
  let first: StoredEvent | undefined;
  let count = 0;
  for (const event of all) {
    if (event.at < latest) {
      count += 1;
      first ??= event;
    }
    latest = event.at;
  }
  if (first === undefined) return [];
  const where = `${eventsPath(first.job_id)}:${first.sequence}`;
  const often = count === 1 ? "once" : `${count} times`;
  return [
    `the clock went back ${often} while this was recorded, first at ${where}; no order rests on it`,
  ];
}

export function noticeOpenMatrix({ manifest, streams }: BundleContents): string[] {
  const last = streams.get(manifest.matrix_id)?.at(-1)?.body.type;
  if (last === "matrix.completed") return [];
  return [
    `${eventsPath(manifest.matrix_id)} does not end with matrix.completed: more may have come`,
  ];
}
