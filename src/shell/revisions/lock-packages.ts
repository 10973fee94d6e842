/** Names and versions out of lockfiles; what a format does not say is left out, never guessed. */
import { parse } from "yaml";

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
}

/** npm's package-lock.json and npm-shrinkwrap.json, lockfileVersion 1 to 3. Throws on text that is no such file. */
export function readNpmLock(text: string): readonly LockedPackage[] {
  const lock: unknown = JSON.parse(text);
  if (!isRecord(lock)) throw new Error("not an npm lockfile");
  if (isRecord(lock["packages"])) {
    return Object.entries(lock["packages"]).flatMap(([path, entry]) => {
      const from = path.lastIndexOf("node_modules/");
      if (from < 0 || !isRecord(entry) || entry["link"] === true) return [];
      const name = entry["name"] ?? path.slice(from + "node_modules/".length);
      return take(name, entry["version"]);
    });
  }
  if (isRecord(lock["dependencies"])) return readNested(lock["dependencies"]);
  throw new Error("an npm lockfile without packages");
}

function readNested(dependencies: Record<string, unknown>): readonly LockedPackage[] {
  return Object.entries(dependencies).flatMap(([name, entry]) => {
    if (!isRecord(entry)) return [];
    const inner = isRecord(entry["dependencies"]) ? readNested(entry["dependencies"]) : [];
    return [...take(name, entry["version"]), ...inner];
  });
}

/** pnpm-lock.yaml of lockfileVersion 5 to 9: `/name/1.0.0_peer`, `/name@1.0.0(peer)`, `name@1.0.0`. */
export function readPnpmLock(text: string): readonly LockedPackage[] {
  if (!/^lockfileVersion:/m.test(text)) throw new Error("not a pnpm lockfile");
  const lines = text.split(/\r?\n/);
  const from = lines.indexOf("packages:");
  if (from < 0) return [];
  const rest = lines.slice(from + 1);
  const length = rest.findIndex((line) => /^[^\s#]/.test(line));
  // Only this part is composed, and its keys are not compared with each other: that would take seconds.
  const part = ["packages:", ...rest.slice(0, length < 0 ? rest.length : length)].join("\n");
  const lock: unknown = parse(part, { schema: "core", maxAliasCount: 0, uniqueKeys: false });
  if (!isRecord(lock)) return [];
  const packages = isRecord(lock["packages"]) ? Object.keys(lock["packages"]) : [];
  return packages.flatMap((key) => {
    const match = /^\/?((?:@[^/@]+\/)?[^/@(]+)[@/](\d[^(_/]*)/.exec(key);
    return take(match?.[1], match?.[2]);
  });
}

/** yarn.lock of Yarn 1 (`version "1.0.0"`) and later (`version: 1.0.0`). */
export function readYarnLock(text: string): readonly LockedPackage[] {
  const found: LockedPackage[] = [];
  let name: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\S/.test(line)) {
      const spec = /^"?((?:@[^/@"]+\/)?[^/@"\s]+)@/.exec(line);
      const alias = /@npm:((?:@[^/@"]+\/)?[^/@",:\s]+)@/.exec(line);
      const own = !line.startsWith("#") && !/@(?:workspace|link|portal):/.test(line);
      name = own ? (alias?.[1] ?? spec?.[1]) : undefined;
    }
    const version = /^ {2}version:? "?([^"\s]+)"?$/.exec(line)?.[1];
    if (name !== undefined && version !== undefined) {
      found.push({ name, version });
      name = undefined;
    }
  }
  return found;
}

/**
 * uv.lock, poetry.lock and pdm.lock: the `name` and `version` lines that directly follow `[[package]]` (TOML 1.0).
 * Lines inside multi-line strings and other tables are passed over.
 */
export function readTomlLock(text: string): readonly LockedPackage[] {
  const found: LockedPackage[] = [];
  let entry: { name?: string; version?: string } | undefined;
  let quote: string | undefined;
  const close = (): void => {
    if (entry !== undefined) found.push(...take(normalise(entry.name), entry.version));
    entry = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    if (quote !== undefined) {
      if (line.includes(quote)) quote = undefined;
      continue;
    }
    const opened = /("""|''')/.exec(line)?.[1];
    if (opened !== undefined && line.split(opened).length % 2 === 0) quote = opened;
    if (/^\s*\[/.test(line) && !/^\s*\[[^\]]*,/.test(line)) close();
    if (/^\s*\[\[\s*package\s*\]\]\s*(#.*)?$/.test(line)) entry = {};
    const pair = /^(name|version)\s*=\s*(?:"([^"\\]*)"|'([^']*)')\s*(#.*)?$/.exec(line);
    if (pair === null || entry === undefined) continue;
    const value = pair[2] ?? pair[3] ?? "";
    if (pair[1] === "name") entry.name ??= value;
    else entry.version ??= value;
  }
  close();
  return found;
}

/** A requirements file: how many packages it names, what it pins with `==`, and which lack a pin or a hash. */
export function readRequirements(text: string): {
  readonly total: number;
  readonly pinned: readonly LockedPackage[];
  readonly unlocked: readonly string[];
} {
  const pinned: LockedPackage[] = [];
  const unlocked: string[] = [];
  let total = 0;
  for (const line of text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/)) {
    const requirement = line.replace(/(^|\s)#.*$/, "").trim();
    const match = /^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/.exec(requirement);
    if (match === null) continue;
    total += 1;
    const name = normalise(match[1]) ?? "";
    const version = /^\(?===?\s*([^\s;,)*]+)\)?\s*(?:;|--|$)/.exec(match[2] ?? "")?.[1];
    if (version !== undefined) pinned.push({ name, version });
    if (version === undefined || !requirement.includes("--hash=")) unlocked.push(name);
  }
  return { total, pinned, unlocked };
}

/** A Python project's name as the index compares it (PEP 503). */
function normalise(name: string | undefined): string | undefined {
  return name?.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

function take(name: unknown, version: unknown): readonly LockedPackage[] {
  return typeof name === "string" && name !== "" && typeof version === "string" && version !== ""
    ? [{ name, version }]
    : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
