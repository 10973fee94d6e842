/** Which blocks of a plan this host runs, for how much money, and what was said about the matrix so far. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { Block } from "../contracts/plan.ts";
import { parseAmount } from "../core/budget/money.ts";
import { dearestRun } from "../core/planning/plan-matrix.ts";
import { dealShards, mostShards, type DealtShard } from "../core/shards/deal.ts";
import { matrixEvents, shardWords, type ShardName } from "../core/shards/streams.ts";
import type { MatrixRun, Share } from "./cell.ts";
import type { Planned } from "./plan.ts";

/** Every shard, the empty ones too. `day` (YYYY-MM-DD) dates the price lookup, as in the plan itself. */
export function dealPlan({ plan, contracts }: Planned, count: number, day: string): DealtShard[] {
  const { cases, models, pricing } = contracts;
  const most = new Map(
    cases.map((one) => {
      const run = dearestRun(one, models, pricing, day);
      if (typeof run !== "bigint") throw new Error(run.missing);
      return [one.id, run] as const;
    }),
  );
  const worst = (block: Block): bigint =>
    (most.get(block.case_id) ?? 0n) * BigInt(block.order.length);
  return dealShards(plan, count, worst);
}

/** The whole plan, or the shard's part of it; a shard without a block is refused. */
export function shareOf(planned: Planned, shard: ShardName | null, day: string): Outcome<Share> {
  const { blocks, budget } = planned.plan;
  if (shard === null)
    return { ok: true, value: { shard, blocks, budget_pico: parseAmount(budget).pico } };
  const { index, count } = shard;
  if (index < 1 || index > count || count > mostShards)
    return refuse(
      "no_such_shard",
      `there is no shard ${shardWords(shard)}`,
      `Give --shard I/N with I from 1 to N and N from 1 to ${mostShards}.`,
    );
  const dealt = dealPlan(planned, count, day)[index - 1];
  if (dealt === undefined || dealt.blocks.length === 0)
    return refuse(
      "empty_shard",
      `shard ${shardWords(shard)} has no block: the plan has ${blocks.length}`,
      "agent-lab plan --shards N --json lists only shards that have work.",
    );
  return { ok: true, value: { shard, blocks: dealt.blocks, budget_pico: dealt.budget_pico } };
}

/** All that was said about the matrix, by shards before it was merged too. */
export function matrixBodies(run: Pick<MatrixRun, "ledger" | "matrix_id">): RuntimeEvent[] {
  return matrixEvents(run.ledger, run.matrix_id).map((event) => event.body);
}

function refuse(code: string, message: string, fix: string): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where: "--shard", fix }] };
}
