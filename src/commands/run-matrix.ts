/** run: executes a plan block by block, resumes what a stopped host left, and records every cell exactly once. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { PreflightReport } from "../contracts/preflight.ts";
import { findPrice } from "../core/budget/price.ts";
import { digestDocument } from "../core/digest/digest.ts";
import type { MatrixFolder, PreparedAdapter, Shell } from "../core/ports.ts";
import type { MatrixRun } from "./cell.ts";
import { serialise } from "./load-matrix.ts";
import { contractDocuments, type Planned } from "./plan.ts";
import { createRecorder } from "./recorder.ts";
import { runBlocks } from "./run-blocks.ts";
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
export async function runMatrix(
  shell: Shell,
  planned: Planned,
  preflight: PreflightReport,
  options: RunOptions,
): Promise<Outcome<MatrixRan>> {
  const { contracts, plan } = planned;
  const model = contracts.models[0];
  if (model === undefined)
    return refuse("no_model", "the matrix names no model", plan.id, "Name a model contract.");
  const price = findPrice(
    contracts.pricing,
    model.provider,
    model.model,
    shell.clock.now().slice(0, 10),
  );
  if ("missing" in price)
    return refuse(
      "no_price",
      price.missing,
      contracts.pricing.name,
      "Add the price; a missing price is never taken as 0.",
    );
  const target = model.upstream === "live" ? liveTarget(shell, model) : null;
  if (target?.kind === "simulated_error")
    return refuse(target.code, target.message, model.id, "Set the variable and run again.");
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
      ...shell.openWorkers(),
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
    return {
      ok: true,
      value: {
        folder,
        seconds: (shell.clock.monotonic() - started) / 1_000,
        resumed: opened.resumed,
        adapters,
      },
    };
  } finally {
    await gateway.close();
    ledger.close();
  }
}

/** The newest matrix of the same plan that is not complete, else a new one with its plan and contracts written first. */
function openFolder(
  shell: Shell,
  planned: Planned,
  preflight: PreflightReport,
  options: RunOptions,
): { folder: MatrixFolder; resumed: boolean } {
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
  for (const [path, document] of contractDocuments(planned))
    folder.write(path, serialise(document));
  return { folder, resumed: false };
}

async function prepareAdapters(
  shell: Shell,
  { plan }: Planned,
): Promise<Map<string, Outcome<PreparedAdapter>>> {
  const prepared = new Map<string, Outcome<PreparedAdapter>>();
  for (const candidate of plan.candidates) {
    if (candidate.adapter === undefined) continue;
    const adapter = await shell.adapters.prepare(candidate.adapter, candidate.working_directory);
    prepared.set(candidate.id, adapter);
    if (adapter.ok) {
      const { framework, install_seconds } = adapter.value;
      const what =
        typeof framework.version === "string"
          ? `${framework.name} ${framework.version}`
          : "no framework";
      const took = install_seconds === null ? "" : `, installed in ${install_seconds.toFixed(0)} s`;
      shell.progress.report({
        kind: "step",
        name: "adapter",
        detail: `${candidate.id}: ${what}${took}`,
      });
    } else
      shell.progress.report({
        kind: "note",
        text: `${candidate.id} can't be set up: ${adapter.faults[0].message}`,
      });
  }
  return prepared;
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
