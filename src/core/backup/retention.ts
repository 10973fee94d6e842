/** Which backups may go: never the newest good ones, never one that could be the only copy of something. */
import type { BackupManifest, DrillRecord } from "../../contracts/backup-manifest.ts";

/** A finished backup as it stands on the shelf. `drill`: null where it was never restored on trial. */
export interface ShelvedBackup {
  readonly name: string;
  readonly manifest: BackupManifest;
  readonly manifest_sha256: string;
  readonly drill: DrillRecord | null;
}

/** Restored on trial from this very manifest, with every matrix in it. */
export function isGood({ manifest, manifest_sha256, drill }: ShelvedBackup): boolean {
  return (
    drill !== null &&
    drill.ok &&
    drill.manifest_sha256 === manifest_sha256 &&
    manifest.left_out.length === 0
  );
}

/**
 * Names to remove: everything older than the `keep` newest good ones, good or not. Where there are not that many good
 * ones, nothing goes.
 */
export function chooseExpired(backups: readonly ShelvedBackup[], keep: number): readonly string[] {
  const newest = backups.toSorted((left, right) => compareAge(right, left));
  const good = newest.filter(isGood);
  const last = good[keep - 1];
  return keep < 1 || last === undefined
    ? []
    : newest.slice(newest.indexOf(last) + 1).map(({ name }) => name);
}

function compareAge(left: ShelvedBackup, right: ShelvedBackup): number {
  const [one, other] = [left, right].map(({ manifest, name }) => `${manifest.created_at} ${name}`);
  return (one ?? "") < (other ?? "") ? -1 : 1;
}
