import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { takeBackup } from "../../src/commands/backup.ts";
import { restoreBackup } from "../../src/commands/restore.ts";
import { backupManifest, drillRecord } from "../../src/contracts/backup-manifest.ts";
import { digestBytes } from "../../src/core/digest/digest.ts";
import { documentText } from "../../src/core/evidence/manifest.ts";
import { openKeeping } from "./keeping-rig.ts";
import { anEvaluatedMatrix, changeLedger, type KeptMatrix } from "./kept-matrix.ts";

function backupsOf({ lab }: KeptMatrix): string[] {
  return readdirSync(lab.inside("backups"))
    .filter((name) => name.startsWith("backup-"))
    .toSorted()
    .map((name) => lab.inside(`backups/${name}`));
}

function manifestOf(backup: string) {
  return backupManifest.parse(JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8")));
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

test("a backup passes its drill, and what is restored from it is the same record: job, revision, status and head", async () => {
  const kept = await anEvaluatedMatrix();
  const { lab, id, folder, at } = kept;
  const run = `${id}.inventory-order.bare-loop.1`;
  const taken = await lab.run(["backup", "--to", "backups", "--drill"]);
  expect([taken.code, taken.stderr]).toEqual([0, ""]);
  expect(taken.stdout).toMatch(
    /^backup · backup-\S+ · 1 matrix · [1-9]\d* files · \S+ kB · drill passed, 2 streams came back\n {2}in backups/,
  );
  const [backup = ""] = backupsOf(kept);
  const manifest = manifestOf(backup);
  expect(manifest.matrices).toMatchObject([
    {
      matrix_id: id,
      completed: true,
      jobs: [
        { job_id: id, status: "completed" },
        { job_id: run, status: "completed" },
      ],
    },
  ]);
  expect(manifest.left_out).toEqual([]);
  const drill = drillRecord.parse(JSON.parse(readFileSync(join(backup, "drill.json"), "utf8")));
  expect(drill).toMatchObject({ ok: true, jobs: 2, fault: null });
  expect(filesOf(backup)).toEqual(
    [...manifest.files.map(({ path }) => path), "drill.json", "manifest.json"].toSorted(),
  );

  expect((await lab.run(["restore", backup, "--json"])).code).toBe(50);
  const before = await lab.run(["gate", "--json"]);
  rmSync(folder, { recursive: true });
  const restored = await lab.run(["restore", backup]);
  expect([restored.code, restored.stderr]).toEqual([0, ""]);
  expect(restored.stdout).toContain("2 streams as they were: job, revision, status and head");
  expect((await lab.run(["audit"])).code).toBe(0);
  const after = await lab.run(["gate", "--json"]);
  expect([after.code, after.json["digests"]]).toEqual([before.code, before.json["digests"]]);
  const same = filesOf(lab.inside("kept")).filter((path) => !/^ledger\.|^run\.lock/.test(path));
  for (const path of same.filter((one) => !one.startsWith("views/") && !one.includes("/tmp/")))
    expect([path, readFileSync(at(path))]).toEqual([
      path,
      readFileSync(lab.inside(`kept/${path}`)),
    ]);
  expect(readdirSync(lab.inside(".agent-lab/matrices"))).toEqual([id]);
}, 120_000);

test("a restore proves the backup first: whatever is missing or changed is named, and nothing is left in the place", async () => {
  const kept = await anEvaluatedMatrix();
  const { lab, id } = kept;
  expect((await lab.run(["backup", "--to", "backups"])).code).toBe(0);
  const [backup = ""] = backupsOf(kept);
  const { shell, backups } = openKeeping(lab);
  const whole = lab.inside("whole");
  cpSync(backup, whole, { recursive: true });
  const { files, ...rest } = manifestOf(backup);
  const inBackup = (path: string): string => join(backup, path);
  const rewrite = (listed: typeof files, changes: object = {}): void =>
    writeFileSync(inBackup("manifest.json"), documentText({ ...rest, files: listed, ...changes }));
  const database = `matrices/${id}/ledger.db`;
  const plan = `matrices/${id}/plan.json`;
  const artifact = files.find(({ path }) => path.includes("/artifacts/"))?.path ?? "";
  const [matrix] = rest.matrices;
  const faults: readonly [code: string, says: string, spoil: () => void][] = [
    ["backup_incomplete", "no manifest.json", () => rmSync(inBackup("manifest.json"))],
    ["backup_incomplete", artifact, () => rmSync(inBackup(artifact))],
    ["backup_incomplete", plan, () => rmSync(inBackup(plan))],
    ["backup_altered", artifact, () => truncateSync(inBackup(artifact), 1)],
    [
      "backup_altered",
      plan,
      () => writeFileSync(inBackup(plan), readFileSync(inBackup(plan)).fill(0x20)),
    ],
    ["backup_altered", "manifest.json", () => writeFileSync(inBackup("manifest.json"), "{}")],
    [
      "backup_unsafe",
      "segment",
      () => rewrite([{ path: `matrices/${id}/../../out`, sha256: digestBytes(""), size: 0 }]),
    ],
    // The database alone, with a manifest that says no more: whole by its manifest, and still no record.
    [
      "backup_incomplete",
      "artifacts that its events name: sha256:",
      () => {
        rmSync(inBackup(`matrices/${id}/artifacts`), { recursive: true });
        rewrite(files.filter(({ path }) => !path.includes("/artifacts/")));
      },
    ],
    [
      "backup_incomplete",
      "no database",
      () => rewrite(files.filter(({ path }) => path !== database)),
    ],
    [
      "restore_differs",
      "fails its audit",
      () => {
        const run = `matrices/${id}/runs/${id}.inventory-order.bare-loop.1.json`;
        rmSync(inBackup(run));
        rewrite(files.filter(({ path }) => path !== run));
      },
    ],
    [
      "restore_differs",
      "was failed at revision",
      () =>
        rewrite(files, {
          matrices: [
            { ...matrix, jobs: matrix?.jobs.map((job) => ({ ...job, status: "failed" })) },
          ],
        }),
    ],
    [
      "restore_differs",
      "the backup does not know it",
      () => rewrite(files, { matrices: [{ ...matrix, jobs: matrix?.jobs.slice(0, 1) }] }),
    ],
  ];
  for (const [code, says, spoil] of faults) {
    spoil();
    const answer = await restoreBackup(shell, backups, { backup, into: "again" });
    expect([code, says, answer.exit_code]).toEqual([code, says, 60]);
    expect(answer.json["faults"]).toMatchObject([{ code }]);
    expect(JSON.stringify(answer.json["faults"])).toContain(says);
    expect(existsSync(lab.inside("again")) ? readdirSync(lab.inside("again")) : []).toEqual([]);
    rmSync(backup, { recursive: true });
    cpSync(whole, backup, { recursive: true });
  }
  expect((await lab.run(["restore", "nowhere", "--json"])).code).toBe(50);
  expect((await lab.run(["restore", backup, "--into", "again"])).code).toBe(0);
}, 240_000);

test("a matrix that is damaged is left out with the reason, the others are kept, and nothing older is removed", async () => {
  const kept = await anEvaluatedMatrix();
  const { lab, id, folder, at } = kept;
  const { shell, backups } = openKeeping(lab);
  const keepOne = async () =>
    takeBackup(shell, backups, {
      base: ".agent-lab/matrices",
      matrix: "all",
      to: "backups",
      drill: true,
      keep: 1,
    });
  expect((await keepOne()).exit_code).toBe(0);
  const [first = ""] = backupsOf(kept);
  const other = id.replace(/.{6}$/, "000000");
  cpSync(folder, at(`../${other}`), { recursive: true });
  // Another name alone makes it another matrix than its ledger says.
  const answer = await keepOne();
  expect(answer.exit_code).toBe(60);
  expect(answer.json).toMatchObject({ matrices: [id], removed: [] });
  expect(answer.json["left_out"]).toMatchObject([{ matrix_id: other }]);
  expect(existsSync(first)).toBe(true);
  rmSync(at(`../${other}`), { recursive: true });

  // A second good one lets everything older go, and a folder that is none of ours stays.
  cpSync(lab.inside("kept/plan.json"), lab.inside("backups/backup-mine/plan.json"));
  const good = await keepOne();
  expect(good.exit_code).toBe(0);
  expect(good.json["removed"]).toHaveLength(2);
  expect(backupsOf(kept)).toEqual([good.json["backup"], lab.inside("backups/backup-mine")]);

  changeLedger(
    at("ledger.db"),
    "UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE sequence = 2",
  );
  const damaged = await keepOne();
  expect([damaged.exit_code, damaged.json["faults"]]).toMatchObject([
    60,
    [{ code: "matrix_damaged" }],
  ]);
  expect(backupsOf(kept)).toEqual([good.json["backup"], lab.inside("backups/backup-mine")]);
}, 240_000);
