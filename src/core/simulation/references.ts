/** Resolves what an expression refers to: a tool's result or the arguments, by JSON Pointer, own members only. */

import type { Json } from "../../contracts/primitives.ts";

export type JsonMap = Readonly<Record<string, Json>>;

/** Carries a sentence out of the recursion of an evaluation; evaluateExpression turns it into a value. */
export class ExpressionError extends Error {}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function isMap(value: Json): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** RFC 6901, own members only. */
function follow(document: Json, pointer: string, what: string): Json {
  if (pointer === "") return document;
  if (!pointer.startsWith("/")) {
    throw new ExpressionError(`${what}: the pointer "${pointer}" must be "" or start with /`);
  }
  let here = document;
  for (const token of pointer.slice(1).split("/")) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    let next: Json | undefined;
    if (isList(here)) next = /^(0|[1-9]\d*)$/.test(key) ? here[Number(key)] : undefined;
    else if (isMap(here) && Object.hasOwn(here, key)) next = here[key];
    if (next === undefined) {
      throw new ExpressionError(`${what} has nothing at ${pointer}: it is ${show(document)}`);
    }
    here = next;
  }
  return here;
}

export function readResult(
  reference: Json,
  all: readonly { readonly tool: string; readonly output: Json }[],
): Json {
  const known = new Set(["tool", "call", "pointer"]);
  if (!isMap(reference) || Object.keys(reference).some((key) => !known.has(key))) {
    throw new ExpressionError(`$result takes {tool, call?, pointer?}, not ${show(reference)}`);
  }
  const { tool, call, pointer = "" } = reference;
  const counted = call === undefined || (Number.isInteger(call) && Number(call) >= 1);
  if (typeof tool !== "string" || typeof pointer !== "string" || !counted) {
    throw new ExpressionError(`$result takes {tool, call?, pointer?}, not ${show(reference)}`);
  }
  const results = all.filter((result) => result.tool === tool);
  const found = call === undefined ? results.at(-1) : results[Number(call) - 1];
  if (found === undefined) {
    const asked = call === undefined ? "a result" : `result ${Number(call)}`;
    throw new ExpressionError(`$result asks for ${asked} of ${tool}, which has ${results.length}`);
  }
  return follow(found.output, pointer, `the result of ${tool}`);
}

export function readArgument(pointer: Json, values: Json | undefined): Json {
  if (typeof pointer !== "string" || values === undefined) {
    const why = typeof pointer === "string" ? "there are no arguments here" : "it takes a pointer";
    throw new ExpressionError(`$argument ${show(pointer)}: ${why}`);
  }
  return follow(values, pointer, "the arguments");
}
