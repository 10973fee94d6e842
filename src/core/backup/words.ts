/** How a backup is said: one line, and a line for whatever a person should know of it. */
import type { BackupManifest, DrillRecord } from "../../contracts/backup-manifest.ts";
import { cleanText } from "../report/escape.ts";
import { formatNumber, plural } from "../report/format.ts";

export interface BackupTaken {
  readonly name: string;
  readonly place: string;
  readonly manifest: BackupManifest;
  readonly drill: DrillRecord | null;
  /** Unfinished backups of killed processes that were removed. */
  readonly swept: number;
  readonly removed: readonly string[];
  readonly skipped: readonly string[];
  readonly not_begun: readonly string[];
}

export function backupText(taken: BackupTaken): string {
  const { manifest, drill } = taken;
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
  const head = [
    "backup",
    taken.name,
    plural(manifest.matrices.length, "matrix", "matrices"),
    plural(manifest.files.length, "file"),
    `${formatNumber(Math.ceil(bytes / 1_000))} kB`,
    drillWords(drill),
  ].join(" · ");
  const lines = [
    head,
    `  in ${taken.place}`,
    ...(drill?.ok === false ? [`  drill: ${drill.fault ?? "failed"}`] : []),
    ...manifest.left_out.map(({ matrix_id, reason }) => `  LEFT OUT ${matrix_id}: ${reason}`),
    ...taken.not_begun.map((id) => `  ${id} has recorded nothing yet`),
    ...taken.skipped.map((path) => `  not copied, for its name: ${path}`),
    ...(taken.swept === 0 ? [] : [`  swept ${plural(taken.swept, "unfinished backup")}`]),
    ...taken.removed.map((name) => `  removed ${name}`),
  ];
  return `${lines.map((line) => cleanText(line, 1_000)).join("\n")}\n`;
}

function drillWords(drill: DrillRecord | null): string {
  if (drill === null) return "no drill";
  return drill.ok ? `drill passed, ${plural(drill.jobs, "stream")} came back` : "DRILL FAILED";
}
