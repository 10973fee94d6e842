/** A matrix recorded by another version is told from one that was damaged: only of the former do all digests still hold. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { expect, test } from "vitest";

import { canonicalJson } from "../../src/core/digest/canonical.ts";
import { chainHash, digestDocument, genesis } from "../../src/core/digest/digest.ts";
import { contractDigest } from "../../src/core/planning/bind-contracts.ts";
import { aMatrix, openLab } from "./lab.ts";

type Document = Record<string, unknown>;

/** A key that some version once wrote and this one does not know. */
const retired = { retired: 1 };

function readJson(file: string): Document {
  return JSON.parse(readFileSync(file, "utf8")) as Document;
}

function writeJson(file: string, document: Document): void {
  writeFileSync(file, `${canonicalJson(document)}\n`);
}

interface Row {
  readonly job_id: string;
  readonly sequence: number;
  readonly event_id: string;
  readonly at: string;
  readonly body: string;
}

/** Writes the matrix's own stream anew, as if these bodies had been appended; `chained: false` leaves the old hashes. */
function rewriteStream(file: string, edit: (body: Document) => Document, chained = true): void {
  const database = new Database(file);
  const triggers = database
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
    )
    .all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  const rows = database
    .prepare<[], Row>("SELECT * FROM events WHERE job_id NOT LIKE '%.%' ORDER BY sequence")
    .all();
  let previous = genesis;
  for (const { job_id, sequence, event_id, at, body: text } of rows) {
    const body = edit(JSON.parse(text) as Document);
    const set = (column: string, value: string) =>
      database
        .prepare(`UPDATE events SET ${column} = ? WHERE job_id = ? AND sequence = ?`)
        .run(value, job_id, sequence);
    set("body", canonicalJson(body));
    if (!chained) continue;
    const hash = chainHash(previous, { event_id, job_id, sequence, at, body });
    set("previous", previous);
    set("hash", hash);
    database.prepare("UPDATE snapshots SET head = ? WHERE job_id = ?").run(hash, job_id);
    previous = hash;
  }
  for (const { sql } of triggers) database.exec(sql);
  database.close();
}

test("what another version recorded is said to be so, exit 50; the same change with one digest wrong is damage, exit 60", async () => {
  const lab = openLab("version");
  lab.write("agent-lab.yaml", aMatrix({}));
  expect((await lab.run(["evaluate"])).code).toBe(0);
  const folder = lab.inside(`.agent-lab/matrices/${lab.matrices()[0] ?? ""}`);
  cpSync(folder, lab.inside("kept"), { recursive: true });
  const ledger = join(folder, "ledger.db");
  const on = (type: string, more: Document) => (body: Document) =>
    body["type"] === type ? { ...body, ...more } : body;
  const age = (file: string, extra: Document = retired): Document => {
    const document = { ...readJson(join(folder, file)), ...extra };
    writeJson(join(folder, file), document);
    return document;
  };
  const [run = ""] = readdirSync(join(folder, "runs"));
  const bound = (readJson(join(folder, "plan.json"))["contracts"] as Document[]).find(
    (one) => one["kind"] === "readiness_policy",
  );
  const policy = String(bound?.["path"]);

  const register = (more: Document) => rewriteStream(ledger, on("matrix.registered", more));
  const parts: readonly [part: string, damaged: string, change: () => void, fit: () => void][] = [
    [
      "plan.json",
      "file_damaged",
      () => age("plan.json"),
      () => register({ plan_sha256: digestDocument("plan", readJson(join(folder, "plan.json"))) }),
    ],
    [
      "preflight.json",
      "file_damaged",
      () => age("preflight.json"),
      () => {
        const document = readJson(join(folder, "preflight.json"));
        register({ preflight_sha256: digestDocument("preflight", document) });
      },
    ],
    [
      `runs/${run}`,
      "file_damaged",
      () => age(`runs/${run}`),
      () => {
        const document = readJson(join(folder, "runs", run));
        const result_sha256 = digestDocument("run-result", document);
        rewriteStream(ledger, (body) =>
          body["run_id"] === document["run_id"] ? { ...body, result_sha256 } : body,
        );
      },
    ],
    [
      policy,
      "file_damaged",
      () => age(policy),
      () => {
        const digest = contractDigest("readiness_policy", readJson(join(folder, policy)));
        const { contracts } = readJson(join(folder, "plan.json")) as { contracts: Document[] };
        const again = contracts.map((one) => (one["path"] === policy ? { ...one, digest } : one));
        const plan_sha256 = digestDocument("plan", age("plan.json", { contracts: again }));
        register({ plan_sha256 });
      },
    ],
    [
      "the form of event 1",
      "ledger_unreadable",
      () => rewriteStream(ledger, on("matrix.registered", retired), false),
      () => rewriteStream(ledger, (body) => body),
    ],
  ];
  for (const [part, damaged, change, fit] of parts) {
    change();
    for (const command of ["gate", "compare"]) {
      const answer = await lab.run([command, "--json"]);
      expect([part, answer.code]).toEqual([part, 60]);
      expect(answer.json["faults"]).toMatchObject([{ code: damaged }]);
    }
    fit();
    for (const command of ["gate", "compare"]) {
      const answer = await lab.run([command, "--json"]);
      expect([part, answer.code, answer.json["faults"]]).toMatchObject([
        part,
        50,
        [{ code: "other_version" }],
      ]);
      const said = JSON.stringify(answer.json["faults"]);
      expect(said).toContain("was recorded by another version of Agent Lab");
      expect(said).toContain(part);
      expect(said).not.toMatch(/damaged|edited/);
    }
    rmSync(folder, { recursive: true });
    cpSync(lab.inside("kept"), folder, { recursive: true });
  }
  expect((await lab.run(["gate"])).code).toBe(10);
}, 240_000);
