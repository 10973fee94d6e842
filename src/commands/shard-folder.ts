/** The folder of one shard: under the matrix's id, marked as a part, and resumed only as the same part of the same plan. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import { shardMarker, type ShardMarker } from "../contracts/shard.ts";
import type { MatrixFolder, Shell } from "../core/ports.ts";
import { matrixIdPattern, shardWords, type ShardName } from "../core/shards/streams.ts";
import { readDocument, serialise } from "./load-matrix.ts";
import type { Planned } from "./plan.ts";

const marker = "shard.json";

/** A new id: UTC stamp and six random digits. */
export function nameMatrix(shell: Pick<Shell, "clock" | "entropy">): string {
  const stamp = shell.clock.now().replaceAll(/[-:]|\.\d+/g, "");
  return `${stamp}-${shell.entropy.hex(3)}`;
}

export function markShard(folder: MatrixFolder, { index, count }: ShardName): void {
  const document: ShardMarker = { schema_version: 1, matrix_id: folder.matrix_id, index, count };
  folder.write(marker, serialise(document));
}

/** Null where the folder is no shard's. */
export function readMarker(folder: MatrixFolder): Outcome<ShardMarker> | null {
  return folder.read(marker) === null ? null : readDocument(folder, marker, shardMarker);
}

/** The shard as it was left; null where it was not begun. Refused: an id that is none, another shard, another plan. */
export function openShard(
  shell: Shell,
  planned: Planned,
  base: string,
  { name, matrix_id }: { readonly name: ShardName; readonly matrix_id: string },
): Outcome<MatrixFolder | null> {
  if (!matrixIdPattern.test(matrix_id))
    return refuse(
      "no_matrix_id",
      `"${matrix_id.slice(0, 60)}" is no matrix id`,
      "--matrix-id",
      "All shards get the one that agent-lab plan --shards N --json drew.",
    );
  const folder = shell.workspace.matrices(base).open(matrix_id);
  const stored = folder?.read("plan.json") ?? null;
  if (folder === null || stored === null) return { ok: true, value: null };
  const marked = readMarker(folder);
  if (marked?.ok === false) return marked;
  if (marked?.value.index !== name.index || marked.value.count !== name.count)
    return refuse(
      "other_shard",
      `${matrix_id} is there already, as ${marked === null ? "a whole matrix" : `shard ${shardWords(marked.value)}`}`,
      folder.path,
      `Give shard ${shardWords(name)} a folder of its own with --dir.`,
    );
  if (new TextDecoder().decode(stored) !== serialise(planned.plan))
    return refuse(
      "plan_changed",
      `shard ${shardWords(name)} of ${matrix_id} was begun with another plan`,
      folder.path,
      "Put the files back as they were, or deal shards anew: agent-lab plan --shards N --json.",
    );
  return { ok: true, value: folder };
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
