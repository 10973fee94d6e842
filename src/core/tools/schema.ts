/** Checks values against a small, stated part of JSON Schema (2020-12); a keyword outside it is named, never skipped. */
import type { Json } from "../../contracts/primitives.ts";
import {
  isList,
  isMap,
  type JsonMap,
  member,
  pointerToken,
  sameJson,
  showJson,
} from "./json-value.ts";
import { type SchemaIssue, unsupportedKeywords } from "./schema-keywords.ts";

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (isList(value)) return "array";
  return typeof value;
}

function hasType(value: Json, type: Json): boolean {
  if (type === "integer") return Number.isInteger(value);
  return typeOf(value) === type;
}

function boundsIssues(schema: JsonMap, value: Json, pointer: string): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const compare = (
    keyword: string,
    size: number,
    holds: (bound: number) => boolean,
    what: string,
  ) => {
    const bound = member(schema, keyword);
    if (typeof bound === "number" && !holds(bound)) {
      issues.push({ pointer, message: `${what} is ${size}; ${keyword} is ${bound}` });
    }
  };
  if (typeof value === "number") {
    compare("minimum", value, (bound) => value >= bound, "the number");
    compare("maximum", value, (bound) => value <= bound, "the number");
    compare("exclusiveMinimum", value, (bound) => value > bound, "the number");
    compare("exclusiveMaximum", value, (bound) => value < bound, "the number");
  }
  const length = typeof value === "string" ? Array.from(value).length : undefined;
  if (length !== undefined) {
    compare("minLength", length, (bound) => length >= bound, "the text's length");
    compare("maxLength", length, (bound) => length <= bound, "the text's length");
  }
  if (isList(value)) {
    compare("minItems", value.length, (bound) => value.length >= bound, "the number of items");
    compare("maxItems", value.length, (bound) => value.length <= bound, "the number of items");
  }
  return issues;
}

function objectIssues(schema: JsonMap, value: JsonMap, pointer: string): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const required = member(schema, "required");
  for (const name of isList(required) ? required : []) {
    if (typeof name === "string" && member(value, name) === undefined) {
      issues.push({ pointer, message: `"${name}" is required and absent` });
    }
  }
  const properties = member(schema, "properties");
  const additional = member(schema, "additionalProperties");
  for (const [name, item] of Object.entries(value)) {
    const at = pointer + pointerToken(name);
    const own = isMap(properties) ? member(properties, name) : undefined;
    if (own !== undefined) issues.push(...valueIssues(own, item, at));
    else if (additional === false) {
      issues.push({ pointer: at, message: `"${name}" is not a property of this object` });
    } else if (additional !== undefined) issues.push(...valueIssues(additional, item, at));
  }
  return issues;
}

function valueIssues(schema: Json, value: Json, pointer: string): SchemaIssue[] {
  if (schema === false) return [{ pointer, message: "no value is allowed here" }];
  if (!isMap(schema)) return [];
  const type = member(schema, "type");
  const allowed = type === undefined ? undefined : isList(type) ? type : [type];
  if (allowed !== undefined && !allowed.some((one) => hasType(value, one))) {
    const found = `${typeOf(value)} ${showJson(value, 60)}`;
    return [{ pointer, message: `expected ${allowed.map(String).join(" or ")}, found ${found}` }];
  }
  const issues = boundsIssues(schema, value, pointer);
  const choices = member(schema, "enum");
  if (isList(choices) && !choices.some((choice) => sameJson(choice, value))) {
    const listed = choices.map((choice) => showJson(choice, 40)).join(", ");
    issues.push({ pointer, message: `${showJson(value, 60)} is none of ${listed}` });
  }
  const constant = member(schema, "const");
  if (constant !== undefined && !sameJson(constant, value)) {
    issues.push({
      pointer,
      message: `expected ${showJson(constant, 60)}, found ${showJson(value, 60)}`,
    });
  }
  if (isMap(value)) issues.push(...objectIssues(schema, value, pointer));
  const items = member(schema, "items");
  if (isList(value) && items !== undefined) {
    value.forEach((item, index) => {
      issues.push(...valueIssues(items, item, pointer + pointerToken(index)));
    });
  }
  return issues;
}

/**
 * What is wrong with a value under a schema, in document order; empty when it is valid. A schema with a keyword
 * that is not supported makes every value invalid, so that a forgotten check never passes for a kept one.
 */
export function checkSchema(schema: JsonMap, value: Json): SchemaIssue[] {
  const unsupported = unsupportedKeywords(schema);
  if (unsupported.length > 0) {
    return unsupported.map(({ pointer, message }) => ({
      pointer: "",
      message: `the schema can't be used: ${message} (at ${pointer})`,
    }));
  }
  return valueIssues(schema, value, "");
}

/** Issues as one sentence for people and models: `/quantity: expected integer, found string "7"`. */
export function describeIssues(issues: readonly SchemaIssue[]): string {
  const shown = issues
    .slice(0, 5)
    .map(({ pointer, message }) => (pointer === "" ? message : `${pointer}: ${message}`));
  const more = issues.length - shown.length;
  return shown.join("; ") + (more > 0 ? `; and ${more} more` : "");
}
