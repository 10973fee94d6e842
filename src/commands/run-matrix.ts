/** run: executes a plan block by block, resumes what a stopped host left, and records every cell exactly once. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { PreflightReport } from "../contracts/preflight.ts";
import { findPrice } from "../core/budget/price.ts";
import { digestDocument } from "../core/digest/digest.ts";
import type { MatrixFolder, Shell } from "../core/ports.ts";
import type { Redactor } from "../core/redaction/redactor.ts";
import { redactValue } from "../core/redaction/values.ts";
import type { MatrixRun } from "./cell.ts";
import { findChangedCandidate } from "./changed-candidate.ts";
import { guardOutlets } from "./guard.ts";
import { openStoredLedger, serialise, type IntegrityOutcome } from "./load-matrix.ts";
import type { PricedModel } from "./model-gate.ts";
import { openPlanRedactor } from "./plan-redactor.ts";
import { contractDocuments, type Planned } from "./plan.ts";
import { prepareCandidates, type PreparedCandidates, type ProgramPlace } from "./prepare.ts";
import { createRecorder } from "./recorder.ts";
import { runBlocks, type WaitingRun } from "./run-blocks.ts";
import { liveTarget, upstreamKind } from "./upstream.ts";

export interface RunOptions {
  readonly base: string;
  readonly fresh: boolean;
  readonly run_attempt: number;
  /** `finish`: a matrix of this plan that is complete but was never packed is handed back as it stands. */
  readonly unpacked?: "finish";
  /** Checkouts of the candidates that are programs, by candidate id. */
  readonly places?: ReadonlyMap<string, ProgramPlace>;
}

export interface MatrixRan {
  readonly folder: MatrixFolder;
  readonly seconds: number;
  readonly resumed: boolean;
  /** Runs that can't go on before a person has decided; the matrix is then incomplete. */
  readonly waiting: readonly WaitingRun[];
}

/** Runs every cell of the plan that has no result yet. Refuses before anything starts when it can't begin soundly. */
export async function runMatrix(
  shell: Shell,
  planned: Planned,
  preflight: PreflightReport,
  options: RunOptions,
): Promise<IntegrityOutcome<MatrixRan>> {
  const { models } = planned.contracts;
  const model = models.find((one) => one.role !== "embeddings") ?? models[0];
  if (model === undefined)
    return refuse(
      "no_model",
      "the matrix names no model",
      planned.plan.id,
      "Name a model contract.",
    );
  const prices = priceModels(shell, planned);
  if (!prices.ok) return prices;
  const unfinished = findUnfinished(shell, planned, options);
  const redactor = openPlanRedactor(shell, planned);
  const start = { model, prices: prices.value, redactor, options };
  if (unfinished !== null)
    return underClaim(unfinished, async () => {
      // Between the look and the claim another process may have completed it.
      if (unfinished.read("complete.json") !== null)
        return { ok: true, value: { folder: unfinished, seconds: 0, resumed: true, waiting: [] } };
      const ready = await makeReady(shell, planned, redactor, options);
      if (!ready.ok) return ready;
      const resumed = { folder: unfinished, resumed: true, prepared: ready.value };
      return runClaimed(shell, planned, preflight, { ...start, ...resumed });
    });
  // What can't be installed is known before there is a matrix, so that a refusal leaves nothing behind.
  const ready = await makeReady(shell, planned, redactor, options);
  if (!ready.ok) return ready;
  const folder = createFolder(shell, planned, preflight, options);
  return underClaim(folder, async () =>
    runClaimed(shell, planned, preflight, {
      ...start,
      folder,
      resumed: false,
      prepared: ready.value,
    }),
  );
}

/**
 * Of base and head each must be there: one alone is compared with nothing, so a setup that fails refuses the whole before
 * a model is asked. Of several frameworks one may be missing: its cells are recorded as unavailable.
 */
async function makeReady(
  shell: Shell,
  planned: Planned,
  redactor: Redactor,
  options: RunOptions,
): Promise<Outcome<PreparedCandidates>> {
  const places = options.places ?? new Map<string, ProgramPlace>();
  const prepared = await prepareCandidates(shell, planned, places, redactor);
  const faults = [...prepared].flatMap(([id, ready]) =>
    ready.ok ? [] : ready.faults.map((fault) => ({ id, fault })),
  );
  const [first, ...others] = faults.map(({ fault }) => fault);
  if (first !== undefined && planned.plan.variable === "revision")
    return { ok: false, faults: [first, ...others] };
  for (const { id, fault } of faults)
    shell.progress.report({ kind: "note", text: `${id} can't be set up: ${fault.message}` });
  return { ok: true, value: prepared };
}

async function underClaim(
  folder: MatrixFolder,
  work: () => Promise<IntegrityOutcome<MatrixRan>>,
): Promise<IntegrityOutcome<MatrixRan>> {
  const claim = claimMatrix(folder);
  if (!claim.ok) return claim;
  try {
    return await work();
  } finally {
    claim.value.release();
  }
}

interface Claim {
  release(): void;
}

/** Two hosts would write one record between them; the second is refused and told who is at work. */
export function claimMatrix(folder: MatrixFolder): Outcome<Claim> {
  const claim = folder.claim();
  if (claim.ok) return { ok: true, value: claim };
  return refuse(
    "matrix_in_use",
    `matrix ${folder.matrix_id} is being run by another process (pid ${claim.pid})`,
    folder.path,
    "Wait until it has ended, or run with --new for a matrix of its own.",
  );
}

interface Opened {
  readonly folder: MatrixFolder;
  readonly resumed: boolean;
  readonly model: MatrixRun["model"];
  readonly prices: readonly PricedModel[];
  readonly prepared: PreparedCandidates;
  readonly redactor: Redactor;
  readonly options: RunOptions;
}

async function runClaimed(
  shell: Shell,
  planned: Planned,
  preflight: PreflightReport,
  { folder, resumed, model, prices, prepared, redactor, options }: Opened,
): Promise<IntegrityOutcome<MatrixRan>> {
  const { contracts, plan } = planned;
  const started = shell.clock.monotonic();
  const begun = folder.list(".").includes("ledger.db");
  const stored = begun ? openStoredLedger(shell, folder) : null;
  if (stored?.ok === false) return stored;
  const ledger = stored?.value ?? shell.openLedger(folder.locate("ledger.db"));
  const gateway = await shell.openGateway();
  try {
    const { isolation, ...children } = shell.openWorkers();
    const artifacts = shell.openArtifacts(folder.locate("artifacts"));
    const run: MatrixRun = {
      shell,
      matrix_id: folder.matrix_id,
      contracts,
      plan,
      plan_sha256: planned.plan_sha256,
      model,
      prices,
      upstream_kind: upstreamKind(shell, model),
      ...guardOutlets(redactor, { ledger, artifacts, gateway, ...children }),
      isolation,
      redactor,
      openWorld: (cell) =>
        shell.openWorld(folder.locate(`worlds/${cell.run_id}.jsonl`), cell.case.world, (value) =>
          redactValue(redactor, value),
        ),
      writer: shell.entropy.hex(8),
    };
    const changed = findChangedCandidate(ledger, folder.matrix_id, plan, prepared);
    if (changed !== null) return { ok: false, faults: [changed] };
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
    const waiting = await runBlocks(run, recorder, folder, prepared, started);
    return {
      ok: true,
      value: {
        folder,
        seconds: (shell.clock.monotonic() - started) / 1_000,
        resumed,
        waiting,
      },
    };
  } finally {
    await gateway.close();
    ledger.close();
  }
}

/** The newest matrix of the same plan, where something is left to do in it. */
function findUnfinished(shell: Shell, planned: Planned, options: RunOptions): MatrixFolder | null {
  const store = shell.workspace.matrices(options.base);
  const text = serialise(planned.plan);
  for (const id of options.fresh ? [] : store.ids()) {
    const folder = store.open(id);
    const stored = folder?.read("plan.json");
    if (!folder || !stored || new TextDecoder().decode(stored) !== text) continue;
    const complete = folder.read("complete.json") !== null;
    const unpacked = options.unpacked === "finish" && folder.read("evidence.tar.gz") === null;
    return !complete || unpacked ? folder : null;
  }
  return null;
}

/** A matrix of its own, with its plan and contracts written first. */
function createFolder(
  shell: Shell,
  planned: Planned,
  preflight: PreflightReport,
  options: RunOptions,
): MatrixFolder {
  const store = shell.workspace.matrices(options.base);
  const stamp = shell.clock.now().replaceAll(/[-:]|\.\d+/g, "");
  const folder = store.create(`${stamp}-${shell.entropy.hex(3)}`);
  folder.write("plan.json", serialise(planned.plan));
  folder.write("preflight.json", serialise(preflight));
  for (const [path, document] of contractDocuments(planned))
    folder.write(path, serialise(document));
  return folder;
}

/** Every model with its price today; the first that has none, or no address to be asked at, refuses the whole. */
function priceModels(shell: Shell, { contracts }: Planned): Outcome<readonly PricedModel[]> {
  const priced: PricedModel[] = [];
  for (const contract of contracts.models) {
    const today = shell.clock.now().slice(0, 10);
    const price = findPrice(contracts.pricing, contract.provider, contract.model, today);
    if ("missing" in price) {
      const entry = `- { provider: ${contract.provider}, model: ${contract.model}, effective_from: ${today}, input: …, output: …, source: …, checked: ${today} }`;
      return refuse(
        "no_price",
        price.missing,
        contracts.pricing.name,
        `Add the price to the catalogue; a missing price is never taken as 0:\n  ${entry}`,
      );
    }
    const target = contract.upstream === "live" ? liveTarget(shell, contract) : null;
    if (target?.kind === "simulated_error")
      return refuse(target.code, target.message, contract.id, "Set the variable and run again.");
    priced.push({ contract, price });
  }
  return { ok: true, value: priced };
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
