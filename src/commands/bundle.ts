/** The evidence bundle of a matrix: everything `verify` needs, in one archive whose digest is the published one. */
import type { BundleManifest } from "../contracts/bundle-manifest.ts";
import type { Fault, Outcome } from "../contracts/fault.ts";
import { digestBytes } from "../core/digest/digest.ts";
import { artifactsOf } from "../core/evidence/artifacts.ts";
import { artifactPath, bundlePaths, eventsPath, runPath } from "../core/evidence/layout.ts";
import { buildManifest, documentText, eventLines } from "../core/evidence/manifest.ts";
import { namesTakenByAny } from "../core/own/agent-variables.ts";
import type { ArtifactStore, Ledger, Shell } from "../core/ports.ts";
import { candidatesBom } from "../core/sbom/candidates.ts";
import { matrixEvents } from "../core/shards/streams.ts";
import { findBrokenStream, type StoredMatrix } from "./load-matrix.ts";

export interface Bundle {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly files: number;
}

/** Gathers, digests and packs. An artifact that can't be read back with its digest refuses the whole bundle. */
export async function packMatrix(
  shell: Shell,
  stored: StoredMatrix,
  ledger: Ledger,
  source: BundleManifest["source"],
): Promise<Outcome<Bundle>> {
  const { folder } = stored;
  const files = new Map<string, Uint8Array>();
  const take = (path: string): void => {
    const bytes = folder.read(path);
    if (bytes !== null) files.set(path, bytes);
  };
  for (const path of [
    bundlePaths.plan,
    bundlePaths.preflight,
    bundlePaths.comparison,
    bundlePaths.readiness,
    bundlePaths.report,
  ])
    take(path);
  for (const bound of stored.plan.contracts) take(bound.path);
  for (const run of stored.runs) take(runPath(run.result.run_id));
  const artifacts = shell.openArtifacts(folder.locate("artifacts"));
  const added = await addStreams(files, ledger, artifacts);
  if (!added.ok) return added;
  const streams = ledger.heads().map(({ job_id }) => [job_id, ledger.events(job_id)] as const);
  const bom = candidatesBom(folder.matrix_id, new Map(streams));
  files.set(bundlePaths.sbom, new TextEncoder().encode(documentText(bom)));
  // The copy is never made over another, and a host that was stopped here left one.
  folder.remove("ledger.copy.db");
  ledger.copyTo(folder.locate("ledger.copy.db"));
  const copied = folder.read("ledger.copy.db");
  if (copied !== null) files.set(bundlePaths.ledger, copied);
  const leak = findLeak(shell, stored, files);
  if (leak !== null) return leak;
  const manifest = buildManifest(
    {
      tool_version: shell.version,
      matrix_id: folder.matrix_id,
      plan_sha256: stored.plan_sha256,
      created_at: matrixEvents(ledger, folder.matrix_id).at(-1)?.at ?? shell.clock.now(),
      heads: ledger.heads().map(({ job_id, revision, head }) => ({ job_id, revision, head })),
      source,
    },
    files,
  );
  files.set(bundlePaths.manifest, new TextEncoder().encode(documentText(manifest)));
  const archive = shell.bundles.pack(files);
  folder.write("evidence.tar.gz", archive);
  return {
    ok: true,
    value: {
      path: folder.locate("evidence.tar.gz"),
      sha256: digestBytes(archive),
      bytes: archive.length,
      files: files.size,
    },
  };
}

/** The last look before anything leaves: no file may hold a secret, in any form; the refusal never shows it. */
function findLeak(
  shell: Shell,
  stored: StoredMatrix,
  files: ReadonlyMap<string, Uint8Array>,
): { ok: false; faults: [Fault] } | null {
  const api_keys = stored.plan.contracts
    .filter((bound) => bound.kind === "model")
    .flatMap((bound) => apiKeyOf(stored.folder.read(bound.path)));
  const redactor = shell.openRedactor({
    secrets: [...api_keys, ...namesTakenByAny(stored.plan.candidates)],
  });
  for (const [path, bytes] of files) {
    const found = redactor.findSpans(bytes).find((span) => span.known);
    if (found === undefined) continue;
    const fault = {
      code: "secret_in_bundle",
      message: `the bundle was not written: ${path} holds the value of ${found.name}`,
      where: path,
      fix: `Take the value out of the file it comes from (a contract, case or fixture), replace the key at its provider, and run again with --new.`,
    };
    return { ok: false, faults: [fault] };
  }
  return null;
}

function apiKeyOf(bytes: Uint8Array | null): string[] {
  const model: unknown = bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
  if (typeof model !== "object" || model === null || !("api_key_env" in model)) return [];
  return typeof model.api_key_env === "string" ? [model.api_key_env] : [];
}

async function addStreams(
  files: Map<string, Uint8Array>,
  ledger: Ledger,
  artifacts: ArtifactStore,
): Promise<Outcome<null>> {
  for (const { job_id } of ledger.heads()) {
    const broken = findBrokenStream(ledger, job_id);
    if (broken !== null) return refuse("ledger_altered", job_id, broken);
    const events = ledger.events(job_id);
    files.set(eventsPath(job_id), new TextEncoder().encode(eventLines(events)));
    for (const ref of events.flatMap((event) => artifactsOf(event.body))) {
      const path = artifactPath(ref.sha256);
      if (files.has(path)) continue;
      const bytes = await artifacts.read(ref);
      if ("fault" in bytes) return refuse("artifact_unreadable", job_id, bytes.message);
      files.set(path, bytes);
    }
  }
  return { ok: true, value: null };
}

function refuse(
  code: "artifact_unreadable" | "ledger_altered",
  job_id: string,
  message: string,
): { ok: false; faults: [Fault] } {
  return {
    ok: false,
    faults: [
      {
        code,
        message,
        where: `run ${job_id}`,
        fix: "The record was lost or changed on this disk; without it the run can't be proved. Run the matrix again with --new.",
      },
    ],
  };
}
