/** The command with which a person decides about a call that waits. */
import { Option, type Command } from "commander";

import { approveCall } from "../commands/approve.ts";
import type { CommandResult } from "../commands/result.ts";
import type { Shell } from "../core/ports.ts";

interface Options {
  readonly json: boolean;
  readonly dir: string;
  readonly matrix?: string;
  readonly approve?: boolean;
  readonly reject?: boolean;
  readonly code?: string;
  readonly by?: string;
}

/** `command`: already with --matrix, --dir and --json. */
export function describeApprove(
  command: Command,
  perform: (json: boolean, work: (shell: Shell) => Promise<CommandResult>) => Promise<void>,
): void {
  command
    .description("show the calls that wait for a person, or decide one")
    .addOption(new Option("--approve", "let the call be made").conflicts("reject"))
    .addOption(new Option("--reject", "refuse it, for this run and for good").conflicts("approve"))
    .option("--code <code>", "which call: the twelve digits it was shown with")
    .option("--by <name>", "who decides")
    .action(async (options: Options) =>
      perform(options.json, async (shell) =>
        approveCall(shell, {
          base: options.dir,
          matrix: options.matrix,
          decision:
            options.approve === true ? "approved" : options.reject === true ? "rejected" : null,
          code: options.code,
          by: options.by,
        }),
      ),
    );
}
