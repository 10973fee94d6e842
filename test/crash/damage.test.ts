/** A7: what a disk, a copy or a hand may do to a ledger's files. SQLite opens most of it without a word; heads kept outside do not. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Database from "better-sqlite3";
import { afterAll, describe, expect, test } from "vitest";

import { canonicalJson } from "../../src/core/digest/canonical.ts";
import type { AnchoredHead, FoundStream } from "../../src/core/lifecycle/anchors.ts";
import { compareHeads } from "../../src/core/lifecycle/anchors.ts";
import type { Ledger } from "../../src/core/ports.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import { schemaStatements } from "../../src/shell/ledger/schema.ts";
import { freshFolder } from "../shell/ledger/folder.ts";
import { acknowledgedHeads } from "./checks.ts";
import { wholeRun } from "./plan.ts";
import { startWriter, wasKilled } from "./start.ts";

const everything = process.env["AGENT_LAB_CRASH_PLACES"] === "all";
const last = wholeRun.length;

interface Files {
  readonly main: Buffer;
  readonly log: Buffer | null;
}

/** `live`: as a killed writer leaves it, nearly all of it in the log. `closed`: in one file. `older`: three appends ago. */
const made: { live?: Files; closed?: Files; older?: Files; heads: AnchoredHead[] } = { heads: [] };

function readFiles(folder: string): Files {
  const log = join(folder, "ledger.db-wal");
  return {
    main: readFileSync(join(folder, "ledger.db")),
    log: existsSync(log) ? readFileSync(log) : null,
  };
}

async function writeUntil(point: string | null): Promise<Files> {
  const folder = freshFolder();
  const environment = point === null ? {} : { AGENT_LAB_CRASH_AT: point };
  const ended = await startWriter({ arguments: ["append", folder], environment });
  if (point === null) made.heads = acknowledgedHeads(ended);
  else expect(wasKilled(ended)).toBe(true);
  return readFiles(folder);
}

const scratch = mkdtempSync(join(tmpdir(), "agent-lab-damage-"));
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
});

async function make() {
  made.closed ??= await writeUntil(null);
  made.live ??= await writeUntil("append.after-commit:8");
  made.older ??= await writeUntil("append.before-begin:6");
  const { closed, live, older, heads } = made;
  return { closed, live, older, heads, anchor: heads.slice(-1) };
}

/** What a person would be told: the faults against the anchor, or the refusal to open or read at all. */
function lookAt({ main, log }: Files, anchors: readonly AnchoredHead[]) {
  const file = join(scratch, "ledger.db");
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  writeFileSync(file, main);
  if (log !== null) writeFileSync(`${file}-wal`, log);
  let ledger: Ledger | undefined;
  try {
    ledger = openLedger(file);
    const stream = readStream(ledger);
    const bodies = "unreadable" in stream ? null : stream.map(({ body }) => canonicalJson(body));
    const own = ledger.heads().map(({ job_id, revision, head }) => ({ job_id, revision, head }));
    const found = new Map([["job-1", stream]]);
    return { bodies, faults: compareHeads(found, anchors), inside: compareHeads(found, own) };
  } catch (error) {
    return { bodies: null, faults: [{ code: "refused", sequence: 0, message: String(error) }] };
  } finally {
    try {
      ledger?.close();
    } catch {
      // A damaged file may refuse to be closed; what is wrong with it is known by then.
    }
  }
}

function readStream(ledger: Ledger): FoundStream {
  try {
    return ledger.events("job-1");
  } catch (error) {
    return { unreadable: String(error) };
  }
}

/** Not one event is missing or other than it was, or something is said. */
function isHonest(look: ReturnType<typeof lookAt>): boolean {
  const whole = canonicalJson(look.bodies) === canonicalJson(wholeRun.map(canonicalJson));
  return whole || look.faults.length > 0;
}

describe("A7 the write-ahead log", () => {
  test("A7 cut off at every 256 bytes: the tail is lost from the first event that is gone, and that is said", async () => {
    const { live, anchor } = await make();
    const size = live.log?.length ?? 0;
    const codes = new Map<string, number>();
    for (let cut = 0; cut < size; cut += 256 * (everything ? 1 : 12)) {
      const look = lookAt({ ...live, log: live.log?.subarray(0, cut) ?? null }, anchor);
      const found = look.bodies?.length ?? 0;
      expect(found, `cut at ${cut}`).toBeLessThan(last);
      const [fault] = look.faults;
      expect(look.faults, `cut at ${cut}`).toHaveLength(1);
      expect(fault?.sequence).toBe(found + 1);
      codes.set(fault?.code ?? "", (codes.get(fault?.code ?? "") ?? 0) + 1);
    }
    expect([...codes.keys()].toSorted()).toEqual(["stream_missing", "tail_lost"]);
  });

  test("A7 one bit flipped at every 256 bytes: never fewer events without a word", async () => {
    const { live, anchor } = await make();
    const size = live.log?.length ?? 0;
    let lost = 0;
    for (let at = 7; at < size; at += 256 * (everything ? 1 : 12)) {
      const log = Buffer.from(live.log ?? []);
      log[at] = (log[at] ?? 0) ^ 16;
      const look = lookAt({ ...live, log }, anchor);
      expect(isHonest(look), `flipped at ${at}`).toBe(true);
      lost += look.faults.length;
    }
    expect(lost).toBeGreaterThan(10);
  });

  test("A7 missing altogether", async () => {
    const { live, anchor } = await make();
    expect(lookAt({ ...live, log: null }, anchor).faults).toMatchObject([
      { code: "stream_missing", sequence: 1 },
    ]);
  });

  test("A7 undamaged, it is all there", async () => {
    const { live, closed, anchor } = await make();
    for (const files of [live, closed]) {
      const look = lookAt(files, anchor);
      expect(look.bodies).toHaveLength(last);
      expect(look.faults).toEqual([]);
    }
  });
});

describe("A7 the database", () => {
  test("A7 an older one put back: whole in itself, and short of its anchor", async () => {
    const { older, anchor, heads } = await make();
    const look = lookAt(older, anchor);
    const kept = heads[4]?.revision ?? 0;
    expect(look.bodies).toHaveLength(kept);
    expect(look.inside).toEqual([]);
    expect(look.faults).toMatchObject([{ code: "tail_lost", sequence: kept + 1 }]);
    // Against a head it had reached by then, it is what it was.
    expect(lookAt(older, heads.slice(4, 5)).faults).toEqual([]);
  });

  test("A7 one bit flipped anywhere in it: never other events without a word", async () => {
    const { closed, anchor } = await make();
    let said = 0;
    for (let at = 3; at < closed.main.length; at += everything ? 61 : 1_021) {
      const main = Buffer.from(closed.main);
      main[at] = (main[at] ?? 0) ^ 4;
      const look = lookAt({ main, log: null }, anchor);
      expect(isHonest(look), `flipped at ${at}`).toBe(true);
      said += look.faults.length;
    }
    expect(said).toBeGreaterThan(5);
  });
});

/** Changes rows as somebody would who can write SQL: the triggers are dropped, and put back word for word. */
async function tamper(change: (database: Database.Database) => void) {
  const { closed, anchor } = await make();
  const file = join(scratch, "tampered.db");
  writeFileSync(file, closed.main);
  const database = new Database(file);
  const triggers = schemaStatements.filter((statement) => statement.startsWith("CREATE TRIGGER"));
  for (const trigger of triggers) database.exec(`DROP TRIGGER ${trigger.split(" ")[2]}`);
  change(database);
  for (const trigger of triggers) database.exec(trigger);
  database.close();
  return lookAt({ main: readFileSync(file), log: null }, anchor);
}

describe("A7 the rows", () => {
  const places = Array.from({ length: last }, (_, index) => index + 1);
  test.each([1, 7, last - 1])("A7 row %i deleted", async (sequence) => {
    const look = await tamper((database) =>
      database.prepare("DELETE FROM events WHERE sequence = ?").run(sequence),
    );
    expect(look.faults).toMatchObject([{ code: "chain_broken", sequence }]);
  });

  test("A7 the last row deleted: lost against the outside, and against its own snapshot", async () => {
    const look = await tamper((database) =>
      database.prepare("DELETE FROM events WHERE sequence = ?").run(last),
    );
    for (const faults of [look.faults, look.inside])
      expect(faults).toMatchObject([{ code: "tail_lost", sequence: last }]);
  });

  test("A7 two rows swapped", async () => {
    const look = await tamper((database) =>
      database.exec(
        "UPDATE events SET sequence = -1 WHERE sequence = 6; UPDATE events SET sequence = 6 WHERE sequence = 7; UPDATE events SET sequence = 7 WHERE sequence = -1",
      ),
    );
    expect(look.faults).toMatchObject([{ code: "chain_broken", sequence: 6 }]);
  });

  test("A7 a letter of any row's text changed: that row is named, or it cannot be read", async () => {
    for (const sequence of everything ? places : places.filter((place) => place % 4 === 0)) {
      const look = await tamper((database) =>
        database
          .prepare("UPDATE events SET body = replace(body, 'a', 'e') WHERE sequence = ?")
          .run(sequence),
      );
      const [fault] = look.faults;
      expect(fault?.code, `row ${sequence}`).toBe("chain_broken");
      const named = fault?.message.includes(`event ${sequence} `) === true;
      expect(named || fault?.sequence === sequence, `row ${sequence}`).toBe(true);
    }
  });

  test("A7 the whole history replaced by one that is chained by the rules", async () => {
    const { heads } = await make();
    const other = heads.map((head) => ({ ...head, head: `sha256:${"0".repeat(64)}` })).slice(-1);
    const { closed } = await make();
    expect(lookAt(closed, other).faults).toMatchObject([{ code: "head_mismatch", sequence: last }]);
  });
});
