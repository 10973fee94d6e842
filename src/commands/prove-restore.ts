/** Restores a backup into a folder that is none of the matrices' own yet, and proves that it is what was backed up. */
import { backupManifest, type BackupManifest } from "../contracts/backup-manifest.ts";
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { BackupFolder, RestoreDraft } from "../core/backup-ports.ts";
import { backupPaths, pathInMatrix } from "../core/backup/layout.ts";
import {
  checkFile,
  checkManifest,
  findDifference,
  type BackupFault,
} from "../core/backup/manifest.ts";
import { digestBytes } from "../core/digest/digest.ts";
import { documentText } from "../core/evidence/manifest.ts";
import type { Shell } from "../core/ports.ts";
import { plural } from "../core/report/format.ts";
import { auditMatrix } from "./audit-matrix.ts";

export interface ReadBackup {
  readonly manifest: BackupManifest;
  readonly manifest_sha256: string;
}

/** A folder without a manifest is no backup, whatever else is in it: the manifest was to be written last. */
export function readBackup(backup: BackupFolder): Outcome<ReadBackup> {
  const bytes = backup.read(backupPaths.manifest);
  if (bytes === null)
    return refuse(
      "backup_incomplete",
      "the folder has no manifest.json: the backup was never finished, or only a part of it was copied",
      backup.path,
    );
  const text = new TextDecoder().decode(bytes);
  const parsed = backupManifest.safeParse(parseJson(text));
  if (!parsed.success || documentText(parsed.data) !== text)
    return refuse(
      "backup_altered",
      "manifest.json is not the manifest of a backup of this version, as it was written",
      backup.path,
    );
  const fault = checkManifest(parsed.data);
  return fault === null
    ? { ok: true, value: { manifest: parsed.data, manifest_sha256: digestBytes(bytes) } }
    : refuseFile(backup, fault);
}

/** Every listed file is copied as it is checked. Returns how many streams came back as they were, to the last event. */
export async function proveRestore(
  shell: Shell,
  backup: BackupFolder,
  { manifest }: ReadBackup,
  draft: RestoreDraft,
): Promise<Outcome<number>> {
  const absent: string[] = [];
  for (const listed of manifest.files) {
    const bytes = backup.read(listed.path);
    const fault = checkFile(listed, bytes);
    const place = pathInMatrix(listed.path);
    if (fault?.code === "backup_incomplete") absent.push(listed.path);
    else if (fault !== null) return refuseFile(backup, fault);
    else if (bytes !== null && place !== null)
      draft.write(`${place.matrix_id}/${place.relative}`, bytes);
  }
  if (absent.length > 0)
    return refuse(
      "backup_incomplete",
      `${plural(absent.length, "file")} of ${manifest.files.length} are missing: ${shorten(absent)}`,
      backup.path,
    );
  shell.crashPoint("restore.after-files");
  let proved = 0;
  for (const matrix of manifest.matrices) {
    const outcome = await proveMatrix(shell, draft, matrix, backup);
    if (!outcome.ok) return outcome;
    proved += outcome.value;
  }
  return { ok: true, value: proved };
}

async function proveMatrix(
  shell: Shell,
  draft: RestoreDraft,
  { matrix_id, jobs }: BackupManifest["matrices"][number],
  backup: BackupFolder,
): Promise<Outcome<number>> {
  const folder = shell.workspace.matrices(draft.path).open(matrix_id);
  if (folder === null) return refuse("backup_incomplete", `${matrix_id} is not in it`, backup.path);
  const audited = await auditMatrix(shell, folder);
  if (!audited.ok) return audited;
  const missing = [...new Set(audited.value.jobs.flatMap((job) => job.missing_artifacts))];
  if (missing.length > 0)
    return refuse(
      "backup_incomplete",
      `matrix ${matrix_id} came without ${plural(missing.length, "artifact")} that its events name: ${shorten(missing)}`,
      backup.path,
    );
  const { first_fault } = audited.value;
  if (first_fault !== null)
    return refuse(
      "restore_differs",
      `the restored matrix ${matrix_id} fails its audit: ${first_fault.code} in ${first_fault.job_id}${first_fault.sequence === null ? "" : `, event ${first_fault.sequence}`}: ${first_fault.message}`,
      backup.path,
    );
  const difference = findDifference(jobs, audited.value.jobs);
  return difference === null
    ? { ok: true, value: jobs.length }
    : refuse("restore_differs", difference, backup.path);
}

function shorten(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return `${names.slice(0, 5).join(", ")}${more}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refuseFile(backup: BackupFolder, { code, path, message }: BackupFault): Outcome<never> {
  return refuse(code, `${path}: ${message}`, backup.path);
}

function refuse(code: string, message: string, where: string): { ok: false; faults: [Fault] } {
  const fix =
    "Nothing was restored. Use another backup: agent-lab backup keeps those that passed their drill.";
  return { ok: false, faults: [{ code, message: message.slice(0, 2_000), where, fix }] };
}
