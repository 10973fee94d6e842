/** plan --shards: the plan dealt to several hosts, as the job matrix of a workflow takes it. Nothing is started. */
import type { Outcome } from "../contracts/fault.ts";
import { parseAmount, writeAmount } from "../core/budget/money.ts";
import type { Shell } from "../core/ports.ts";
import { plural } from "../core/report/format.ts";
import type { DealtShard } from "../core/shards/deal.ts";
import { shardWords } from "../core/shards/streams.ts";
import { planRevisions, type RevisionNames } from "./plan-revisions.ts";
import { makePlan, type Planned } from "./plan.ts";
import { refusalResult, type CommandResult } from "./result.ts";
import { nameMatrix } from "./shard-folder.ts";
import { dealPlan } from "./share.ts";

export interface ShardsOptions {
  readonly file: string;
  readonly count: number;
  /** For a program of the user's own: the commits, since each brings cases and models. */
  readonly revisions: RevisionNames;
}

export async function planShards(shell: Shell, options: ShardsOptions): Promise<CommandResult> {
  const planned = await planEither(shell, options);
  if (!planned.ok) return refusalResult(planned.faults, 50);
  const { plan, plan_sha256 } = planned.value;
  const { count } = options;
  const dealt = dealPlan(planned.value, count, shell.clock.now().slice(0, 10));
  const { currency } = parseAmount(plan.budget);
  const include = dealt
    .filter((one) => one.blocks.length > 0)
    .map((one) => describeShard(one, currency));
  const matrix_id = nameMatrix(shell);
  const empty = count - include.length;
  const rows = include.map(
    (one) =>
      `  ${one.shard.padStart(7)}  ${plural(one.blocks.length, "block")}, ${plural(one.cells, "cell")}, at most ${one.budget}`,
  );
  const left =
    empty === 0
      ? ""
      : `  ${plural(empty, "shard")} would have no block and ${empty === 1 ? "is" : "are"} left out: the plan has ${plan.blocks.length}\n`;
  return {
    exit_code: 0,
    text: `${plan.title}: ${plural(plan.blocks.length, "block")} in ${plural(include.length, "shard")} · matrix ${matrix_id}\n${rows.join("\n")}\n${left}  Each: agent-lab run ${options.file} --shard I/${count} --matrix-id ${matrix_id} --dir FOLDER\n  Then: agent-lab merge FOLDER… --dir OUT\n  plan ${plan_sha256}\n`,
    json: {
      verdict: null,
      exit_code: 0,
      plan,
      matrix_id,
      shards: { count, empty, matrix: { include } },
      digests: { plan: plan_sha256 },
    },
  };
}

async function planEither(
  shell: Shell,
  { file, revisions }: ShardsOptions,
): Promise<Outcome<Planned>> {
  const planned = makePlan(shell, file);
  if (!planned.ok || planned.value.plan.variable !== "revision") return planned;
  const both = await planRevisions(shell, file, revisions);
  if (!both.ok) return both;
  for (const text of both.value.notes) shell.progress.report({ kind: "note", text });
  for (const fault of await both.value.remove())
    shell.progress.report({ kind: "note", text: fault.message });
  return { ok: true, value: both.value.planned };
}

function describeShard({ blocks, cells, budget_pico, ...name }: DealtShard, currency: string) {
  return {
    shard: shardWords(name),
    name: `shard-${name.index}-of-${name.count}`,
    blocks: blocks.map((block) => block.index),
    cells,
    budget: writeAmount(budget_pico, currency),
    budget_pico: budget_pico.toString(),
  };
}
