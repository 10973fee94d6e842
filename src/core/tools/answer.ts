/** The shape of every tool answer: compact JSON, and an error is a JSON object with one sentence. */
import type { Json, JsonObject } from "../../contracts/primitives.ts";
import type { JsonMap } from "./json-value.ts";

/** `output`: compact JSON, an error as {"error": sentence}. `world`: the world afterwards, the given one untouched. */
export interface ToolAnswer {
  readonly output: string;
  readonly is_error: boolean;
  readonly world: JsonObject;
  readonly effects: number;
}

/** A call with its arguments checked to be an object, and all it may read. */
export interface Given {
  readonly name: string;
  readonly arguments: JsonMap;
  readonly fixtures: JsonObject;
  readonly world: JsonObject;
  readonly calls_before: number;
}

/** A result that changed nothing. */
export function answer(given: Given, value: Json): ToolAnswer {
  return { output: JSON.stringify(value), is_error: false, world: given.world, effects: 0 };
}

/** An error as the model sees it. */
export function fail(given: Given, message: string): ToolAnswer {
  const output = JSON.stringify({ error: message });
  return { output, is_error: true, world: given.world, effects: 0 };
}
