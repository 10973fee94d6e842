/** Replays bodies through the reducer, as the ledger would. */
import { expect } from "vitest";

import type { RuntimeEvent } from "../../../src/contracts/event.ts";
import { reduceStream } from "../../../src/core/lifecycle/reduce.ts";
import type { Step } from "../../../src/core/lifecycle/refusal.ts";
import type { JobSnapshot, Snapshot } from "../../../src/core/lifecycle/snapshot.ts";
import {
  aJobCreated,
  anAdapterReady,
  anAttemptStarted,
  aRunStarted,
} from "../../builders/events.ts";

const at = "2026-11-30T08:39:11.000Z";

/** A job in its first attempt, running. */
export const running: readonly RuntimeEvent[] = [
  aJobCreated(),
  anAttemptStarted(),
  anAdapterReady(),
  aRunStarted(),
];

/** The step of `event` after `before`, all of which must be legal; `then`: when it happens, if later. */
export function stepAfter(
  before: readonly RuntimeEvent[],
  event: RuntimeEvent,
  then: string = at,
): Step<Snapshot> {
  const snapshot = before.length === 0 ? null : expectLegal(before);
  return reduceStream(snapshot, { sequence: before.length + 1, at: then, body: event });
}

export function expectLegal(bodies: readonly RuntimeEvent[]): Snapshot {
  let snapshot: Snapshot | null = null;
  for (const [index, body] of bodies.entries()) {
    const step: Step<Snapshot> = reduceStream(snapshot, { sequence: index + 1, at, body });
    if (!step.ok) throw new Error(`event ${index + 1}: ${step.message}`);
    snapshot = step.snapshot;
  }
  if (snapshot === null) throw new Error("no events");
  return snapshot;
}

export function expectJob(bodies: readonly RuntimeEvent[]): JobSnapshot {
  const snapshot = expectLegal(bodies);
  expect(snapshot.kind).toBe("job");
  return snapshot as JobSnapshot;
}
