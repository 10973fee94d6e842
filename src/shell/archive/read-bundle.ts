/** Reads a bundle from a folder or an archive into memory, within limits, following no link. */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

import type { Digest } from "../../contracts/primitives.ts";
import { digestBytes } from "../../core/digest/digest.ts";
import { bundlePaths } from "../../core/evidence/layout.ts";
import { explainUnsafePath } from "../../core/evidence/paths.ts";
import { defaultTarLimits, type TarLimits } from "../../core/evidence/tar.ts";
import { readArchive, type ArchiveFault } from "./gzip.ts";

/** `archive_sha256`: of the archive's bytes, what a published digest is about; null for a folder. */
export type BundleOutcome =
  | {
      readonly ok: true;
      readonly files: ReadonlyMap<string, Uint8Array>;
      readonly archive_sha256: Digest | null;
    }
  | {
      readonly ok: false;
      readonly fault: Omit<ArchiveFault, "code"> & {
        readonly code: ArchiveFault["code"] | "unreadable";
      };
      readonly archive_sha256: Digest | null;
    };

type Refusal = Extract<BundleOutcome, { ok: false }>;

export function readBundle(path: string, limits: TarLimits = defaultTarLimits): BundleOutcome {
  try {
    // The bundle itself may be reached by a link; nothing inside it may be one.
    const stat = statSync(path);
    if (stat.isDirectory()) return readFolder(path, limits);
    const bytes = readRegular(path, limits.total_bytes, true);
    if (typeof bytes === "string") return refuse("not_a_bundle", path, bytes);
    const archive_sha256 = digestBytes(bytes);
    return { ...readArchive(bytes, limits), archive_sha256 };
  } catch (error) {
    return refuse("unreadable", path, explain(error));
  }
}

function readFolder(root: string, limits: TarLimits): BundleOutcome {
  if (!existsSync(join(root, bundlePaths.manifest))) {
    return refuse("not_a_bundle", root, `the folder has no ${bundlePaths.manifest}`);
  }
  const files = new Map<string, Uint8Array>();
  const folders = [""];
  let total = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const unsafe = explainUnsafePath(path);
      if (unsafe !== undefined) return refuse("path_unsafe", path, `the path ${unsafe}`);
      if (entry.isDirectory()) {
        folders.push(path);
        continue;
      }
      if (!entry.isFile()) {
        return refuse("archive_entry_kind", path, "is a link or a special file");
      }
      const bytes = readRegular(join(root, path), limits.file_bytes, false);
      if (typeof bytes === "string") return refuse("archive_entry_kind", path, bytes);
      total += bytes.length;
      if (files.size >= limits.files || total > limits.total_bytes) {
        return refuse("limit_exceeded", path, "the folder passes the limits of a bundle");
      }
      files.set(path, bytes);
    }
  }
  return { ok: true, files, archive_sha256: null };
}

/** The bytes, or why it is not a file to read. The size is asked of the open file, so that it can't be swapped in between. */
function readRegular(path: string, cap: number, follow: boolean): Uint8Array | string {
  const flags = constants.O_RDONLY | (follow ? 0 : constants.O_NOFOLLOW) | constants.O_NONBLOCK;
  const file = openSync(path, flags);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return "is not a regular file";
    if (stat.size > cap) return `is ${stat.size} bytes, ${cap} at most`;
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function explain(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function refuse(code: Refusal["fault"]["code"], path: string, message: string): BundleOutcome {
  return { ok: false, fault: { code, path, message }, archive_sha256: null };
}
