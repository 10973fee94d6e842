/** Lookups and searches: reads over fixtures and the world that change nothing. */
import type { Json } from "../../contracts/primitives.ts";
import type { Behaviour } from "../../contracts/tool-catalogue.ts";
import { answer, fail, type Given, type ToolAnswer } from "./answer.ts";
import { isList, isMap, type JsonMap, member, sameJson, showJson } from "./json-value.ts";

/** A list in the world hides the fixture of the same name, so that reads see what writes did. */
function tableOf(given: Given, name: string): Json | undefined {
  return member(given.world, name) ?? member(given.fixtures, name);
}

function rowsOf(table: Json | undefined): readonly JsonMap[] | undefined {
  return isList(table) ? table.filter((row) => isMap(row)) : undefined;
}

/** The row whose `key` is the argument of that name, or the member of that name where the table is an object. */
export function lookUp(given: Given, fixture: string, key: string): ToolAnswer {
  const wanted = member(given.arguments, key);
  if (typeof wanted !== "string" && typeof wanted !== "number") {
    return fail(given, `${given.name} needs "${key}", a text or a number`);
  }
  const table = tableOf(given, fixture);
  if (table === undefined) return fail(given, `there is no table "${fixture}"`);
  const found = isMap(table)
    ? member(table, String(wanted))
    : rowsOf(table)?.find((row) => member(row, key) === wanted);
  return found === undefined
    ? fail(given, `no entry of ${fixture} has ${key} ${showJson(wanted)}`)
    : answer(given, found);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The rows that share a word with the query, most shared words first, then in the order of the table. */
export function search(
  given: Given,
  behaviour: Extract<Behaviour, { kind: "search" }>,
): ToolAnswer {
  const query = member(given.arguments, "query");
  const words = typeof query === "string" ? [...new Set(wordsOf(query))] : [];
  if (words.length === 0) return fail(given, `${given.name} needs "query", a text with words`);
  const rows = rowsOf(tableOf(given, behaviour.fixture));
  if (rows === undefined) return fail(given, `there is no list "${behaviour.fixture}" to search`);
  const ranked = rows.map((row) => {
    const text = behaviour.fields
      .map((field) => member(row, field))
      .filter((one) => typeof one === "string");
    const present = new Set(text.flatMap((one) => wordsOf(one)));
    return { row, matched: words.filter((word) => present.has(word)).length };
  });
  const results = ranked
    .filter(({ matched }) => matched > 0)
    .toSorted((left, right) => right.matched - left.matched)
    .slice(0, behaviour.limit)
    .map(({ row }) => row);
  return answer(given, { results });
}

/** Whether `value` has all of `part`: objects member by member, everything else as it stands. */
function holds(value: Json | undefined, part: Json): boolean {
  if (value === undefined) return false;
  if (!isMap(part) || !isMap(value)) return sameJson(value, part);
  return Object.entries(part).every(([name, inner]) => holds(member(value, name), inner));
}

/** Why a fixture can't be a table of answers; null when it can. */
export function findTableFault(fixture: Json): string | null {
  if (!isList(fixture)) return "it is not a list of rows";
  const at = fixture.findIndex(
    (row) =>
      !isMap(row) ||
      !isMap(member(row, "when") ?? {}) ||
      (member(row, "output") === undefined) === (typeof member(row, "error") !== "string") ||
      Object.keys(row).some((key) => !["when", "output", "error"].includes(key)),
  );
  return at < 0
    ? null
    : `row ${at + 1} is not { when: arguments, output: value } or { when: arguments, error: text }`;
}

/** The answer of the first row whose `when` the arguments hold; a row without `when` answers every call. */
export function readTable(given: Given, fixture: string): ToolAnswer {
  const table = tableOf(given, fixture);
  if (table === undefined) return fail(given, `there is no table "${fixture}"`);
  const row = rowsOf(table)?.find((one) => holds(given.arguments, member(one, "when") ?? {}));
  if (row === undefined) return fail(given, `no row of ${fixture} answers these arguments`);
  const error = member(row, "error");
  const output = member(row, "output");
  if (typeof error === "string") return fail(given, error);
  return output === undefined
    ? fail(given, `a row of ${fixture} has neither output nor error`)
    : answer(given, output);
}
