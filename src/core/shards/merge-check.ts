/** Whether shards belong together: one matrix, one plan, one preflight, each shard once, and which cells are not there. */
import type { RuntimeEvent, StoredEvent } from "../../contracts/event.ts";
import type { Block, Plan } from "../../contracts/plan.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { shardOfBlock } from "./deal.ts";
import { matrixIdPattern, matrixStreams, readShardStream, shardWords } from "./streams.ts";

/** What was read of one folder or bundle. `where`: as people named it. */
export interface ShardRecord {
  readonly where: string;
  readonly matrix_id: string;
  readonly plan_sha256: string;
  readonly preflight_sha256: string;
  readonly streams: ReadonlyMap<string, readonly StoredEvent[]>;
}

export interface MergeFault {
  readonly code: "foreign_shard" | "duplicate_shard" | "duplicate_run" | "mixed_candidate";
  readonly where: string;
  readonly message: string;
}

/** The first thing that keeps these from being one matrix. */
export function findMergeFault(records: readonly ShardRecord[]): MergeFault | null {
  const [first] = records;
  if (first === undefined) return null;
  for (const one of records) {
    const fault = findForeign(first, one);
    if (fault !== null) return fault;
  }
  return findTwice(records) ?? findMixed(records);
}

function shardsOf({ streams, matrix_id }: Pick<ShardRecord, "streams" | "matrix_id">) {
  return matrixStreams(streams.keys(), matrix_id).map((job_id) => ({
    job_id,
    shard: readShardStream(matrix_id, job_id),
  }));
}

function findForeign(first: ShardRecord, one: ShardRecord): MergeFault | null {
  const { where, matrix_id } = one;
  const foreign = (message: string): MergeFault => ({ code: "foreign_shard", where, message });
  // It becomes a folder's name, and a record from elsewhere says what it likes.
  if (!matrixIdPattern.test(matrix_id))
    return foreign(`calls its matrix ${JSON.stringify(matrix_id)}, which is no matrix id`);
  if (matrix_id !== first.matrix_id)
    return foreign(`is of matrix ${matrix_id}; ${first.where} is of ${first.matrix_id}`);
  const own = shardsOf(one);
  const named = own.flatMap(({ shard }) => shard ?? []);
  const [shard] = named;
  if (shard === undefined)
    return foreign("holds no shard: it is a whole matrix, or nothing of one");
  const name = `shard ${shardWords(shard)}`;
  if (named.length < own.length)
    return foreign(
      `${name} was gone on with as a whole matrix; what came of it is no shard any more`,
    );
  if (one.plan_sha256 !== first.plan_sha256)
    return foreign(
      `${name} is of plan ${one.plan_sha256}; ${first.where} is of ${first.plan_sha256}: a contract differs`,
    );
  if (one.preflight_sha256 !== first.preflight_sha256)
    return foreign(`${name} ran after another preflight than ${first.where}`);
  const count = shardsOf(first).flatMap((each) => each.shard ?? [])[0]?.count;
  const other = named.find((each) => each.count !== count);
  return other === undefined
    ? null
    : foreign(
        `shard ${shardWords(other)} is one of ${other.count}; ${first.where} is one of ${count}`,
      );
}

/** A shard that comes twice, and a run that two of them hold. */
function findTwice(records: readonly ShardRecord[]): MergeFault | null {
  const taken = new Map<string, string>();
  for (const one of records) {
    const { where } = one;
    for (const { job_id, shard } of shardsOf(one)) {
      const earlier = taken.get(job_id);
      if (earlier !== undefined && shard !== null)
        return {
          code: "duplicate_shard",
          where,
          message: `shard ${shardWords(shard)} is in ${earlier} already`,
        };
      taken.set(job_id, where);
    }
    for (const job_id of one.streams.keys()) {
      if (readShardStream(one.matrix_id, job_id) !== null) continue;
      const earlier = taken.get(job_id);
      if (earlier !== undefined)
        return { code: "duplicate_run", where, message: `run ${job_id} is in ${earlier} already` };
      taken.set(job_id, where);
    }
  }
  return null;
}

/** Shards install by themselves: what resolved to other versions on another host is another candidate under the same name. */
function findMixed(records: readonly ShardRecord[]): MergeFault | null {
  const known = new Map<string, { readonly text: string; readonly where: string }>();
  for (const { where, streams } of records)
    for (const events of streams.values()) {
      const candidate = bodyOf(events, "job.created")?.candidate;
      const started = bodyOf(events, "attempt.started");
      if (candidate === undefined || started === undefined) continue;
      const { framework, packages, lockfile_sha256 } = started;
      const text = canonicalJson({ framework, packages, lockfile_sha256 });
      const first = known.get(candidate);
      if (first === undefined) known.set(candidate, { text, where });
      else if (first.text !== text)
        return {
          code: "mixed_candidate",
          where,
          message: `${candidate} was installed as ${text.slice(0, 300)}; in ${first.where} as ${first.text.slice(0, 300)}`,
        };
    }
  return null;
}

function bodyOf<T extends RuntimeEvent["type"]>(
  events: readonly StoredEvent[],
  type: T,
): Extract<RuntimeEvent, { type: T }> | undefined {
  return events
    .map(({ body }) => body)
    .find((body): body is Extract<RuntimeEvent, { type: T }> => body.type === type);
}

/** The events of all shards in the order of one ledger: shard after shard, each as its own ledger has them. */
export function mergeOrder(records: readonly ShardRecord[]): StoredEvent[] {
  const first = ({ streams, matrix_id }: ShardRecord): number =>
    shardsOf({ streams, matrix_id })[0]?.shard?.index ?? 0;
  return records
    .toSorted((a, b) => first(a) - first(b))
    .flatMap(({ streams }) =>
      [...streams.values()].flat().toSorted((a, b) => a.position - b.position),
    );
}

export interface MissingCell extends Pick<Block, "case_id" | "repetition"> {
  readonly candidate: string;
  readonly block: number;
  /** `3/8`. */
  readonly shard: string;
}

/** Cells of planned blocks that have no recorded result and were not refused. `count`: how many shards there should be. */
export function missingCells(
  plan: Pick<Plan, "blocks">,
  bodies: readonly RuntimeEvent[],
  count: number,
  nameRun: (block: Block, candidate: string) => string,
): MissingCell[] {
  const recorded = new Set(
    bodies.flatMap((body) => (body.type === "run.recorded" ? [body.run_id] : [])),
  );
  const refused = new Set(
    bodies.flatMap((body) => (body.type === "block.refused" ? [body.block] : [])),
  );
  return plan.blocks
    .filter((block) => !refused.has(block.index))
    .flatMap((block) =>
      block.order
        .filter((candidate) => !recorded.has(nameRun(block, candidate)))
        .map((candidate) => ({
          candidate,
          case_id: block.case_id,
          repetition: block.repetition,
          block: block.index,
          shard: shardWords({ index: shardOfBlock(block.index, count), count }),
        })),
    );
}
