/** Which package versions a program in a folder would really load: read where Node would find them, absence stated. */
import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import type { Missing } from "../../contracts/primitives.ts";

export interface PackageVersion {
  readonly name: string;
  readonly version: string | Missing;
}

/**
 * Versions of `names` as seen from `fromFolder`, in the order given. Walks Node's own look-up folders to the first
 * package.json, because many packages do not export theirs. With `via` (the framework) the others are looked for
 * from that package's own folder first: it is its copy that runs, and pnpm shows it nowhere else.
 * Yarn PnP has no such folders: reported as missing.
 */
export function readVersions(
  fromFolder: string,
  names: readonly string[],
  via?: string,
): readonly PackageVersion[] {
  const direct = lookUpFolders(fromFolder);
  const behind = via === undefined ? [] : foldersBehind(direct, via);
  return names.map((name) => ({
    name,
    version: readVersion(name === via ? direct : [...behind, ...direct], name),
  }));
}

function lookUpFolders(folder: string): readonly string[] {
  return createRequire(join(folder, "package.json")).resolve.paths("x") ?? [];
}

function foldersBehind(paths: readonly string[], name: string): readonly string[] {
  const found = paths
    .map((path) => join(path, name))
    .find((folder) => readText(join(folder, "package.json")) !== undefined);
  return found === undefined ? [] : lookUpFolders(realpathSync(found));
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
