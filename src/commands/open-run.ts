/** Opens all that a matrix is run with: prices and keys first, then candidates, ledger, gateway and workers; and closes it. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import { findPrice } from "../core/budget/price.ts";
import type { Ledger, MatrixFolder, Shell } from "../core/ports.ts";
import type { Redactor } from "../core/redaction/redactor.ts";
import { redactValue } from "../core/redaction/values.ts";
import { nameShardStream, type ShardName } from "../core/shards/streams.ts";
import type { MatrixRun, Share } from "./cell.ts";
import { alone } from "./crew.ts";
import { guardOutlets } from "./guard.ts";
import { openStoredLedger, type IntegrityOutcome } from "./load-matrix.ts";
import type { PricedModel } from "./model-gate.ts";
import { openPlanRedactor } from "./plan-redactor.ts";
import type { Planned } from "./plan.ts";
import { prepareCandidates, type PreparedCandidates, type ProgramPlace } from "./prepare.ts";
import { shareOf } from "./share.ts";
import { liveTarget, upstreamKind } from "./upstream.ts";

/** What is known before a ledger is opened. */
export interface RunStart {
  readonly model: MatrixRun["model"];
  readonly prices: readonly PricedModel[];
  readonly redactor: Redactor;
  readonly share: Share;
}

/** Refuses a plan that names no model, one whose price or address is not known, and a shard that has no work. */
export function beginRun(
  shell: Shell,
  planned: Planned,
  shard: ShardName | null = null,
): Outcome<RunStart> {
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
  const share = shareOf(planned, shard, shell.clock.now().slice(0, 10));
  if (!share.ok) return share;
  const redactor = openPlanRedactor(shell, planned);
  return { ok: true, value: { model, prices: prices.value, redactor, share: share.value } };
}

/**
 * Of base and head each must be there: one alone is compared with nothing, so a setup that fails refuses the whole before
 * a model is asked. Of several frameworks one may be missing: its cells are recorded as unavailable.
 */
export async function makeReady(
  shell: Shell,
  planned: Planned,
  redactor: Redactor,
  places: ReadonlyMap<string, ProgramPlace>,
): Promise<Outcome<PreparedCandidates>> {
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

/** What `work` is handed writes only what is redacted. `close`: how its ledger is closed, whatever happened. */
export async function withRun<T>(
  shell: Shell,
  planned: Planned,
  { model, prices, redactor, share }: RunStart,
  folder: MatrixFolder,
  work: (run: MatrixRun) => Promise<IntegrityOutcome<T>>,
  close: (ledger: Ledger) => void = (ledger) => ledger.close(),
): Promise<IntegrityOutcome<T>> {
  const begun = folder.list(".").includes("ledger.db");
  const stored = begun ? openStoredLedger(shell, folder) : null;
  if (stored?.ok === false) return stored;
  const ledger = stored?.value ?? shell.openLedger(folder.locate("ledger.db"));
  const gateway = await shell.openGateway();
  try {
    const { isolation, ...children } = shell.openWorkers();
    const artifacts = shell.openArtifacts(folder.locate("artifacts"));
    return await work({
      shell,
      matrix_id: folder.matrix_id,
      stream:
        share.shard === null ? folder.matrix_id : nameShardStream(folder.matrix_id, share.shard),
      share,
      contracts: planned.contracts,
      plan: planned.plan,
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
      company: alone,
    });
  } finally {
    await gateway.close();
    close(ledger);
  }
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
