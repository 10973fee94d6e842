/** The command that looks at stored runs again. */
import type { Command } from "commander";

import { compareStored } from "../commands/compare.ts";
import { defaultFolder } from "../commands/load-matrix.ts";
import type { CommandResult } from "../commands/result.ts";
import type { Shell } from "../core/ports.ts";

interface Options {
  readonly json: boolean;
  readonly dir: string;
  readonly matrix: readonly string[];
  readonly scoreProfile: readonly string[];
  readonly pricing?: string;
  readonly case?: string;
  readonly rubric?: string;
  readonly runs?: string;
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** `command`: already with --json. */
export function describeCompare(
  command: Command,
  perform: (json: boolean, work: (shell: Shell) => Promise<CommandResult>) => Promise<void>,
): void {
  command
    .description(
      "look at stored runs under another profile, price list or case version; calls no model",
    )
    .option(
      "--matrix <id>",
      "a matrix id; default: the newest. Give it again for matrices side by side",
      collect,
      [],
    )
    .option("--dir <folder>", "where matrices are kept", defaultFolder)
    .option(
      "--score-profile <file>",
      "a score profile. Give it again for profiles side by side",
      collect,
      [],
    )
    .option("--pricing <file>", "a pricing catalogue")
    .option(
      "--case <file>",
      "score the stored runs of this case again, as exploratory score documents",
    )
    .option("--rubric <file>", "show what people judged beside the runs, apart from every score")
    .option("--runs <folder>", "compare transcribed runs of somebody else instead of a matrix")
    .action(async (options: Options) =>
      perform(options.json, async (shell) =>
        compareStored(shell, {
          base: options.dir,
          matrices: options.matrix,
          score_profiles: options.scoreProfile,
          pricing: options.pricing,
          case: options.case,
          rubric: options.rubric,
          runs: options.runs,
        }),
      ),
    );
}
