/** What is odd about a record and no fault: a clock that went back, a matrix that was not stated complete. */
import type { StoredEvent } from "../../contracts/event.ts";
import { matrixStreams } from "../shards/streams.ts";
import type { BundleContents } from "./documents.ts";
import { eventsPath } from "./layout.ts";
import { absentBlocks, ledgerOf } from "./shards.ts";

/** How often the clock went back, and where first, in the order of the ledger. */
export function noticeClock(contents: Pick<BundleContents, "streams" | "manifest">): string[] {
  const { streams } = contents;
  const all = [...streams.values()].flat().toSorted((a, b) => a.position - b.position);
  // Shards have clocks of their own and run at once: no later one of another is a step back.
  const latest = new Map<number, string>();
  const ledgers = new Map([...streams.keys()].map((name) => [name, ledgerOf(contents, name)]));
  let first: StoredEvent | undefined;
  let count = 0;
  for (const event of all) {
    const ledger = ledgers.get(event.job_id) ?? 0;
    if (event.at < (latest.get(ledger) ?? "")) {
      count += 1;
      first ??= event;
    }
    latest.set(ledger, event.at);
  }
  if (first === undefined) return [];
  const where = `${eventsPath(first.job_id)}:${first.sequence}`;
  const often = count === 1 ? "once" : `${count} times`;
  return [
    `the clock went back ${often} while this was recorded, first at ${where}; no order rests on it`,
  ];
}

export function noticeOpenMatrix({ manifest, streams }: BundleContents): string[] {
  const known = matrixStreams(streams.keys(), manifest.matrix_id);
  const own = known.includes(manifest.matrix_id);
  const telling = own || known.length === 0 ? [manifest.matrix_id] : known;
  return telling
    .filter((name) => streams.get(name)?.at(-1)?.body.type !== "matrix.completed")
    .map((name) => `${eventsPath(name)} does not end with matrix.completed: more may have come`);
}

/** A shard's own bundle, or shards merged before all were there. */
export function noticeShards(contents: BundleContents): string[] {
  const absent = absentBlocks(contents).length;
  if (absent === 0) return [];
  const all = contents.plan.blocks.length;
  return [
    `this bundle holds a part of its matrix: ${absent} of ${all} blocks belong to shards that are not here`,
  ];
}
