/**
 * A process that writes and says what it was acknowledged, one JSON line each, until a test kills it.
 * `append FOLDER`: a whole run, one append after the other, from where the ledger stands. `artifacts FOLDER`: three
 * artifacts, each before the event that names it. `puts FOLDER`: the same artifacts and no ledger.
 * `files FOLDER`: three files of a matrix folder, twice over.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";

import type { ArtifactRef } from "../../src/contracts/primitives.ts";
import type { ArtifactStore } from "../../src/core/ports.ts";
import { openArtifactStore } from "../../src/shell/artifacts/store.ts";
import { armCrashPoint, crashVariable } from "../../src/shell/crash/crash-point.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { openMatrixStore } from "../../src/shell/workspace/matrix-folder.ts";
import { aCheckpointSaved } from "../builders/events.ts";
import { anAppend } from "../shell/ledger/requests.ts";
import {
  appends,
  artifactTexts,
  fileContent,
  fileNames,
  matrixId,
  rounds,
  wholeRun,
} from "./plan.ts";

const [mode, folder = ""] = process.argv.slice(2);
const crashPoint = armCrashPoint(process.env[crashVariable]);

function say(acknowledged: unknown): void {
  writeSync(1, `${JSON.stringify(acknowledged)}\n`);
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
    say(outcome);
    if (!outcome.ok) break;
  }
  ledger.close();
}

async function putText(store: ArtifactStore, text: string): Promise<ArtifactRef> {
  const about = { media_type: "text/plain", role: "checkpoint" } as const;
  const artifact = await store.put(new TextEncoder().encode(text), about);
  say({ put: artifact });
  return artifact;
}

async function artifacts(): Promise<void> {
  const ledger = openLedger(join(folder, "ledger.db"), { crashPoint });
  const store = openArtifactStore(join(folder, "artifacts"), crashPoint);
  say(await ledger.append(anAppend(0, wholeRun.slice(0, 4))));
  for (const [index, text] of artifactTexts.entries()) {
    const artifact = await putText(store, text);
    const events = [aCheckpointSaved({ artifact, stage: `stage-${index}` })];
    say(await ledger.append(anAppend(4 + index, events)));
  }
  ledger.close();
}

async function puts(): Promise<void> {
  const store = openArtifactStore(join(folder, "artifacts"), crashPoint);
  for (const text of artifactTexts) await putText(store, text);
}

function files(): void {
  const matrix = openMatrixStore(folder, crashPoint).create(matrixId);
  for (const round of rounds)
    for (const name of fileNames) {
      matrix.write(name, fileContent(name, round));
      say({ written: name });
    }
}

if (mode === "append") await append();
else if (mode === "artifacts") await artifacts();
else if (mode === "puts") await puts();
else files();
say({ closed: true });
