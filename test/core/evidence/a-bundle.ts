/** A whole valid bundle made of builders, and the means to break it the way a clever hand would: with every digest put right again. */
import type { BundleManifest } from "../../../src/contracts/bundle-manifest.ts";
import type { CaseContract } from "../../../src/contracts/case.ts";
import type { RuntimeEvent, StoredEvent } from "../../../src/contracts/event.ts";
import { modelContract } from "../../../src/contracts/model.ts";
import type { BoundContract, ContractKind, Plan } from "../../../src/contracts/plan.ts";
import type { PreflightReport } from "../../../src/contracts/preflight.ts";
import type { RunResult } from "../../../src/contracts/run-result.ts";
import { digestDocument } from "../../../src/core/digest/digest.ts";
import { scoreStream } from "../../../src/core/evaluation/score-stream.ts";
import type { BundleContents } from "../../../src/core/evidence/documents.ts";
import {
  artifactPath,
  bundlePaths,
  contractPath,
  eventsPath,
  runPath,
} from "../../../src/core/evidence/layout.ts";
import { buildManifest, documentText, eventLines } from "../../../src/core/evidence/manifest.ts";
import { contractDigest } from "../../../src/core/planning/bind-contracts.ts";
import { runResult } from "../../../src/core/runs/run-result.ts";
import { recomputeBundle } from "../../../src/verify/recompute.ts";
import { aCase } from "../../builders/cases.ts";
import {
  aBlockAdmitted,
  aBlockRefused,
  aBlockSettled,
  aCompletedRun,
  aMatrixCompleted,
  aMatrixRegistered,
  anArtifact,
  aRunRecorded,
  storeEvents,
} from "../../builders/events.ts";
import { aCatalogueOfPrices, aPlan, aPolicy, aProfile } from "../../builders/runs.ts";

export type Files = Map<string, Uint8Array>;
export const MATRIX = "20261130T083911Z-d5c844";

const tools = ["inventory_lookup", "calculate"];
const aModel = modelContract.parse({ id: "sim-1", provider: "simulated", model: "sim-1" });
/** 100 tokens in and 20 out, as a built call reports them, cost 400,000 pico. */
const prices = aCatalogueOfPrices({
  entries: [
    {
      provider: "simulated",
      model: "sim-1",
      effective_from: "2026-01-01",
      input: 0.002,
      output: 0.01,
      source: "a test",
      checked: "2026-11-30",
    },
  ],
});

/** What a bundle is folded from; a test changes a part and builds the rest around it. */
export interface Parts {
  readonly plan: Plan;
  readonly preflight: PreflightReport;
  readonly contracts: ReadonlyMap<string, unknown>;
  readonly runs: ReadonlyMap<string, readonly StoredEvent[]>;
  readonly matrix: readonly StoredEvent[];
}

export function parts(edit: { matrix?: (bodies: RuntimeEvent[]) => RuntimeEvent[] } = {}): Parts {
  const task = aCase({ id: "inventory-order", version: 2, tools });
  const documents: [ContractKind, string, number, unknown][] = [
    ["case", "inventory-order", 2, task],
    ["model", "sim-1", 1, aModel],
    ["score_profile", "tested", 1, aProfile()],
    ["pricing_catalogue", "tested", 1, prices],
    ["readiness_policy", "tested", 1, aPolicy()],
  ];
  const contracts = new Map<string, unknown>();
  const bound = documents.map(([kind, id, version, document]): BoundContract => {
    const path = contractPath(kind, id, version);
    contracts.set(path, document);
    return { kind, id, version, digest: contractDigest(kind, document), path };
  });
  const plan = aPlan({ repetitions: 2, overrides: { contracts: bound } });
  const plan_sha256 = digestDocument("plan", plan);
  const preflight: PreflightReport = {
    schema_version: 1,
    passed: true,
    model_calls: 0,
    cases: [],
    problems: 0,
  };
  const runs = new Map<string, readonly StoredEvent[]>();
  for (const candidate of ["alpha", "beta"]) {
    const run_id = `${MATRIX}.${candidate}.inventory-order.1`;
    const position = candidate === "alpha" ? 1 : 2;
    const created = { ...openingOf(plan, task), candidate, position };
    runs.set(run_id, storeEvents(scoredBy(aCompletedRun(created), task), run_id));
  }
  const bodies: RuntimeEvent[] = [
    aMatrixRegistered({
      matrix_id: MATRIX,
      plan_sha256,
      preflight_sha256: digestDocument("preflight", preflight),
    }),
    aBlockAdmitted(),
    ...[...runs].map(([run_id, events]) => recorded(run_id, runResult(events))),
    aBlockSettled(),
    aBlockRefused(),
    aMatrixCompleted({ runs: 2, not_run: 2 }),
  ];
  const matrix = storeEvents(edit.matrix?.(bodies) ?? bodies, MATRIX);
  return { plan, preflight, contracts, ...inLedgerOrder(runs, matrix) };
}

/** What plan and contracts say of a run before it begins. */
export function openingOf(
  plan: Plan,
  task: CaseContract,
): Partial<Extract<RuntimeEvent, { type: "job.created" }>> {
  const digestOf = (kind: ContractKind, id: string) =>
    plan.contracts.find((one) => one.kind === kind && one.id === id)?.digest ?? "";
  return {
    matrix_id: MATRIX,
    plan_sha256: digestDocument("plan", plan),
    case_sha256: digestOf("case", task.id),
    authorised_tools: [...task.tools],
    pricing_catalog: prices.name,
    pricing_catalog_sha256: digestOf("pricing_catalogue", prices.name),
    limits: {
      model_calls: task.limits.model_calls,
      tool_calls: task.limits.tool_calls,
      cost_pico: "1000000000000",
      wall_ms: task.limits.wall_seconds * 1_000,
    },
  };
}

/** Positions over the whole ledger: each run's events stand right before the matrix records it. */
function inLedgerOrder(
  runs: ReadonlyMap<string, readonly StoredEvent[]>,
  matrix: readonly StoredEvent[],
): Pick<Parts, "runs" | "matrix"> {
  let position = 0;
  const place = (event: StoredEvent): StoredEvent => {
    position += 1;
    return { ...event, position };
  };
  const placed = new Map<string, readonly StoredEvent[]>();
  const stream = matrix.map((event) => {
    const { body } = event;
    const run = body.type === "run.recorded" ? runs.get(body.run_id) : undefined;
    if (run !== undefined && body.type === "run.recorded") placed.set(body.run_id, run.map(place));
    return place(event);
  });
  for (const [run_id, events] of runs) {
    if (!placed.has(run_id)) placed.set(run_id, events.map(place));
  }
  return { runs: placed, matrix: stream };
}

/** The run with the points that its own case gives it. */
export function scoredBy(
  bodies: readonly RuntimeEvent[],
  task: Parameters<typeof scoreStream>[1],
): RuntimeEvent[] {
  const score = scoreStream(bodies, task);
  if (score === null) throw new Error("the run never started");
  return bodies.map((body) => (body.type === "run.scored" ? { ...body, score } : body));
}

export function recorded(run_id: string, result: RunResult): RuntimeEvent {
  const result_sha256 = digestDocument("run-result", result);
  return aRunRecorded({ run_id, result_sha256, job_head: result.events.head });
}

/** Folds, lists and digests; views of evidence that cannot be folded are left as empty objects. */
export function bundleOf(made: Parts, edit: (files: Files) => void = () => {}): Files {
  const files: Files = new Map();
  put(files, bundlePaths.plan, made.plan);
  put(files, bundlePaths.preflight, made.preflight);
  for (const [path, document] of made.contracts) put(files, path, document);
  const streams = new Map([[MATRIX, made.matrix], ...made.runs]);
  for (const [job_id, events] of streams) write(files, eventsPath(job_id), eventLines(events));
  const results = new Map([...made.runs].map(([run_id, events]) => [run_id, runResult(events)]));
  for (const [run_id, result] of results) put(files, runPath(run_id), result);
  for (const [role, of] of [
    ["model_request", "model_request"],
    ["model_response", "model_response"],
    ["final_output", '{"total":906.5}'],
  ] as const) {
    write(files, artifactPath(anArtifact(role, of).sha256), of);
  }
  const artifacts = new Map<string, Uint8Array>();
  const result_digests = new Map(
    [...results].map(([run_id, result]) => [run_id, digestDocument("run-result", result)]),
  );
  const bare = {
    ...made,
    streams,
    results,
    result_digests,
    artifacts,
    contracts: kinds(made.contracts),
  };
  // The folds read neither view: they make them.
  const contents = { ...bare, manifest: manifestOf(made, files) } as unknown as BundleContents;
  const again = recomputeBundle(contents);
  if (!("files" in again)) throw new Error(JSON.stringify(again));
  for (const [path, text] of again.files) write(files, path, text);
  edit(files);
  return seal(made, files);
}

/** Writes the manifest anew, over whatever the files are now. */
export function seal(made: Parts, files: Files): Files {
  return put(files, bundlePaths.manifest, manifestOf(made, files));
}

export function manifestOf(made: Parts, files: Files): BundleManifest {
  const streams = [[MATRIX, made.matrix] as const, ...made.runs];
  const heads = streams.map(([job_id, events]) => {
    const last = events.at(-1);
    return { job_id, revision: last?.sequence ?? 0, head: last?.hash ?? "" };
  });
  const plan_sha256 = digestDocument("plan", made.plan);
  const facts = { tool_version: "0.1.0", matrix_id: MATRIX, plan_sha256, heads, source: null };
  return buildManifest({ ...facts, created_at: made.matrix.at(-1)?.at ?? "" }, files);
}

export function put(files: Files, path: string, document: unknown): Files {
  return write(files, path, documentText(document));
}

export function write(files: Files, path: string, text: string): Files {
  return files.set(path, new TextEncoder().encode(text));
}

export type Document = Readonly<Record<string, unknown>>;

export function read(files: Files, path: string): Document {
  return JSON.parse(new TextDecoder().decode(files.get(path))) as Document;
}

/** Rewrites one document of the bundle. */
export function change(files: Files, path: string, edit: (document: Document) => Document): void {
  put(files, path, edit(read(files, path)));
}

function kinds(contracts: ReadonlyMap<string, unknown>): BundleContents["contracts"] {
  return new Map(
    [...contracts].map(([path, document]) => [path, { kind: path.split("/")[1] ?? "", document }]),
  );
}
