/** A file changed from outside: what an append sees at the end of its stream, and that the audit sees the rest. */
import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";

import { digestBytes } from "../../../src/core/digest/digest.ts";
import type { LedgerFault } from "../../../src/core/ledger-ports.ts";
import type { Ledger } from "../../../src/core/ports.ts";
import { openLedger } from "../../../src/shell/ledger/ledger.ts";
import * as a from "../../builders/events.ts";
import { freshFolder } from "./folder.ts";
import { anAppend, appendAll } from "./requests.ts";

const run = a.aCompletedRun();
const last = 13;

/** A ledger of two streams, closed, changed by `change` with the triggers out of the way, and opened again. */
async function reopenAfter(change: string): Promise<Ledger> {
  const file = join(freshFolder(), "ledger.db");
  const ledger = openLedger(file);
  await appendAll(ledger, run.slice(0, last), 2);
  await appendAll(ledger, run, 3, "job-2");
  expect(ledger.audit()).toEqual([]);
  ledger.close();
  const database = new Database(file);
  const triggers = database
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
    )
    .all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  const before = database.prepare<[], { n: number }>("SELECT total_changes() AS n").get()?.n ?? 0;
  database.exec(change);
  const after = database.prepare<[], { n: number }>("SELECT total_changes() AS n").get()?.n ?? 0;
  expect(after, "the change changes something").toBeGreaterThan(before);
  for (const { sql } of triggers) database.exec(sql);
  database.close();
  const again = openLedger(file);
  onTestFinished(() => again.close());
  return again;
}

async function appendNext(ledger: Ledger): Promise<unknown> {
  try {
    return await ledger.append(anAppend(last, run.slice(last, last + 1), { event_id: "next" }));
  } catch (error) {
    return error instanceof Error ? error.cause : error;
  }
}

const code = (fault: LedgerFault): string =>
  `${fault.job_id ?? "file"} ${fault.sequence ?? "-"} ${fault.code}`;

const of1 = "WHERE job_id = 'job-1'";

describe("what does not fit the end of its stream stops the next append of that job, and nothing else", () => {
  test.each<[string, string, string]>([
    [
      "a head of another event",
      `UPDATE snapshots SET head = 'sha256:00' ${of1}`,
      "snapshot_differs",
    ],
    [
      "a snapshot of an earlier revision",
      `UPDATE snapshots SET revision = 12 ${of1}`,
      "snapshot_differs",
    ],
    ["a lost last event", `DELETE FROM events ${of1} AND sequence = 13`, "snapshot_differs"],
    [
      "a last event with other content",
      `UPDATE events SET at = '2026-11-30T08:39:12.000Z' ${of1} AND sequence = 13`,
      "hash_mismatch",
    ],
    [
      "a last event that cannot be read",
      `UPDATE events SET body = '{' ${of1} AND sequence = 13`,
      "event_unreadable",
    ],
    ["a lost entry", `DELETE FROM entries ${of1} AND key = 'r-model-1'`, "entry_differs"],
    [
      "an entry too many",
      "INSERT INTO entries VALUES ('job-1', 'closed', 'r-more', '{}')",
      "entry_differs",
    ],
    ["an entry that cannot be read", `UPDATE entries SET value = '{' ${of1}`, "entry_differs"],
    [
      "a snapshot that cannot be read",
      `UPDATE snapshots SET scalars = 'null' ${of1}`,
      "snapshot_differs",
    ],
    [
      "a snapshot of another revision inside",
      `UPDATE snapshots SET scalars = replace(scalars, '"revision":13', '"revision":12') ${of1}`,
      "snapshot_differs",
    ],
  ])("%s", async (_what, change, expected) => {
    const ledger = await reopenAfter(change);
    expect(await appendNext(ledger)).toHaveProperty(
      "message",
      expect.stringContaining("damaged at job-1"),
    );
    expect(ledger.audit().map(({ code: found }) => found)).toContain(expected);
    expect(
      await ledger.append(anAppend(0, [a.aJobCreated()], { job_id: "job-3", event_id: "other" })),
    ).toMatchObject({ ok: true });
  });
});

describe("what an append does not look at, the audit finds, and says where", () => {
  test.each<[string, string, string[]]>([
    [
      "a field of the snapshot",
      `UPDATE snapshots SET scalars = replace(scalars, 'running', 'ended') ${of1}`,
      ["job-1 13 snapshot_differs"],
    ],
    [
      "an amount of an entry",
      `UPDATE entries SET value = replace(value, '400000', '400001') ${of1} AND key = 'r-model-1'`,
      ["job-1 13 entry_differs"],
    ],
    [
      "an entry under another name",
      `UPDATE entries SET key = 'r-9' ${of1} AND key = 'r-model-1'`,
      ["job-1 13 entry_differs", "job-1 13 entry_differs"],
    ],
    [
      "an event in the middle is gone",
      `DELETE FROM events ${of1} AND sequence = 6`,
      ["job-1 6 sequence_gap", "job-1 7 position_differs"],
    ],
    [
      "an event in the middle was edited",
      `UPDATE events SET body = replace(body, '1000000', '1000001') ${of1} AND sequence = 5`,
      ["job-1 5 hash_mismatch"],
    ],
    [
      "an event in the middle is written otherwise",
      `UPDATE events SET body = body || ' ' ${of1} AND sequence = 5`,
      ["job-1 5 not_canonical"],
    ],
    [
      "two events were swapped in the ledger's order",
      `UPDATE events SET position = -1 WHERE position = 3; UPDATE events SET position = 3 WHERE position = 4; UPDATE events SET position = 4 WHERE position = -1`,
      ["job-1 3 position_differs"],
    ],
    [
      "the last append of the ledger is gone without a trace in its stream",
      "DELETE FROM appends WHERE revision = 13 AND event_id LIKE 'job-1%'",
      ["job-1 13 append_differs"],
    ],
    [
      "an append ends elsewhere",
      "UPDATE appends SET revision = 5 WHERE event_id = 'job-1-append-2'",
      ["job-1 3 append_differs"],
    ],
    [
      "an append stands for other events",
      `UPDATE appends SET request_sha256 = '${digestBytes("other")}' WHERE event_id = 'job-1-append-2'`,
      ["job-1 3 append_differs"],
    ],
    [
      "an append without events",
      `INSERT INTO appends VALUES ('more', '${digestBytes("x")}', 1, '${digestBytes("y")}')`,
      ["file - append_differs"],
    ],
    [
      "a snapshot is gone",
      "DELETE FROM snapshots WHERE job_id = 'job-2'",
      [`job-2 ${run.length} snapshot_differs`],
    ],
    [
      "a snapshot without events",
      `INSERT INTO snapshots VALUES ('job-9', 1, '${digestBytes("x")}', 0, '{}')`,
      ["job-9 0 empty_stream"],
    ],
    [
      "an entry of no stream",
      "INSERT INTO entries VALUES ('job-9', 'runs', 'r', '1')",
      ["job-9 0 empty_stream"],
    ],
  ])("%s", async (_what, change, expected) => {
    const ledger = await reopenAfter(change);
    expect(ledger.audit().map(code)).toEqual(expected);
  });

  test("a whole tail, cut off with its snapshot put back, leaves a gap in the ledger's order", async () => {
    const file = join(freshFolder(), "ledger.db");
    const ledger = openLedger(file);
    await appendAll(ledger, run.slice(0, 4));
    const snapshot = ledger.snapshot("job-1") ?? "";
    ledger.close();
    const cut = await reopenAfter(
      `DELETE FROM events ${of1} AND sequence > 4; DELETE FROM appends WHERE event_id LIKE 'job-1%' AND revision > 4; DELETE FROM entries ${of1};
       UPDATE snapshots SET revision = 4, entries = 0, head = (SELECT hash FROM events ${of1} AND sequence = 4),
       scalars = '${snapshot.replaceAll(/"(approvals|closed|keys|operations|reservations)":\{\},?/g, "")}' ${of1}`,
    );
    expect(cut.audit().map(code)).toEqual(["job-2 1 position_differs"]);
  });
});
