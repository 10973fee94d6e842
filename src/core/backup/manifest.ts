/** The manifest of a backup: what is in it, and whether what is there is still that. */
import type { BackedUpJob, BackupFile, BackupManifest } from "../../contracts/backup-manifest.ts";
import type { JobAudit } from "../audit/job-audit.ts";
import { digestBytes } from "../digest/digest.ts";
import { findPathFault } from "../evidence/paths.ts";
import { pathInMatrix } from "./layout.ts";

export function describeFile(path: string, bytes: Uint8Array): BackupFile {
  return { path, sha256: digestBytes(bytes), size: bytes.length };
}

/** A stream as a backup promises it; only of an audit without a fault. */
export function backedUpJob({ job_id, revision, head, status }: JobAudit): BackedUpJob {
  if (typeof status !== "string") throw new TypeError(`${job_id}: ${status.missing}`);
  return { job_id, revision, head, status };
}

export interface BackupFault {
  readonly code: "backup_incomplete" | "backup_altered" | "backup_unsafe";
  readonly path: string;
  readonly message: string;
}

/** Paths first: nothing is read or written at a name that leaves the folder. Every matrix has a database. */
export function checkManifest(manifest: BackupManifest): BackupFault | null {
  const paths = manifest.files.map(({ path }) => path);
  const unsafe = findPathFault(paths);
  if (unsafe !== undefined)
    return { code: "backup_unsafe", path: unsafe.path, message: unsafe.message };
  const known = new Set(manifest.matrices.map(({ matrix_id }) => matrix_id));
  const stray = paths.find((path) => !known.has(pathInMatrix(path)?.matrix_id ?? ""));
  if (stray !== undefined)
    return { code: "backup_unsafe", path: stray, message: "belongs to no matrix of the backup" };
  const listed = new Set(paths);
  for (const matrix_id of known) {
    const path = `matrices/${matrix_id}/ledger.db`;
    if (!listed.has(path))
      return { code: "backup_incomplete", path, message: "the manifest lists no database" };
  }
  return null;
}

/** What is wrong with one listed file; null when it has its size and its digest. */
export function checkFile(listed: BackupFile, bytes: Uint8Array | null): BackupFault | null {
  const { path, size, sha256 } = listed;
  if (bytes === null)
    return {
      code: "backup_incomplete",
      path,
      message: "the manifest lists it, and it is not there",
    };
  if (bytes.length !== size) {
    const message = `is ${bytes.length} bytes; the manifest says ${size}`;
    return { code: "backup_altered", path, message };
  }
  const found = digestBytes(bytes);
  const message = `its bytes give ${found}; the manifest says ${sha256}`;
  return found === sha256 ? null : { code: "backup_altered", path, message };
}

/** The first stream that did not come back as (job, revision, status, head); null when all did and no other came. */
export function findDifference(
  promised: readonly BackedUpJob[],
  found: readonly JobAudit[],
): string | null {
  const there = new Map(found.map((job) => [job.job_id, job]));
  for (const { job_id, revision, status, head } of promised) {
    const job = there.get(job_id);
    if (job === undefined) return `${job_id} is not there`;
    there.delete(job_id);
    if (job.revision === revision && job.status === status && job.head === head) continue;
    const now = typeof job.status === "string" ? job.status : job.status.missing;
    return `${job_id} was ${status} at revision ${revision} (${head}); it came back ${now} at ${job.revision} (${job.head})`;
  }
  const [other] = there.keys();
  return other === undefined ? null : `${other} is there, and the backup does not know it`;
}
