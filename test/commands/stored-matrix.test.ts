import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { plan } from "../../src/contracts/plan.ts";
import { anEvaluatedMatrix, changeLedger, edit, type KeptMatrix } from "./kept-matrix.ts";

function pathOf(stored: KeptMatrix, kind: string): string {
  const { contracts } = plan.parse(JSON.parse(readFileSync(stored.at("plan.json"), "utf8")));
  return stored.at(contracts.find((one) => one.kind === kind)?.path ?? "");
}

test("a stored matrix that was edited in any part is refused as broken evidence, in a sentence that names the part", async () => {
  const stored = await anEvaluatedMatrix();
  const { lab, at } = stored;
  const faults: readonly [code: string, says: string, change: () => void][] = [
    [
      "contract_changed",
      "contracts/readiness_policy/smoke.v1.json",
      () => edit(pathOf(stored, "readiness_policy"), '"minimum_score":0', '"minimum_score":5'),
    ],
    [
      "contract_changed",
      "contracts/model/simulated.v1.json",
      () => edit(pathOf(stored, "model"), '"pacing_ms":0', '"pacing_ms":1'),
    ],
    [
      "preflight_changed",
      "preflight.json",
      () => edit(at("preflight.json"), '"null_score":20', '"null_score":21'),
    ],
    [
      "ledger_altered",
      "at event 1",
      () =>
        changeLedger(
          at("ledger.db"),
          `UPDATE events SET body = replace(body, '"run_attempt":1', '"run_attempt":2') WHERE job_id NOT LIKE '%.%' AND sequence = 1`,
        ),
    ],
    [
      "ledger_altered",
      "do not end where",
      () =>
        changeLedger(at("ledger.db"), `DELETE FROM events WHERE body LIKE '%"matrix.completed"%'`),
    ],
    [
      "ledger_unreadable",
      "can't be read",
      () =>
        changeLedger(
          at("ledger.db"),
          "UPDATE events SET body = '{}' WHERE job_id NOT LIKE '%.%' AND sequence = 1",
        ),
    ],
    ["ledger_unreadable", "can't be read", () => writeFileSync(at("ledger.db"), "not a database")],
    ["ledger_missing", "has no ledger", () => rmSync(at("ledger.db"))],
  ];
  for (const [code, says, change] of faults) {
    change();
    const reads = code.endsWith("_changed") || code === "ledger_missing";
    for (const command of reads ? ["gate", "compare"] : ["gate"]) {
      const answer = await lab.run([command, "--json"]);
      expect([command, code, answer.code]).toEqual([command, code, 60]);
      expect(answer.json["faults"]).toMatchObject([{ code }]);
      expect(JSON.stringify(answer.json["faults"])).toContain(says);
      expect(answer.stderr).not.toMatch(/^\s+at /m);
    }
    stored.restore();
  }
  expect((await lab.run(["gate"])).code).toBe(10);
}, 120_000);

test("stopped before it was packed, the same command packs it, also over a copy that was left, and never what was edited", async () => {
  const { lab, at, restore } = await anEvaluatedMatrix();
  expect(existsSync(at("ledger.copy.db"))).toBe(true);
  rmSync(at("evidence.tar.gz"));
  expect((await lab.run(["evaluate"])).code).toBe(0);
  expect(lab.matrices()).toHaveLength(1);
  expect((await lab.run(["verify", at("evidence.tar.gz")])).code).toBe(0);

  restore();
  rmSync(at("evidence.tar.gz"));
  changeLedger(
    at("ledger.db"),
    "UPDATE events SET at = '2026-01-01T00:00:00.000Z' WHERE job_id LIKE '%.bare-loop.%' AND sequence = 2",
  );
  const refused = await lab.run(["evaluate", "--json"]);
  expect(refused.code).toBe(60);
  expect(refused.json["faults"]).toMatchObject([{ code: "ledger_altered" }]);
  expect(existsSync(at("evidence.tar.gz"))).toBe(false);

  restore();
  rmSync(at("complete.json"));
  writeFileSync(at("ledger.db"), "not a database");
  const damaged = await lab.run(["evaluate", "--json"]);
  expect(damaged.code).toBe(60);
  expect(damaged.json["faults"]).toMatchObject([{ code: "ledger_unreadable" }]);
  expect(damaged.stderr).not.toMatch(/^\s+at /m);
}, 120_000);

test("a matrix that a living process runs is left alone; a dead one's is taken over", async () => {
  const { lab, at } = await anEvaluatedMatrix();
  rmSync(at("complete.json"));
  const before = readFileSync(at("ledger.db"));
  writeFileSync(at("run.lock"), JSON.stringify({ pid: process.pid, started: null }));
  for (const command of ["evaluate", "run"]) {
    const refused = await lab.run([command, "--json"]);
    expect(refused.code).toBe(50);
    expect(refused.json["faults"]).toMatchObject([
      {
        code: "matrix_in_use",
        message: `matrix ${lab.matrices()[0] ?? ""} is being run by another process (pid ${process.pid})`,
      },
    ]);
  }
  expect(readFileSync(at("ledger.db")).equals(before)).toBe(true);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  writeFileSync(at("run.lock"), JSON.stringify({ pid, started: null }));
  expect((await lab.run(["evaluate"])).code).toBe(0);
  expect(lab.matrices()).toHaveLength(1);
  expect(existsSync(at("run.lock"))).toBe(false);
}, 120_000);
