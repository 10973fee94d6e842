/** One shard as it was handed over: its folder, audited, or its bundle, verified. Nothing is taken on trust. */
import { bundleManifest } from "../contracts/bundle-manifest.ts";
import { storedEvent, type StoredEvent } from "../contracts/event.ts";
import type { Fault } from "../contracts/fault.ts";
import { digestDocument } from "../core/digest/digest.ts";
import { artifactsOf } from "../core/evidence/artifacts.ts";
import { artifactPath, bundlePaths, nameInPath } from "../core/evidence/layout.ts";
import type { MergePorts } from "../core/merge-ports.ts";
import type { MatrixFolder, Shell } from "../core/ports.ts";
import type { ShardRecord } from "../core/shards/merge-check.ts";
import { auditMatrix } from "./audit-matrix.ts";
import { openStoredLedger, type IntegrityOutcome } from "./load-matrix.ts";
import { claimMatrix } from "./run-matrix.ts";
import { readMarker } from "./shard-folder.ts";

/** `files`: plan, preflight, contracts, results, artifacts and worlds, by their path in a matrix folder. */
export interface ReadShard extends ShardRecord {
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A folder of a shard, an archive, or a folder that holds one archive. */
export async function readShard(
  shell: Shell,
  ports: MergePorts,
  where: string,
): Promise<IntegrityOutcome<ReadShard>> {
  const folder = openFolder(shell, where);
  return folder === null
    ? readBundle(shell, ports, where)
    : readFolder(shell, ports, where, folder);
}

/** Null where the place holds no matrix folder, or names a bundle. */
function openFolder(shell: Shell, where: string): MatrixFolder | null {
  const path = where.replace(/\/+$/, "");
  const cut = path.lastIndexOf("/");
  const parent = cut < 0 ? "." : cut === 0 ? "/" : path.slice(0, cut);
  const folder = shell.workspace.matrices(parent).open(path.slice(cut + 1));
  if (folder === null) return null;
  if (isRecord(folder)) return folder;
  // The folder that was given to run --shard --dir holds the shard's under the matrix's id.
  const inside = shell.workspace.matrices(path);
  const [only, ...others] = inside.ids();
  const found = only === undefined || others.length > 0 ? null : inside.open(only);
  return found !== null && isRecord(found) ? found : null;
}

/** A bundle that was unpacked has a copy of the ledger, and a manifest; a download may be a bundle alone. */
function isRecord(folder: MatrixFolder): boolean {
  const names = folder.list(".");
  return names.includes("ledger.db") && !names.includes(bundlePaths.manifest);
}

async function readFolder(
  shell: Shell,
  ports: MergePorts,
  where: string,
  found: MatrixFolder,
): Promise<IntegrityOutcome<ReadShard>> {
  const marked = readMarker(found);
  if (marked?.ok === false) return { ...marked, integrity: true };
  // The folder may have been given another name on its way here.
  const matrix_id = marked?.value.matrix_id ?? found.matrix_id;
  const folder = { ...found, matrix_id };
  const claim = claimMatrix(folder);
  if (!claim.ok) return claim;
  try {
    const audited = await auditMatrix(shell, folder);
    if (!audited.ok) return { ...audited, integrity: true };
    const { first_fault: fault } = audited.value;
    if (fault !== null) {
      const at =
        fault.sequence === null ? fault.job_id : `${fault.job_id}, event ${fault.sequence}`;
      return broken("shard_altered", `${at}: ${fault.code}: ${fault.message}`, where);
    }
    const opened = openStoredLedger(shell, folder);
    if (!opened.ok) return { ...opened, integrity: true };
    const ledger = opened.value;
    const streams = new Map<string, readonly StoredEvent[]>();
    try {
      for (const { job_id } of ledger.heads()) streams.set(job_id, ledger.events(job_id));
    } finally {
      ledger.close();
    }
    const files = new Map<string, Uint8Array>();
    const kept = wantedFiles(streams);
    for (const path of ports.folders.filesBelow(folder.path)) {
      if (!kept(path)) continue;
      const bytes = ports.folders.readFile(folder.path, path);
      if (bytes !== null) files.set(path, bytes);
    }
    return { ok: true, value: describe(where, matrix_id, streams, files) };
  } finally {
    claim.value.release();
  }
}

function readBundle(shell: Shell, ports: MergePorts, where: string): IntegrityOutcome<ReadShard> {
  const read = shell.bundles.read(where);
  if (!read.ok) {
    const [{ message, where: at, code }] = read.faults;
    const absent = message.includes("nothing is there");
    const fix = "Name the folder of a shard, or its evidence.tar.gz.";
    return {
      ok: false,
      faults: [{ code, message, where: at, fix }],
      ...(absent ? {} : { integrity: true }),
    };
  }
  const checked = ports.verify(read.value);
  if (checked.first_fault !== null) {
    const { code, path, line, message } = checked.first_fault;
    return broken(
      "shard_altered",
      `${path}${line === undefined ? "" : `:${line}`}: ${code}: ${message}`,
      where,
    );
  }
  const manifest = bundleManifest.parse(parse(read.value.get(bundlePaths.manifest)));
  const streams = new Map<string, readonly StoredEvent[]>();
  for (const { path, role } of manifest.files)
    if (role === "events") streams.set(nameInPath(path), readLines(read.value.get(path)));
  const open = [...streams].find(
    ([, events]) =>
      events[0]?.body.type === "job.created" && events.at(-1)?.body.type !== "run.finished",
  );
  if (open !== undefined)
    return refuse(
      "shard_unfinished",
      `${open[0]} was left open, and a bundle does not hold the world it runs in`,
      where,
      "Give the shard's folder instead; run --shard resumes it.",
    );
  const kept = wantedFiles(streams);
  const files = new Map([...read.value].filter(([path]) => kept(path)));
  return { ok: true, value: describe(where, manifest.matrix_id, streams, files) };
}

/** What a merged folder is made of; views, copies and locks are made anew. */
function wantedFiles(
  streams: ReadonlyMap<string, readonly StoredEvent[]>,
): (path: string) => boolean {
  const events = [...streams.values()].flat();
  const named = new Set(
    events.flatMap(({ body }) => artifactsOf(body).map(({ sha256 }) => artifactPath(sha256))),
  );
  const recorded = new Set(
    events.flatMap(({ body }) => (body.type === "run.recorded" ? [body.run_id] : [])),
  );
  return (path) => {
    if (path === bundlePaths.plan || path === bundlePaths.preflight) return true;
    if (path.startsWith("artifacts/")) return named.has(path);
    if (path.startsWith("runs/")) return recorded.has(nameInPath(path));
    return path.startsWith("contracts/") || path.startsWith("worlds/");
  };
}

function describe(
  where: string,
  matrix_id: string,
  streams: ReadonlyMap<string, readonly StoredEvent[]>,
  files: ReadonlyMap<string, Uint8Array>,
): ReadShard {
  const digestOf = (domain: "plan" | "preflight"): string =>
    digestDocument(domain, parse(files.get(bundlePaths[domain])));
  return {
    where,
    matrix_id,
    plan_sha256: digestOf("plan"),
    preflight_sha256: digestOf("preflight"),
    streams,
    files,
  };
}

function readLines(bytes: Uint8Array | undefined): StoredEvent[] {
  const lines = new TextDecoder().decode(bytes).split("\n").slice(0, -1);
  return lines.map((line) => storedEvent.parse(JSON.parse(line)));
}

function parse(bytes: Uint8Array | undefined): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function broken(
  code: string,
  message: string,
  where: string,
): { ok: false; faults: [Fault]; integrity: true } {
  const fix =
    "Get the shard again from where it was run, or run it again; what was changed is never merged.";
  return { ...refuse(code, message, where, fix), integrity: true };
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
