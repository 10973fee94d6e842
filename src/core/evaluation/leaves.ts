/** Compares an expected JSON value with a found one, leaf by leaf, so that a half-right answer earns half. */
import type { Json } from "../../contracts/primitives.ts";
import {
  isList,
  isMap,
  type JsonMap,
  leavesOf,
  member,
  pointerToken,
  showJson,
} from "../tools/json-value.ts";

/** `found` undefined: nothing is there. `expected` undefined: nothing may be there (mode exact). */
export interface LeafResult {
  readonly pointer: string;
  readonly expected: Json | undefined;
  readonly found: Json | undefined;
  readonly ok: boolean;
}

export interface LeafRules {
  readonly mode: "subset" | "exact";
  /** Absolute, for numbers. */
  readonly tolerance: number;
}

function scalarAgrees(expected: Json, found: Json | undefined, tolerance: number): boolean {
  if (typeof expected === "number" && typeof found === "number") {
    return expected === found || Math.abs(expected - found) <= tolerance;
  }
  return expected === found;
}

function unexpected(expected: JsonMap, found: JsonMap, pointer: string): LeafResult[] {
  return Object.keys(found)
    .filter((key) => member(expected, key) === undefined)
    .map((key) => ({
      pointer: pointer + pointerToken(key),
      expected: undefined,
      found: member(found, key),
      ok: false,
    }));
}

function compareList(
  expected: readonly Json[],
  found: Json | undefined,
  rules: LeafRules,
  pointer: string,
): LeafResult[] {
  const items = isList(found) ? found : [];
  const length = rules.mode === "exact" ? Math.max(expected.length, items.length) : expected.length;
  if (length === 0) return [{ pointer, expected, found, ok: isList(found) }];
  return Array.from({ length }).flatMap((_, index) => {
    const wanted = expected[index];
    const at = pointer + pointerToken(index);
    if (wanted === undefined)
      return [{ pointer: at, expected: undefined, found: items[index], ok: false }];
    return compareLeaves(wanted, items[index], rules, at);
  });
}

/**
 * One result for each expected leaf (scalar, empty list or empty object), in document order; lists agree by position.
 * In mode exact every key or item that is not expected adds one failed result.
 */
export function compareLeaves(
  expected: Json,
  found: Json | undefined,
  rules: LeafRules,
  pointer = "",
): LeafResult[] {
  if (isList(expected)) return compareList(expected, found, rules, pointer);
  if (!isMap(expected)) {
    return [{ pointer, expected, found, ok: scalarAgrees(expected, found, rules.tolerance) }];
  }
  const map = isMap(found) ? found : {};
  const extra = rules.mode === "exact" ? unexpected(expected, map, pointer) : [];
  const keys = Object.keys(expected);
  if (keys.length === 0 && extra.length === 0) {
    return [{ pointer, expected, found, ok: isMap(found) }];
  }
  const inner = keys.flatMap((key) =>
    compareLeaves(
      member(expected, key) ?? null,
      member(map, key),
      rules,
      pointer + pointerToken(key),
    ),
  );
  return [...inner, ...extra];
}

/** True when every leaf of `expected` is found in `found`. */
export function containsJson(expected: Json, found: Json | undefined): boolean {
  return compareLeaves(expected, found, { mode: "subset", tolerance: 0 }).every((leaf) => leaf.ok);
}

/** A failed leaf in words: `expected /total 906.5, found 388.5`. */
export function describeLeaf(leaf: LeafResult): string {
  const at = leaf.pointer === "" ? "the answer" : leaf.pointer;
  if (leaf.expected === undefined)
    return `${at} is not expected, found ${showJson(leaf.found, 80)}`;
  return `expected ${at} ${showJson(leaf.expected, 80)}, found ${showJson(leaf.found, 80)}`;
}

/** The named tool whose output shows this value; a field of the same name is preferred. Undefined when none does. */
export function findSource(
  outputs: readonly { readonly tool: string; readonly output: Json }[],
  leaf: LeafResult,
): string | undefined {
  const { found } = leaf;
  if (typeof found !== "number" && typeof found !== "string") return undefined;
  const name = leaf.pointer.slice(leaf.pointer.lastIndexOf("/"));
  const matches = outputs.flatMap(({ tool, output }) =>
    leavesOf(output)
      .filter(({ value }) => value === found)
      .map(({ pointer }) => ({ tool, same_name: pointer.endsWith(name) })),
  );
  return (matches.find((match) => match.same_name) ?? matches[0])?.tool;
}
