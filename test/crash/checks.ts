/** What must hold after any death: every check gives sentences about what does not, so that a wrong writer can be shown to fail them. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";

import type { StoredEvent } from "../../src/contracts/event.ts";
import type { ArtifactRef } from "../../src/contracts/primitives.ts";
import { canonicalJson } from "../../src/core/digest/canonical.ts";
import { digestBytes } from "../../src/core/digest/digest.ts";
import type { AnchoredHead } from "../../src/core/lifecycle/anchors.ts";
import { compareHeads } from "../../src/core/lifecycle/anchors.ts";
import { auditStream } from "../../src/core/lifecycle/audit.ts";
import type { Ledger } from "../../src/core/ports.ts";
import { openArtifactStore } from "../../src/shell/artifacts/store.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { fileContent, fileNames, matrixId, rounds, wholeRun } from "./plan.ts";
import type { Ended } from "./start.ts";

/** Appends that were answered with ok. */
export function acknowledgedHeads({ acks }: Pick<Ended, "acks">, job_id = "job-1"): AnchoredHead[] {
  return acks.flatMap(({ ok, revision, head }) =>
    ok === true ? [{ job_id, revision: Number(revision), head: String(head) }] : [],
  );
}

/** `acknowledged` counts appends, not events: one more than those may be there, whole. */
export function checkLedger(folder: string, ended: Pick<Ended, "acks">): string[] {
  const file = join(folder, "ledger.db");
  const heads = acknowledgedHeads(ended);
  if (!existsSync(file))
    return heads.length === 0 ? [] : ["appends were acknowledged, and there is no ledger"];
  let ledger: Ledger;
  try {
    ledger = openLedger(file);
  } catch (error) {
    return [`the ledger cannot be opened: ${String(error)}`];
  }
  try {
    const events = ledger.events("job-1");
    return [
      ...compareHeads(new Map([["job-1", events]]), heads).map(({ message }) => message),
      ...checkStream(ledger, events),
      ...checkBodies(events),
      ...checkCount(events, heads.length),
      ...checkIntegrity(ledger, join(folder, "copy.db")),
    ];
  } finally {
    ledger.close();
  }
}

export function checkStream(ledger: Ledger, events: readonly StoredEvent[]): string[] {
  const head = ledger.head(events[0]?.job_id ?? "job-1");
  const faults: string[] = [];
  if (events.length === 0) return head === undefined ? [] : ["a snapshot stands on no events"];
  const { first_fault } = auditStream(events);
  if (first_fault !== null) faults.push(first_fault.message);
  if (head?.revision !== events.length || head.head !== events.at(-1)?.hash)
    faults.push(`${events.length} events under a head at ${head?.revision}`);
  faults.push(...ledger.audit().map(({ message }) => message));
  return faults;
}

/** What is stored is what was asked for, to the byte: no amount became 0 on the way. */
function checkBodies(events: readonly StoredEvent[]): string[] {
  return events.flatMap(({ sequence, body }, index) =>
    body.type === "checkpoint.saved" || canonicalJson(body) === canonicalJson(wholeRun[index])
      ? []
      : [`event ${sequence}, ${body.type}, is not what was appended`],
  );
}

/** Appends by their ids `event/n`; one is never there twice, because ids are unique and revisions follow each other. */
function checkCount(events: readonly StoredEvent[], acknowledged: number): string[] {
  const found = new Set(events.map(({ event_id }) => event_id.split("/")[0])).size;
  return found < acknowledged || found > acknowledged + 1
    ? [
        `${found} appends are there, ${acknowledged} were acknowledged: as many, or one more, may be`,
      ]
    : [];
}

/** Of a copy: the live file is never opened a second time in one process. */
function checkIntegrity(ledger: Ledger, copy: string): string[] {
  rmSync(copy, { force: true });
  ledger.copyTo(copy);
  const database = new Database(copy, { readonly: true });
  const found = database.pragma("integrity_check", { simple: true });
  database.close();
  return found === "ok" ? [] : [`integrity_check: ${String(found)}`];
}

/** Under a digest's name lie its bytes, or nothing; what was acknowledged or is named by an event is there. */
export async function checkArtifacts(
  folder: string,
  { acks }: Pick<Ended, "acks">,
): Promise<string[]> {
  const place = join(folder, "artifacts");
  const acknowledged = acks.flatMap((ack) => ("put" in ack ? [ack["put"] as ArtifactRef] : []));
  const faults = artifactFiles(place).flatMap(({ name, path }) => {
    const sha256 = digestBytes(readFileSync(path));
    return sha256 === `sha256:${name}` ? [] : [`${name} holds bytes of ${sha256}`];
  });
  const store = openArtifactStore(place);
  for (const ref of [...acknowledged, ...namedArtifacts(join(folder, "ledger.db"))]) {
    const found = await store.read(ref);
    if ("fault" in found) faults.push(found.message);
  }
  return faults;
}

function artifactFiles(place: string): { name: string; path: string }[] {
  const top = join(place, "sha256");
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ name, path: join(parentPath, name) }));
}

function namedArtifacts(file: string): ArtifactRef[] {
  if (!existsSync(file)) return [];
  const ledger = openLedger(file);
  const named = ledger
    .events("job-1")
    .flatMap(({ body }) => (body.type === "checkpoint.saved" ? [body.artifact] : []));
  ledger.close();
  return named;
}

/** A file is absent, or holds what some write of it wanted; what was acknowledged is not older than that. */
export function checkFiles(folder: string, { acks }: Pick<Ended, "acks">): string[] {
  const place = join(folder, matrixId);
  return fileNames.flatMap((name) => {
    const path = join(place, name);
    const round = acks.filter((ack) => ack["written"] === name).length;
    const wanted = rounds.map((n) => fileContent(name, n));
    const found = existsSync(path) ? wanted.indexOf(readFileSync(path, "utf8")) + 1 : null;
    if (found === null) return round === 0 ? [] : [`${name} was acknowledged and is absent`];
    if (found === 0) return [`${name} holds what nobody wrote`];
    return found < round ? [`${name} is older than what was acknowledged`] : [];
  });
}
