/** Blocks one after the other: admitted whole or refused, each cell settled once, money counted as it is spent. */
import type { Outcome } from "../contracts/fault.ts";
import type { Block } from "../contracts/plan.ts";
import type { RunResult } from "../contracts/run-result.ts";
import { parseAmount } from "../core/budget/money.ts";
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

interface Standing {
  readonly closed: ReadonlySet<number>;
  readonly admitted: ReadonlySet<number>;
  readonly recorded: ReadonlySet<string>;
  readonly spent: bigint;
}

export type WaitingRun = Extract<CellEnd, { kind: "waiting" }>;

/**
 * Runs the planned blocks, then a second look where one is due, then states the matrix complete. Where runs wait for a
 * person, everything else is done, and the matrix stays open.
 */
export async function runBlocks(
  run: MatrixRun,
  recorder: Recorder,
  folder: MatrixFolder,
  prepared: PreparedCandidates,
  started: number,
): Promise<readonly WaitingRun[]> {
  const first = await runEach(run, recorder, folder, prepared, run.plan.blocks, started);
  if (first.length > 0) return first;
  const fresh = await registerSecondLook(run, recorder);
  const second = await runEach(run, recorder, folder, prepared, fresh, started);
  if (second.length > 0) return second;
  await complete(run, recorder, folder, run.plan.blocks.length + fresh.length);
  const total = run.plan.blocks.length + fresh.length;
  const seconds = Math.round((run.shell.clock.monotonic() - started) / 1_000);
  const settled = run.ledger
    .events(run.matrix_id)
    .filter(({ body }) => body.type === "block.settled").length;
  const detail = `${settled} of ${total} blocks in ${seconds} s`;
  run.shell.progress.report({ kind: "step", name: "run", detail });
  return [];
}

/** Runs those of the blocks that are not closed yet. `started`: monotonic milliseconds. */
async function runEach(
  run: MatrixRun,
  recorder: Recorder,
  folder: MatrixFolder,
  prepared: PreparedCandidates,
  blocks: readonly Block[],
  started: number,
): Promise<readonly WaitingRun[]> {
  const standing = readStanding(run);
  const { crashPoint } = run.shell;
  const waiting: WaitingRun[] = [];
  let { spent } = standing;
  for (const [done, block] of blocks.entries()) {
    if (standing.closed.has(block.index)) continue;
    if (!standing.admitted.has(block.index) && !(await admit(run, recorder, block, spent)))
      continue;
    let cost = 0n;
    let open = false;
    for (const cell of cellsOfBlock(run, block)) {
      run.shell.progress.report({
        kind: "blocks",
        done,
        total: blocks.length,
        candidate: cell.candidate.id,
        case_id: cell.case.id,
        repetition: block.repetition,
        elapsed_ms: run.shell.clock.monotonic() - started,
      });
      const ready = prepared.get(cell.candidate.id);
      const end = await settleCell(run, cell, ready, standing.recorded);
      if (end.kind === "waiting") {
        waiting.push(end);
        open = true;
        continue;
      }
      const { result } = end;
      cost += costOf(run, result, cell);
      if (!standing.recorded.has(result.run_id))
        await recordResult(recorder, folder, result, crashPoint);
    }
    if (open) {
      // A block that waits holds what it may still cost.
      spent += cellsOfBlock(run, block).reduce((sum, cell) => sum + cell.cap_pico, 0n);
      continue;
    }
    const spent_pico = cost.toString();
    await recorder.append({ type: "block.settled", block: block.index, spent_pico });
    crashPoint("block.after-settle");
    spent += cost;
  }
  return waiting;
}

function readStanding(run: MatrixRun): Standing {
  const closed = new Set<number>();
  const admitted = new Set<number>();
  const recorded = new Set<string>();
  let spent = 0n;
  for (const { body } of run.ledger.events(run.matrix_id)) {
    if (body.type === "block.admitted") admitted.add(body.block);
    if (body.type === "block.settled" || body.type === "block.refused") closed.add(body.block);
    if (body.type === "block.settled" && typeof body.spent_pico === "string")
      spent += BigInt(body.spent_pico);
    if (body.type === "run.recorded") recorded.add(body.run_id);
  }
  return { closed, admitted, recorded, spent };
}

/** A block starts only when its whole worst case fits what is left: half a block compares nothing. */
async function admit(
  run: MatrixRun,
  recorder: Recorder,
  block: Block,
  spent: bigint,
): Promise<boolean> {
  const worst = cellsOfBlock(run, block).reduce((sum, cell) => sum + cell.cap_pico, 0n);
  if (worst > parseAmount(run.plan.budget).pico - spent) {
    await recorder.append({
      type: "block.refused",
      block: block.index,
      reason: "budget_not_reserved",
      message: `the block could cost more than what is left of ${run.plan.budget}`,
    });
    return false;
  }
  await recorder.append({
    type: "block.admitted",
    block: block.index,
    reserved_pico: worst.toString(),
  });
  return true;
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
  const bodies = run.ledger.events(run.matrix_id).map((event) => event.body);
  const runs = bodies.filter((body) => body.type === "run.recorded").length;
  const not_run = blocks * run.plan.candidates.length - runs;
  if (!bodies.some((body) => body.type === "matrix.completed"))
    await recorder.append({ type: "matrix.completed", runs, not_run });
  run.shell.crashPoint("matrix.after-complete");
  const heads = run.ledger
    .heads()
    .map(({ job_id, revision, head }) => ({ job_id, revision, head }));
  folder.write("complete.json", serialise({ runs, not_run, heads }));
}
