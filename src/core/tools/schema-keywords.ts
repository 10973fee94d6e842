/** Says which keywords of a JSON Schema are honoured here, and names every one that is not. */
import type { Json } from "../../contracts/primitives.ts";
import { isList, isMap, type JsonMap, pointerToken } from "./json-value.ts";

/** `pointer`: where in the value (or, for keywords, in the schema), as an RFC 6901 JSON Pointer. */
export interface SchemaIssue {
  readonly pointer: string;
  readonly message: string;
}

const annotations = new Set(["$schema", "$comment", "title", "description", "default", "examples"]);
const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const numeric = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const sizes = ["minLength", "maxLength", "minItems", "maxItems"];
const deepest = 32;

/** Where each keyword's argument is not of the kind the keyword needs; undefined when it is right or unknown. */
function argumentFault(keyword: string, argument: Json): string | undefined {
  if (numeric.includes(keyword)) return typeof argument === "number" ? undefined : "a number";
  if (sizes.includes(keyword)) {
    return Number.isInteger(argument) && Number(argument) >= 0 ? undefined : "a whole number";
  }
  switch (keyword) {
    case "type": {
      const named = isList(argument) ? argument : [argument];
      const known = named.every((name) => typeof name === "string" && types.has(name));
      return known && named.length > 0 ? undefined : `one or more of ${[...types].join(", ")}`;
    }
    case "properties":
      return isMap(argument) ? undefined : "an object of schemas";
    case "required":
      return isList(argument) && argument.every((name) => typeof name === "string")
        ? undefined
        : "a list of names";
    case "enum":
      return isList(argument) && argument.length > 0 ? undefined : "a list of values";
    default:
      return undefined;
  }
}

function schemaIssues(schema: Json, pointer: string, depth: number): SchemaIssue[] {
  if (typeof schema === "boolean") return [];
  if (!isMap(schema)) return [{ pointer, message: "a schema is an object, true or false" }];
  if (depth > deepest) return [{ pointer, message: `nested deeper than ${deepest} levels` }];
  return Object.entries(schema).flatMap(([keyword, argument]) => {
    const at = pointer + pointerToken(keyword);
    if (keyword === "items" || keyword === "additionalProperties") {
      return schemaIssues(argument, at, depth + 1);
    }
    const checked =
      numeric.includes(keyword) ||
      sizes.includes(keyword) ||
      ["type", "properties", "required", "enum", "const"].includes(keyword);
    if (!checked && !annotations.has(keyword)) {
      return [{ pointer: at, message: `keyword "${keyword}" is not supported` }];
    }
    const wanted = argumentFault(keyword, argument);
    if (wanted !== undefined) return [{ pointer: at, message: `"${keyword}" needs ${wanted}` }];
    if (keyword !== "properties" || !isMap(argument)) return [];
    return Object.entries(argument).flatMap(([name, inner]) =>
      schemaIssues(inner, at + pointerToken(name), depth + 1),
    );
  });
}

/**
 * The keywords of a schema that `checkSchema` would not honour, and arguments of the wrong kind; empty when all is well.
 * Supported: type, properties, required, additionalProperties, items, enum, const, minimum, maximum, exclusiveMinimum,
 * exclusiveMaximum, minLength, maxLength, minItems, maxItems and the annotations title, description, default, examples.
 * Not supported on purpose: pattern (no user regex here), format, $ref and combinators.
 */
export function unsupportedKeywords(schema: JsonMap): SchemaIssue[] {
  return schemaIssues(schema, "", 0);
}
