/** The commands that keep a record safe: audit, backup and restore. */
import type { Command } from "commander";

import { auditStored } from "../commands/audit.ts";
import { defaultFolder } from "../commands/load-matrix.ts";
import type { CommandResult } from "../commands/result.ts";
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
}
