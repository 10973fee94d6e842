/**
 * A process that writes and says what it was acknowledged, one JSON line each, until a test kills it.
 * `append FOLDER`: a whole run, one append after the other, from where the ledger stands. `artifacts FOLDER`: three
 * artifacts, each before the event that names it. `files FOLDER`: three files of a matrix folder, twice over.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";

import type { RuntimeEvent } from "../../src/contracts/event.ts";
import { openArtifactStore } from "../../src/shell/artifacts/store.ts";
import { armCrashPoint, crashVariable } from "../../src/shell/crash/crash-point.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { openMatrixStore } from "../../src/shell/workspace/matrix-folder.ts";
import { aCheckpointSaved, aCompletedRun } from "../builders/events.ts";
import { anAppend } from "../shell/ledger/requests.ts";

const [mode, folder = ""] = process.argv.slice(2);
const crashPoint = armCrashPoint(process.env[crashVariable]);

function say(acknowledged: unknown): void {
  writeSync(1, `${JSON.stringify(acknowledged)}\n`);
}

/** Cut so that appends have one event and several, small ones and one of many pages. */
const appends: readonly (readonly RuntimeEvent[])[] = cut([3, 1, 2, 1, 4, 1, 4, 4]);

function cut(sizes: readonly number[]): RuntimeEvent[][] {
  const run = aCompletedRun({ pricing_catalog: "p".repeat(99) });
  let from = 0;
  return sizes.map((size) => run.slice(from, (from += size)));
}

async function append(): Promise<void> {
  const ledger = openLedger(join(folder, "ledger.db"), { crashPoint });
  const standing = ledger.head("job-1")?.revision ?? 0;
  let revision = 0;
  for (const events of appends) {
    const request = anAppend(revision, events);
    revision += events.length;
    if (revision <= standing) continue;
    const outcome = await ledger.append(request);
    say({ ...outcome, event_id: request.event_id, expected: revision });
    if (!outcome.ok) break;
  }
  ledger.close();
  say({ closed: true });
}

async function artifacts(): Promise<void> {
  const ledger = openLedger(join(folder, "ledger.db"), { crashPoint });
  const store = openArtifactStore(join(folder, "artifacts"), crashPoint);
  const started = aCompletedRun().slice(0, 4);
  let outcome = await ledger.append(anAppend(0, started));
  say({ ...outcome, event_id: "append-0", expected: 4 });
  for (const [index, text] of ["first", "second".repeat(9_000), ""].entries()) {
    const about = { media_type: "text/plain", role: "checkpoint" } as const;
    const artifact = await store.put(new TextEncoder().encode(text), about);
    say({ put: artifact });
    const events = [aCheckpointSaved({ artifact, stage: `stage-${index}` })];
    outcome = await ledger.append(anAppend(4 + index, events));
    say({ ...outcome, event_id: `append-${4 + index}`, expected: 5 + index });
  }
  ledger.close();
  say({ closed: true });
}

function files(): void {
  const matrix = openMatrixStore(folder, crashPoint).create("20261130T083911Z-d5c844");
  for (const round of [1, 2])
    for (const name of ["plan.json", "runs/a.json", "runs/b.json"]) {
      const content = `${name} ${round} `.padEnd(round * 9_000, "x");
      matrix.write(name, content);
      say({ written: name, content });
    }
  say({ closed: true });
}

if (mode === "append") await append();
else if (mode === "artifacts") await artifacts();
else files();
