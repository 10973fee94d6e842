/** Row X1: a backup or a restore dies anywhere, or copies what is being written; no folder ever passes for more than it is. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test } from "vitest";

import { takeBackup } from "../../src/commands/backup.ts";
import { restoreBackup } from "../../src/commands/restore.ts";
import { backupManifest } from "../../src/contracts/backup-manifest.ts";
import { checkFile } from "../../src/core/backup/manifest.ts";
import { openArtifactStore } from "../../src/shell/artifacts/store.ts";
import { crashVariable } from "../../src/shell/crash/crash-point.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";
import {
  aJobCreated,
  anAttemptStarted,
  anOutputReceived,
  aRunStarted,
} from "../builders/events.ts";
import { openKeeping } from "../commands/keeping-rig.ts";
import { anEvaluatedMatrix, type KeptMatrix } from "../commands/kept-matrix.ts";
import { aMatrix, openLab, type Lab } from "../commands/lab.ts";

const root = join(import.meta.dirname, "..", "..");
const base = ".agent-lab/matrices";

async function takeOne(lab: Lab, options: { to?: string; drill?: boolean } = {}) {
  const { shell, backups } = openKeeping(lab);
  const { to = "backups", drill = false } = options;
  return takeBackup(shell, backups, { base, matrix: "all", to, drill, keep: null });
}

/** Every folder with a manifest, whatever its name, and what of it is not as the manifest says. */
function findIncomplete(shelf: string): { manifests: number; faults: string[] } {
  const folders = existsSync(shelf) ? readdirSync(shelf).map((name) => join(shelf, name)) : [];
  const sealed = folders.filter((folder) => existsSync(join(folder, "manifest.json")));
  const faults = sealed.flatMap((folder) => {
    const text = readFileSync(join(folder, "manifest.json"), "utf8");
    return backupManifest.parse(JSON.parse(text)).files.flatMap((listed) => {
      const file = join(folder, listed.path);
      const fault = checkFile(listed, existsSync(file) ? readFileSync(file) : null);
      return fault === null ? [] : [`${folder}: ${fault.path}: ${fault.message}`];
    });
  });
  return { manifests: sealed.length, faults };
}

function size(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function named(shelf: string): string[] {
  return existsSync(shelf) ? readdirSync(shelf).filter((name) => name.startsWith("backup-")) : [];
}

/** A database that takes SQLite a while to copy. */
async function growLedger({ at, id }: KeptMatrix, megabytes: number): Promise<void> {
  const ledger = openLedger(at("ledger.db"));
  const bytes = new TextEncoder().encode("an answer");
  const store = openArtifactStore(at("artifacts"));
  const artifact = await store.put(bytes, { media_type: "text/plain", role: "final_output" });
  for (let number = 1; number <= megabytes; number += 1) {
    const outcome = await ledger.append({
      job_id: `${id}.large.${number}`,
      expected_revision: 0,
      event_id: `large-${number}`,
      at: "2026-11-30T08:39:11.000Z",
      events: [
        aJobCreated({ matrix_id: id }),
        anAttemptStarted(),
        aRunStarted(),
        anOutputReceived({ artifact, text: "x".repeat(1_000_000) }),
      ],
    });
    expect(outcome.ok).toBe(true);
  }
  ledger.close();
}

function startCli(lab: Lab, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [join(root, "src/cli/main.ts"), ...args], {
    cwd: lab.folder,
    stdio: "ignore",
    env: { PATH: process.env["PATH"], NO_COLOR: "1", CI: "1" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("X1 a backup that dies at any step leaves no folder that passes for one, and the next sweeps what it left", async () => {
  const kept = await anEvaluatedMatrix();
  const { lab } = kept;
  for (const [point, finished] of [
    ["backup.after-database", 0],
    ["backup.after-files", 0],
    ["backup.after-manifest", 0],
    ["backup.after-rename", 1],
  ] as const) {
    const to = point.replace(".", "-");
    const died = await lab.run(["backup", "--to", to], { [crashVariable]: point });
    const shelf = lab.inside(to);
    expect([point, died.code, named(shelf).length]).toEqual([point, -1, finished]);
    expect(findIncomplete(shelf).faults).toEqual([]);
    const next = await takeOne(lab, { to, drill: true });
    expect([point, next.exit_code, next.json["swept"]]).toEqual([point, 0, 1 - finished]);
    expect(named(shelf)).toHaveLength(1 + finished);
    expect(readdirSync(shelf)).toEqual(named(shelf));
    const { shell, backups } = openKeeping(lab);
    for (const [index, name] of named(shelf).entries()) {
      const into = `again-${to}-${index}`;
      const back = await restoreBackup(shell, backups, { backup: join(to, name), into });
      expect([point, name, back.exit_code]).toEqual([point, name, 0]);
    }
  }
}, 240_000);

test("X1 a restore that dies leaves no half matrix, and the next one finishes or says what is there", async () => {
  const { lab, id } = await anEvaluatedMatrix();
  const taken = await takeOne(lab);
  const backup = String(taken.json["backup"]);
  const { shell, backups } = openKeeping(lab);
  for (const [point, there] of [
    ["restore.after-files", []],
    ["restore.after-rename", [id]],
  ] as const) {
    const into = point.replace(".", "-");
    const died = await lab.run(["restore", backup, "--into", into], { [crashVariable]: point });
    expect([point, died.code]).toEqual([point, -1]);
    const visible = readdirSync(lab.inside(into)).filter((name) => /^\d{8}T/.test(name));
    expect(visible).toEqual(there);
    const again = await restoreBackup(shell, backups, { backup, into });
    expect(again.exit_code).toBe(there.length === 0 ? 0 : 50);
    const audited = await lab.run(["audit", "--dir", into]);
    expect(audited.code).toBe(0);
  }
}, 240_000);

test("X1 a backup killed while SQLite copies, and at moments nobody chose, is never taken for a whole one", async () => {
  const kept = await anEvaluatedMatrix();
  const { lab, id } = kept;
  await growLedger(kept, 40);
  const shelf = lab.inside("backups");
  mkdirSync(shelf);
  const whole = size(kept.at("ledger.db"));
  let halfCopied = 0;
  for (let round = 1; round <= 6; round += 1) {
    const child = startCli(lab, "backup", "--to", "backups");
    const ended = once(child, "close");
    const draftOf = (): string =>
      readdirSync(shelf).find((name) => name.endsWith(".partial")) ?? "none";
    const copy = (): number => size(join(shelf, draftOf(), "matrices", id, "ledger.db"));
    while (child.exitCode === null && copy() === 0) await turn();
    if (round > 2) await sleep(Math.random() * 400);
    if (copy() > 0 && copy() < whole) halfCopied += 1;
    child.kill("SIGKILL");
    await ended;
    expect(findIncomplete(shelf).faults).toEqual([]);
  }
  expect(halfCopied).toBeGreaterThan(0);
  const last = await takeOne(lab, { drill: true });
  expect([last.exit_code, last.json["swept"]]).toMatchObject([0, expect.any(Number)]);
  expect(readdirSync(shelf)).toEqual(named(shelf));
  expect(findIncomplete(shelf)).toEqual({ manifests: named(shelf).length, faults: [] });
}, 240_000);

test("X1 three processes append while backups are made: each restored copy passes every audit", async () => {
  const { lab, id, folder } = await anEvaluatedMatrix();
  const acknowledged = [0, 0, 0];
  const writers = acknowledged.map((_none, index) => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL("load-writer.ts", import.meta.url)), folder, id],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    child.stdout.on("data", (chunk: Buffer) => {
      acknowledged[index] = Number(chunk.toString().trim().split("\n").at(-1));
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  });
  const written = (): number => acknowledged.reduce((sum, one) => sum + one, 0);
  const alive = (): boolean => writers.every((child) => child.exitCode === null);
  while (alive() && acknowledged.some((one) => one === 0)) await sleep(20);
  const streams: number[] = [];
  for (let round = 1; round <= 3; round += 1) {
    const before = written();
    const taken = await takeOne(lab, { drill: true });
    expect([taken.exit_code, taken.json["left_out"]]).toEqual([0, []]);
    expect([alive(), written()]).toEqual([true, expect.any(Number)]);
    expect(written()).toBeGreaterThan(before);
    const drill = taken.json["drill"];
    expect(drill).toMatchObject({ ok: true, fault: null });
    streams.push((drill as { jobs: number }).jobs);
  }
  for (const child of writers) {
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await ended;
  }
  expect(streams.toSorted((a, b) => a - b)).toEqual(streams);
  expect(streams[2]).toBeGreaterThan(streams[0] ?? 0);
  expect((await lab.run(["audit"])).code).toBe(0);
}, 240_000);

/** The backup itself, where it holds a matrix that had recorded something and was not done. */
function findMiddle(backup: string): string | null {
  const text = readFileSync(join(backup, "manifest.json"), "utf8");
  const [matrix] = backupManifest.parse(JSON.parse(text)).matrices;
  return matrix?.completed === false && matrix.jobs.length > 1 ? backup : null;
}

test("X1 a backup from the middle of an evaluation is restored, and the evaluation goes on from there", async () => {
  const lab = openLab("middle");
  lab.write("agent-lab.yaml", aMatrix({ repetitions: "6" }));
  const evaluating = startCli(lab, "evaluate");
  const ended = once(evaluating, "close");
  let middle: string | null = null;
  const refused = new Set<unknown>();
  while (middle === null && evaluating.exitCode === null && evaluating.signalCode === null) {
    await sleep(50);
    const taken = await takeOne(lab, { drill: true });
    if (taken.exit_code === 0) middle = findMiddle(String(taken.json["backup"]));
    else refused.add(taken.faults?.[0]?.code);
  }
  // Before anything is recorded there is nothing to back up, and that is said.
  expect(
    [...refused].filter((code) => code !== "no_matrix" && code !== "nothing_recorded"),
  ).toEqual([]);
  expect(middle).not.toBeNull();
  await ended;
  rmSync(lab.inside(".agent-lab"), { recursive: true });
  expect((await lab.run(["restore", middle ?? ""])).code).toBe(0);
  const resumed = await lab.run(["evaluate", "--json"]);
  expect([resumed.code, lab.matrices()]).toEqual([0, [expect.stringMatching(/^\d{8}T/)]]);
  const audited = await lab.run(["audit", "--json"]);
  expect([audited.code, audited.json["completed"], audited.json["runs"]]).toEqual([0, true, 6]);
}, 240_000);
