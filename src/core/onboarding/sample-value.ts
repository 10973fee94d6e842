/** A small value that a JSON Schema accepts, for answers of the probing model; the same schema has the same value. */
import type { Json } from "../../contracts/primitives.ts";
import { isRecord, type JsonRecord, listOf, toJson } from "../wire/json.ts";

const deepest = 12;

/** Follows the keywords that providers' strict schemas use; what it doesn't know it ignores. Never throws. */
export function sampleValue(schema: unknown, root: unknown = schema, depth = 0): Json {
  if (!isRecord(schema) || depth > deepest) return null;
  for (const key of ["const", "default"]) if (key in schema) return toJson(schema[key]);
  const [listed] = [...listOf(schema["enum"]), ...listOf(schema["examples"])];
  if (listed !== undefined) return toJson(listed);
  const named = schema["$ref"];
  if (typeof named === "string") return sampleValue(follow(root, named), root, depth + 1);
  const parts = listOf(schema["allOf"]);
  if (parts.length > 0) return sampleValue(merge(schema, parts, root), root, depth + 1);
  const [first] = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
  if (first !== undefined) return sampleValue(first, root, depth + 1);
  return sampleOfType(schema, root, depth);
}

function sampleOfType(schema: JsonRecord, root: unknown, depth: number): Json {
  switch (typeOf(schema)) {
    case "object": {
      const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
      const required = listOf(schema["required"]).filter((name) => typeof name === "string");
      return Object.fromEntries(
        required.map((name) => [name, sampleValue(properties[name] ?? {}, root, depth + 1)]),
      );
    }
    case "array": {
      const least = Math.min(numberOf(schema["minItems"]) ?? 0, 10);
      return Array.from({ length: least }, () => sampleValue(schema["items"], root, depth + 1));
    }
    case "string": {
      const least = Math.min(numberOf(schema["minLength"]) ?? 0, 1_000);
      const most = numberOf(schema["maxLength"]) ?? 1_000;
      return "ok".padEnd(least, "k").slice(0, most);
    }
    case "integer":
    case "number":
      return sampleNumber(schema);
    case "boolean":
      return false;
    default:
      return null;
  }
}

/** 1 where it is allowed, else the nearest whole number inside the bounds. */
function sampleNumber(schema: JsonRecord): number {
  const above = numberOf(schema["exclusiveMinimum"]);
  const below = numberOf(schema["exclusiveMaximum"]);
  const low = Math.max(
    Math.ceil(numberOf(schema["minimum"]) ?? -Infinity),
    above === null ? -Infinity : Math.floor(above) + 1,
  );
  const high = Math.min(
    Math.floor(numberOf(schema["maximum"]) ?? Infinity),
    below === null ? Infinity : Math.ceil(below) - 1,
  );
  const step = numberOf(schema["multipleOf"]);
  const wanted = Math.min(Math.max(1, low), high);
  return step === null || step <= 0 ? wanted : Math.ceil(wanted / step) * step;
}

function typeOf(schema: JsonRecord): unknown {
  const type = schema["type"];
  if (Array.isArray(type)) return listOf(type).find((one) => one !== "null") ?? "null";
  if (type !== undefined) return type;
  if (isRecord(schema["properties"])) return "object";
  return schema["items"] === undefined ? "string" : "array";
}

function merge(schema: JsonRecord, parts: readonly unknown[], root: unknown): JsonRecord {
  const { allOf: _, ...own } = schema;
  const all = [own, ...parts].map((part) => {
    const named = isRecord(part) ? part["$ref"] : undefined;
    const found = typeof named === "string" ? follow(root, named) : part;
    return isRecord(found) ? found : {};
  });
  const required = all.flatMap((part) => listOf(part["required"]));
  const properties: JsonRecord = Object.assign(
    {},
    ...all.map((part) => (isRecord(part["properties"]) ? part["properties"] : {})),
  );
  return {
    ...Object.assign({}, ...all),
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

/** The target of a local reference (`#/$defs/name`); undefined for any other. */
function follow(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let at: unknown = root;
  for (const token of reference.slice(1).split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    at = isRecord(at) ? at[key] : undefined;
  }
  return at;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
