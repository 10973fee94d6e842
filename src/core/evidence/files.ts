/** Steps 1 and 2: the bundle is within its limits, and its files are exactly the ones its manifest lists. */
import type { BundleManifest } from "../../contracts/bundle-manifest.ts";
import { digestBytes } from "../digest/digest.ts";
import type { Fault } from "./fault.ts";
import { artifactPath, bundlePaths, describePath } from "./layout.ts";
import { findPathFault } from "./paths.ts";
import { defaultTarLimits, type TarLimits } from "./tar.ts";

const { manifest, plan, preflight, comparison, readiness, report } = bundlePaths;
const required = [manifest, plan, preflight, comparison, readiness, report];

export function checkLimits(
  files: ReadonlyMap<string, Uint8Array>,
  limits: TarLimits = defaultTarLimits,
): Fault | undefined {
  if (files.size > limits.files) {
    return exceeded(manifest, `${files.size} files, ${limits.files} at most`);
  }
  let total = 0;
  for (const [path, bytes] of files) {
    total += bytes.length;
    if (bytes.length > limits.file_bytes) {
      return exceeded(path, `${bytes.length} bytes, ${limits.file_bytes} at most in one file`);
    }
    if (total > limits.total_bytes) {
      return exceeded(path, `the files pass ${limits.total_bytes} bytes in all`);
    }
  }
  const fault = findPathFault(files.keys());
  return fault && { code: `E-${fault.code}`, path: fault.path, message: fault.message };
}

/** One content has one manifest: what it lists stands in one order. */
export function checkSorted({ files, heads }: BundleManifest): Fault | undefined {
  const path =
    firstUnsorted(files.map((one) => one.path)) ?? firstUnsorted(heads.map((one) => one.job_id));
  return path === undefined
    ? undefined
    : {
        code: "E-not_canonical",
        path: manifest,
        message: `lists ${path} after a name that comes later`,
      };
}

function firstUnsorted(names: readonly string[]): string | undefined {
  return names.find((name, index) => index > 0 && name < (names[index - 1] ?? ""));
}

/** Every listed file is there with its size and digest, none is there unlisted, none stands where the layout has no place. */
export function checkFiles(
  files: ReadonlyMap<string, Uint8Array>,
  listed: BundleManifest["files"],
): Fault | undefined {
  const missing = required.find((path) => !files.has(path));
  if (missing !== undefined) return absent(missing, "every bundle has this file");
  const names = new Set<string>();
  for (const entry of listed) {
    const { path } = entry;
    if (names.has(path)) {
      return { code: "E-path_duplicate", path, message: "the manifest lists it twice" };
    }
    names.add(path);
    const bytes = files.get(path);
    if (!bytes) return absent(path, "the manifest lists it, the bundle does not hold it");
    const fault = checkEntry(entry, bytes);
    if (fault) return fault;
  }
  for (const path of files.keys()) {
    if (path === manifest || names.has(path)) continue;
    return {
      code: "E-file_extra",
      path,
      message: "the bundle holds it, the manifest does not list it",
    };
  }
  return undefined;
}

function checkEntry(entry: BundleManifest["files"][number], bytes: Uint8Array): Fault | undefined {
  const { path, size, sha256 } = entry;
  const described = describePath(path);
  if (described?.role !== entry.role || described.media_type !== entry.media_type) {
    const found = described ? `a ${described.role} (${described.media_type})` : "nothing";
    const message = `the manifest calls it a ${entry.role} (${entry.media_type}); the layout has ${found} here`;
    return { code: "E-file_misplaced", path, message };
  }
  if (bytes.length !== size) {
    const message = `is ${bytes.length} bytes; the manifest says ${size}`;
    return { code: "E-size_mismatch", path, message };
  }
  const found = digestBytes(bytes);
  if (found !== sha256) {
    const message = `its bytes give ${found}; the manifest says ${sha256}`;
    return { code: "E-digest_mismatch", path, message };
  }
  return entry.role === "artifact" && artifactPath(found) !== path
    ? { code: "E-artifact_name", path, message: `its bytes give ${found}, which is not its name` }
    : undefined;
}

function absent(path: string, message: string): Fault {
  return { code: "E-file_missing", path, message };
}

function exceeded(path: string, message: string): Fault {
  return { code: "E-limit_exceeded", path, message };
}
