/** Which package versions a program in a folder would really load: read where Node would find them, absence stated. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import type { Missing } from "../../contracts/primitives.ts";

export interface PackageVersion {
  readonly name: string;
  readonly version: string | Missing;
}

/**
 * Versions of `names` as seen from `fromFolder`, in the order given. Walks Node's own look-up folders to the first
 * package.json, because many packages do not export theirs. Yarn PnP has no such folders: reported as missing.
 */
export function readVersions(
  fromFolder: string,
  names: readonly string[],
): readonly PackageVersion[] {
  const paths = createRequire(join(fromFolder, "package.json")).resolve.paths("x") ?? [];
  return names.map((name) => ({ name, version: readVersion(paths, name) }));
}

function readVersion(paths: readonly string[], name: string): string | Missing {
  for (const path of paths) {
    const text = readText(join(path, name, "package.json"));
    if (text === undefined) continue;
    const version = versionIn(text);
    return version ?? { missing: `package.json of ${name} names no version` };
  }
  return { missing: `${name} is not installed where the candidate runs` };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function versionIn(text: string): string | undefined {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return undefined;
  }
  return typeof manifest === "object" &&
    manifest !== null &&
    "version" in manifest &&
    typeof manifest.version === "string"
    ? manifest.version
    : undefined;
}
