/** Finds SQLite's native code: beside the running file in a bundle, in the installed package otherwise. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

/**
 * The options under which better-sqlite3 loads a prebuilt binary of `folder` (`<platform>-<arch>.node`); none when the
 * folder is not given or holds none for this machine, so that the package finds its own.
 * A binary that is there but cannot be loaded is tried in its musl form (Alpine), then throws with both reasons.
 */
export function bindingOptions(folder: string | undefined): { nativeBinding?: string } {
  if (folder === undefined) return {};
  const names = process.platform === "linux" ? ["linux", "linuxmusl"] : [process.platform];
  const files = names
    .map((name) => resolve(join(folder, `${name}-${process.arch}.node`)))
    .filter((file) => existsSync(file));
  const reasons: string[] = [];
  for (const file of files) {
    try {
      // The loaded object is what a bundled package takes: a path would send it looking for a require of its own.
      return { nativeBinding: createRequire(file)(file) };
    } catch (error) {
      reasons.push(`${file}: ${String(error)}`);
    }
  }
  if (reasons.length > 0)
    throw new Error(`SQLite cannot be loaded on this machine. ${reasons.join(" ")}`);
  return {};
}
