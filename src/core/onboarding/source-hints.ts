/** What a project's own sources say about its models: names written out, and addresses that no variable can change. */

export interface Named {
  readonly model: string;
  readonly path: string;
}

const elsewhere =
  /(^|\/)(tests?|__tests__|examples?|docs?|evals|fixtures?)\/|[._](test|spec)\.|(^|\/)test_/;
const source = /\.(py|[cm]?[jt]sx?|ya?ml|toml|json|env)$/;
const lock = /lock|package\.json|tsconfig/;

/** Models that stand in quotes in a source and that a price list knows; each once, with the first file that names it. */
export function findNamedModels(
  files: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): Named[] {
  const found = new Map<string, string>();
  for (const [path, text] of files) {
    if (!source.test(path) || lock.test(path) || elsewhere.test(path)) continue;
    for (const [, word = ""] of text.matchAll(/["'`]([\w.:/-]{2,100})["'`]/g))
      if (known.has(word) && !found.has(word)) found.set(word, path);
  }
  return [...found].map(([model, path]) => ({ model, path }));
}

/** `file:line` of each provider address that is written into a source. */
export function findFixedAddresses(files: ReadonlyMap<string, string>): string[] {
  const fixed = /\b(base_url|baseURL|api_base|azure_endpoint|endpoint)["']?\s*[:=]\s*["'`]https?:/;
  return [...files].flatMap(([path, text]) =>
    !source.test(path) || lock.test(path) || elsewhere.test(path)
      ? []
      : text
          .split("\n")
          .flatMap((line, index) => (fixed.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}
