/** Leads a pointer into a frozen case back to the line of the file it was written in. */
import { expectation } from "../../contracts/case.ts";
import { expandExpectation } from "../../core/evaluation/expand.ts";
import { readText } from "./documents.ts";
import { parseYaml } from "./yaml-text.ts";

/**
 * `pointer`: a JSON Pointer (RFC 6901) into the frozen case. Gives `file:line:column`, or `shown` alone where the file
 * does not hold that part (it is missing, or was a default) or can no longer be read.
 */
export function placeInCase(file: string, shown: string, pointer: string): string {
  const text = readText(file, shown);
  const parsed = text.ok ? parseYaml(text.value, shown) : text;
  if (!parsed.ok || !isMap(parsed.value)) return shown;
  const written = asWritten(parsed.value, stepsOf(pointer));
  const [first] = written;
  if (first === undefined || !(first in parsed.value)) return shown;
  const { line, column } = parsed.locate(written.map((step) => numbered(step)));
  return `${shown}:${line}:${column}`;
}

/** `file:line:column` of a path in any YAML file; `shown` alone where the file does not hold it. */
export function placeInFile(file: string, shown: string, path: readonly string[]): string {
  const text = readText(file, shown);
  const parsed = text.ok ? parseYaml(text.value, shown) : text;
  if (!parsed.ok || !isMap(parsed.value) || !((path[0] ?? "") in parsed.value)) return shown;
  const { line, column } = parsed.locate(path);
  return `${shown}:${line}:${column}`;
}

/** Undoes the two short forms: `expect` for `evaluator`, `input` for `prompt`. */
function asWritten(value: Readonly<Record<string, unknown>>, steps: readonly string[]): string[] {
  const [first, ...rest] = steps;
  if (first === "prompt" && !("prompt" in value)) return ["input"];
  if (first !== "evaluator" || "evaluator" in value) return [...steps];
  const short = expectation.safeParse(value["expect"]);
  const [list, index] = rest;
  if (!short.success || list !== "checks" || index === undefined) return ["expect"];
  // Each key of `expect` makes one check of the type it is named after.
  const type = expandExpectation(short.data).checks[Number(index)]?.type;
  return type === undefined ? ["expect"] : ["expect", type];
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** List positions are numbers to the YAML document; it takes no name that looks like one for anything else. */
function numbered(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
