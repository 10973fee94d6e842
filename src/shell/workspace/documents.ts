/** Reads contracts and other documents from disk; every refusal names file, line and column. */
import { existsSync, globSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

import type { z } from "zod";

import type { Fault, Outcome } from "../../contracts/fault.ts";
import type { Json } from "../../contracts/primitives.ts";
import { tryCanonicalJson } from "../../core/digest/canonical.ts";
import { explainIssues } from "./explain-issues.ts";
import { parseYaml, type Position } from "./yaml-text.ts";

const fixtureLimit = 16 * 1024 * 1024;

/** Loads a YAML document and checks it against its format. */
export function loadYaml<T>(file: string, format: z.ZodType<T>, shown: string = file): Outcome<T> {
  const text = readText(file, shown);
  if (!text.ok) return text;
  const parsed = parseYaml(text.value, shown);
  if (!parsed.ok) return parsed;
  return checkValue(parsed.value, format, shown, parsed.locate);
}

/** Loads a JSON document and checks it against its format. Places inside are JSON paths, not lines. */
export function loadJson<T>(file: string, format: z.ZodType<T>, shown: string = file): Outcome<T> {
  const text = readText(file, shown);
  if (!text.ok) return text;
  const value = parseJson(text.value, shown);
  return value.ok ? checkValue(value.value, format, shown, () => ({ line: 1, column: 1 })) : value;
}

/** Reads a fixture: .json, .jsonl, .yaml or .yml, 16 MiB at most. */
export function loadFixture(file: string, shown: string): Outcome<Json> {
  const text = readText(file, shown, fixtureLimit);
  if (!text.ok) return text;
  if (file.endsWith(".json")) return parseJson(text.value, shown);
  if (file.endsWith(".jsonl")) {
    const rows: Json[] = [];
    for (const [index, line] of text.value.split("\n").entries()) {
      if (line.trim() === "") continue;
      const row = parseJson(line, `${shown}:${index + 1}`);
      if (!row.ok) return row;
      rows.push(row.value);
    }
    return { ok: true, value: rows };
  }
  const parsed = parseYaml(text.value, shown, fixtureLimit);
  if (!parsed.ok) return parsed;
  return toJson(parsed.value, shown);
}

/** Reads a text file of at most `limit` bytes. */
export function readText(file: string, shown: string, limit: number = 1_048_576): Outcome<string> {
  try {
    const found = statSync(file);
    if (found.isDirectory())
      return refuse("file_is_folder", `${shown} is a folder`, shown, "Name a file.");
    if (!found.isFile())
      return refuse("not_a_file", `${shown} is not a regular file`, shown, "Name a file.");
    const { size } = found;
    if (size > limit)
      return refuse(
        "file_too_large",
        `${shown} has ${size} bytes; ${limit} is the limit`,
        shown,
        "Split the file.",
      );
    return {
      ok: true,
      value: new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)),
    };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT")
      return refuse(
        "file_missing",
        `there is no file ${shown}`,
        shown,
        "Check the path; it is relative to the file that names it.",
      );
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(
      "file_unreadable",
      `${shown} can't be read: ${reason}`,
      shown,
      "Check that the file is UTF-8 text and readable.",
    );
  }
}

/** Files that match, sorted, as absolute paths. A pattern without a match is a fault, never an empty list. */
export function expandGlobs(
  folder: string,
  patterns: readonly string[],
  shown: string,
): Outcome<string[]> {
  const files: string[] = [];
  for (const pattern of patterns) {
    const found = globSync(pattern, { cwd: folder })
      .map((one) => resolve(folder, one))
      .toSorted();
    if (found.length === 0)
      return refuse(
        "no_match",
        `no file matches ${pattern}`,
        shown,
        `Looked in ${folder}. Name an existing file or a glob like cases/*.yaml.`,
      );
    files.push(...found.filter((one) => !files.includes(one)));
  }
  return { ok: true, value: files };
}

/** Resolves a path named inside a document; it must stay inside `root`, and so must what a symbolic link makes of it. */
export function resolveInside(
  root: string,
  from: string,
  named: string,
  shown: string,
): Outcome<string> {
  const target = resolve(dirname(from), named);
  const inside = relative(root, target);
  if (isAbsolute(named) || leaves(root, target))
    return refuse(
      "path_outside",
      `${named} leaves the project folder`,
      shown,
      "Name a file inside the project, with a relative path.",
    );
  if (existsSync(target) && leaves(realpathSync(root), realpathSync(target)))
    return refuse(
      "path_outside",
      `${named} is a symbolic link that leaves the project folder`,
      shown,
      "Put the file itself into the project.",
    );
  return { ok: true, value: join(root, inside) };
}

function leaves(root: string, target: string): boolean {
  const inside = relative(root, target);
  return isAbsolute(inside) || inside === ".." || inside.startsWith(`..${sep}`);
}

function checkValue<T>(
  value: unknown,
  format: z.ZodType<T>,
  shown: string,
  locate: (path: readonly PropertyKey[]) => Position,
): Outcome<T> {
  const result = format.safeParse(value, { reportInput: true });
  if (result.success) return { ok: true, value: result.data };
  const [first, ...rest] = explainIssues(result.error.issues, format, shown, locate);
  return {
    ok: false,
    faults: [
      first ?? { code: "invalid", message: result.error.message, where: shown, fix: "" },
      ...rest,
    ],
  };
}

function parseJson(text: string, shown: string): Outcome<Json> {
  try {
    return toJson(JSON.parse(text), shown);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse("json_syntax", `${shown} is not JSON: ${reason}`, shown, "Correct the JSON.");
  }
}

/** Data that could not be digested, or that a later reader would drop, is refused where it comes in. */
function toJson(value: unknown, shown: string): Outcome<Json> {
  const canonical = tryCanonicalJson(value);
  if (canonical.ok && isJson(value)) return { ok: true, value };
  return refuse(
    "not_plain_data",
    canonical.ok
      ? `${shown} has the key __proto__, which is not a name that data may have`
      : `${shown} can't be kept exactly: ${canonical.message}`,
    shown,
    "Use maps, lists, text, numbers, true, false and null; numbers that are too large go into quotes.",
  );
}

function isJson(value: unknown): value is Json {
  if (value === null || typeof value !== "object") return true;
  if (Array.isArray(value)) return value.every(isJson);
  return !Object.hasOwn(value, "__proto__") && Object.values(value).every(isJson);
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
