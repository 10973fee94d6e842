/** Audits one stored matrix: streams, snapshots, artifacts, documents, results and heads; also while it is being written. */
import { bundleManifest } from "../contracts/bundle-manifest.ts";
import { completion, type StreamHead } from "../contracts/completion.ts";
import type { Fault, Outcome } from "../contracts/fault.ts";
import type { ArtifactRef } from "../contracts/primitives.ts";
import { distinctHeads, headOfResult } from "../core/audit/anchors.ts";
import {
  auditJob,
  type FoundFault,
  type JobAudit,
  type ReadStream,
  type StoredHead,
} from "../core/audit/job-audit.ts";
import { notChecked, type MatrixAudit } from "../core/audit/matrix-audit.ts";
import { artifactsOf } from "../core/evidence/artifacts.ts";
import { bundlePaths } from "../core/evidence/layout.ts";
import type { JobHead } from "../core/ledger-ports.ts";
import { compareHeads } from "../core/lifecycle/anchors.ts";
import { DamagedEvent } from "../core/lifecycle/damaged-event.ts";
import { OtherVersion } from "../core/lifecycle/other-version.ts";
import type { ArtifactFault, ArtifactStore, Ledger, MatrixFolder, Shell } from "../core/ports.ts";
import { runResult } from "../core/runs/run-result.ts";
import { isDone, matrixStreams } from "../core/shards/streams.ts";
import { gatherEvidence } from "./judge.ts";
import { loadMatrix, readDocument, serialise, type StoredRun } from "./load-matrix.ts";
import { otherVersion } from "./other-version.ts";

/** Streams as they were found, and what each audit said. */
interface Streams {
  readonly read: ReadonlyMap<string, ReadStream>;
  readonly jobs: readonly JobAudit[];
}

/** Faults are found, not refused; the refusal is for a record that this version can't read or that isn't there at all. */
export async function auditMatrix(
  shell: Shell,
  folder: MatrixFolder,
): Promise<Outcome<MatrixAudit>> {
  const where = folder.locate("ledger.db");
  if (!folder.list(".").includes("ledger.db"))
    return refuse("ledger_missing", `matrix ${folder.matrix_id} has no ledger`, where);
  let ledger: Ledger | null = null;
  try {
    ledger = shell.openLedger(where);
    return { ok: true, value: await auditOpen(shell, folder, ledger) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof OtherVersion)
      return { ok: false, faults: [otherVersion(folder, reason, where)] };
    return refuse(
      "ledger_unreadable",
      `the ledger of matrix ${folder.matrix_id} can't be read: ${reason}`,
      where,
    );
  } finally {
    closeQuietly(ledger);
  }
}

/** The log can't be folded in while another process writes; that is its own to do. */
export function closeQuietly(ledger: Ledger | null): void {
  try {
    ledger?.close();
  } catch {
    return;
  }
}

/**
 * The matrix's own streams are read first and each stream up to the head stored with it: whatever a run writes in the
 * meantime comes after what is looked at, and everything that is named was durable before it was named.
 */
async function auditOpen(shell: Shell, folder: MatrixFolder, ledger: Ledger): Promise<MatrixAudit> {
  const { matrix_id } = folder;
  const names = ledger.heads().map(({ job_id }) => job_id);
  const first = new Map(
    matrixStreams(names, matrix_id).map((name) => {
      const head = ledger.head(name);
      const stream = head === undefined ? [] : readStream(ledger, head);
      return [name, "unreadable" in stream ? [] : stream.map(({ body }) => body)] as const;
    }),
  );
  const streams = await auditStreams(shell, folder, ledger);
  const bodies = [...first.values()].flat();
  const recorded = bodies.flatMap((body) => (body.type === "run.recorded" ? [body.run_id] : []));
  const completed = isDone(first, matrix_id);
  const broken =
    streams.jobs.find(({ first_fault }) => first_fault !== null)?.first_fault ??
    findBeside(ledger, matrix_id);
  const documents =
    broken === null
      ? await auditDocuments(shell, completed ? folder : onlyRecorded(folder, recorded), ledger)
      : { runs: [], fault: broken };
  const heads = [
    ...documents.runs.map(({ result }) => headOfResult(result)),
    ...keptHeads(shell, folder),
  ];
  const anchored = new Set(heads.map(({ job_id }) => job_id));
  const gone = recorded.find((run_id) => !streams.read.has(run_id));
  const lost =
    gone === undefined
      ? null
      : fault("stream_missing", gone, "it was recorded, and the ledger holds no event of it");
  const [moved] = compareHeads(streams.read, distinctHeads(heads));
  return {
    matrix_id,
    completed,
    jobs: streams.jobs,
    runs: documents.runs.length,
    anchored: anchored.size,
    first_fault:
      documents.fault ??
      lost ??
      moved ??
      (broken === null ? findOtherFold(ledger, documents.runs) : null),
    not_checked: notChecked(streams.jobs, anchored),
  };
}

/** What is stored beside the events: pages, places, append ids, and streams that no head names. */
function findBeside(ledger: Ledger, matrix_id: string): FoundFault | null {
  const [found] = ledger.audit();
  if (found?.code === "other_version") throw new OtherVersion(found.message);
  return found === undefined ? null : { ...found, job_id: found.job_id ?? matrix_id };
}

async function auditStreams(shell: Shell, folder: MatrixFolder, ledger: Ledger): Promise<Streams> {
  const artifacts = shell.openArtifacts(folder.locate("artifacts"));
  const known = new Map<string, ArtifactFault | null>();
  const read = new Map<string, ReadStream>();
  const jobs: JobAudit[] = [];
  for (const { job_id } of ledger.heads()) {
    const head = readHead(ledger, job_id);
    const stream = readStream(ledger, head);
    read.set(head.job_id, stream);
    if (!("unreadable" in stream)) await inspectAll(artifacts, stream, known);
    jobs.push(auditJob(head, stream, (ref) => known.get(keyOf(ref)) ?? null));
  }
  return { read, jobs };
}

/** Head and snapshot of one moment: another process may be writing between two looks. */
function readHead(ledger: Ledger, job_id: string): StoredHead {
  for (;;) {
    const before = ledger.head(job_id);
    const snapshot = ledger.snapshot(job_id) ?? null;
    const after = ledger.head(job_id);
    if (before === undefined) throw new Error(`the stream ${job_id} went away while it was read`);
    if (before.revision === after?.revision) return { ...before, snapshot };
  }
}

function readStream(ledger: Ledger, { job_id, revision }: JobHead): ReadStream {
  try {
    return ledger.events(job_id).slice(0, revision);
  } catch (error) {
    if (!(error instanceof DamagedEvent)) throw error;
    return { unreadable: error.message, sequence: error.sequence };
  }
}

async function inspectAll(
  artifacts: ArtifactStore,
  stream: Exclude<ReadStream, { readonly unreadable: string }>,
  known: Map<string, ArtifactFault | null>,
): Promise<void> {
  for (const ref of stream.flatMap(({ body }) => artifactsOf(body))) {
    if (known.has(keyOf(ref))) continue;
    const bytes = await artifacts.read(ref);
    known.set(keyOf(ref), "fault" in bytes ? bytes : null);
  }
}

function keyOf({ sha256, size }: Pick<ArtifactRef, "sha256" | "size">): string {
  return `${sha256} ${size}`;
}

/** Plan, preflight and contracts are the registered ones, every RunResult is a recorded one. */
async function auditDocuments(
  shell: Shell,
  folder: MatrixFolder,
  ledger: Ledger,
): Promise<{ readonly runs: readonly StoredRun[]; readonly fault: FoundFault | null }> {
  const { matrix_id } = folder;
  const stored = loadMatrix(folder, ledger);
  if (!stored.ok) return { runs: [], fault: named(matrix_id, stored.faults[0]) };
  const { runs } = stored.value;
  const evidence = await gatherEvidence(shell, stored.value, ledger);
  return { runs, fault: evidence.ok ? null : named(matrix_id, evidence.faults[0]) };
}

function findOtherFold(ledger: Ledger, runs: readonly StoredRun[]): FoundFault | null {
  for (const { result } of runs) {
    const why = foldDiffers(ledger, result.run_id, serialise(result));
    if (why !== null) return fault("run_differs", result.run_id, why);
  }
  return null;
}

function foldDiffers(ledger: Ledger, run_id: string, text: string): string | null {
  try {
    const folded = serialise(runResult(ledger.events(run_id)));
    return folded === text ? null : "its stored RunResult is not what its events fold to";
  } catch (error) {
    return `its events fold to no RunResult: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** A result is written before it is recorded: one that is not recorded yet is no fault of a matrix that goes on. */
function onlyRecorded(folder: MatrixFolder, recorded: readonly string[]): MatrixFolder {
  const names = new Set(recorded.map((run_id) => `${run_id}.json`));
  return {
    ...folder,
    list: (relative) => {
      const listed = folder.list(relative);
      return relative === "runs" ? listed.filter((name) => names.has(name)) : listed;
    },
  };
}

function keptHeads(shell: Shell, folder: MatrixFolder): readonly StreamHead[] {
  const done = readDocument(folder, "complete.json", completion);
  const kept = done.ok ? (done.value.heads ?? []) : [];
  if (folder.read("evidence.tar.gz") === null) return kept;
  const bundle = shell.bundles.read(folder.locate("evidence.tar.gz"));
  const bytes = bundle.ok ? bundle.value.get(bundlePaths.manifest) : undefined;
  const manifest = bundleManifest.safeParse(parseJson(bytes));
  return manifest.success ? [...kept, ...manifest.data.heads] : kept;
}

function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function named(matrix_id: string, { code, message, where }: Fault): FoundFault {
  const run = /^run (.+)$/.exec(where)?.[1];
  return fault(code, run ?? matrix_id, message);
}

function fault(code: string, job_id: string, message: string): FoundFault {
  return { code, job_id, sequence: null, message };
}

function refuse(code: string, message: string, where: string): { ok: false; faults: [Fault] } {
  const fix = "Restore the matrix from a backup (agent-lab restore), or run it again with --new.";
  return { ok: false, faults: [{ code, message, where, fix }] };
}
