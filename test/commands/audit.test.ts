import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { auditStored } from "../../src/commands/audit.ts";
import { openKeeping } from "./keeping-rig.ts";
import { anEvaluatedMatrix, changeLedger, edit, putBackOlderLedger } from "./kept-matrix.ts";

test("a matrix that is whole passes its audit in one line, and what was not checked is said", async () => {
  const { lab, id } = await anEvaluatedMatrix();
  const answer = await lab.run(["audit"]);
  expect([answer.code, answer.stderr]).toEqual([0, ""]);
  const [line, ...rest] = answer.stdout.trimEnd().split("\n");
  expect(line).toMatch(
    new RegExp(`^audit · ${id} · 1 run, [1-9]\\d* events, [1-9]\\d* artifacts · no fault found$`),
  );
  expect(rest.every((one) => one.startsWith("  not checked: "))).toBe(true);
  expect(rest.length).toBeGreaterThan(1);
  const { json, code } = await lab.run(["audit", "--matrix", id, "--json"]);
  expect(code).toBe(0);
  expect(json).toMatchObject({
    ok: true,
    exit_code: 0,
    completed: true,
    runs: 1,
    first_fault: null,
  });
  const run = `${id}.inventory-order.bare-loop.1`;
  expect(json["jobs"]).toContainEqual(
    expect.objectContaining({
      job_id: run,
      status: "completed",
      gap_free: true,
      chain_valid: true,
      snapshot_equals_replay: true,
      outstanding_reservations: 0,
      ambiguous_operations: [],
      terminal_artifact_verified: true,
      checkpoint_verified: { missing: "no checkpoint was saved" },
      first_fault: null,
    }),
  );
}, 120_000);

test("an audit names the first fault with its job and, where it is about an event, the sequence", async () => {
  const { lab, id, at, restore } = await anEvaluatedMatrix();
  const { shell } = openKeeping(lab);
  const run = `${id}.inventory-order.bare-loop.1`;
  const artifacts = readdirSync(at("artifacts/sha256"), { recursive: true, encoding: "utf8" })
    .filter((name) => /[0-9a-f]{64}$/.test(name))
    .map((name) => join(at("artifacts/sha256"), name));
  const [artifact = ""] = artifacts;
  const ofRun = `job_id = '${run}'`;
  const faults: readonly [code: string, job: string, place: unknown, () => unknown][] = [
    ["artifact_absent", run, expect.any(Number), () => rmSync(artifact)],
    ["artifact_wrong_size", run, expect.any(Number), () => truncateSync(artifact, 1)],
    [
      "artifact_wrong_digest",
      run,
      expect.any(Number),
      () => writeFileSync(artifact, readFileSync(artifact).fill(0x20)),
    ],
    [
      "hash_mismatch",
      run,
      1,
      () =>
        changeLedger(
          at("ledger.db"),
          `UPDATE events SET body = replace(body, '"position":1', '"position":2') WHERE ${ofRun} AND sequence = 1`,
        ),
    ],
    [
      "event_unreadable",
      run,
      3,
      () =>
        changeLedger(
          at("ledger.db"),
          `UPDATE events SET body = '{}' WHERE ${ofRun} AND sequence = 3`,
        ),
    ],
    [
      "sequence_gap",
      run,
      2,
      () => changeLedger(at("ledger.db"), `DELETE FROM events WHERE ${ofRun} AND sequence = 2`),
    ],
    [
      "head_mismatch",
      id,
      expect.any(Number),
      () =>
        changeLedger(at("ledger.db"), `DELETE FROM events WHERE body LIKE '%"matrix.completed"%'`),
    ],
    ["tail_lost", run, expect.any(Number), async () => putBackOlderLedger(at("ledger.db"), run)],
    [
      "append_differs",
      run,
      expect.any(Number),
      () =>
        changeLedger(
          at("ledger.db"),
          `DELETE FROM appends WHERE event_id = (SELECT substr(event_id, 1, length(event_id) - 2) FROM events WHERE ${ofRun} AND sequence = 3)`,
        ),
    ],
    [
      "position_differs",
      id,
      expect.any(Number),
      () => changeLedger(at("ledger.db"), "UPDATE events SET position = 9000 WHERE position = 1"),
    ],
    ["run_altered", id, null, () => edit(at(`runs/${run}.json`), '"position":1', '"position":2')],
    ["run_missing", id, null, () => rmSync(at(`runs/${run}.json`))],
    ["plan_changed", id, null, () => edit(at("plan.json"), '"budget":"5 USD"', '"budget":"6 USD"')],
    [
      "contract_changed",
      id,
      null,
      () => edit(at("contracts/model/simulated.v1.json"), '"pacing_ms":0', '"pacing_ms":1'),
    ],
  ];
  for (const [code, job_id, sequence, spoil] of faults) {
    await spoil();
    const answer = await auditStored(shell, { base: ".agent-lab/matrices" });
    expect([code, answer.exit_code, answer.json["first_fault"]]).toMatchObject([
      code,
      60,
      { code, job_id, sequence },
    ]);
    restore();
  }
  rmSync(artifact);
  const said = await lab.run(["audit"]);
  expect([said.code, said.stdout]).toEqual([60, ""]);
  expect(said.stderr).toMatch(/ · FAULT artifact_absent\n {2}\S+, event \d+: Artifact /);
  expect(said.stderr).not.toMatch(/^\s+at /m);
  restore();
  for (const [code, spoil] of [
    ["ledger_missing", () => rmSync(at("ledger.db"))],
    ["ledger_unreadable", () => writeFileSync(at("ledger.db"), "not a database")],
  ] as const) {
    spoil();
    const answer = await auditStored(shell, { base: ".agent-lab/matrices" });
    expect([code, answer.exit_code]).toEqual([code, 60]);
    expect(answer.json["faults"]).toMatchObject([{ code }]);
    restore();
  }
  expect((await lab.run(["audit"])).code).toBe(0);
}, 240_000);

test("a result that a matrix wrote and has not recorded yet is no fault while the matrix goes on", async () => {
  const { lab, id, at } = await anEvaluatedMatrix();
  const run = `${id}.inventory-order.bare-loop.1`;
  const text = readFileSync(at(`runs/${run}.json`), "utf8");
  rmSync(at("evidence.tar.gz"));
  rmSync(at("complete.json"));
  await putBackOlderLedger(at("ledger.db"), id);
  writeFileSync(at(`runs/${run.replace(/1$/, "2")}.json`), text);
  const answer = await lab.run(["audit", "--json"]);
  expect([answer.code, answer.json["first_fault"]]).toEqual([0, null]);
  expect(answer.json).toMatchObject({ completed: false, runs: 1 });
  expect((await lab.run(["audit"])).stdout).toMatch(
    / · not complete · .*\n {2}not checked: whether the last events of/,
  );
}, 120_000);

test("an audit of a matrix that is not there is wrong usage, and says which are", async () => {
  const { lab, id } = await anEvaluatedMatrix();
  const answer = await lab.run(["audit", "--matrix", "20200101T000000Z-000000", "--json"]);
  expect(answer.code).toBe(50);
  expect(JSON.stringify(answer.json["faults"])).toContain(id);
}, 120_000);
