/** Copies one matrix into a backup, also while it is being run, and audits the copy where it lies. */
import type { BackupFile, BackupManifest } from "../contracts/backup-manifest.ts";
import type { BackupDraft, Backups } from "../core/backup-ports.ts";
import {
  artifactInBackup,
  isCopied,
  pathInBackup,
  type CopiedMatrix,
} from "../core/backup/layout.ts";
import { backedUpJob, describeFile } from "../core/backup/manifest.ts";
import { artifactsOf } from "../core/evidence/artifacts.ts";
import { explainUnsafePath } from "../core/evidence/paths.ts";
import type { ArtifactStore, Ledger, MatrixFolder, Shell } from "../core/ports.ts";
import { isDone, matrixStreams } from "../core/shards/streams.ts";
import { auditMatrix, closeQuietly } from "./audit-matrix.ts";

/** `skipped`: files beside the record whose names another system could not hold. */
export interface MatrixCopy {
  readonly matrix: BackupManifest["matrices"][number];
  readonly files: readonly BackupFile[];
  readonly skipped: readonly string[];
}

/**
 * The database first, by a copy that SQLite makes itself; then the artifacts that the copy's events name, which were
 * durable before they were named; then the files beside it. `reason` says why there is no sound copy;
 * null: the matrix has recorded nothing yet.
 */
export async function copyMatrix(
  shell: Shell,
  backups: Backups,
  draft: BackupDraft,
  folder: MatrixFolder,
): Promise<MatrixCopy | { readonly reason: string } | null> {
  const { matrix_id } = folder;
  const at = (relative: string): string => pathInBackup(matrix_id, relative);
  const files: BackupFile[] = [];
  const put = (path: string, bytes: Uint8Array): void => {
    draft.write(path, bytes);
    files.push(describeFile(path, bytes));
  };
  try {
    copyDatabase(shell, folder, draft.locate(at("ledger.db")));
    shell.crashPoint("backup.after-database");
    const artifacts = shell.openArtifacts(folder.locate("artifacts"));
    const copied = await copyArtifacts(shell, draft, { matrix_id, artifacts, put });
    if (copied.streams === 0 && folder.list("runs").length === 0) return null;
    const skipped: string[] = [];
    for (const relative of backups.filesBelow(folder.path)) {
      if (!isCopied(relative, copied)) continue;
      const bytes = backups.readFile(folder.path, relative);
      if (bytes === null) continue;
      if (explainUnsafePath(at(relative)) === undefined) put(at(relative), bytes);
      else skipped.push(relative);
    }
    const audited = await auditMatrix(shell, openCopy(shell, draft, matrix_id));
    if (!audited.ok) return { reason: audited.faults[0].message };
    const { first_fault, jobs, completed } = audited.value;
    if (first_fault !== null)
      return { reason: `${first_fault.job_id}: ${first_fault.code}: ${first_fault.message}` };
    // Last: the audit is the last that opens it, and SQLite has then folded its log in.
    files.push(describeFile(at("ledger.db"), draft.read(at("ledger.db")) ?? new Uint8Array()));
    return { matrix: { matrix_id, completed, jobs: jobs.map(backedUpJob) }, files, skipped };
  } catch (error) {
    if (isDiskFault(error)) throw error;
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Trouble of the backup's own disk is no fault of a matrix: the whole is then given up. */
export function isDiskFault(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

/** A second connection, in a process of its own: the file itself is never read while a run may write it. */
function copyDatabase(shell: Shell, folder: MatrixFolder, to: string): void {
  const live = shell.openLedger(folder.locate("ledger.db"));
  try {
    live.copyTo(to);
  } finally {
    closeQuietly(live);
  }
}

async function copyArtifacts(
  shell: Shell,
  draft: BackupDraft,
  from: {
    readonly matrix_id: string;
    readonly artifacts: ArtifactStore;
    readonly put: (path: string, bytes: Uint8Array) => void;
  },
): Promise<CopiedMatrix & { readonly streams: number }> {
  const { matrix_id, artifacts, put } = from;
  const copy: Ledger = shell.openLedger(draft.locate(pathInBackup(matrix_id, "ledger.db")));
  try {
    const seen = new Set<string>();
    for (const { job_id } of copy.heads())
      for (const ref of copy.events(job_id).flatMap(({ body }) => artifactsOf(body))) {
        const path = artifactInBackup(matrix_id, ref.sha256);
        if (seen.has(path)) continue;
        seen.add(path);
        const bytes = await artifacts.read(ref);
        // What can't be read is left out here; the audit of the copy says which event names it.
        if (!("fault" in bytes)) put(path, bytes);
      }
    const names = matrixStreams(
      copy.heads().map(({ job_id }) => job_id),
      matrix_id,
    );
    const streams = new Map(
      names.map((name) => [name, copy.events(name).map(({ body }) => body)] as const),
    );
    const bodies = [...streams.values()].flat();
    return {
      streams: copy.heads().length,
      completed: isDone(streams, matrix_id),
      recorded: new Set(
        bodies.flatMap((body) => (body.type === "run.recorded" ? [body.run_id] : [])),
      ),
    };
  } finally {
    copy.close();
  }
}

function openCopy(shell: Shell, draft: BackupDraft, matrix_id: string): MatrixFolder {
  const folder = shell.workspace.matrices(draft.locate("matrices")).open(matrix_id);
  if (folder === null) throw new Error(`the copy of ${matrix_id} is gone`);
  return folder;
}
