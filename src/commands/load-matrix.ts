/** Finds, opens and proves a stored matrix: what is read back is what the ledger recorded, or it is refused. */
import type { Fault, Outcome } from "../contracts/fault.ts";
import { plan, type Plan } from "../contracts/plan.ts";
import { preflightReport, type PreflightReport } from "../contracts/preflight.ts";
import { runResult, type RunResult } from "../contracts/run-result.ts";
import { canonicalJson } from "../core/digest/canonical.ts";
import { digestDocument, digestText } from "../core/digest/digest.ts";
import { auditStream } from "../core/lifecycle/audit.ts";
import { OtherVersion } from "../core/lifecycle/other-version.ts";
import type { Ledger, MatrixFolder, Shell } from "../core/ports.ts";
import { matrixStreams } from "../core/shards/streams.ts";
import { orOtherVersion, otherVersion } from "./other-version.ts";

export const defaultFolder = ".agent-lab/matrices";

export interface StoredRun {
  readonly result: RunResult;
  readonly digest: string;
}

export interface StoredMatrix {
  readonly folder: MatrixFolder;
  readonly plan: Plan;
  readonly plan_sha256: string;
  readonly preflight: PreflightReport;
  readonly runs: readonly StoredRun[];
  /** Blocks that were refused, with the reason: their cells are stated as not run. */
  readonly refused_blocks: ReadonlyMap<number, string>;
}

export type IntegrityOutcome<T> = Outcome<T> & { readonly integrity?: boolean };

/** Opens a matrix by id, or the newest one when no id is given. */
export function openMatrix(
  shell: Shell,
  base: string,
  matrix_id: string | undefined,
): Outcome<MatrixFolder> {
  const store = shell.workspace.matrices(base);
  const id = matrix_id ?? store.ids()[0];
  const folder = id === undefined ? null : store.open(id);
  if (folder !== null) return { ok: true, value: folder };
  const known = store.ids().slice(0, 5);
  return refuse(
    "no_matrix",
    id === undefined ? `there is no matrix in ${base} yet` : `there is no matrix ${id} in ${base}`,
    base,
    known.length === 0 ? "Run agent-lab evaluate first." : `Newest: ${known.join(", ")}.`,
  );
}

/** The ledger of a stored matrix, open and readable. The caller closes it; one that is absent or damaged is exit 60. */
export function openStoredLedger(shell: Shell, folder: MatrixFolder): IntegrityOutcome<Ledger> {
  const where = folder.locate("ledger.db");
  // Opening creates what is absent, and an empty ledger would then stand beside the runs.
  if (!folder.list(".").includes("ledger.db"))
    return broken("ledger_missing", `matrix ${folder.matrix_id} has no ledger`, where);
  let ledger: Ledger | null = null;
  try {
    ledger = shell.openLedger(where);
    for (const { job_id } of ledger.heads()) ledger.events(job_id);
    return { ok: true, value: ledger };
  } catch (error) {
    closeQuietly(ledger);
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof OtherVersion)
      return { ok: false, faults: [otherVersion(folder, reason, where)] };
    return broken(
      "ledger_unreadable",
      `the ledger of matrix ${folder.matrix_id} can't be read: ${reason}`,
      where,
    );
  }
}

/** A damaged file may refuse to be closed too; what is wrong with it is already known. */
function closeQuietly(ledger: Ledger | null): void {
  try {
    ledger?.close();
  } catch {
    return;
  }
}

/** What is wrong with a stream of the ledger, in a sentence; null when it replays and ends where its head says. */
export function findBrokenStream(ledger: Ledger, job_id: string): string | null {
  const events = ledger.events(job_id);
  const { first_fault: fault } = auditStream(events);
  if (fault !== null)
    return `the events of ${job_id} were changed in the ledger, at event ${fault.sequence}: ${fault.message}`;
  const last = events.at(-1);
  const head = ledger.head(job_id);
  return head?.revision === last?.sequence && head?.head === last?.hash
    ? null
    : `the events of ${job_id} do not end where its ledger says: ${head?.revision ?? 0} were written, ${events.length} are there`;
}

/** Reads a matrix whole. A run whose bytes differ from the ledger's record is named; that is exit 60. */
export function loadMatrix(folder: MatrixFolder, ledger: Ledger): IntegrityOutcome<StoredMatrix> {
  const names = ledger.heads().map(({ job_id }) => job_id);
  const streams = matrixStreams(names, folder.matrix_id);
  const events = streams.flatMap((name) => ledger.events(name).map((event) => event.body));
  const altered = streams.map((name) => findBrokenStream(ledger, name)).find((one) => one !== null);
  const registrations = events.filter((body) => body.type === "matrix.registered");
  const isRegistered = (domain: "plan" | "preflight", digest: string): boolean =>
    registrations.length > 0 && registrations.every((body) => body[`${domain}_sha256`] === digest);
  const isRecorded = (domain: "plan" | "preflight") => (document: unknown) =>
    altered === undefined && isRegistered(domain, digestDocument(domain, document));
  const stored = readDocument(folder, "plan.json", plan);
  if (!stored.ok) return orOtherVersion(folder, "plan.json", stored, isRecorded("plan"));
  const flight = readDocument(folder, "preflight.json", preflightReport);
  if (!flight.ok) return orOtherVersion(folder, "preflight.json", flight, isRecorded("preflight"));
  const plan_sha256 = digestDocument("plan", stored.value);
  if (altered !== undefined) return broken("ledger_altered", altered, folder.locate("ledger.db"));
  if (registrations.length === 0)
    return broken(
      "never_registered",
      `matrix ${folder.matrix_id} stopped before its plan was registered`,
      folder.path,
    );
  if (!isRegistered("preflight", digestDocument("preflight", flight.value)))
    return broken(
      "preflight_changed",
      "preflight.json is not the preflight that was registered before the first model call",
      folder.locate("preflight.json"),
    );
  if (!isRegistered("plan", plan_sha256))
    return broken(
      "plan_changed",
      "plan.json is not the plan that was registered before the first model call",
      folder.locate("plan.json"),
    );
  const recorded = new Map(
    events.flatMap((body) =>
      body.type === "run.recorded" ? [[body.run_id, body.result_sha256] as const] : [],
    ),
  );
  const refused_blocks = new Map(
    events.flatMap((body) =>
      body.type === "block.refused" ? [[body.block, body.message] as const] : [],
    ),
  );
  const runs: StoredRun[] = [];
  for (const name of folder.list("runs")) {
    const where = folder.locate(`runs/${name}`);
    const run = readRun(folder, `runs/${name}`);
    if (!run.ok) {
      const written = recorded.get(name.replace(/\.json$/, ""));
      const intact = (document: unknown) => digestDocument("run-result", document) === written;
      return orOtherVersion(folder, `runs/${name}`, run, intact);
    }
    const expected = recorded.get(run.value.result.run_id);
    if (expected === undefined)
      return broken(
        "run_foreign",
        `run ${run.value.result.run_id} is not one this matrix recorded`,
        where,
      );
    if (expected !== run.value.digest)
      return broken(
        "run_altered",
        `run ${run.value.result.run_id} is not the result that was recorded: its bytes were changed`,
        where,
      );
    if (name !== `${run.value.result.run_id}.json`)
      return broken(
        "run_misplaced",
        `the file ${name} holds run ${run.value.result.run_id}`,
        where,
      );
    recorded.delete(run.value.result.run_id);
    runs.push(run.value);
  }
  const [lost] = recorded.keys();
  if (lost !== undefined)
    return broken(
      "run_missing",
      `run ${lost} was recorded, but its result is gone`,
      folder.locate(`runs/${lost}.json`),
    );
  return {
    ok: true,
    value: {
      folder,
      plan: stored.value,
      plan_sha256,
      preflight: flight.value,
      runs,
      refused_blocks,
    },
  };
}

export function serialise(document: unknown): string {
  return `${canonicalJson(document)}\n`;
}

function readRun(folder: MatrixFolder, relative: string): Outcome<StoredRun> {
  const read = readText(folder, relative, runResult);
  if (!read.ok) return read;
  const { text, value } = read.value;
  return {
    ok: true,
    value: { result: value, digest: digestText("run-result", text.slice(0, -1)) },
  };
}

/** A published format as the contracts hold it. */
export interface Format<T> {
  safeParse(value: unknown):
    | { success: true; data: T }
    | {
        success: false;
        error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
      };
}

export function readDocument<T>(
  folder: MatrixFolder,
  relative: string,
  format: Format<T>,
): Outcome<T> {
  const read = readText(folder, relative, format);
  return read.ok ? { ok: true, value: read.value.value } : read;
}

/** Stored documents are canonical: any other spelling of the same data is a changed byte. So the text given is too, with a line break after it. */
function readText<T>(
  folder: MatrixFolder,
  relative: string,
  format: Format<T>,
): Outcome<{ readonly value: T; readonly text: string }> {
  const where = folder.locate(relative);
  const bytes = folder.read(relative);
  if (bytes === null)
    return refuse(
      "file_missing",
      `${relative} is missing from matrix ${folder.matrix_id}`,
      where,
      "The matrix is incomplete; run it again.",
    );
  let value: unknown;
  let text = "";
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    return refuse(
      "file_damaged",
      `${relative} of matrix ${folder.matrix_id} is not JSON`,
      where,
      "The file was damaged or edited; restore it from the bundle.",
    );
  }
  const parsed = format.safeParse(value);
  if (!parsed.success)
    return refuse(
      "file_damaged",
      `${relative} of matrix ${folder.matrix_id} does not have its format: ${firstIssue(parsed.error.issues)}`,
      where,
      "The file was damaged or edited; restore it from the bundle.",
    );
  if (serialise(parsed.data) !== text)
    return refuse(
      "file_damaged",
      `${relative} of matrix ${folder.matrix_id} is not the bytes that were written`,
      where,
      "The file was edited; restore it from the bundle.",
    );
  return { ok: true, value: { value: parsed.data, text } };
}

/** One line, whatever the format complained about. */
function firstIssue(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  const [first, ...others] = issues;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const at = first?.path.map(String).join(".") ?? "";
  const line = `${at === "" ? "the document" : at}: ${first?.message ?? "it was refused"}`;
  return `${line.replaceAll(/\s+/g, " ").slice(0, 300)}${more}`;
}

function broken(
  code: string,
  message: string,
  where: string,
): { ok: false; faults: [Fault]; integrity: true } {
  return {
    ...refuse(
      code,
      message,
      where,
      "Restore the file from the evidence bundle, or run it again with --new; a changed record can't be compared.",
    ),
    integrity: true,
  };
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
