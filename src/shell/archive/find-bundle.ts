/** A bundle where people keep one: the archive, its folder, a matrix's folder, or the folder an artifact was downloaded to. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Outcome } from "../../contracts/fault.ts";
import { bundlePaths } from "../../core/evidence/layout.ts";
import { readBundle } from "./read-bundle.ts";

export function findBundle(path: string): Outcome<ReadonlyMap<string, Uint8Array>> {
  const found = bundleAt(path);
  if ("message" in found) return refuse(path, found.message);
  const read = readBundle(found.path);
  return read.ok ? { ok: true, value: read.files } : refuse(found.path, read.fault.message);
}

function bundleAt(path: string): { readonly path: string } | { readonly message: string } {
  if (!existsSync(path)) return { message: "nothing is there" };
  if (!statSync(path).isDirectory() || existsSync(join(path, bundlePaths.manifest)))
    return { path };
  const archives = archivesIn(path);
  const [only] = archives;
  return only === undefined || archives.length > 1
    ? { message: `the folder holds ${archives.length} archives (.tar.gz), not one` }
    : { path: only };
}

/** In the folder and one level below: several artifacts are downloaded to a folder each. */
function archivesIn(path: string, below = 1): readonly string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const place = join(path, entry.name);
    if (entry.isFile()) return entry.name.endsWith(".tar.gz") ? [place] : [];
    return entry.isDirectory() && below > 0 ? archivesIn(place, below - 1) : [];
  });
}

function refuse(where: string, message: string): Outcome<never> {
  const fix = "Name an evidence.tar.gz, or a folder that holds one and no other archive.";
  const fault = { code: "no_bundle", message: `no evidence bundle: ${message}`, where, fix };
  return { ok: false, faults: [fault] };
}
