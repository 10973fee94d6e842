/** Answers a tool call from fixtures and the run's world: same input, same answer, and every change is counted. */
import type { Json, JsonObject } from "../../contracts/primitives.ts";
import type { Behaviour, ToolDefinition } from "../../contracts/tool-catalogue.ts";
import { answer, fail, type Given, type ToolAnswer } from "./answer.ts";
import { calculate } from "./calculate.ts";
import { isList, isMap, member, sameJson, showJson } from "./json-value.ts";
import { lookUp, readTable, search } from "./reads.ts";

/** `calls_before`: how often this tool was executed earlier in the run. */
export interface ToolCall {
  readonly tool: ToolDefinition;
  readonly arguments: Json;
  readonly fixtures: JsonObject;
  readonly world: JsonObject;
  readonly calls_before: number;
}

function calculateFor(given: Given): ToolAnswer {
  const expression = member(given.arguments, "expression");
  if (typeof expression !== "string")
    return fail(given, `${given.name} needs "expression", a text`);
  const calculated = calculate(expression);
  if (!calculated.ok) return fail(given, calculated.message);
  return answer(given, { expression, result: calculated.value });
}

function append(given: Given, collection: string, prefix: string): ToolAnswer {
  const list = member(given.world, collection) ?? [];
  if (!isList(list)) return fail(given, `"${collection}" in the world is not a list`);
  const taken = new Set(list.map((row) => (isMap(row) ? member(row, "id") : undefined)));
  let ordinal = list.length + 1;
  while (taken.has(`${prefix}${ordinal}`)) ordinal += 1;
  const record = { ...given.arguments, id: `${prefix}${ordinal}` };
  const world = { ...given.world, [collection]: [...list, record] };
  return { output: JSON.stringify(record), is_error: false, world, effects: 1 };
}

function update(given: Given, collection: string, key: string): ToolAnswer {
  const list = member(given.world, collection);
  if (!isList(list)) return fail(given, `"${collection}" in the world is not a list`);
  const wanted = member(given.arguments, key);
  const at = list.findIndex(
    (row) => isMap(row) && wanted !== undefined && member(row, key) === wanted,
  );
  const before = list[at];
  if (!isMap(before))
    return fail(given, `no entry of ${collection} has ${key} ${showJson(wanted)}`);
  const after = { ...before, ...given.arguments };
  if (sameJson(before, after)) return answer(given, after);
  const world = { ...given.world, [collection]: list.with(at, after) };
  return { output: JSON.stringify(after), is_error: false, world, effects: 1 };
}

function behave(given: Given, behaviour: Behaviour): ToolAnswer {
  switch (behaviour.kind) {
    case "lookup":
      return lookUp(given, behaviour.fixture, behaviour.key);
    case "search":
      return search(given, behaviour);
    case "calculate":
      return calculateFor(given);
    case "append":
      return append(given, behaviour.collection, behaviour.id_prefix);
    case "update":
      return update(given, behaviour.collection, behaviour.key);
    case "table":
      return readTable(given, behaviour.fixture);
    case "own":
      return fail(given, `${given.name} runs in the program itself; there is no program here`);
    case "fail_first":
      if (given.calls_before < behaviour.times) return fail(given, behaviour.error);
      return behave(
        { ...given, calls_before: given.calls_before - behaviour.times },
        behaviour.afterwards,
      );
  }
}

/** Whether the program runs this call itself, after `calls_before` earlier ones. */
export function runsInProgram(behaviour: Behaviour, calls_before: number): boolean {
  if (behaviour.kind !== "fail_first") return behaviour.kind === "own";
  const left = calls_before - behaviour.times;
  return left >= 0 && runsInProgram(behaviour.afterwards, left);
}

/**
 * Executes one accepted call. A search gives the rows that share a word with the query, most shared words first; a
 * lookup gives the row; append and update give the record as it now is. Whatever a model can cause is an answer, never a throw.
 */
export function executeTool(call: ToolCall): ToolAnswer {
  const { tool, fixtures, world, calls_before } = call;
  const given = { name: tool.name, arguments: {}, fixtures, world, calls_before };
  if (!isMap(call.arguments)) {
    return fail(
      given,
      `${tool.name} needs an object of arguments, not ${showJson(call.arguments)}`,
    );
  }
  return behave({ ...given, arguments: call.arguments }, tool.behaviour);
}

/** The fixture or world tables a behaviour reads and the world lists it writes. */
export function tablesOf(behaviour: Behaviour): {
  readonly reads: string[];
  readonly writes: string[];
} {
  switch (behaviour.kind) {
    case "lookup":
    case "search":
    case "table":
      return { reads: [behaviour.fixture], writes: [] };
    case "own":
    case "calculate":
      return { reads: [], writes: [] };
    case "append":
      return { reads: [], writes: [behaviour.collection] };
    case "update":
      return { reads: [behaviour.collection], writes: [behaviour.collection] };
    case "fail_first":
      return tablesOf(behaviour.afterwards);
  }
}
