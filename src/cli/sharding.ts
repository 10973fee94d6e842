/** Shards on the command line: how many, which, and what makes one matrix of them. */
import { InvalidArgumentError, type Command } from "commander";

import { mergeShards } from "../commands/merge.ts";
import type { CommandResult } from "../commands/result.ts";
import { composeMerge } from "../compose.ts";
import { verifyBundle } from "../core/evidence/verify.ts";
import type { Shell } from "../core/ports.ts";
import { mostShards } from "../core/shards/deal.ts";
import type { ShardName } from "../core/shards/streams.ts";
import { bundleParsers } from "../verify/parsers.ts";
import { recomputeBundle } from "../verify/recompute.ts";

type Perform = (
  json: boolean,
  work: (shell: Shell) => CommandResult | Promise<CommandResult>,
) => Promise<void>;

export function describeMerge(program: Command, perform: Perform): void {
  const rules = { parsers: bundleParsers, recompute: recomputeBundle };
  program
    .command("merge")
    .description("make one matrix of shards: folders or evidence bundles, each proved first")
    .argument("<shard...>", "a shard's folder, its evidence.tar.gz, or a folder that holds one")
    .requiredOption("--dir <folder>", "where the merged matrix is kept")
    .option("--json", "one JSON object on stdout", false)
    .action(async (inputs: string[], options: { json: boolean; dir: string }) =>
      perform(options.json, async (shell) => {
        const ports = composeMerge(shell.project, (files) => verifyBundle(files, rules));
        return mergeShards(shell, ports, { inputs, into: options.dir });
      }),
    );
}

export function readShards(text: string): number {
  const count = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > mostShards)
    throw new InvalidArgumentError(`Give a whole number from 1 to ${mostShards}.`);
  return count;
}

export function readShard(text: string): ShardName {
  const found = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text);
  const shard = { index: Number(found?.[1] ?? 0), count: Number(found?.[2] ?? 0) };
  if (shard.index < 1 || shard.index > shard.count || shard.count > mostShards)
    throw new InvalidArgumentError(
      `Give which of how many, like 3/8; ${mostShards} shards are the most.`,
    );
  return shard;
}
