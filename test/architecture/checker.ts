/** Checks a set of source files against the layer table; pure over (path, text), so that planted faults can be fed to it. */
import { posix } from "node:path";

import { parseSync } from "oxc-parser";

export interface Layer {
  readonly path: string;
  readonly may: readonly string[];
  readonly packages: readonly string[];
}

/** Repository-relative path with forward slashes, and the file's text. */
export type Sources = ReadonlyMap<string, string>;

interface Dependency {
  /** Null when a dynamic import's argument is not a literal. */
  readonly specifier: string | null;
  readonly dynamic: boolean;
}

const pure = ["src/contracts", "src/core"];
const banned = ["utils", "helpers", "common", "lib"];
const ownCode = /^(src|scripts|test|adapters)\//;
const maxLines = 400;

/** Every sentence names the file first; an empty list means that the tree obeys the table. */
export function checkSources(sources: Sources, layers: readonly Layer[]): string[] {
  const graph = new Map<string, string[]>();
  const faults: string[] = [];
  for (const [file, text] of sources) {
    faults.push(...checkFile(file, text));
    if (!file.endsWith(".ts")) continue;
    const found = readDependencies(file, text);
    graph.set(
      file,
      found.dependencies.flatMap(({ specifier }) => localTarget(file, specifier)),
    );
    if (!file.startsWith("src/")) continue;
    faults.push(...found.faults);
    const layer = layerOf(file, layers);
    if (layer === undefined) faults.push(`${file}: belongs to no layer of architecture.json`);
    else {
      for (const dependency of found.dependencies) {
        faults.push(...checkDependency(file, layer, dependency, layers));
      }
    }
  }
  return [...faults, ...checkFolders(sources), ...checkCycles(graph)];
}

/** Layers that name a folder or file which no source belongs to. */
export function emptyLayers(sources: Sources, layers: readonly Layer[]): string[] {
  const used = new Set([...sources.keys()].map((file) => layerOf(file, layers)?.path));
  return layers.filter(({ path }) => !used.has(path)).map(({ path }) => path);
}

function checkFile(file: string, text: string): string[] {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return ownCode.test(file) && lines > maxLines
    ? [`${file}: ${lines} lines, ${maxLines} at most: split it by what changes together`]
    : [];
}

function layerOf(file: string, layers: readonly Layer[]): Layer | undefined {
  return layers
    .filter(({ path }) => isUnder(file, path))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

function isUnder(file: string, prefix: string): boolean {
  return file === prefix || file.startsWith(`${prefix}/`);
}

function localTarget(file: string, specifier: string | null): string[] {
  return specifier?.startsWith(".") === true
    ? [posix.normalize(posix.join(posix.dirname(file), specifier))]
    : [];
}

function checkDependency(
  file: string,
  layer: Layer,
  { specifier, dynamic }: Dependency,
  layers: readonly Layer[],
): string[] {
  if (specifier === null) {
    return pure.some((ring) => isUnder(file, ring))
      ? [`${file}: a dynamic import whose target is not a literal cannot be checked`]
      : [];
  }
  const how = dynamic ? "import dynamically" : "import";
  const [target] = localTarget(file, specifier);
  if (target !== undefined) {
    const allowed = layer.may.some((prefix) => isUnder(target, prefix));
    if (allowed) return [];
    const owner = layerOf(target, layers)?.path ?? "no layer";
    return [
      `${file}: ${layer.path} may not ${how} ${target} of ${owner} (allowed: ${layer.may.join(", ") || "nothing"})`,
    ];
  }
  return layer.packages.some((name) => matchesPackage(specifier, name))
    ? []
    : [
        `${file}: ${layer.path} may not ${how} "${specifier}" (allowed packages: ${layer.packages.join(", ") || "none"})`,
      ];
}

/** `node:` and `@scope/` match by prefix; any other name matches itself and its subpaths. */
function matchesPackage(specifier: string, name: string): boolean {
  return name.endsWith(":") || name.endsWith("/")
    ? specifier.startsWith(name)
    : specifier === name || (specifier.startsWith(`${name}/`) && !name.startsWith("node:"));
}

function readDependencies(
  file: string,
  text: string,
): { readonly dependencies: Dependency[]; readonly faults: string[] } {
  const { module, program, errors } = parseSync(file, text);
  const faults = errors.map(({ message }) => `${file}: does not parse: ${message}`);
  const dependencies: Dependency[] = module.staticImports.map(({ moduleRequest }) => ({
    specifier: moduleRequest.value,
    dynamic: false,
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, exportName } of entries) {
      if (moduleRequest) dependencies.push({ specifier: moduleRequest.value, dynamic: false });
      const kind: string = exportName.kind;
      if (kind === "Default" || exportName.name === "default") {
        faults.push(`${file}: export default: give the thing its name`);
      }
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(["'`])([^"'`$]+)\1$/.exec(
      text.slice(moduleRequest.start, moduleRequest.end),
    );
    dependencies.push({ specifier: literal?.[2] ?? null, dynamic: true });
  }
  for (const specifier of hiddenImports(program)) dependencies.push({ specifier, dynamic: false });
  return { dependencies, faults };
}

/** `import("x").T` in a type, and `import x = require("x")`, which the module record leaves out. */
function hiddenImports(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(hiddenImports);
  if (typeof node !== "object" || node === null) return [];
  const record = node as Record<string, unknown>;
  const inside = Object.values(record).flatMap(hiddenImports);
  const source =
    record["type"] === "TSImportType"
      ? record["source"]
      : record["type"] === "TSExternalModuleReference"
        ? record["expression"]
        : undefined;
  const value = (source as { value?: unknown } | undefined)?.value;
  return typeof value === "string" ? [value, ...inside] : inside;
}

function checkFolders(sources: Sources): string[] {
  const folders = new Set<string>();
  for (const file of sources.keys()) {
    for (let folder = posix.dirname(file); folder.includes("/"); folder = posix.dirname(folder)) {
      folders.add(folder);
    }
  }
  const faults: string[] = [];
  const places = new Map<string, string>();
  for (const folder of [...folders].toSorted()) {
    const name = posix.basename(folder);
    if (banned.includes(name)) faults.push(`${folder}: a folder is named for what it holds`);
    if (!folder.startsWith("src/")) continue;
    const first = places.get(name);
    if (first === undefined) places.set(name, folder);
    else faults.push(`${folder}: the name is taken by ${first}; a folder's name is unique in src`);
  }
  return faults;
}

function checkCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const faults: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) {
      faults.push(`${file}: import cycle: ${[...trail.slice(start), file].join(" -> ")}`);
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return faults;
}
