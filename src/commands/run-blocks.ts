/** What is done in a block, and after the last: each cell settled once, money counted as it is spent, the matrix completed once. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { Outcome } from "../contracts/fault.ts";
import type { Block } from "../contracts/plan.ts";
import type { RunResult } from "../contracts/run-result.ts";
import type { CrashPoint } from "../core/crash-points.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { worstCaseOfRun } from "../core/planning/plan-matrix.ts";
import type { MatrixFolder } from "../core/ports.ts";
import { runResult } from "../core/runs/run-result.ts";
import { nameRun, type Cell, type MatrixRun } from "./cell.ts";
import { serialise } from "./load-matrix.ts";
import type { Prepared, PreparedCandidates } from "./prepare.ts";
import type { Recorder } from "./recorder.ts";
import { closeCell, recordUnavailable, runCell, type CellEnd } from "./run-cell.ts";
import { runOwnCell } from "./run-own-cell.ts";
import { registerSecondLook } from "./second-look.ts";
import { matrixBodies } from "./share.ts";
import { takeBlocks, type BlocksTaken, type TakenBlock } from "./take-blocks.ts";

export type WaitingRun = Extract<CellEnd, { kind: "waiting" }>;

/** What a block is run with. */
export interface BlockTools {
  readonly run: MatrixRun;
  readonly folder: MatrixFolder;
  readonly prepared: PreparedCandidates;
  /** How many blocks this process runs at a time. */
  readonly workers: number;
  /** Monotonic milliseconds. */
  readonly started: number;
}

/**
 * Runs the planned blocks, then a second look where one is due, then states the matrix complete. Where runs wait for a
 * person, everything else is done, and the matrix stays open.
 */
export async function runBlocks(
  tools: BlockTools,
  recorder: Recorder,
): Promise<readonly WaitingRun[]> {
  const { run, folder, started } = tools;
  const { blocks } = run.share;
  const first = await runEach(tools, () => blocks);
  if (first.waiting.length > 0) return first.waiting;
  const fresh = await registerSecondLook(run, recorder);
  const second = await runEach(tools, () => fresh);
  if (second.waiting.length > 0) return second.waiting;
  const total = blocks.length + fresh.length;
  await complete(run, recorder, folder, total);
  const seconds = Math.round((run.shell.clock.monotonic() - started) / 1_000);
  const settled = matrixBodies(run).filter((body) => body.type === "block.settled").length;
  const detail = `${settled} of ${total} blocks in ${seconds} s`;
  run.shell.progress.report({ kind: "step", name: "run", detail });
  return [];
}

/** Runs those of the blocks that are not closed yet, beside others who do the same. */
export async function runEach(
  tools: BlockTools,
  blocks: () => readonly Block[],
): Promise<BlocksTaken<WaitingRun>> {
  const { run, workers } = tools;
  return takeBlocks(run, workers, {
    blocks,
    worst: (block) => cellsOfBlock(run, block).reduce((sum, cell) => sum + cell.cap_pico, 0n),
    work: async (taken) => runBlock(tools, taken, blocks().length),
  });
}

async function runBlock(
  { folder, prepared, started }: BlockTools,
  { run, recorder, block, recorded, done }: TakenBlock,
  total: number,
): Promise<readonly WaitingRun[]> {
  const { crashPoint, progress, clock } = run.shell;
  const waiting: WaitingRun[] = [];
  let cost = 0n;
  for (const cell of cellsOfBlock(run, block)) {
    progress.report({
      kind: "blocks",
      done,
      total,
      candidate: cell.candidate.id,
      case_id: cell.case.id,
      repetition: block.repetition,
      elapsed_ms: clock.monotonic() - started,
    });
    const end = await settleCell(run, cell, prepared.get(cell.candidate.id), recorded);
    if (end.kind === "waiting") {
      waiting.push(end);
      continue;
    }
    const { result } = end;
    cost += costOf(run, result, cell);
    if (!recorded.has(result.run_id)) await recordResult(recorder, folder, result, crashPoint);
  }
  if (waiting.length > 0) return waiting;
  await recorder.append({
    type: "block.settled",
    block: block.index,
    spent_pico: cost.toString(),
  });
  crashPoint("block.after-settle");
  return [];
}

async function recordResult(
  recorder: Recorder,
  folder: MatrixFolder,
  result: RunResult,
  crashPoint: CrashPoint,
): Promise<void> {
  folder.write(`runs/${result.run_id}.json`, serialise(result));
  crashPoint("run.after-file");
  await recorder.append({
    type: "run.recorded",
    run_id: result.run_id,
    result_sha256: digestDocument("run-result", result),
    job_head: result.events.head,
  });
  crashPoint("run.after-record");
}

/** What its calls settled at: a call whose cost nobody knows at its own worst case. A run left open is counted at its cap. */
function costOf(run: MatrixRun, result: RunResult, cell: Cell): bigint {
  const { catalog_cost_pico: cost } = result.metadata;
  if (typeof cost === "string") return BigInt(cost);
  if (result.audit.outstanding_reservations > 0) return cell.cap_pico;
  return run.ledger
    .events(result.run_id)
    .reduce(
      (sum, { body }) => (body.type === "budget.settled" ? sum + BigInt(body.cost_pico) : sum),
      0n,
    );
}

/** Runs the cell, or goes on with what a stopped host left of it; a recorded cell is only folded again. */
async function settleCell(
  run: MatrixRun,
  cell: Cell,
  ready: Outcome<Prepared> | undefined,
  recorded: ReadonlySet<string>,
): Promise<CellEnd> {
  const last = run.ledger.events(cell.run_id).at(-1)?.body;
  if (recorded.has(cell.run_id) || last?.type === "run.finished")
    return { kind: "result", result: runResult(run.ledger.events(cell.run_id)) };
  if (ready === undefined || !ready.ok) {
    const reason = ready?.faults[0].message ?? "the candidate was not made ready";
    return last === undefined || last.type === "job.created"
      ? { kind: "result", result: await recordUnavailable(run, cell, "setup_failed", reason) }
      : closeCell(run, cell);
  }
  if (ready.value.kind === "program") return runOwnCell(run, cell, ready.value.program);
  return runCell(run, cell, ready.value.adapter);
}

function cellsOfBlock(run: MatrixRun, block: Block): Cell[] {
  const one = run.contracts.cases.find((candidate) => candidate.id === block.case_id);
  if (one === undefined)
    throw new Error(
      `block ${block.index} names case ${block.case_id}, which the plan does not bind`,
    );
  return block.order.flatMap((id, index) =>
    run.plan.candidates
      .filter((candidate) => candidate.id === id)
      .map((candidate) => ({
        run_id: nameRun(run.matrix_id, one.id, id, block.repetition),
        candidate,
        case: one,
        block,
        position: index + 1,
        cap_pico: capOf(run, one),
      })),
  );
}

/** The dearest of the models bounds the run: any of them may be asked. */
function capOf(run: MatrixRun, one: Cell["case"]): bigint {
  const today = run.shell.clock.now().slice(0, 10);
  let worst = 0n;
  for (const { contract } of run.prices) {
    const bound = worstCaseOfRun(one, contract, run.contracts.pricing, today);
    if (typeof bound !== "bigint") throw new Error(bound.missing);
    if (bound > worst) worst = bound;
  }
  return worst;
}

async function complete(
  run: MatrixRun,
  recorder: Recorder,
  folder: MatrixFolder,
  blocks: number,
): Promise<void> {
  const own = run.ledger.events(run.stream).map((event) => event.body);
  const runs = matrixBodies(run).filter(isRecord).length;
  const not_run = blocks * run.plan.candidates.length - runs;
  if (!own.some((body) => body.type === "matrix.completed"))
    await recorder.append({ type: "matrix.completed", runs: own.filter(isRecord).length, not_run });
  run.shell.crashPoint("matrix.after-complete");
  const heads = run.ledger
    .heads()
    .map(({ job_id, revision, head }) => ({ job_id, revision, head }));
  folder.write("complete.json", serialise({ runs, not_run, heads }));
}

function isRecord(body: RuntimeEvent): boolean {
  return body.type === "run.recorded";
}
