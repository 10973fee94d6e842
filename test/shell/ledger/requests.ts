/** Append requests as the host makes them. */
import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import type { AppendOutcome, AppendRequest, Ledger } from "../../../src/core/ports.ts";

export function anAppend(
  expected_revision: number,
  events: readonly RuntimeEvent[],
  overrides: Partial<AppendRequest> = {},
): AppendRequest {
  return {
    job_id: "job-1",
    expected_revision,
    event_id: `append-${expected_revision}`,
    at: "2026-11-30T08:39:11.000Z",
    events,
    ...overrides,
  };
}

/** Appends bodies in order, `size` an append, and returns the last outcome. */
export async function appendAll(
  ledger: Ledger,
  bodies: readonly RuntimeEvent[],
  size = 1,
  job_id = "job-1",
): Promise<AppendOutcome | undefined> {
  let outcome: AppendOutcome | undefined;
  for (let from = 0; from < bodies.length; from += size) {
    const event_id = `${job_id}-append-${from}`;
    outcome = await ledger.append(
      anAppend(from, bodies.slice(from, from + size), { job_id, event_id }),
    );
    if (!outcome.ok) throw new Error(outcome.message);
  }
  return outcome;
}
