import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";

import { bindingOptions } from "../../../src/shell/ledger/binding.ts";
import type { Connection } from "../../../src/shell/ledger/database.ts";
import { assertSettings, openDatabase } from "../../../src/shell/ledger/database.ts";
import { createLedger, openLedger } from "../../../src/shell/ledger/ledger.ts";
import * as a from "../../builders/events.ts";
import { freshFolder } from "./folder.ts";
import { anAppend, appendAll } from "./requests.ts";

const run = a.aCompletedRun();

function open(file: string): Connection {
  const database = openDatabase(file);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

describe("durability settings", () => {
  test("hold on creation, after writes and on every reopening", async () => {
    const file = join(freshFolder(), "ledger.db");
    for (let opening = 0; opening < 3; opening += 1) {
      let database: Connection | undefined;
      const ledger = createLedger(() => (database = openDatabase(file)));
      await ledger.append(
        anAppend(0, run.slice(0, 1), { job_id: `job-${opening}`, event_id: `e-${opening}` }),
      );
      expect(database?.pragma("synchronous", { simple: true })).toBe(2);
      expect(database?.pragma("journal_mode", { simple: true })).toBe("wal");
      expect(database?.pragma("trusted_schema", { simple: true })).toBe(0);
      ledger.close();
    }
  });
  test("one that does not hold is an error with what to do", () => {
    const file = join(freshFolder(), "ledger.db");
    const database = open(file);
    database.pragma("synchronous = NORMAL");
    expect(() => assertSettings(database, file)).toThrow(/synchronous is 1 and must be 2/);
  });
});

test("a ledger that cannot be opened says which and why", () => {
  const file = join(freshFolder(), "missing", "ledger.db");
  expect(() => openLedger(file)).toThrow(
    /missing.ledger\.db cannot be opened: .*directory does not exist/,
  );
});

describe("the tables", () => {
  test.each(["events", "appends"])("%s refuse change and removal", async (table) => {
    const file = join(freshFolder(), "ledger.db");
    const ledger = openLedger(file);
    await appendAll(ledger, run.slice(0, 3));
    ledger.close();
    const database = open(file);
    expect(() => database.exec(`UPDATE ${table} SET event_id = 'x'`)).toThrow(/append-only/);
    expect(() => database.exec(`DELETE FROM ${table}`)).toThrow(/append-only/);
  });

  test("another file, another version or altered tables are refused and left as they were", () => {
    const folder = freshFolder();
    const foreign = join(folder, "foreign.db");
    new Database(foreign).exec("CREATE TABLE notes (text TEXT)").close();
    expect(() => openLedger(foreign)).toThrow(/not an Agent Lab ledger of version 2/);
    expect(new Database(foreign).prepare("SELECT count(*) AS n FROM notes").get()).toEqual({
      n: 0,
    });

    const text = join(folder, "text.db");
    writeFileSync(text, "not a database at all, but long enough to be looked at".repeat(20));
    expect(() => openLedger(text)).toThrow(/not a database/);

    const good = join(folder, "good.db");
    openLedger(good).close();
    for (const [name, change] of [
      ["version", "PRAGMA user_version = 1"],
      ["trigger", "DROP TRIGGER events_no_update"],
      ["view", "ALTER TABLE appends RENAME TO kept; CREATE VIEW appends AS SELECT * FROM kept"],
      ["index", "CREATE INDEX sneaky ON events (at)"],
    ] as const) {
      const file = join(folder, `${name}.db`);
      copyFileSync(good, file);
      new Database(file).exec(change).close();
      expect(() => openLedger(file)).toThrow(`${file} is not an Agent Lab ledger`);
    }
  });
});

describe("trouble of the outside world", () => {
  test("A5 another writer holds the lock past the timeout: ledger_busy, nothing partial, and success once it is gone", async () => {
    const file = join(freshFolder(), "ledger.db");
    const ledger = openLedger(file, { busy_timeout_ms: 50 });
    onTestFinished(() => ledger.close());
    await appendAll(ledger, run.slice(0, 2));
    const other = open(file);
    other.exec("BEGIN IMMEDIATE");
    const request = anAppend(2, run.slice(2, 4));
    expect(await ledger.append(request)).toMatchObject({ ok: false, code: "ledger_busy" });
    expect(ledger.head("job-1")).toMatchObject({ revision: 2 });
    other.exec("ROLLBACK");
    expect(await ledger.append(request)).toMatchObject({ ok: true, revision: 4 });
  });

  test("A3 no room left: storage_full, all that was acknowledged stays, and room makes it go on", async () => {
    const file = join(freshFolder(), "ledger.db");
    let database: Connection | undefined;
    const ledger = createLedger(() => (database = openDatabase(file)));
    onTestFinished(() => ledger.close());
    await appendAll(ledger, run.slice(0, 4));
    const pages = Number(database?.pragma("page_count", { simple: true }));
    database?.pragma(`max_page_count = ${pages}`);
    const big = a.aCancelRequested({ reason: "x".repeat(2_000) });
    let revision = 4;
    let refusal: unknown;
    while (refusal === undefined && revision < 200) {
      const outcome = await ledger.append(anAppend(revision, [big, big]));
      if (outcome.ok) revision = outcome.revision;
      else refusal = outcome;
    }
    expect(refusal).toMatchObject({ code: "storage_full" });
    expect(ledger.head("job-1")).toMatchObject({ revision });
    expect(ledger.events("job-1")).toHaveLength(revision);
    database?.pragma("max_page_count = 100000");
    expect(await ledger.append(anAppend(revision, [big, big]))).toMatchObject({ ok: true });
  });
});

describe("native code", () => {
  const installed = join(import.meta.dirname, "../../../node_modules/better-sqlite3/prebuilds");
  test("is loaded from the folder of a bundle", async () => {
    const options = bindingOptions(installed);
    expect(options).toHaveProperty("nativeBinding");
    const ledger = openLedger(join(freshFolder(), "ledger.db"), { prebuilds: installed });
    onTestFinished(() => ledger.close());
    expect(await ledger.append(anAppend(0, run.slice(0, 1)))).toMatchObject({ ok: true });
  });
  test("is the package's own where the folder has none", () => {
    expect(bindingOptions(undefined)).toEqual({});
    expect(bindingOptions(freshFolder())).toEqual({});
  });
  test("that cannot be loaded is said with its file and reason", () => {
    const folder = freshFolder();
    const file = join(folder, `${process.platform}-${process.arch}.node`);
    writeFileSync(file, "not native code");
    expect(() => bindingOptions(folder)).toThrow(file);
  });
});
