/** The commands that keep a record safe: audit, backup and restore. */
import { InvalidArgumentError, type Command } from "commander";

import { auditStored } from "../commands/audit.ts";
import { takeBackup } from "../commands/backup.ts";
import { defaultFolder } from "../commands/load-matrix.ts";
import { restoreBackup } from "../commands/restore.ts";
import type { CommandResult } from "../commands/result.ts";
import { composeBackups } from "../compose.ts";
import type { Shell } from "../core/ports.ts";

type Perform = (
  json: boolean,
  work: (shell: Shell) => CommandResult | Promise<CommandResult>,
) => Promise<void>;

export function describeKeeping(program: Command, perform: Perform): void {
  program
    .command("audit")
    .description("is a stored matrix whole, and still what was written? Names the first fault")
    .option("--json", "one JSON object on stdout", false)
    .option("--matrix <id>", "a matrix id; default: the newest")
    .option("--dir <folder>", "where matrices are kept", defaultFolder)
    .action(async (options: { json: boolean; dir: string; matrix?: string }) =>
      perform(options.json, async (shell) =>
        auditStored(shell, { base: options.dir, matrix: options.matrix }),
      ),
    );
  program
    .command("backup")
    .description("copy matrices whole, also while they are run: database, artifacts and documents")
    .requiredOption("--to <folder>", "where backups are kept, each in a folder of its own")
    .option("--json", "one JSON object on stdout", false)
    .option("--matrix <id>", "a matrix id, or all", "all")
    .option("--dir <folder>", "where matrices are kept", defaultFolder)
    .option("--drill", "restore it on trial, and record whether all came back", false)
    .option("--keep <number>", "remove what is older than the newest N that passed a drill", count)
    .action(
      async (options: {
        json: boolean;
        dir: string;
        matrix: string;
        to: string;
        drill: boolean;
        keep?: number;
      }) =>
        perform(options.json, async (shell) =>
          takeBackup(shell, composeBackups(shell.project), {
            base: options.dir,
            matrix: options.matrix,
            to: options.to,
            drill: options.drill,
            keep: options.keep ?? null,
          }),
        ),
    );
  program
    .command("restore")
    .description("make matrices of a backup again, proved, where there are none of that name")
    .argument("<backup>", "its folder")
    .option("--json", "one JSON object on stdout", false)
    .option("--into <folder>", "where matrices are kept", defaultFolder)
    .action(async (backup: string, options: { json: boolean; into: string }) =>
      perform(options.json, async (shell) =>
        restoreBackup(shell, composeBackups(shell.project), { backup, into: options.into }),
      ),
    );
}

function count(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError("It is a number from 1 on.");
  return Number(text);
}
