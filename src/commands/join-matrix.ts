/** run --join: a second process takes blocks of a matrix that another one runs; it registers, completes and packs nothing. */
import type { Fault } from "../contracts/fault.ts";
import type { Block } from "../contracts/plan.ts";
import type { MatrixFolder, Shell } from "../core/ports.ts";
import { registeredBlocks } from "../core/screening/effective-plan.ts";
import { closeQuietly } from "./audit-matrix.ts";
import type { MatrixRun } from "./cell.ts";
import type { IntegrityOutcome } from "./load-matrix.ts";
import { beginRun, makeReady, withRun } from "./open-run.ts";
import type { Planned } from "./plan.ts";
import { runEach, type BlockTools, type WaitingRun } from "./run-blocks.ts";
import { findUnfinished, type RunOptions } from "./run-matrix.ts";
import { byRevision } from "./take-blocks.ts";

export interface MatrixJoined {
  readonly matrix_id: string;
  readonly path: string;
  /** Blocks that this process settled. */
  readonly ran: number;
  readonly waiting: readonly WaitingRun[];
}

/** Refused where no matrix of this plan is begun and incomplete. */
export async function joinMatrix(
  shell: Shell,
  planned: Planned,
  options: Pick<RunOptions, "base" | "workers">,
): Promise<IntegrityOutcome<MatrixJoined>> {
  const start = beginRun(shell, planned);
  if (!start.ok) return start;
  const folder = findUnfinished(shell, planned, { base: options.base, fresh: false });
  if (folder === null || !folder.list(".").includes("ledger.db"))
    return nothingToJoin(options.base);
  const ready = await makeReady(shell, planned, start.value.redactor, new Map());
  if (!ready.ok) return ready;
  // Who runs the matrix may have what is missing here: a helper states nothing as unavailable.
  const [fault, ...others] = [...ready.value.values()].flatMap((one) => (one.ok ? [] : one.faults));
  if (fault !== undefined) return { ok: false, faults: [fault, ...others] };
  const tools = { prepared: ready.value, workers: options.workers ?? 1 };
  const work = async (run: MatrixRun) => takeAll(run, folder, tools, options.base);
  return withRun(shell, planned, start.value, folder, work, closeQuietly);
}

async function takeAll(
  run: MatrixRun,
  folder: MatrixFolder,
  tools: Pick<BlockTools, "prepared" | "workers">,
  base: string,
): Promise<IntegrityOutcome<MatrixJoined>> {
  const { matrix_id, path } = folder;
  if (run.ledger.head(run.stream) === undefined) return nothingToJoin(base);
  const started = run.shell.clock.monotonic();
  // What a second look adds is there as soon as it is registered.
  const blocks = byRevision(run, (bodies, earlier): readonly Block[] => [
    ...run.plan.blocks,
    ...registeredBlocks(run.plan, [...earlier, ...bodies]),
  ]);
  const { ran, waiting } = await runEach({ run, folder, ...tools, started }, blocks);
  return { ok: true, value: { matrix_id, path, ran, waiting } };
}

function nothingToJoin(base: string): { ok: false; faults: [Fault] } {
  const fault: Fault = {
    code: "nothing_to_join",
    message: "no matrix of this plan is being run or was left incomplete",
    where: base,
    fix: "Start one with agent-lab run, or correct --dir. Another file, price or case is another plan.",
  };
  return { ok: false, faults: [fault] };
}
