/** run: executes a plan block by block, resumes what a stopped host left, and records every cell exactly once. */
import type { RuntimeEvent } from "../contracts/event.ts";
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { PreflightReport } from "../contracts/preflight.ts";
import { digestDocument } from "../core/digest/digest.ts";
import type { MatrixFolder, Shell } from "../core/ports.ts";
import { matrixStreams, type ShardName } from "../core/shards/streams.ts";
import type { MatrixRun } from "./cell.ts";
import { findChangedCandidate } from "./changed-candidate.ts";
import { serialise, type IntegrityOutcome } from "./load-matrix.ts";
import { beginRun, makeReady, withRun, type RunStart } from "./open-run.ts";
import { contractDocuments, type Planned } from "./plan.ts";
import type { PreparedCandidates, ProgramPlace } from "./prepare.ts";
import { createSharedRecorder } from "./recorder.ts";
import { runBlocks, type WaitingRun } from "./run-blocks.ts";
import { markShard, nameMatrix, openShard } from "./shard-folder.ts";

export interface RunOptions {
  readonly base: string;
  readonly fresh: boolean;
  readonly run_attempt: number;
  /** `finish`: a matrix of this plan that is complete but was never packed is handed back as it stands. */
  readonly unpacked?: "finish";
  /** Checkouts of the candidates that are programs, by candidate id. */
  readonly places?: ReadonlyMap<string, ProgramPlace>;
  /** How many blocks are run at a time; default 1. */
  readonly workers?: number;
  /** One shard of the plan, in a matrix that has its id from whoever dealt the shards. */
  readonly shard?: { readonly name: ShardName; readonly matrix_id: string };
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
  const start = beginRun(shell, planned, options.shard?.name);
  if (!start.ok) return start;
  const begun = findBegun(shell, planned, options);
  if (!begun.ok) return begun;
  const unfinished = begun.value;
  const places = options.places ?? new Map<string, ProgramPlace>();
  if (unfinished !== null)
    return underClaim(unfinished, async () => {
      // Between the look and the claim another process may have completed it.
      if (unfinished.read("complete.json") !== null)
        return { ok: true, value: { folder: unfinished, seconds: 0, resumed: true, waiting: [] } };
      const ready = await makeReady(shell, planned, start.value.redactor, places);
      if (!ready.ok) return ready;
      const resumed = { folder: unfinished, resumed: true, prepared: ready.value };
      return runClaimed(shell, planned, preflight, options, { start: start.value, ...resumed });
    });
  // What can't be installed is known before there is a matrix, so that a refusal leaves nothing behind.
  const ready = await makeReady(shell, planned, start.value.redactor, places);
  if (!ready.ok) return ready;
  const folder = createFolder(shell, planned, preflight, options);
  return underClaim(folder, async () =>
    runClaimed(shell, planned, preflight, options, {
      start: start.value,
      folder,
      resumed: false,
      prepared: ready.value,
    }),
  );
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
    "Wait until it has ended, help it with agent-lab run --join, or run with --new for a matrix of its own.",
  );
}

interface Claimed {
  readonly start: RunStart;
  readonly folder: MatrixFolder;
  readonly resumed: boolean;
  readonly prepared: PreparedCandidates;
}

async function runClaimed(
  shell: Shell,
  planned: Planned,
  preflight: PreflightReport,
  options: RunOptions,
  { start, folder, resumed, prepared }: Claimed,
): Promise<IntegrityOutcome<MatrixRan>> {
  const started = shell.clock.monotonic();
  return withRun(shell, planned, start, folder, async (run) => {
    const { ledger } = run;
    const changed = findChangedCandidate(ledger, folder.matrix_id, planned.plan, prepared);
    if (changed !== null) return { ok: false, faults: [changed] };
    const recorder = createSharedRecorder(ledger, shell.clock, run.stream, run.writer);
    if (recorder.revision() === 0)
      await recorder.append({
        type: "matrix.registered",
        matrix_id: folder.matrix_id,
        plan_sha256: planned.plan_sha256,
        contracts: planned.plan.contracts.map((one) => one.digest),
        planned_blocks: planned.plan.blocks.length,
        run_attempt: options.run_attempt,
        preflight_sha256: digestDocument("preflight", preflight),
        ...(planned.plan.analysis === undefined ? {} : { analysis: planned.plan.analysis }),
        ...findAttempts(shell, planned, options.base, folder.matrix_id),
        ...describeShare(run),
      });
    const workers = options.workers ?? 1;
    const waiting = await runBlocks({ run, folder, prepared, workers, started }, recorder);
    const seconds = (shell.clock.monotonic() - started) / 1_000;
    return { ok: true, value: { folder, seconds, resumed, waiting } };
  });
}

/** Of a shard: which, and its money. Of a matrix that goes on from merged shards: where their streams ended. */
function describeShare({
  ledger,
  matrix_id,
  share: { shard, budget_pico },
}: MatrixRun): Partial<Registered> {
  if (shard !== null) return { shard: { ...shard, budget_pico: budget_pico.toString() } };
  const names = ledger.heads().map(({ job_id }) => job_id);
  const continues = matrixStreams(names, matrix_id).flatMap((name) => {
    const head = ledger.head(name);
    return head === undefined ? [] : [{ job_id: name, revision: head.revision, head: head.head }];
  });
  return continues.length === 0 ? {} : { continues };
}

/** A full run of the same plan again is an attempt of the same contract. What never reached its ledger asked no model. */
function findAttempts(
  shell: Shell,
  planned: Planned,
  base: string,
  matrix_id: string,
): Partial<Registered> {
  const store = shell.workspace.matrices(base);
  const text = serialise(planned.plan);
  const earlier = store.ids().filter((id) => {
    const folder = id === matrix_id ? null : store.open(id);
    const stored = folder?.read("plan.json");
    if (!folder || !stored || new TextDecoder().decode(stored) !== text) return false;
    return folder.read("shard.json") === null && folder.list(".").includes("ledger.db");
  });
  return {
    attempt_of_contract: earlier.length + 1,
    ...(earlier.length === 0 ? {} : { earlier_attempts: earlier.slice(0, 50) }),
  };
}

type Registered = Extract<RuntimeEvent, { type: "matrix.registered" }>;

/** What is gone on with; null where a new matrix is to be made. */
function findBegun(
  shell: Shell,
  planned: Planned,
  options: RunOptions,
): Outcome<MatrixFolder | null> {
  return options.shard === undefined
    ? { ok: true, value: findUnfinished(shell, planned, options) }
    : openShard(shell, planned, options.base, options.shard);
}

/** The newest matrix of the same plan, where something is left to do in it; a shard is no matrix. */
export function findUnfinished(
  shell: Shell,
  planned: Planned,
  options: Pick<RunOptions, "base" | "fresh" | "unpacked">,
): MatrixFolder | null {
  const store = shell.workspace.matrices(options.base);
  const text = serialise(planned.plan);
  for (const id of options.fresh ? [] : store.ids()) {
    const folder = store.open(id);
    const stored = folder?.read("plan.json");
    if (!folder || !stored || new TextDecoder().decode(stored) !== text) continue;
    if (folder.read("shard.json") !== null) continue;
    const complete = folder.read("complete.json") !== null;
    const unpacked = options.unpacked === "finish" && folder.read("evidence.tar.gz") === null;
    return !complete || unpacked ? folder : null;
  }
  return null;
}

/** A matrix of its own, with its contracts and plan written first. */
function createFolder(
  shell: Shell,
  planned: Planned,
  preflight: PreflightReport,
  options: RunOptions,
): MatrixFolder {
  const store = shell.workspace.matrices(options.base);
  const { shard } = options;
  const folder = store.create(shard?.matrix_id ?? nameMatrix(shell));
  folder.write("preflight.json", serialise(preflight));
  if (shard !== undefined) markShard(folder, shard.name);
  for (const [path, document] of contractDocuments(planned))
    folder.write(path, serialise(document));
  // Last: a matrix is found by its plan, and what has one must have everything else.
  folder.write("plan.json", serialise(planned.plan));
  return folder;
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
