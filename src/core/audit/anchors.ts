/** Heads that are kept outside the database: by each RunResult, by complete.json and by the evidence bundle. */
import type { StreamHead } from "../../contracts/completion.ts";
import type { RunResult } from "../../contracts/run-result.ts";

/** A RunResult says how many events it was folded from, and the hash of the last. */
export function headOfResult({ run_id, events }: RunResult): StreamHead {
  return { job_id: run_id, revision: events.count, head: events.head };
}

/** The same head named in several places is compared once. */
export function distinctHeads(heads: readonly StreamHead[]): readonly StreamHead[] {
  const seen = new Map(heads.map((one) => [`${one.job_id} ${one.revision} ${one.head}`, one]));
  return [...seen.values()];
}
