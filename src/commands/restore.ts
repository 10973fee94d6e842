/** restore: a backup becomes matrices again, in a place where there are none of that name, or nothing happens. */
import type { Fault } from "../contracts/fault.ts";
import type { Backups } from "../core/backup-ports.ts";
import type { Shell } from "../core/ports.ts";
import { cleanText } from "../core/report/escape.ts";
import { plural } from "../core/report/format.ts";
import { proveRestore, readBackup } from "./prove-restore.ts";
import { refusalResult, type CommandResult } from "./result.ts";

export interface RestoreOptions {
  readonly backup: string;
  readonly into: string;
}

export async function restoreBackup(
  shell: Shell,
  backups: Backups,
  { backup: path, into }: RestoreOptions,
): Promise<CommandResult> {
  const backup = backups.open(path);
  if (backup === null)
    return refuseUsage(
      "no_backup",
      "there is no such folder",
      path,
      "Name the folder of a backup.",
    );
  const read = readBackup(backup);
  if (!read.ok) return refusalResult(read.faults, 60);
  const { manifest } = read.value;
  const ids = manifest.matrices.map(({ matrix_id }) => matrix_id);
  const taken = ids.find((id) => backups.occupied(into, id));
  if (taken !== undefined)
    return refuseUsage(
      "already_there",
      `matrix ${taken} is there already, and a restore never writes over one`,
      into,
      "Restore into another folder with --into, or move that matrix away.",
    );
  const draft = backups.restoreInto(into);
  if ("pid" in draft)
    return refuseUsage(
      "restore_in_use",
      `another process is restoring there (pid ${draft.pid})`,
      into,
      "Wait until it has ended, or restore into another folder.",
    );
  try {
    const proved = await proveRestore(shell, backup, read.value, draft);
    if (!proved.ok) return refusalResult(proved.faults, 60);
    for (const id of ids) {
      draft.publish(id);
      shell.crashPoint("restore.after-rename");
    }
    const text = `restore · ${backup.name} · ${plural(ids.length, "matrix", "matrices")} in ${shell.show(into)} · ${plural(proved.value, "stream")} as they were: job, revision, status and head\n`;
    const json = {
      ok: true,
      exit_code: 0,
      backup: backup.path,
      into,
      matrices: ids,
      streams: proved.value,
      left_out: manifest.left_out,
    };
    return { exit_code: 0, text: cleanText(text, 1_000, true), json };
  } finally {
    draft.close();
  }
}

function refuseUsage(code: string, message: string, where: string, fix: string): CommandResult {
  const fault: Fault = { code, message, where, fix };
  return refusalResult([fault], 50);
}
