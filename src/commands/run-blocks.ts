/** Blocks one after the other: admitted whole or refused, each cell settled once, money counted as it is spent. */
import type { Outcome } from "../contracts/fault.ts";
import type { Block } from "../contracts/plan.ts";
import type { RunResult } from "../contracts/run-result.ts";
import { parseAmount } from "../core/budget/money.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { worstCaseOfRun } from "../core/planning/plan-matrix.ts";
import type { MatrixFolder, PreparedAdapter } from "../core/ports.ts";
import { nameRun, type Cell, type MatrixRun } from "./cell.ts";
import { serialise } from "./load-matrix.ts";
import type { Recorder } from "./recorder.ts";
import { closeOrphan } from "./recover.ts";
import { recordUnavailable, runCell } from "./run-cell.ts";

interface Standing {
  readonly closed: ReadonlySet<number>;
  readonly admitted: ReadonlySet<number>;
  readonly recorded: ReadonlySet<string>;
  readonly spent: bigint;
}

/** Runs every block that is not closed yet, then states the matrix complete. `started`: monotonic milliseconds. */
export async function runBlocks(
  run: MatrixRun,
  recorder: Recorder,
  folder: MatrixFolder,
  adapters: ReadonlyMap<string, Outcome<PreparedAdapter>>,
  started: number,
): Promise<void> {
  const { plan, shell } = run;
  const standing = readStanding(run);
  let { spent } = standing;
  for (const block of plan.blocks) {
    if (standing.closed.has(block.index)) continue;
    if (!standing.admitted.has(block.index) && !(await admit(run, recorder, block, spent)))
      continue;
    let cost = 0n;
    for (const cell of cellsOfBlock(run, block)) {
      shell.progress.report({
        kind: "blocks",
        done: block.index - 1,
        total: plan.blocks.length,
        candidate: cell.candidate.id,
        case_id: cell.case.id,
        repetition: block.repetition,
        elapsed_ms: shell.clock.monotonic() - started,
      });
      const result = await settleCell(
        run,
        cell,
        adapters.get(cell.candidate.id),
        standing.recorded,
      );
      cost += costOf(result, cell);
      if (!standing.recorded.has(result.run_id)) await recordResult(recorder, folder, result);
    }
    await recorder.append({
      type: "block.settled",
      block: block.index,
      spent_pico: cost.toString(),
    });
    spent += cost;
  }
  await complete(run, recorder, folder);
  const seconds = Math.round((shell.clock.monotonic() - started) / 1_000);
  const detail = `${plan.blocks.length} of ${plan.blocks.length} blocks in ${seconds} s`;
  shell.progress.report({ kind: "step", name: "run", detail });
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
): Promise<void> {
  folder.write(`runs/${result.run_id}.json`, serialise(result));
  await recorder.append({
    type: "run.recorded",
    run_id: result.run_id,
    result_sha256: digestDocument("run-result", result),
    job_head: result.events.head,
  });
}

/** A run whose cost nobody knows is counted at its cap. */
function costOf(result: RunResult, cell: Cell): bigint {
  const { catalog_cost_pico: cost } = result.metadata;
  return typeof cost === "string" ? BigInt(cost) : cell.cap_pico;
}

/** Runs the cell, or closes what a stopped host left of it; a recorded cell is only folded again. */
async function settleCell(
  run: MatrixRun,
  cell: Cell,
  adapter: Outcome<PreparedAdapter> | undefined,
  recorded: ReadonlySet<string>,
): Promise<RunResult> {
  const begun = run.ledger.head(cell.run_id);
  if (begun !== undefined) return closeOrphan(run, cell, recorded.has(cell.run_id));
  if (adapter === undefined || !adapter.ok)
    return recordUnavailable(
      run,
      cell,
      "setup_failed",
      adapter?.faults[0].message ?? "the candidate names no adapter",
    );
  return runCell(run, cell, adapter.value);
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

function capOf(run: MatrixRun, one: Cell["case"]): bigint {
  const worst = worstCaseOfRun(
    one,
    run.model,
    run.contracts.pricing,
    run.shell.clock.now().slice(0, 10),
  );
  if (typeof worst !== "bigint") throw new Error(worst.missing);
  return worst;
}

async function complete(run: MatrixRun, recorder: Recorder, folder: MatrixFolder): Promise<void> {
  const bodies = run.ledger.events(run.matrix_id).map((event) => event.body);
  const runs = bodies.filter((body) => body.type === "run.recorded").length;
  if (!bodies.some((body) => body.type === "matrix.completed"))
    await recorder.append({ type: "matrix.completed", runs, not_run: run.plan.cells - runs });
  folder.write("complete.json", serialise({ runs, not_run: run.plan.cells - runs }));
}
