/** A matrix that was really evaluated, kept so that each test may spoil it and put it back. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { expect } from "vitest";

import type { StoredEvent } from "../../src/contracts/event.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { aMatrix, openLab, type Lab } from "./lab.ts";

export interface KeptMatrix {
  readonly lab: Lab;
  readonly id: string;
  readonly folder: string;
  readonly at: (path: string) => string;
  readonly restore: () => void;
}

export async function anEvaluatedMatrix(
  changes: Readonly<Record<string, string>> = {},
): Promise<KeptMatrix> {
  const lab = openLab("kept");
  lab.write("agent-lab.yaml", aMatrix(changes));
  expect((await lab.run(["evaluate"])).code).toBe(0);
  const id = lab.matrices()[0] ?? "";
  const folder = lab.inside(`.agent-lab/matrices/${id}`);
  cpSync(folder, lab.inside("kept"), { recursive: true });
  return {
    lab,
    id,
    folder,
    at: (path) => join(folder, path),
    restore: () => {
      rmSync(folder, { recursive: true });
      cpSync(lab.inside("kept"), folder, { recursive: true });
    },
  };
}

export function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text.replace(from, to)).not.toBe(text);
  writeFileSync(file, text.replace(from, to));
}

/** As somebody who has the file would: the triggers are taken away and put back. */
export function changeLedger(file: string, statement: string): void {
  const database = new Database(file);
  const triggers = database
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
    )
    .all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  expect(database.prepare(statement).run().changes).toBeGreaterThan(0);
  for (const { sql } of triggers) database.exec(sql);
  database.close();
}

/** An older ledger, whole in itself, as it was before the last append of `job_id`. */
export async function putBackOlderLedger(file: string, job_id: string): Promise<void> {
  const newer = openLedger(file);
  const streams = newer.heads().map((head) => newer.events(head.job_id));
  newer.close();
  rmSync(file);
  const older = openLedger(file);
  for (const events of streams) {
    const appends = groupByAppend(events);
    const kept = events[0]?.job_id === job_id ? appends.slice(0, -1) : appends;
    for (const group of kept) {
      const [first] = group;
      if (first === undefined) continue;
      const outcome = await older.append({
        job_id: first.job_id,
        expected_revision: first.sequence - 1,
        event_id: appendOf(first),
        at: first.at,
        events: group.map(({ body }) => body),
      });
      expect(outcome).toMatchObject({ ok: true, head: group.at(-1)?.hash });
    }
  }
  older.close();
}

function groupByAppend(events: readonly StoredEvent[]): StoredEvent[][] {
  const groups = new Map<string, StoredEvent[]>();
  for (const event of events)
    groups.set(appendOf(event), [...(groups.get(appendOf(event)) ?? []), event]);
  return [...groups.values()];
}

function appendOf(event: StoredEvent): string {
  return event.event_id.slice(0, event.event_id.lastIndexOf("/"));
}
