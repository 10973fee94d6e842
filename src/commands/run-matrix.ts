/** run: executes a plan block by block, resumes what a stopped host left, and records every cell exactly once. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { Block } from "../contracts/plan.ts";
import type { PreflightReport } from "../contracts/preflight.ts";
import type { RunResult } from "../contracts/run-result.ts";
import { parseAmount } from "../core/budget/money.ts";
import { findPrice } from "../core/budget/price.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { worstCaseOfRun } from "../core/planning/plan-matrix.ts";
import type { MatrixFolder, PreparedAdapter, Shell } from "../core/ports.ts";
import { nameRun, type Cell, type MatrixRun } from "./cell.ts";
import { serialise } from "./load-matrix.ts";
import { contractDocuments, type Planned } from "./plan.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { closeOrphan } from "./recover.ts";
import { recordUnavailable, runCell } from "./run-cell.ts";
import { liveTarget, upstreamKind } from "./upstream.ts";

export interface RunOptions {
  readonly base: string;
  readonly fresh: boolean;
  readonly run_attempt: number;
}

export interface MatrixRan {
  readonly folder: MatrixFolder;
  readonly seconds: number;
  readonly resumed: boolean;
  readonly adapters: ReadonlyMap<string, Outcome<PreparedAdapter>>;
}

/** Runs every cell of the plan that has no result yet. Refuses before anything starts when it can't begin soundly. */
export async function runMatrix(shell: Shell, planned: Planned, preflight: PreflightReport, options: RunOptions): Promise<Outcome<MatrixRan>> {
  const { contracts, plan } = planned;
  const model = contracts.models[0];
  if (model === undefined) return refuse("no_model", "the matrix names no model", plan.id, "Name a model contract.");
  const price = findPrice(contracts.pricing, model.provider, model.model, shell.clock.now().slice(0, 10));
  if ("missing" in price) return refuse("no_price", price.missing, contracts.pricing.name, "Add the price; a missing price is never taken as 0.");
  const target = model.upstream === "live" ? liveTarget(shell, model) : null;
  if (target?.kind === "simulated_error") return refuse(target.code, target.message, model.id, "Set the variable and run again.");
  const started = shell.clock.monotonic();
  const opened = openFolder(shell, planned, preflight, options);
  const { folder } = opened;
  const ledger = shell.openLedger(folder.locate("ledger.db"));
  const gateway = await shell.openGateway();
  try {
    const adapters = await prepareAdapters(shell, planned);
    const run: MatrixRun = {
      shell,
      matrix_id: folder.matrix_id,
      contracts,
      plan,
      plan_sha256: planned.plan_sha256,
      model,
      price,
      upstream_kind: upstreamKind(shell, model),
      ledger,
      artifacts: shell.openArtifacts(folder.locate("artifacts")),
      gateway,
      writer: shell.entropy.hex(8),
    };
    const recorder = createRecorder(ledger, shell.clock, folder.matrix_id, run.writer);
    if (recorder.revision() === 0)
      await recorder.append({
        type: "matrix.registered",
        matrix_id: folder.matrix_id,
        plan_sha256: planned.plan_sha256,
        contracts: plan.contracts.map((one) => one.digest),
        planned_blocks: plan.blocks.length,
        run_attempt: options.run_attempt,
        preflight_sha256: digestDocument("preflight", preflight),
      });
    await runBlocks(run, recorder, folder, adapters, started);
    return { ok: true, value: { folder, seconds: (shell.clock.monotonic() - started) / 1_000, resumed: opened.resumed, adapters } };
  } finally {
    await gateway.close();
    ledger.close();
  }
}

/** The newest matrix of the same plan that is not complete, else a new one with its plan and contracts written first. */
function openFolder(shell: Shell, planned: Planned, preflight: PreflightReport, options: RunOptions): { folder: MatrixFolder; resumed: boolean } {
  const store = shell.workspace.matrices(options.base);
  const text = serialise(planned.plan);
  for (const id of options.fresh ? [] : store.ids()) {
    const folder = store.open(id);
    const stored = folder?.read("plan.json");
    if (!folder || !stored || new TextDecoder().decode(stored) !== text) continue;
    if (folder.read("complete.json") === null) return { folder, resumed: true };
    break;
  }
  const stamp = shell.clock.now().replaceAll(/[-:]|\.\d+/g, "");
  const folder = store.create(`${stamp}-${shell.entropy.hex(3)}`);
  folder.write("plan.json", text);
  folder.write("preflight.json", serialise(preflight));
  for (const [path, document] of contractDocuments(planned)) folder.write(path, serialise(document));
  return { folder, resumed: false };
}

async function prepareAdapters(shell: Shell, { plan }: Planned): Promise<Map<string, Outcome<PreparedAdapter>>> {
  const prepared = new Map<string, Outcome<PreparedAdapter>>();
  for (const candidate of plan.candidates) {
    if (candidate.adapter === undefined) continue;
    const adapter = await shell.adapters.prepare(candidate.adapter, candidate.working_directory);
    prepared.set(candidate.id, adapter);
    if (adapter.ok) {
      const { framework, install_seconds } = adapter.value;
      const version = typeof framework.version === "string" ? framework.version : framework.version.missing;
      const took = install_seconds === null ? "" : `, installed in ${install_seconds.toFixed(0)} s`;
      shell.progress.report({ kind: "step", name: "adapter", detail: `${candidate.id}: ${framework.name} ${version}${took}` });
    } else shell.progress.report({ kind: "note", text: `${candidate.id} can't be set up: ${adapter.faults[0].message}` });
  }
  return prepared;
}

async function runBlocks(run: MatrixRun, recorder: Recorder, folder: MatrixFolder, adapters: ReadonlyMap<string, Outcome<PreparedAdapter>>, started: number): Promise<void> {
  const { plan, shell } = run;
  const bodies = run.ledger.events(run.matrix_id).map((event) => event.body);
  const closed = new Set(bodies.flatMap((body) => (body.type === "block.settled" || body.type === "block.refused" ? [body.block] : [])));
  const admitted = new Set(bodies.flatMap((body) => (body.type === "block.admitted" ? [body.block] : [])));
  const recorded = new Set(bodies.flatMap((body) => (body.type === "run.recorded" ? [body.run_id] : [])));
  let spent = bodies.reduce((sum, body) => (body.type === "block.settled" && typeof body.spent_pico === "string" ? sum + BigInt(body.spent_pico) : sum), 0n);
  for (const block of plan.blocks) {
    if (closed.has(block.index)) continue;
    const worst = worstCaseOfBlock(run, block);
    if (!admitted.has(block.index)) {
      const left = parseAmount(plan.budget).pico - spent;
      if (worst > left) {
        await recorder.append({ type: "block.refused", block: block.index, reason: "budget_not_reserved", message: `the block could cost more than what is left of ${plan.budget}` });
        continue;
      }
      await recorder.append({ type: "block.admitted", block: block.index, reserved_pico: worst.toString() });
    }
    let cost = 0n;
    for (const cell of cellsOfBlock(run, block)) {
      shell.progress.report({ kind: "blocks", done: block.index - 1, total: plan.blocks.length, candidate: cell.candidate.id, case_id: cell.case.id, repetition: block.repetition, elapsed_ms: shell.clock.monotonic() - started });
      const result = await settleCell(run, cell, adapters.get(cell.candidate.id), recorded);
      cost += typeof result.metadata.catalog_cost_pico === "string" ? BigInt(result.metadata.catalog_cost_pico) : cell.cap_pico;
      if (recorded.has(result.run_id)) continue;
      folder.write(`runs/${result.run_id}.json`, serialise(result));
      await recorder.append({ type: "run.recorded", run_id: result.run_id, result_sha256: digestDocument("run-result", result), job_head: result.events.head });
    }
    await recorder.append({ type: "block.settled", block: block.index, spent_pico: cost.toString() });
    spent += cost;
  }
  await complete(run, recorder, folder);
  shell.progress.report({ kind: "blocks", done: plan.blocks.length, total: plan.blocks.length, candidate: "", case_id: "", repetition: 0, elapsed_ms: shell.clock.monotonic() - started });
}

/** Runs the cell, or closes what a stopped host left of it; a recorded cell is only folded again. */
async function settleCell(run: MatrixRun, cell: Cell, adapter: Outcome<PreparedAdapter> | undefined, recorded: ReadonlySet<string>): Promise<RunResult> {
  const begun = run.ledger.head(cell.run_id);
  if (begun !== undefined) return closeOrphan(run, cell, recorded.has(cell.run_id));
  if (adapter === undefined || !adapter.ok) return recordUnavailable(run, cell, "setup_failed", adapter?.faults[0].message ?? "the candidate names no adapter");
  return runCell(run, cell, adapter.value);
}

function cellsOfBlock(run: MatrixRun, block: Block): Cell[] {
  const one = run.contracts.cases.find((candidate) => candidate.id === block.case_id);
  if (one === undefined) throw new Error(`block ${block.index} names case ${block.case_id}, which the plan does not bind`);
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

function worstCaseOfBlock(run: MatrixRun, block: Block): bigint {
  return cellsOfBlock(run, block).reduce((sum, cell) => sum + cell.cap_pico, 0n);
}

function capOf(run: MatrixRun, one: Cell["case"]): bigint {
  const worst = worstCaseOfRun(one, run.model, run.contracts.pricing, run.shell.clock.now().slice(0, 10));
  if (typeof worst !== "bigint") throw new Error(worst.missing);
  return worst;
}

async function complete(run: MatrixRun, recorder: Recorder, folder: MatrixFolder): Promise<void> {
  const bodies = run.ledger.events(run.matrix_id).map((event) => event.body);
  const runs = bodies.filter((body) => body.type === "run.recorded").length;
  if (!bodies.some((body) => body.type === "matrix.completed")) await recorder.append({ type: "matrix.completed", runs, not_run: run.plan.cells - runs });
  folder.write("complete.json", serialise({ runs, not_run: run.plan.cells - runs }));
}

function refuse(code: string, message: string, where: string, fix: string): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
