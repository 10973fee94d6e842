import { expect, test } from "vitest";

import type { BackupManifest } from "../../../src/contracts/backup-manifest.ts";
import { isCopied } from "../../../src/core/backup/layout.ts";
import { chooseExpired, type ShelvedBackup } from "../../../src/core/backup/retention.ts";

const tool = { name: "agent-lab", version: "0.1.0" } as const;

/** `drill`: what the drill said, null for none, "other" for one of another manifest. */
function aBackup(
  day: number,
  drill: boolean | null | "other",
  left_out: BackupManifest["left_out"] = [],
): ShelvedBackup {
  const at = `2026-11-${String(day).padStart(2, "0")}T03:00:00.000Z`;
  const manifest_sha256 = `sha256:${String(day)}`;
  return {
    name: `day-${day}`,
    manifest_sha256,
    manifest: {
      schema_version: 1,
      kind: "agent-lab-backup",
      tool,
      created_at: at,
      matrices: [],
      files: [],
      left_out,
    },
    drill:
      drill === null
        ? null
        : {
            schema_version: 1,
            manifest_sha256: drill === "other" ? "sha256:other" : manifest_sha256,
            drilled_at: at,
            tool,
            ok: drill !== false,
            jobs: 1,
            fault: null,
          },
  };
}

test.each([
  ["older than the newest good ones goes, good or not", [3, 1, 2, 4], 2, ["day-2", "day-1"]],
  ["fewer good ones than asked for: nothing goes", [1, 2], 3, []],
  ["as many as asked for", [1, 2, 3], 3, []],
] as const)("%s", (_name, days, keep, expired) => {
  expect(
    chooseExpired(
      days.map((day) => aBackup(day, true)),
      keep,
    ),
  ).toEqual(expired);
});

test.each([
  ["never drilled", null],
  ["failed its drill", false],
  ["whose drill was of another manifest", "other"],
] as const)("a newer backup that was %s replaces no good one", (_name, drill) => {
  expect(chooseExpired([aBackup(1, true), aBackup(2, drill), aBackup(3, drill)], 1)).toEqual([]);
  expect(chooseExpired([aBackup(1, drill), aBackup(2, true), aBackup(3, drill)], 1)).toEqual([
    "day-1",
  ]);
});

test("a backup without one of the matrices replaces no good one: it may hold the only copy", () => {
  const partial = aBackup(2, true, [{ matrix_id: "m-1", reason: "damaged" }]);
  expect(chooseExpired([aBackup(1, true), partial], 1)).toEqual([]);
});

test("of a matrix that goes on nothing is copied that says more than its stream", () => {
  const recorded = new Set(["m.case.bare.1"]);
  const going = { completed: false, recorded };
  const done = { completed: true, recorded };
  for (const path of ["plan.json", "contracts/case/a.v1.json", "worlds/m.json", "scores/a/b.json"])
    expect([path, isCopied(path, going), isCopied(path, done)]).toEqual([path, true, true]);
  for (const path of ["complete.json", "evidence.tar.gz", "views/report.md"])
    expect([path, isCopied(path, going), isCopied(path, done)]).toEqual([path, false, true]);
  for (const path of ["ledger.db", "ledger.db-wal", "ledger.copy.db", "run.lock", "run.lock.77"])
    expect([path, isCopied(path, done)]).toEqual([path, false]);
  for (const path of ["artifacts/sha256/ab/cd", "runs/m.case.bare.2.json", "plan.json.part"])
    expect([path, isCopied(path, done)]).toEqual([path, false]);
  expect(isCopied("runs/m.case.bare.1.json", going)).toBe(true);
});
