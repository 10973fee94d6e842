/** Step 3: every document is canonical JSON and obeys its schema; the schemas are handed in, core does not parse. */
import type { BundleManifest } from "../../contracts/bundle-manifest.ts";
import type { Comparison } from "../../contracts/comparison.ts";
import type { StoredEvent } from "../../contracts/event.ts";
import type { Plan } from "../../contracts/plan.ts";
import type { PreflightReport } from "../../contracts/preflight.ts";
import type { Readiness } from "../../contracts/readiness.ts";
import type { RunResult } from "../../contracts/run-result.ts";
import { tryCanonicalJson } from "../digest/canonical.ts";
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
  readonly results: ReadonlyMap<string, RunResult>;
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
  const results = new Map<string, RunResult>();
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
      streams.set(nameInPath(path), stream.value);
    } else if (role === "run_result") {
      const result = readDocument(files, path, parsers.run_result);
      if (!result.ok) return result;
      results.set(nameInPath(path), result.value);
    }
  }
  const comparison = readDocument(files, bundlePaths.comparison, parsers.comparison);
  if (!comparison.ok) return comparison;
  const readiness = readDocument(files, bundlePaths.readiness, parsers.readiness);
  if (!readiness.ok) return readiness;
  const views = { comparison: comparison.value, readiness: readiness.value };
  const first = { manifest, plan: plan.value, preflight: preflight.value };
  return { ok: true, value: { ...first, contracts, streams, results, artifacts, ...views } };
}

function readStream(files: Files, path: string, parse: Parse<StoredEvent>): Read<StoredEvent[]> {
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
  for (const [index, line] of lines.entries()) {
    const read = parseText(line, path, parse, index + 1);
    if (!read.ok) return read;
    events.push(read.value);
  }
  return { ok: true, value: events };
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
