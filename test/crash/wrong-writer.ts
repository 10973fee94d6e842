/**
 * Writers with one mistake each, and the same tongue as the right one: if the checks let them pass, the checks are
 * worth nothing. `early-ack`: says ok before the commit. `no-transaction`: events and snapshot land one by one.
 * `row-first`: the event before the artifact it names. `in-place`: an artifact written under its own name.
 * `rename-first`: renamed before it is synced. `no-folder-sync`: acknowledged before the folder is.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";

import type { ArtifactRef } from "../../src/contracts/primitives.ts";
import { neverCrash } from "../../src/core/crash-points.ts";
import { digestBytes } from "../../src/core/digest/digest.ts";
import { artifactPath } from "../../src/shell/artifacts/path.ts";
import { openArtifactStore } from "../../src/shell/artifacts/store.ts";
import { requestDigest, writeEvents } from "../../src/shell/ledger/append.ts";
import { openDatabase } from "../../src/shell/ledger/database.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { standingOf, type Standing } from "../../src/shell/ledger/standing.ts";
import { prepareStatements } from "../../src/shell/ledger/statements.ts";
import { aCheckpointSaved } from "../builders/events.ts";
import { anAppend } from "../shell/ledger/requests.ts";
import { appends, artifactTexts, wholeRun } from "./plan.ts";

const [mistake, folder = ""] = process.argv.slice(2);
const file = join(folder, "ledger.db");

function say(acknowledged: unknown): void {
  writeSync(1, `${JSON.stringify(acknowledged)}\n`);
}

function appendBadly(within: "transaction" | "nothing"): void {
  const database = openDatabase(file);
  const statements = prepareStatements(database);
  let standing: Standing | undefined;
  let revision = 0;
  for (const events of appends) {
    const request = anAppend(revision, events);
    revision += events.length;
    if (within === "transaction") statements.begin.run();
    const digest = requestDigest(request);
    if (typeof digest !== "string") throw new Error(digest.message);
    const written = writeEvents(
      statements,
      request,
      digest,
      standing ?? standingOf(statements, request.job_id, undefined),
      neverCrash,
    );
    if (!written.ok) throw new Error(written.message);
    standing = written.standing;
    say(written.outcome);
    if (within === "transaction") statements.commit.run();
  }
  database.close();
}

function refOf(text: string): ArtifactRef {
  const bytes = new TextEncoder().encode(text);
  const media_type = "text/plain";
  return { sha256: digestBytes(bytes), size: bytes.byteLength, media_type, role: "checkpoint" };
}

async function rowFirst(): Promise<void> {
  const ledger = openLedger(file);
  const store = openArtifactStore(join(folder, "artifacts"));
  say(await ledger.append(anAppend(0, wholeRun.slice(0, 4))));
  for (const [index, text] of artifactTexts.entries()) {
    const artifact = refOf(text);
    const events = [aCheckpointSaved({ artifact, stage: `stage-${index}` })];
    say(await ledger.append(anAppend(4 + index, events)));
    await store.put(new TextEncoder().encode(text), artifact);
    say({ put: artifact });
  }
  ledger.close();
}

function putBadly(how: "in-place" | "rename-first" | "no-folder-sync"): void {
  const place = join(folder, "artifacts");
  for (const text of artifactTexts) {
    const put = refOf(text);
    const path = artifactPath(place, put.sha256) ?? "";
    const temporary = how === "in-place" ? path : `${path}.part`;
    mkdirSync(dirname(path), { recursive: true });
    const handle = openSync(temporary, "w");
    writeSync(handle, text);
    if (how === "rename-first") renameSync(temporary, path);
    fsyncSync(handle);
    closeSync(handle);
    if (how === "no-folder-sync") renameSync(temporary, path);
    say({ put });
  }
}

if (mistake === "early-ack") appendBadly("transaction");
else if (mistake === "no-transaction") appendBadly("nothing");
else if (mistake === "row-first") await rowFirst();
else if (mistake === "in-place" || mistake === "rename-first" || mistake === "no-folder-sync")
  putBadly(mistake);
else throw new Error(`no such mistake: ${mistake}`);
say({ closed: true });
