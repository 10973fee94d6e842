/** backup: matrices, whole and proved, in a folder of their own; on request restored on trial, and old ones let go. */
import {
  drillRecord,
  type BackupManifest,
  type DrillRecord,
} from "../contracts/backup-manifest.ts";
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { BackupDraft, BackupFolder, Backups, BackupShelf } from "../core/backup-ports.ts";
import { backupName, backupPaths, pathInBackup } from "../core/backup/layout.ts";
import { chooseExpired, type ShelvedBackup } from "../core/backup/retention.ts";
import { backupText, type BackupTaken } from "../core/backup/words.ts";
import { documentText } from "../core/evidence/manifest.ts";
import type { MatrixFolder, Shell } from "../core/ports.ts";
import { copyMatrix, isDiskFault } from "./copy-matrix.ts";
import { openMatrix } from "./load-matrix.ts";
import { proveRestore, readBackup } from "./prove-restore.ts";
import { refusalResult, type CommandResult } from "./result.ts";

export interface BackupOptions {
  readonly base: string;
  /** A matrix id, or `all`. */
  readonly matrix: string;
  readonly to: string;
  readonly drill: boolean;
  /** How many good backups stay; null removes none. */
  readonly keep: number | null;
}

export async function takeBackup(
  shell: Shell,
  backups: Backups,
  options: BackupOptions,
): Promise<CommandResult> {
  const folders = findMatrices(shell, options);
  if (!folders.ok) return refusalResult(folders.faults, 50);
  const shelf = backups.shelf(options.to);
  try {
    const claim = shelf.claim();
    if (!claim.ok)
      return refuse(
        "backup_in_use",
        `another process is writing a backup there (pid ${claim.pid})`,
        shelf.path,
        "Wait until it has ended, or name another folder with --to.",
        50,
      );
    try {
      return await takeClaimed(shell, backups, shelf, folders.value, options);
    } finally {
      claim.release();
    }
  } catch (error) {
    if (!isDiskFault(error)) throw error;
    return refuse(
      "storage",
      `the backup was not made: ${error.message}`,
      shelf.path,
      "Make room, or name a folder on another disk. Backups that are there were not touched.",
      40,
    );
  }
}

function findMatrices(shell: Shell, { base, matrix }: BackupOptions): Outcome<MatrixFolder[]> {
  const store = shell.workspace.matrices(base);
  const found: MatrixFolder[] = [];
  // Without any matrix the newest is asked for, which says that there is none.
  const [newest, ...others] = matrix === "all" ? store.ids() : [matrix];
  for (const id of [newest, ...others]) {
    const folder = openMatrix(shell, base, id);
    if (!folder.ok) return folder;
    found.push(folder.value);
  }
  return { ok: true, value: found };
}

async function takeClaimed(
  shell: Shell,
  backups: Backups,
  shelf: BackupShelf,
  folders: readonly MatrixFolder[],
  options: BackupOptions,
): Promise<CommandResult> {
  const swept = shelf.sweep().length;
  const draft = shelf.begin(backupName(shell.clock.now(), shell.entropy.hex(3)));
  const written = await writeDraft(shell, backups, draft, folders);
  if ("fault" in written) {
    draft.discard();
    return refusalResult([written.fault], written.exit_code);
  }
  const { manifest, skipped, not_begun } = written;
  shell.crashPoint("backup.after-files");
  draft.write(backupPaths.manifest, documentText(manifest));
  shell.crashPoint("backup.after-manifest");
  const backup = draft.publish();
  shell.crashPoint("backup.after-rename");
  const drill = options.drill ? await drillBackup(shell, backups, backup) : null;
  const removed = options.keep === null ? [] : prune(shelf, options.keep);
  const taken: BackupTaken = {
    name: backup.name,
    place: shell.show(backup.path),
    manifest,
    drill,
    swept,
    removed,
    skipped,
    not_begun,
  };
  const exit_code = drill?.ok === false || manifest.left_out.length > 0 ? 60 : 0;
  return {
    exit_code,
    text: backupText(taken),
    json: {
      ok: exit_code === 0,
      exit_code,
      backup: backup.path,
      matrices: manifest.matrices.map(({ matrix_id }) => matrix_id),
      files: manifest.files.length,
      bytes: manifest.files.reduce((sum, { size }) => sum + size, 0),
      left_out: manifest.left_out,
      not_begun,
      skipped,
      drill,
      swept,
      removed,
    },
  };
}

interface Written {
  readonly manifest: BackupManifest;
  readonly skipped: readonly string[];
  /** Matrices that stopped before anything was recorded: there is nothing to keep. */
  readonly not_begun: readonly string[];
}

async function writeDraft(
  shell: Shell,
  backups: Backups,
  draft: BackupDraft,
  folders: readonly MatrixFolder[],
): Promise<Written | { readonly fault: Fault; readonly exit_code: 50 | 60 }> {
  const created_at = shell.clock.now();
  const matrices: BackupManifest["matrices"] = [];
  const files: BackupManifest["files"] = [];
  const left_out: BackupManifest["left_out"] = [];
  const skipped: string[] = [];
  const not_begun: string[] = [];
  for (const folder of folders) {
    const { matrix_id } = folder;
    const has_ledger = folder.list(".").includes("ledger.db");
    const begun = has_ledger || folder.list("runs").length > 0;
    const copy = has_ledger
      ? await copyMatrix(shell, backups, draft, folder)
      : begun
        ? { reason: "its ledger.db is gone" }
        : null;
    if (copy === null) {
      draft.drop(pathInBackup(matrix_id, ""));
      not_begun.push(matrix_id);
      continue;
    }
    if ("reason" in copy) {
      draft.drop(pathInBackup(matrix_id, ""));
      left_out.push({ matrix_id, reason: copy.reason.slice(0, 2_000) });
      continue;
    }
    matrices.push(copy.matrix);
    files.push(...copy.files);
    skipped.push(...copy.skipped.map((relative) => `${matrix_id}/${relative}`));
  }
  const [first] = left_out;
  if (matrices.length === 0) {
    const message =
      first === undefined
        ? "no matrix has recorded anything yet, so there is nothing to back up"
        : `no backup was made: ${first.matrix_id} can't be copied soundly: ${first.reason}`;
    const fix =
      first === undefined
        ? "Run agent-lab evaluate first."
        : "agent-lab audit says more. Restore the matrix from an earlier backup.";
    const code = first === undefined ? "nothing_recorded" : "matrix_damaged";
    const where = folders[0]?.path ?? "";
    return { fault: { code, message, where, fix }, exit_code: first === undefined ? 50 : 60 };
  }
  const manifest: BackupManifest = {
    schema_version: 1,
    kind: "agent-lab-backup",
    tool: { name: "agent-lab", version: shell.version },
    created_at,
    matrices: matrices.toSorted((a, b) => (a.matrix_id < b.matrix_id ? -1 : 1)),
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    left_out,
  };
  return { manifest, skipped, not_begun };
}

/** Restores the finished backup from the disk into a folder of its own, proves it and removes it again. */
async function drillBackup(
  shell: Shell,
  backups: Backups,
  backup: BackupFolder,
): Promise<DrillRecord> {
  const read = readBackup(backup);
  const about = {
    schema_version: 1 as const,
    drilled_at: shell.clock.now(),
    tool: { name: "agent-lab" as const, version: shell.version },
  };
  if (!read.ok) throw new Error(read.faults[0].message);
  const { manifest_sha256 } = read.value;
  const scratch = shell.scratch();
  try {
    const draft = backups.restoreInto(scratch.path);
    if ("pid" in draft) throw new Error(`${scratch.path} is in use`);
    const proved = await proveRestore(shell, backup, read.value, draft);
    draft.close();
    const record: DrillRecord = proved.ok
      ? { ...about, manifest_sha256, ok: true, jobs: proved.value, fault: null }
      : { ...about, manifest_sha256, ok: false, jobs: 0, fault: proved.faults[0].message };
    backup.write(backupPaths.drill, documentText(record));
    return record;
  } finally {
    scratch.remove();
  }
}

/** Only folders that read as a backup of ours are counted or removed. */
function prune(shelf: BackupShelf, keep: number): readonly string[] {
  const shelved = shelf.finished().flatMap((backup): ShelvedBackup[] => {
    const read = readBackup(backup);
    return read.ok ? [{ name: backup.name, ...read.value, drill: readDrill(backup) }] : [];
  });
  const expired = chooseExpired(shelved, keep);
  for (const name of expired) shelf.remove(name);
  return expired;
}

function readDrill(backup: BackupFolder): DrillRecord | null {
  const bytes = backup.read(backupPaths.drill);
  if (bytes === null) return null;
  try {
    const parsed = drillRecord.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
  exit_code: 40 | 50,
): CommandResult {
  return refusalResult([{ code, message, where, fix }], exit_code);
}
