/** Guarantees that a set of paths means the same files on every system that may unpack it. */

/** Longest path a bundle may hold, in characters (all ASCII, so bytes too). */
export const maximumPath = 240;

export interface PathFault {
  readonly code: "path_unsafe" | "path_twin" | "path_duplicate";
  readonly path: string;
  readonly message: string;
}

/**
 * A ustar header keeps 100 bytes of name and 155 of prefix, joined by a slash (POSIX.1-2001, pax interchange format).
 * Returns undefined where no slash lets both parts fit.
 */
export function splitPath(
  path: string,
): { readonly prefix: string; readonly name: string } | undefined {
  if (path.length <= 100) return { prefix: "", name: path };
  const at = path.indexOf("/", path.length - 101);
  return at < 1 || at > 155 || at === path.length - 1
    ? undefined
    : { prefix: path.slice(0, at), name: path.slice(at + 1) };
}

/**
 * Why a path may not stand in a bundle, or undefined. Only ASCII letters, digits, `.`, `_`, `-` and `/` pass, so
 * absolute paths, drive letters, backslashes, control characters and every Unicode twin are out by construction.
 */
export function explainUnsafePath(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.length > maximumPath) return `is longer than ${maximumPath} characters`;
  if (path.startsWith("/")) return "is absolute";
  if (path.includes("\\")) return "has a backslash";
  if (!/^[A-Za-z0-9._/-]+$/.test(path)) return "has a character outside A-Z a-z 0-9 . _ - /";
  for (const segment of path.split("/")) {
    if (segment === "") return "has an empty segment";
    if (segment === "." || segment === "..") return `has a ${segment} segment`;
    if (segment.endsWith(".")) return "has a segment that ends in a dot";
    if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(segment)) return `has ${segment}, a device`;
  }
  return splitPath(path) === undefined ? "fits no ustar header" : undefined;
}

/** The first path that is unsafe, given twice, or equal to another but for the case of its letters. */
export function findPathFault(paths: Iterable<string>): PathFault | undefined {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const why = explainUnsafePath(path);
    if (why !== undefined) return { code: "path_unsafe", path, message: `the path ${why}` };
    const folded = path.toLowerCase();
    const twin = seen.get(folded);
    if (twin === path) return { code: "path_duplicate", path, message: "the path occurs twice" };
    if (twin !== undefined) {
      return { code: "path_twin", path, message: `differs from ${twin} only in case` };
    }
    seen.set(folded, path);
  }
  return undefined;
}
