/** A started job on a real ledger and artifact store in a fresh folder; only the clock is a test's own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { firstAttempt, openPassingWorld, type Attempt } from "../../src/commands/attempt.ts";
import { createRecorder, type Recorder } from "../../src/commands/recorder.ts";
import type { RuntimeEvent, StoredEvent } from "../../src/contracts/event.ts";
import type { JsonObject } from "../../src/contracts/primitives.ts";
import { auditStream } from "../../src/core/lifecycle/audit.ts";
import type { ArtifactStore, Clock, Ledger } from "../../src/core/ports.ts";
import { openArtifactStore } from "../../src/shell/artifacts/store.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aJobCreated, anAdapterReady, anAttemptStarted, aRunStarted } from "../builders/events.ts";

export const job = "20261130T083911Z-d5c844.price-question.bare-loop.1";

/** One second a look, so that stamps differ and order shows. */
export function aClock(): Clock {
  let seconds = 0;
  return {
    now: () => new Date(Date.UTC(2026, 10, 30, 8, 0, seconds++)).toISOString(),
    monotonic: () => seconds * 1_000,
    sleep: async () => undefined,
  };
}

export interface Rig {
  readonly ledger: Ledger;
  readonly artifacts: ArtifactStore;
  readonly recorder: Recorder;
  bodies(): readonly RuntimeEvent[];
  events(): readonly StoredEvent[];
}

export function openRig(): { ledger: Ledger; artifacts: ArtifactStore } {
  const folder = mkdtempSync(join(tmpdir(), "rig-"));
  const ledger = openLedger(join(folder, "ledger.db"));
  onTestFinished(() => {
    ledger.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return { ledger, artifacts: openArtifactStore(join(folder, "artifacts")) };
}

/** The job is created with these limits and runs; a test's events come next. */
export async function startJob(created: Parameters<typeof aJobCreated>[0] = {}): Promise<Rig> {
  const { ledger, artifacts } = openRig();
  const recorder = createRecorder(ledger, aClock(), job, "host");
  await recorder.append(aJobCreated(created), anAttemptStarted(), anAdapterReady(), aRunStarted());
  return {
    ledger,
    artifacts,
    recorder,
    events: () => ledger.events(job),
    bodies: () =>
      ledger
        .events(job)
        .map((event) => event.body)
        .slice(4),
  };
}

/** The first start of a run, in a world that lasts as long as the test. */
export function beginning(world: JsonObject): { attempt: Attempt; now: () => string } {
  const clock = aClock();
  return { attempt: firstAttempt(openPassingWorld(world)), now: () => clock.now() };
}

/** Nothing about a stream is wrong: numbering, chain, transitions. */
export function isSound(events: readonly StoredEvent[]): boolean {
  return auditStream(events).first_fault === null;
}
