/** Where an artifact lies: sha256/ab/<hex>; a text that is not a digest names no place at all. */
import { join } from "node:path";

import type { Digest } from "../../contracts/primitives.ts";

export function artifactPath(folder: string, sha256: Digest): string | null {
  const hex = /^sha256:([0-9a-f]{64})$/.exec(sha256)?.[1];
  return hex === undefined ? null : join(folder, "sha256", hex.slice(0, 2), hex);
}
