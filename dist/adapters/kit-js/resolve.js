/** Imports a package as if the importing file lay in another folder, so that a candidate's own framework is the one that runs. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const conditions = new Set(["node", "import", "module-sync", "default"]);

/** @type {import("./resolve.d.ts").frameworkFolder} */
export function frameworkFolder(ownUrl) {
  const from = process.env.AGENT_LAB_FRAMEWORK_FROM;
  return from === undefined || from === "" ? dirname(fileURLToPath(ownUrl)) : from;
}

/** @type {import("./resolve.d.ts").importFrom} */
export async function importFrom(folder, specifier) {
  return import(pathToFileURL(resolveFrom(folder, specifier).file).href);
}

/** @type {import("./resolve.d.ts").packageFolder} */
export function packageFolder(folder, name) {
  return requirePackage(folder, name);
}

/** @type {import("./resolve.d.ts").resolveFrom} */
export function resolveFrom(folder, specifier) {
  const [name, subpath] = split(specifier);
  const found = requirePackage(folder, name);
  const manifest = JSON.parse(readFileSync(join(found, "package.json"), "utf8"));
  const target =
    manifest.exports === undefined
      ? legacyTarget(found, manifest, subpath)
      : exportedTarget(manifest.exports, subpath);
  if (target === undefined) {
    throw new Error(`${name} ${manifest.version} in ${found} does not export ${subpath}`);
  }
  return { file: join(found, target), folder: found, version: manifest.version };
}

function split(specifier) {
  const parts = specifier.split("/");
  const name = parts.splice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  return [name, ["."].concat(parts).join("/")];
}

function requirePackage(folder, name) {
  const found = findPackage(folder, name);
  if (found !== undefined) return found;
  throw new Error(
    `${name} is not installed where the candidate runs (looked upwards from ${folder}). ` +
      "Install it there, or leave AGENT_LAB_FRAMEWORK_FROM unset to use the adapter's own copy.",
  );
}

/** Node's own list of folders to look in; links are followed, so that pnpm's packages find their own neighbours. */
function findPackage(folder, name) {
  const paths = createRequire(join(folder, "resolve.js")).resolve.paths(name) ?? [];
  const found = paths
    .map((path) => join(path, name))
    .find((path) => existsSync(join(path, "package.json")));
  return found === undefined ? undefined : realpathSync(found);
}

function exportedTarget(exports, subpath) {
  const table = isTable(exports) ? exports : { ".": exports };
  if (Object.hasOwn(table, subpath)) return pick(table[subpath]);
  const pattern = Object.keys(table)
    .filter((key) => key.includes("*") && matches(key, subpath))
    .toSorted((left, right) => right.indexOf("*") - left.indexOf("*"))[0];
  if (pattern === undefined) return undefined;
  const [before, after] = pattern.split("*");
  const star = subpath.slice(before.length, subpath.length - after.length);
  return pick(table[pattern])?.replaceAll("*", star);
}

function isTable(exports) {
  return (
    typeof exports === "object" &&
    exports !== null &&
    !Array.isArray(exports) &&
    Object.keys(exports).every((key) => key.startsWith("."))
  );
}

function matches(pattern, subpath) {
  const [before, after] = pattern.split("*");
  return (
    subpath.length >= before.length + after.length &&
    subpath.startsWith(before) &&
    subpath.endsWith(after)
  );
}

function pick(target) {
  if (typeof target === "string") return target;
  if (Array.isArray(target)) return target.map(pick).find((one) => one !== undefined);
  if (typeof target !== "object" || target === null) return undefined;
  for (const [condition, value] of Object.entries(target)) {
    const chosen = conditions.has(condition) ? pick(value) : undefined;
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

function legacyTarget(folder, manifest, subpath) {
  const named = subpath === "." ? (manifest.main ?? "index.js") : subpath;
  return [named, `${named}.js`, join(named, "index.js")].find((one) => {
    const path = join(folder, one);
    return existsSync(path) && statSync(path).isFile();
  });
}
