/** Writes the notices of everything that dist/ contains, from the lockfile, so that no bundler decides what is named. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
}
export interface Production {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly folder: string;
}

/** Every package of the lockfile that a production install has, sorted by folder. */
export function productionPackages(root: string): Production[] {
  const lock: { readonly packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  return Object.entries(lock.packages)
    .filter(([folder, { dev }]) => folder !== "" && dev !== true)
    .map(([folder, { version = "", license = "" }]) => ({
      folder,
      version,
      license,
      name: folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length),
    }))
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Throws where a package comes without any licence text: somebody has to look. */
export function writeNotices(root: string): string {
  const parts = productionPackages(root).map((one) => {
    const text = licenceTexts(join(root, one.folder)).join("\n\n");
    if (text === "")
      throw new Error(`${one.folder} ships no licence text: add it by hand, or drop it`);
    return `${"=".repeat(78)}\n${one.name} ${one.version} (${one.license})\n\n${text}\n`;
  });
  const head =
    "dist/ contains the packages below, each under its own licence. better-sqlite3 contains SQLite,\nwhich is in the public domain.\n\n";
  return head + parts.join("\n");
}

function licenceTexts(folder: string): string[] {
  if (!existsSync(folder)) throw new Error(`${folder} is not installed: run npm ci first`);
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
}
