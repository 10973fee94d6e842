/** Turns a schema's complaints into sentences with a place and, where a name is close to a known one, a suggestion. */
import { distance } from "fastest-levenshtein";
import { z } from "zod";

import type { Fault } from "../../contracts/fault.ts";
import type { Position } from "./yaml-text.ts";

type Issue = z.core.$ZodIssue;

/** One fault an issue; `locate` gives the line and column of a path. */
export function explainIssues(
  issues: readonly Issue[],
  schema: z.ZodType,
  file: string,
  locate: (path: readonly PropertyKey[]) => Position,
): Fault[] {
  const described: unknown = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return issues.flatMap((issue) => explainIssue(issue, described, file, locate));
}

function explainIssue(
  issue: Issue,
  described: unknown,
  file: string,
  locate: (path: readonly PropertyKey[]) => Position,
): Fault[] {
  const where = (path: readonly PropertyKey[]): string => {
    const { line, column } = locate(path);
    return `${file}:${line}:${column}`;
  };
  const name = pathText(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(described, issue.path);
    return issue.keys.map((key) => {
      const close = nearest(key, known);
      const allowed = known.length === 0 ? "Remove it." : `Allowed here: ${known.join(", ")}.`;
      return {
        code: "unknown_key",
        message: `unknown key "${key}"${name === "" ? "" : ` in ${name}`}`,
        where: where([...issue.path, key]),
        fix: close === null ? allowed : `Did you mean "${close}"? ${allowed}`,
      };
    });
  }
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    const given = valueText(issue.input);
    const close = nearest(given, values);
    return [
      {
        code: "invalid_value",
        message: `${name} ${given === "" ? "has a value that is not allowed" : `is "${given}"`}`,
        where: where(issue.path),
        fix: `${close === null ? "" : `Did you mean "${close}"? `}Allowed: ${values.join(", ")}.`,
      },
    ];
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const inner = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
    if (depth(inner) > 0)
      return inner.flatMap((one) =>
        explainIssue({ ...one, path: [...issue.path, ...one.path] }, described, file, locate),
      );
  }
  if (issue.code === "invalid_union" && issue.discriminator !== undefined) {
    const given = isRecord(issue.input) ? valueText(issue.input[issue.discriminator]) : "";
    const values = constants(described, issue.path);
    const close = nearest(given, values);
    return [
      {
        code: given === "" ? "missing_key" : "invalid_value",
        message: given === "" ? `${name} is missing` : `${name} is "${given}"`,
        where: where(issue.path),
        fix: `${close === null ? "" : `Did you mean "${close}"? `}Allowed: ${values.join(", ")}.`,
      },
    ];
  }
  const absent = issue.code === "invalid_type" && issue.input === undefined;
  return [
    {
      code: absent ? "missing_key" : issue.code,
      message: absent
        ? `${name} is missing`
        : `${name === "" ? "the document" : name}: ${lowerFirst(issue.message)}`,
      where: where(issue.path),
      fix: described === null ? "" : adviceFor(issue, described),
    },
  ];
}

function adviceFor(issue: Issue, described: unknown): string {
  const told = placesAt(described, issue.path).flatMap((place) =>
    isRecord(place) && typeof place["description"] === "string" ? [place["description"]] : [],
  )[0];
  const wanted = issue.code === "invalid_type" ? `Give ${article(issue.expected)}.` : "";
  return (
    [wanted, told ?? ""].filter((part) => part !== "").join(" ") ||
    "See the schema named in the file's first line."
  );
}

function depth(issues: readonly Issue[]): number {
  return Math.max(0, ...issues.map((one) => one.path.length));
}

/** The known word that `word` was probably meant to be; null where none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  const best = known
    .map((one) => ({ one, far: distance(word.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)[0];
  return best !== undefined && best.far <= Math.max(2, Math.floor(best.one.length / 3))
    ? best.one
    : null;
}

/** Names of the properties a JSON Schema allows at a path; unions contribute all their branches. */
function knownKeys(described: unknown, path: readonly PropertyKey[]): string[] {
  const keys = placesAt(described, path)
    .flatMap((place) => branches(place, described))
    .flatMap((place) =>
      isRecord(place) && isRecord(place["properties"]) ? Object.keys(place["properties"]) : [],
    );
  return [...new Set(keys)];
}

/** The literal values a JSON Schema allows at a path. */
function constants(described: unknown, path: readonly PropertyKey[]): string[] {
  const values = placesAt(described, path).flatMap((place) =>
    isRecord(place) && "const" in place ? [valueText(place["const"])] : [],
  );
  return [...new Set(values)];
}

function placesAt(described: unknown, path: readonly PropertyKey[]): unknown[] {
  let places: unknown[] = [described];
  for (const step of path)
    places = places
      .flatMap((place) => branches(place, described))
      .flatMap((place) => child(place, step));
  return places;
}

function branches(place: unknown, root: unknown): unknown[] {
  if (!isRecord(place)) return [];
  const reference = place["$ref"];
  if (typeof reference === "string" && reference.startsWith("#/"))
    return branches(
      reference
        .slice(2)
        .split("/")
        .reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), root),
      root,
    );
  const options = place["anyOf"] ?? place["oneOf"] ?? place["allOf"];
  return Array.isArray(options) ? options.flatMap((one: unknown) => branches(one, root)) : [place];
}

function child(place: unknown, step: PropertyKey): unknown[] {
  if (!isRecord(place)) return [];
  if (typeof step === "number") return [place["items"]];
  const properties = place["properties"];
  const named = isRecord(properties) ? properties[String(step)] : undefined;
  return [named ?? place["additionalProperties"]];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}

function valueText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

function article(expected: string): string {
  if (expected === "array") return "a list";
  if (expected === "int") return "a whole number";
  if (expected === "object" || expected === "record") return "a map (key: value)";
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
