/** Shards on the command line: how many, and which. */
import { InvalidArgumentError } from "commander";

import { mostShards } from "../core/shards/deal.ts";
import type { ShardName } from "../core/shards/streams.ts";

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
