/** Step 5, across streams: which run ran when. Told by the chains; ledger positions and the clock must not contradict them. */
import type { StoredEvent } from "../../contracts/event.ts";
import { gatherMatrix } from "../shards/streams.ts";
import type { BundleContents } from "./documents.ts";
import { firstFault, type Fault } from "./fault.ts";
import { eventsPath } from "./layout.ts";

export function checkOrder(contents: BundleContents): Fault | undefined {
  return firstFault(steps(contents));
}

function* steps(contents: BundleContents): Generator<Fault | undefined> {
  yield checkIds(contents.streams);
  yield checkPositions(contents.streams);
  for (const run_id of contents.results.keys()) yield checkRun(contents, run_id);
}

/** A ledger takes an event id once: what stands twice was copied. */
function checkIds(streams: BundleContents["streams"]): Fault | undefined {
  const taken = new Map<string, string>();
  for (const [job_id, events] of streams) {
    for (const { event_id, sequence } of events) {
      const path = eventsPath(job_id);
      const first = taken.get(event_id);
      if (first !== undefined) {
        const message = `has the event id of ${first}`;
        return { code: "E-event_repeated", path, line: sequence, message };
      }
      taken.set(event_id, `${path}:${sequence}`);
    }
  }
  return undefined;
}

/** No hash covers a position, so nothing rests on one alone; but every number from 1 is there once, and none runs against its chain. */
function checkPositions(streams: BundleContents["streams"]): Fault | undefined {
  const total = [...streams.values()].reduce((sum, events) => sum + events.length, 0);
  const taken = new Map<number, string>();
  for (const [job_id, events] of streams) {
    let last = 0;
    for (const { position, sequence } of events) {
      const first = taken.get(position);
      const wrong =
        first !== undefined
          ? `which ${first} has too`
          : position <= last
            ? `after position ${last} of the same stream`
            : position > total
              ? `in a ledger of ${total} events`
              : undefined;
      if (wrong !== undefined) {
        return orderFault(job_id, sequence, `has position ${position}, ${wrong}`);
      }
      taken.set(position, `${eventsPath(job_id)}:${sequence}`);
      last = position;
    }
  }
  return undefined;
}

/**
 * The matrix's chain admits a block before it records the block's runs, and a record holds the run's last hash. So a run
 * was over before its record by hash alone; that it began after its admission is said by its positions and its times.
 */
function checkRun(
  { manifest, plan, streams, results }: BundleContents,
  run_id: string,
): Fault | undefined {
  const matrix = gatherMatrix(streams, manifest.matrix_id);
  const block = results.get(run_id)?.block ?? 0;
  const recorded = matrix.find(
    ({ body }) => body.type === "run.recorded" && body.run_id === run_id,
  );
  const admissions = matrix.filter(
    ({ body }) => body.type === "block.admitted" && body.block === block,
  );
  // A block that a shard left open is admitted again where the matrix goes on; its runs began under the first.
  const [admitted] = admissions;
  const allowed = admissions.find(({ job_id }) => job_id === recorded?.job_id);
  const events = streams.get(run_id) ?? [];
  const [first] = events;
  const last = events.at(-1);
  if (recorded === undefined || first === undefined || last === undefined) return undefined;
  if (admitted === undefined || allowed === undefined || allowed.sequence > recorded.sequence) {
    const message = `records ${run_id} of block ${block}, which was not admitted before`;
    const path = eventsPath(recorded.job_id);
    return { code: "E-block_unadmitted", path, line: recorded.sequence, message };
  }
  const fresh = block > plan.blocks.length;
  const early = `began before block ${block}${fresh ? " of the second look" : ""} was admitted`;
  if (first.position < admitted.position) return startFault(fresh, run_id, `${run_id} ${early}`);
  if (last.position > recorded.position) {
    const message = `records ${run_id} before its last event`;
    return orderFault(recorded.job_id, recorded.sequence, message);
  }
  return clockContradicts(admitted, events, recorded)
    ? startFault(
        fresh,
        run_id,
        `${run_id} was over at ${last.at} by the clock, before block ${block}${fresh ? " of the second look" : ""} was admitted at ${admitted.at}`,
      )
    : undefined;
}

/**
 * Times order nothing by themselves: a clock may be set back. But a step back shows in the run or in the record that
 * follows it. A whole run before its admission, recorded after it, needs two steps, one on each side of that run.
 */
function clockContradicts(
  admitted: StoredEvent,
  events: readonly StoredEvent[],
  recorded: StoredEvent,
): boolean {
  return recorded.at >= admitted.at && events.every(({ at }) => at < admitted.at);
}

function startFault(fresh: boolean, run_id: string, message: string): Fault {
  return {
    code: fresh ? "E-look_early" : "E-order_broken",
    path: eventsPath(run_id),
    line: 1,
    message,
  };
}

function orderFault(job_id: string, line: number, message: string): Fault {
  return { code: "E-order_broken", path: eventsPath(job_id), line, message };
}
