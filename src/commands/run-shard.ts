/** run --shard: one host's part of a plan, in a folder of its own, packed for whoever merges the parts. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import { formatPico } from "../core/budget/money.ts";
import type { Shell } from "../core/ports.ts";
import { plural } from "../core/report/format.ts";
import { shardWords, type ShardName } from "../core/shards/streams.ts";
import { findMissingVariables } from "./agent-variables.ts";
import { reportMoney, reportPreflight } from "./announce.ts";
import { packStored } from "./pack-stored.ts";
import { planRevisions, type RevisionNames } from "./plan-revisions.ts";
import { findUnreachableModels, makePlan, type Planned } from "./plan.ts";
import { checkCases } from "./preflight.ts";
import type { ProgramPlace } from "./prepare.ts";
import { refusalResult, type CommandResult } from "./result.ts";
import { runMatrix, type RunOptions } from "./run-matrix.ts";
import { shareOf } from "./share.ts";
import { waitingFaults } from "./waiting.ts";

export interface ShardOptions extends Pick<RunOptions, "base" | "run_attempt" | "workers"> {
  readonly file: string;
  readonly shard: { readonly name: ShardName; readonly matrix_id: string };
  /** For a program of the user's own. */
  readonly revisions: RevisionNames;
}

export async function runShard(shell: Shell, options: ShardOptions): Promise<CommandResult> {
  const opened = await openPlan(shell, options);
  if (!opened.ok) return refusalResult(opened.faults, 50);
  const { planned, places, remove } = opened.value;
  try {
    return await runPlanned(shell, planned, places, options);
  } finally {
    for (const fault of await remove())
      shell.progress.report({ kind: "note", text: fault.message });
  }
}

interface OpenPlan {
  readonly planned: Planned;
  readonly places: ReadonlyMap<string, ProgramPlace>;
  readonly remove: () => Promise<readonly Fault[]>;
}

async function openPlan(
  shell: Shell,
  { file, revisions }: ShardOptions,
): Promise<Outcome<OpenPlan>> {
  const planned = makePlan(shell, file);
  if (!planned.ok) return planned;
  if (planned.value.plan.variable === "revision") return planRevisions(shell, file, revisions);
  const value = { planned: planned.value, places: new Map(), remove: async () => [] };
  return { ok: true, value };
}

async function runPlanned(
  shell: Shell,
  planned: Planned,
  places: ReadonlyMap<string, ProgramPlace>,
  options: ShardOptions,
): Promise<CommandResult> {
  const [unreachable, ...others] = [
    ...findUnreachableModels(shell, planned.contracts),
    ...findMissingVariables(shell, planned.plan.candidates, options.file),
  ];
  if (unreachable !== undefined) return refusalResult([unreachable, ...others], 50);
  const preflight = checkCases(planned.contracts, shell.workspace);
  reportPreflight(shell, preflight);
  const [problem] = preflight.cases.flatMap((one) => one.problems);
  if (problem !== undefined) {
    const { code, message, where } = problem;
    const fix = "Correct the case; agent-lab preflight shows every problem.";
    return refusalResult([{ code, message, where, fix }], 50);
  }
  reportMoney(shell, planned, options.base);
  const share = shareOf(planned, options.shard.name, shell.clock.now().slice(0, 10));
  if (!share.ok) return refusalResult(share.faults, 50);
  const part = formatPico(share.value.budget_pico, planned.contracts.pricing.currency);
  const detail = `${shardWords(options.shard.name)}: ${plural(share.value.blocks.length, "block")}, at most ${part} of the cap`;
  shell.progress.report({ kind: "step", name: "shard", detail });
  const ran = await runMatrix(shell, planned, preflight, { ...options, places, fresh: false });
  if (!ran.ok) return refusalResult(ran.faults, ran.integrity === true ? 60 : 50);
  const { folder, resumed } = ran.value;
  const waiting = waitingFaults(ran.value.waiting, folder.matrix_id);
  if (waiting !== null) return refusalResult(waiting, 30);
  const packed = await packStored(shell, folder, null);
  if (!packed.ok) return refusalResult(packed.faults, packed.integrity === true ? 60 : 50);
  const shard = shardWords(options.shard.name);
  const { bundle } = packed.value;
  return {
    exit_code: 0,
    text: `${resumed ? "Resumed" : "Ran"} shard ${shard} of matrix ${folder.matrix_id}: ${plural(folder.list("runs").length, "run")} in ${shell.show(folder.path)}\n  bundle ${shell.show(bundle.path)}\n  Next, with all shards: agent-lab merge FOLDER… --dir OUT\n`,
    json: {
      verdict: null,
      exit_code: 0,
      matrix_id: folder.matrix_id,
      shard,
      paths: { matrix: folder.path, bundle: bundle.path },
      digests: { plan: planned.plan_sha256, bundle: bundle.sha256 },
    },
  };
}
