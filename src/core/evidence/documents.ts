/** Step 3: every document is canonical JSON and obeys its schema; the schemas are handed in, core does not parse. */
import type { BundleManifest } from "../../contracts/bundle-manifest.ts";
import type { Comparison } from "../../contracts/comparison.ts";
import type { StoredEvent } from "../../contracts/event.ts";
import type { Plan } from "../../contracts/plan.ts";
import type { PreflightReport } from "../../contracts/preflight.ts";
import type { Digest } from "../../contracts/primitives.ts";
import type { Readiness } from "../../contracts/readiness.ts";
import type { RunResult } from "../../contracts/run-result.ts";
import { tryCanonicalJson } from "../digest/canonical.ts";
import { chainText, digestText } from "../digest/digest.ts";
import type { Fault } from "./fault.ts";
import { bundlePaths, nameInPath } from "./layout.ts";

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };
export type Parse<T> = (value: unknown) => Parsed<T>;

/** The published schemas as functions. `contract` gets the folder's name under contracts/. */
export interface BundleParsers {
  readonly manifest: Parse<BundleManifest>;
  readonly plan: Parse<Plan>;
  readonly preflight: Parse<PreflightReport>;
  readonly contract: (kind: string) => Parse<unknown>;
  readonly event: Parse<StoredEvent>;
  readonly run_result: Parse<RunResult>;
  readonly comparison: Parse<Comparison>;
  readonly readiness: Parse<Readiness>;
}

/** A bundle's documents, parsed. `contracts` is keyed by path; the values are the documents as they stand in the file. */
export interface BundleContents {
  readonly manifest: BundleManifest;
  readonly plan: Plan;
  readonly preflight: PreflightReport;
  readonly contracts: ReadonlyMap<string, { readonly kind: string; readonly document: unknown }>;
  readonly streams: ReadonlyMap<string, readonly StoredEvent[]>;
  /** What each event's own text, behind the predecessor it names, gives as its hash; by stream. */
  readonly links: ReadonlyMap<string, readonly Digest[]>;
  readonly results: ReadonlyMap<string, RunResult>;
  readonly result_digests: ReadonlyMap<string, Digest>;
  /** Bytes by digest. */
  readonly artifacts: ReadonlyMap<string, Uint8Array>;
  readonly comparison: Comparison;
  readonly readiness: Readiness;
}

type Files = ReadonlyMap<string, Uint8Array>;
type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

/** The manifest alone: steps 1 and 2 need it before anything else is read. */
export function readManifest(files: Files, parsers: BundleParsers): Read<BundleManifest> {
  const { manifest } = bundlePaths;
  return files.has(manifest)
    ? readDocument(files, manifest, parsers.manifest)
    : refuse("E-file_missing", manifest, "every bundle has this file");
}

export function readContents(
  files: Files,
  manifest: BundleManifest,
  parsers: BundleParsers,
): Read<BundleContents> {
  const plan = readDocument(files, bundlePaths.plan, parsers.plan);
  if (!plan.ok) return plan;
  const preflight = readDocument(files, bundlePaths.preflight, parsers.preflight);
  if (!preflight.ok) return preflight;
  const contracts = new Map<string, { kind: string; document: unknown }>();
  const streams = new Map<string, readonly StoredEvent[]>();
  const links = new Map<string, readonly Digest[]>();
  const results = new Map<string, RunResult>();
  const result_digests = new Map<string, Digest>();
  const artifacts = new Map<string, Uint8Array>();
  for (const { path, role } of manifest.files) {
    if (role === "artifact") {
      const bytes = files.get(path);
      if (bytes !== undefined) artifacts.set(`sha256:${nameInPath(path)}`, bytes);
    } else if (role === "contract") {
      const kind = path.split("/")[1] ?? "";
      const raw = readDocument<unknown>(files, path, (document) => {
        const parsed = parsers.contract(kind)(document);
        return parsed.ok ? { ok: true, value: document } : parsed;
      });
      if (!raw.ok) return raw;
      contracts.set(path, { kind, document: raw.value });
    } else if (role === "events") {
      const stream = readStream(files, path, parsers.event);
      if (!stream.ok) return stream;
      streams.set(nameInPath(path), stream.value.events);
      links.set(nameInPath(path), stream.value.links);
    } else if (role === "run_result") {
      const result = readDocument(files, path, parsers.run_result);
      if (!result.ok) return result;
      results.set(nameInPath(path), result.value);
      result_digests.set(nameInPath(path), digestText("run-result", bodyOf(files, path)));
    }
  }
  const comparison = readDocument(files, bundlePaths.comparison, parsers.comparison);
  if (!comparison.ok) return comparison;
  const readiness = readDocument(files, bundlePaths.readiness, parsers.readiness);
  if (!readiness.ok) return readiness;
  const views = { comparison: comparison.value, readiness: readiness.value };
  const first = { manifest, plan: plan.value, preflight: preflight.value };
  const runs = { streams, links, results, result_digests, artifacts };
  return { ok: true, value: { ...first, contracts, ...runs, ...views } };
}

/** The text of a document that was read, without its newline: canonical, or it would not have been read. */
function bodyOf(files: Files, path: string): string {
  return new TextDecoder().decode(files.get(path)).slice(0, -1);
}

interface Stream {
  readonly events: readonly StoredEvent[];
  readonly links: readonly Digest[];
}

function readStream(files: Files, path: string, parse: Parse<StoredEvent>): Read<Stream> {
  const text = readText(files, path);
  if (!text.ok) return text;
  const lines = text.value.split("\n");
  if (lines.pop() !== "" || lines.length === 0) {
    return refuse(
      "E-not_canonical",
      path,
      "a stream ends with a newline and has at least one line",
    );
  }
  const events: StoredEvent[] = [];
  const links: Digest[] = [];
  for (const [index, line] of lines.entries()) {
    const read = parseText(line, path, parse, index + 1);
    if (!read.ok) return read;
    events.push(read.value);
    links.push(linkOf(line, read.value));
  }
  return { ok: true, value: { events, links } };
}

/** The hashed members stand in the canonical line as they are hashed: it is cut, not written once more. */
function linkOf(line: string, event: StoredEvent): Digest {
  const { at, event_id, job_id, sequence, position, previous, hash } = event;
  const name = `,"event_id":${JSON.stringify(event_id)}`;
  const job = `,"job_id":${JSON.stringify(job_id)}`;
  const end = `,"sequence":${sequence}}`;
  const rest = `${name},"hash":"${hash}"${job},"position":${position},"previous":"${previous}"${end}`;
  const from = `{"at":${JSON.stringify(at)},"body":`.length;
  const head = line.slice(0, Math.max(from, line.length - rest.length));
  return chainText(previous, `${head}${name}${job}${end}`);
}

function readDocument<T>(files: Files, path: string, parse: Parse<T>): Read<T> {
  const text = readText(files, path);
  if (!text.ok) return text;
  return text.value.endsWith("\n")
    ? parseText(text.value.slice(0, -1), path, parse)
    : refuse("E-not_canonical", path, "a document ends with a newline");
}

function readText(files: Files, path: string): Read<string> {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { ok: true, value: decoder.decode(files.get(path)) };
  } catch {
    return refuse("E-not_utf8", path, "is not UTF-8 text");
  }
}

function parseText<T>(text: string, path: string, parse: Parse<T>, line?: number): Read<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("E-not_json", path, "is not JSON", line);
  }
  const canonical = tryCanonicalJson(value);
  if (!canonical.ok || canonical.text !== text) {
    const why = canonical.ok ? "its text is not the RFC 8785 form of its value" : canonical.message;
    return refuse("E-not_canonical", path, why, line);
  }
  const parsed = parse(value);
  return parsed.ok ? parsed : refuse("E-schema_invalid", path, parsed.message, line);
}

function refuse(
  code: Fault["code"],
  path: string,
  message: string,
  line?: number,
): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: { code, path, message, ...(line === undefined ? {} : { line }) } };
}
