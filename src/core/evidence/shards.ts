/** Step 4, shards: each stream of the matrix is what its name says, keeps to its own blocks and money, and is gone on from as it ended. */
import type { RuntimeEvent, StoredEvent } from "../../contracts/event.ts";
import type { Block, Plan } from "../../contracts/plan.ts";
import { parseAmount } from "../budget/money.ts";
import { shardOfBlock } from "../shards/deal.ts";
import { matrixStreams, readShardStream, shardWords, type ShardName } from "../shards/streams.ts";
import type { BundleContents } from "./documents.ts";
import { firstFault, type Fault } from "./fault.ts";
import { eventsPath } from "./layout.ts";

type Record = Pick<BundleContents, "streams" | "plan"> & {
  readonly manifest: Pick<BundleContents["manifest"], "matrix_id">;
};
type Registered = Extract<RuntimeEvent, { type: "matrix.registered" }>;

export function checkShards(contents: Record): Fault | undefined {
  return firstFault(steps(contents));
}

function* steps(contents: Record): Generator<Fault | undefined> {
  const { streams, manifest, plan } = contents;
  const known = matrixStreams(streams.keys(), manifest.matrix_id);
  for (const [job_id, events] of streams) {
    const [first] = events;
    if (first?.body.type === "matrix.registered")
      yield checkName(contents, job_id, first.body, known);
  }
  const names = known.map((job_id) => readShardStream(manifest.matrix_id, job_id));
  const shards = names.filter((name) => name !== null);
  const other = shards.find((name) => name.count !== shards[0]?.count);
  if (other !== undefined) {
    const path = eventsPath(known[names.indexOf(other)] ?? "");
    const message = `is of shard ${shardWords(other)}, and another is of ${shards[0]?.count}`;
    yield { code: "E-shard_foreign", path, line: 1, message };
  }
  for (const [at, job_id] of known.entries())
    yield checkBlocks(job_id, streams.get(job_id) ?? [], names[at] ?? null, plan);
  yield checkOnce(contents, known);
  yield checkMoney(contents, known);
  for (const job_id of known) yield checkAdmitted(job_id, streams.get(job_id) ?? []);
}

function checkName(
  { manifest, streams }: Record,
  job_id: string,
  body: Registered,
  known: readonly string[],
): Fault | undefined {
  const path = eventsPath(job_id);
  const named = readShardStream(manifest.matrix_id, job_id);
  if (named === null && job_id !== manifest.matrix_id) {
    const message = "registers a matrix under a name that is neither its id nor a shard's";
    return { code: "E-shard_foreign", path, line: 1, message };
  }
  const said = body.shard ?? null;
  if (named?.index !== said?.index || named?.count !== said?.count) {
    const message = `is named as ${named === null ? "a whole matrix" : `shard ${shardWords(named)}`} and registers ${said === null ? "a whole one" : `shard ${shardWords(said)}`}`;
    return { code: "E-shard_foreign", path, line: 1, message };
  }
  const before = named === null ? known.filter((name) => name !== job_id) : [];
  const found = (body.continues ?? []).map(headText);
  const expected = before.map((name) => {
    const last = streams.get(name)?.at(-1);
    return headText({ job_id: name, revision: last?.sequence ?? 0, head: last?.hash ?? "" });
  });
  if (found.join("\n") === expected.join("\n")) return undefined;
  const message = "goes on from other streams of shards than are here, or from other ends of them";
  return { code: "E-shard_foreign", path, line: 1, message };
}

function headText(one: NonNullable<Registered["continues"]>[number]): string {
  return `${one.job_id} ${one.revision} ${one.head}`;
}

function blockOf(body: RuntimeEvent): number | null {
  const about =
    body.type === "block.admitted" ||
    body.type === "block.refused" ||
    body.type === "block.settled";
  return about ? body.block : null;
}

function checkBlocks(
  job_id: string,
  events: readonly StoredEvent[],
  shard: ShardName | null,
  plan: Plan,
): Fault | undefined {
  if (shard === null) return undefined;
  const stray = events.find(({ body }) => {
    const block = blockOf(body);
    if (block === null) return false;
    return block > plan.blocks.length || shardOfBlock(block, shard.count) !== shard.index;
  });
  if (stray === undefined) return undefined;
  const message = `has block ${blockOf(stray.body)}, which is not one of shard ${shardWords(shard)}`;
  return { code: "E-shard_foreign", path: eventsPath(job_id), line: stray.sequence, message };
}

/** The reducer lets no stream close a block or record a run twice; two streams of one matrix could. */
function checkOnce({ streams }: Record, known: readonly string[]): Fault | undefined {
  const first = new Map<string, string>();
  if (known.length < 2) return undefined;
  for (const job_id of known)
    for (const { body, sequence } of streams.get(job_id) ?? []) {
      const what =
        body.type === "run.recorded"
          ? `run ${body.run_id}`
          : body.type === "block.settled" || body.type === "block.refused"
            ? `block ${body.block}`
            : null;
      if (what === null) continue;
      const path = eventsPath(job_id);
      const earlier = first.get(what);
      if (earlier !== undefined && earlier !== path) {
        const message = `closes ${what}, which ${earlier} closed before`;
        return { code: "E-cell_duplicate", path, line: sequence, message };
      }
      first.set(what, path);
    }
  return undefined;
}

function checkMoney({ streams, plan }: Record, known: readonly string[]): Fault | undefined {
  let given = 0n;
  for (const job_id of known) {
    const body = streams.get(job_id)?.[0]?.body;
    if (body?.type !== "matrix.registered" || body.shard === undefined) continue;
    given += BigInt(body.shard.budget_pico);
    if (given <= parseAmount(plan.budget).pico) continue;
    const message = `has a part of the budget that makes all parts more than ${plan.budget}`;
    return { code: "E-shard_budget", path: eventsPath(job_id), line: 1, message };
  }
  return undefined;
}

/** A shard admits a block only where its worst case fits its own part, beside what is spent and may be spent. */
function checkAdmitted(job_id: string, events: readonly StoredEvent[]): Fault | undefined {
  const registered = events[0]?.body;
  if (registered?.type !== "matrix.registered" || registered.shard === undefined) return undefined;
  const part = BigInt(registered.shard.budget_pico);
  const held = new Map<number, bigint>();
  for (const { body, sequence } of events) {
    if (body.type === "block.settled" && typeof body.spent_pico === "string")
      held.set(body.block, BigInt(body.spent_pico));
    if (body.type !== "block.admitted" || typeof body.reserved_pico !== "string") continue;
    held.set(body.block, BigInt(body.reserved_pico));
    const most = [...held.values()].reduce((sum, one) => sum + one, 0n);
    if (most <= part) continue;
    const message = `admits block ${body.block}, with which it may spend ${most} pico of a part of ${part}`;
    return { code: "E-shard_budget", path: eventsPath(job_id), line: sequence, message };
  }
  return undefined;
}

/** Blocks of shards that are not here, where nothing has gone on from those that are: their cells are elsewhere. */
export function absentBlocks({ streams, plan, manifest }: Record): Block[] {
  const known = matrixStreams(streams.keys(), manifest.matrix_id);
  if (known.includes(manifest.matrix_id)) return [];
  const shards = known.flatMap((job_id) => readShardStream(manifest.matrix_id, job_id) ?? []);
  const count = shards[0]?.count;
  if (count === undefined) return [];
  const here = new Set(shards.map(({ index }) => index));
  return plan.blocks.filter(({ index }) => !here.has(shardOfBlock(index, count)));
}

/** Which ledger an event was first written in: each shard has its own, and their clocks and positions are their own too. */
export function ledgerOf({ streams, manifest }: Omit<Record, "plan">, job_id: string): number {
  const known = matrixStreams(streams.keys(), manifest.matrix_id);
  const [count] = known.flatMap((name) => readShardStream(manifest.matrix_id, name)?.count ?? []);
  const opening = streams.get(job_id)?.[0]?.body;
  if (count === undefined || opening === undefined) return 0;
  if (opening.type === "matrix.registered") return opening.shard?.index ?? 0;
  return opening.type === "job.created" ? shardOfBlock(opening.block, count) : 0;
}
