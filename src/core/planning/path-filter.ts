/** Which changed files a list of globs asks for. A file that no glob was written for is not asked for. */

/**
 * `*` stands for any characters but `/`, `?` for one, `**` for any folders; a name may begin with a dot. The last glob
 * that matches decides, and `!` before it means no. A list that begins with `!` begins with everything.
 */
export function matchingFiles(
  globs: readonly string[],
  files: readonly string[],
): readonly string[] {
  const rules = globs.map((glob) => {
    const wanted = !glob.startsWith("!");
    return { wanted, pattern: segmentsOf(wanted ? glob : glob.slice(1)) };
  });
  const usual = rules[0]?.wanted === false;
  return files.filter((file) => {
    const path = file.split("/");
    const decides = rules.findLast(({ pattern }) => matchesPath(pattern, path));
    return decides?.wanted ?? usual;
  });
}

/** The globs that ask for files and stand for none of these: one that is misspelt would pass every change unseen. */
export function idleGlobs(globs: readonly string[], files: readonly string[]): readonly string[] {
  return globs.filter((glob) => !glob.startsWith("!") && matchingFiles([glob], files).length === 0);
}

/**
 * What a glob may not hold: GitHub's filters and shells each read it in a way of their own, and quotes, commas, a list's
 * dash and a comment's sign are left over from another way to write a list.
 */
export const unreadInGlobs = /[[\]{}\\"'`,]|^!?\s*(?:-\s|#)/;

/** People write a folder as `./src/` for `src/**`, and a kind of file as `**.md`. */
function segmentsOf(glob: string): readonly string[] {
  const path = glob.replace(/^\.?\/+/, "");
  return (path.endsWith("/") ? `${path}**` : path)
    .split("/")
    .flatMap((part) => (/^\*\*./.test(part) ? ["**", part.slice(1)] : [part]));
}

function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  return matches(
    pattern,
    path,
    (part) => part === "**",
    (part, name) =>
      matches(
        Array.from(part),
        Array.from(name),
        (sign) => sign === "*",
        (sign, character) => sign === "?" || sign === character,
      ),
  );
}

/** A star takes any number of items, none too. Goes back to the last star only, so it takes no more than n x m steps. */
function matches(
  pattern: readonly string[],
  text: readonly string[],
  isStar: (part: string) => boolean,
  isOne: (part: string, item: string) => boolean,
): boolean {
  let at = 0;
  let star: { readonly at: number; taken: number } | null = null;
  for (let place = 0; place < text.length;) {
    const part = pattern[at];
    if (part !== undefined && isStar(part)) {
      star = { at, taken: place };
      at += 1;
    } else if (part !== undefined && isOne(part, text[place] ?? "")) {
      at += 1;
      place += 1;
    } else if (star !== null) {
      star.taken += 1;
      place = star.taken;
      at = star.at + 1;
    } else return false;
  }
  return pattern.slice(at).every(isStar);
}
