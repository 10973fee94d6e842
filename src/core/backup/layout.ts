/** Where things lie in a backup, and which files of a matrix folder belong in one. */
import { artifactPath } from "../evidence/layout.ts";

export const backupPaths = { manifest: "manifest.json", drill: "drill.json" } as const;

/** What a killed backup leaves, and what is being removed; no backup has such a name. */
const draft = /^\.backup-.+\.partial$/;

export function isDraftName(name: string): boolean {
  return draft.test(name);
}

export function draftNameOf(name: string): string {
  return `.backup-${name}.partial`;
}

/** `stamp`: UTC as in a matrix id, so that names sort by age. */
export function backupName(now: string, random: string): string {
  return `backup-${now.replaceAll(/[-:]|\.\d+/g, "")}-${random}`;
}

export function pathInBackup(matrix_id: string, relative: string): string {
  return `matrices/${matrix_id}/${relative}`;
}

/** The other way round: null for a path that belongs to no matrix of the backup. */
export function pathInMatrix(path: string): { matrix_id: string; relative: string } | null {
  const found = /^matrices\/([\w-]+)\/(.+)$/.exec(path);
  return found === null ? null : { matrix_id: found[1] ?? "", relative: found[2] ?? "" };
}

export function artifactInBackup(matrix_id: string, sha256: string): string {
  return pathInBackup(matrix_id, artifactPath(sha256));
}

/** What the copied matrix stream says of itself: later files than that belong to a later backup. */
export interface CopiedMatrix {
  readonly completed: boolean;
  readonly recorded: ReadonlySet<string>;
}

/**
 * Whether a file beside the database is copied. The database and the artifacts go their own way; locks, drafts and
 * copies under way belong to a process. While a matrix goes on, whatever says more than the copied stream stays out:
 * results that it has not recorded, and what is written only at the end. A file of worlds/ may be ahead of the stream,
 * as after a crash between an effect and its receipt, and is copied after the database for that reason.
 */
export function isCopied(relative: string, matrix: CopiedMatrix): boolean {
  const [top = ""] = relative.split("/");
  if (/^(ledger\.|run\.lock)/.test(relative) || top === "artifacts") return false;
  if (relative.endsWith(".part")) return false;
  const run = /^runs\/(.+)\.json$/.exec(relative)?.[1];
  if (run !== undefined) return matrix.recorded.has(run);
  const atEnd = top === "views" || relative === "complete.json" || relative === "evidence.tar.gz";
  return matrix.completed || !atEnd;
}
