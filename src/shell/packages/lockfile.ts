/** The digest of a project's lockfile: two installs with the same digest hold the same packages. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Digest, Missing } from "../../contracts/primitives.ts";

const lockfiles = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "uv.lock",
  "poetry.lock",
  "requirements.txt",
] as const;

/** SHA-256 of the bytes of the first lockfile found in `folder` itself, or the reason why there is none. */
export function lockfileDigest(folder: string): Digest | Missing {
  for (const name of lockfiles) {
    const bytes = readBytes(join(folder, name));
    if (bytes !== undefined) {
      return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
    }
  }
  return { missing: "no lockfile: versions were resolved at install time" };
}

function readBytes(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
