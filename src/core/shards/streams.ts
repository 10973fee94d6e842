/** The streams of one matrix: a shard writes one of its own, so that ledgers join without a hash being written again. */
import type { RuntimeEvent, StoredEvent } from "../../contracts/event.ts";
import type { Ledger } from "../ports.ts";

/** The third of eight: `{ index: 3, count: 8 }`. */
export interface ShardName {
  readonly index: number;
  readonly count: number;
}

/** `20261130T083911Z-d5c844`: names one execution of a plan. */
export const matrixIdPattern = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

/** The stream of a shard: `20261130T083911Z-d5c844.s03of08`. A run's name has three parts behind the matrix id, this one. */
export function nameShardStream(matrix_id: string, { index, count }: ShardName): string {
  const width = Math.max(2, String(count).length);
  const pad = (number: number): string => String(number).padStart(width, "0");
  return `${matrix_id}.s${pad(index)}of${pad(count)}`;
}

/** Which shard of the matrix the stream belongs to; null for any other stream. */
export function readShardStream(matrix_id: string, job_id: string): ShardName | null {
  const found = /\.s(\d{2,4})of(\d{2,4})$/.exec(job_id);
  if (found === null) return null;
  const shard = { index: Number(found[1]), count: Number(found[2]) };
  return nameShardStream(matrix_id, shard) === job_id ? shard : null;
}

/** `3/8` for people and for the command line. */
export function shardWords({ index, count }: ShardName): string {
  return `${index}/${count}`;
}

/** The matrix's streams among these, in its order: shard after shard, then its own, which goes on from them. */
export function matrixStreams(job_ids: Iterable<string>, matrix_id: string): string[] {
  const shards: { readonly job_id: string; readonly shard: ShardName }[] = [];
  let own = false;
  for (const job_id of job_ids) {
    if (job_id === matrix_id) own = true;
    const shard = readShardStream(matrix_id, job_id);
    if (shard !== null) shards.push({ job_id, shard });
  }
  const sorted = shards
    .toSorted((a, b) => a.shard.count - b.shard.count || a.shard.index - b.shard.index)
    .map(({ job_id }) => job_id);
  return own ? [...sorted, matrix_id] : sorted;
}

/** All that was said about the matrix itself, in the order of its streams. */
export function matrixEvents(
  ledger: Pick<Ledger, "heads" | "events">,
  matrix_id: string,
): StoredEvent[] {
  const names = ledger.heads().map(({ job_id }) => job_id);
  return matrixStreams(names, matrix_id).flatMap((job_id) => ledger.events(job_id));
}

/** As `matrixEvents`, of a bundle's streams. */
export function gatherMatrix(
  streams: ReadonlyMap<string, readonly StoredEvent[]>,
  matrix_id: string,
): StoredEvent[] {
  return matrixStreams(streams.keys(), matrix_id).flatMap((job_id) => [
    ...(streams.get(job_id) ?? []),
  ]);
}

/** Whether all streams of the matrix that are here said that they are done; where it has one of its own, that one alone. */
export function isDone(
  streams: ReadonlyMap<string, readonly RuntimeEvent[]>,
  matrix_id: string,
): boolean {
  const names = matrixStreams(streams.keys(), matrix_id);
  const telling = names.includes(matrix_id) ? [matrix_id] : names;
  return (
    telling.length > 0 &&
    telling.every((name) => streams.get(name)?.at(-1)?.type === "matrix.completed")
  );
}
