/** What the host appends, step after step, and the ledger that comes of it: chains for each stream, positions over all. */
import type { RuntimeEvent, StoredEvent } from "../../src/contracts/event.ts";
import { storeEvents } from "../builders/events.ts";
import { MATRIX, type Parts } from "../core/evidence/a-bundle.ts";

/** One step of the host: events of the matrix, or the whole stream of a run. */
export type Step =
  | { readonly matrix: RuntimeEvent }
  | { readonly run_id: string; readonly bodies: readonly RuntimeEvent[] };

/** What is told otherwise than it was. */
export interface Retold {
  /** Takes the events of one run to the front of the ledger or to its end, and leaves every chain as it is. */
  readonly move?: { readonly run_id: string; readonly to: "front" | "end" };
  /** The time of the run's own events, where all others are of 08:39:11. */
  readonly times?: { readonly run_id: string; readonly at: string };
}

export function moved(steps: readonly Step[], { move }: Retold): readonly Step[] {
  const mine = steps.filter((step) => "run_id" in step && step.run_id === move?.run_id);
  const others = steps.filter((step) => !mine.includes(step));
  return move?.to === "front" ? [...mine, ...others] : [...others, ...mine];
}

export function stored({ run_id, bodies }: Extract<Step, { run_id: string }>, retold: Retold) {
  const { times } = retold;
  return times?.run_id === run_id
    ? storeEvents(bodies, run_id, () => times.at)
    : storeEvents(bodies, run_id);
}

/** Chains each stream and gives positions over the whole ledger. */
export function store(steps: readonly Step[], retold: Retold): Pick<Parts, "runs" | "matrix"> {
  const bodies = steps.flatMap((step) => ("matrix" in step ? [step.matrix] : []));
  const matrix = storeEvents(bodies, MATRIX);
  const placed: StoredEvent[] = [];
  const runs = new Map<string, StoredEvent[]>();
  let position = 0;
  for (const step of steps) {
    if ("matrix" in step) {
      const event = matrix[placed.length];
      position += 1;
      if (event !== undefined) placed.push({ ...event, position });
      continue;
    }
    const events = stored(step, retold).map((event) => {
      position += 1;
      return { ...event, position };
    });
    runs.set(step.run_id, events);
  }
  return { runs, matrix: placed };
}
