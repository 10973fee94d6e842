/** Shards as hosts would have left them, made from one matrix that was really run: the same runs, partitioned by block. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { RuntimeEvent, StoredEvent } from "../../src/contracts/event.ts";
import type { Plan } from "../../src/contracts/plan.ts";
import { canonicalJson } from "../../src/core/digest/canonical.ts";
import { chainHash, genesis } from "../../src/core/digest/digest.ts";
import { artifactsOf } from "../../src/core/evidence/artifacts.ts";
import { artifactPath } from "../../src/core/evidence/layout.ts";
import { dealShards, shardOfBlock } from "../../src/core/shards/deal.ts";
import { nameShardStream, type ShardName } from "../../src/core/shards/streams.ts";
import { importEvents } from "../../src/shell/ledger/import.ts";
import { openLedger } from "../../src/shell/ledger/ledger.ts";

/** Every event of a stored matrix, in the order of its ledger. */
export function recordedEvents(folder: string): StoredEvent[] {
  const ledger = openLedger(join(folder, "ledger.db"));
  const events = ledger.heads().flatMap(({ job_id }) => ledger.events(job_id));
  ledger.close();
  return events.toSorted((a, b) => a.position - b.position);
}

/**
 * One folder a shard, below `to`; shards without a block are left out. `stopped`: this shard's host died when it had
 * opened its last run.
 */
export function partition(
  folder: string,
  matrix_id: string,
  count: number,
  to: string,
  stopped = 0,
): string[] {
  const plan = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8")) as Plan;
  const events = recordedEvents(folder);
  return dealShards(plan, count, () => 1n)
    .filter((shard) => shard.blocks.length > 0)
    .map((shard) => {
      const path = join(to, `shard-${shard.index}`, matrix_id);
      const whole = eventsOfShard(events, matrix_id, shard, shard.budget_pico);
      const last = whole.findLastIndex(({ body }) => body.type === "job.created");
      const own = shard.index === stopped ? whole.slice(0, last + 1) : whole;
      mkdirSync(path, { recursive: true });
      for (const file of ["plan.json", "preflight.json", "contracts"])
        cpSync(join(folder, file), join(path, file), { recursive: true });
      for (const file of filesOf(own)) {
        mkdirSync(dirname(join(path, file)), { recursive: true });
        cpSync(join(folder, file), join(path, file));
      }
      const { index } = shard;
      const marker = { schema_version: 1, matrix_id, index, count };
      writeFileSync(join(path, "shard.json"), `${canonicalJson(marker)}\n`);
      const imported = importEvents(join(path, "ledger.db"), own);
      if (!imported.ok) throw new Error(imported.message);
      return path;
    });
}

function filesOf(events: readonly StoredEvent[]): Set<string> {
  return new Set(
    events.flatMap(({ body }) => [
      ...artifactsOf(body).map((one) => artifactPath(one.sha256)),
      ...(body.type === "run.recorded" ? [`runs/${body.run_id}.json`] : []),
    ]),
  );
}

/** Runs keep their events as they are; what the matrix's stream says of the shard's blocks is chained anew in its own. */
function eventsOfShard(
  events: readonly StoredEvent[],
  matrix_id: string,
  shard: ShardName,
  budget_pico: bigint,
): StoredEvent[] {
  const { index, count } = shard;
  const stream = nameShardStream(matrix_id, shard);
  const blocks = new Map(
    events.flatMap(({ job_id, body }) =>
      body.type === "job.created" ? [[job_id, body.block] as const] : [],
    ),
  );
  const isOwn = (block: number | undefined): boolean =>
    block !== undefined && shardOfBlock(block, count) === index;
  let runs = 0;
  let cells = 0;
  let sequence = 0;
  let previous = genesis;
  const said = (body: RuntimeEvent): RuntimeEvent | null => {
    if (body.type === "matrix.registered")
      return { ...body, shard: { index, count, budget_pico: budget_pico.toString() } };
    if (body.type === "run.recorded") {
      runs += isOwn(blocks.get(body.run_id)) ? 1 : 0;
      return isOwn(blocks.get(body.run_id)) ? body : null;
    }
    if (body.type === "matrix.completed") return { ...body, runs, not_run: cells - runs };
    if (!("block" in body) || typeof body.block !== "number" || !isOwn(body.block)) return null;
    if (body.type === "block.admitted")
      cells += [...blocks.values()].filter((block) => block === body.block).length;
    return body;
  };
  return events.flatMap((event) => {
    if (event.job_id !== matrix_id) return isOwn(blocks.get(event.job_id)) ? [event] : [];
    const body = said(event.body);
    if (body === null) return [];
    sequence += 1;
    const linked = {
      event_id: `${stream}-${sequence}/1`,
      job_id: stream,
      sequence,
      at: event.at,
      body,
    };
    const hash = chainHash(previous, linked);
    const stored = { ...linked, position: event.position, previous, hash };
    previous = hash;
    return [stored];
  });
}
