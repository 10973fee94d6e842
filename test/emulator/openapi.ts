/** Holds requests and answers against GitHub's own OpenAPI description, as far as we call it (openapi.json). */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Ajv, type ValidateFunction } from "ajv";

type Json = Readonly<Record<string, unknown>>;
interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required?: boolean;
  readonly schema: Json;
}
interface Operation {
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
}

export interface MatchedOperation {
  readonly template: string;
  readonly path: Readonly<Record<string, string>>;
  readonly operation: Operation;
}

export interface OpenApi {
  /** undefined: the description (as extracted) has no such operation. */
  match(method: string, path: string): MatchedOperation | undefined;
  requestFaults(matched: MatchedOperation, query: URLSearchParams, body: unknown): string[];
  responseFaults(matched: MatchedOperation, status: number, body: unknown): string[];
}

export function openApi(): OpenApi {
  const text = readFileSync(join(import.meta.dirname, "openapi.json"), "utf8");
  const description = JSON.parse(text) as {
    paths: Record<string, Record<string, Operation>>;
    components: Record<string, Record<string, Json>>;
  };
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: "github", components: description.components });
  const compiled = new Map<string, ValidateFunction>();
  const faults = (where: string, schema: Json, value: unknown): string[] => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(absolute(schema));
    compiled.set(key, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map((one) => `${where}${one.instancePath} ${one.message}`);
  };
  const resolve = (value: Json): Json => {
    const reference = value["$ref"];
    if (typeof reference !== "string") return value;
    const [, , kind = "", name = ""] = reference.split("/");
    const found = description.components[kind]?.[name];
    if (found === undefined) throw new Error(`openapi.json lacks ${reference}`);
    return found;
  };
  return {
    match(method, path) {
      for (const [template, operations] of Object.entries(description.paths)) {
        const operation = operations[method.toLowerCase()];
        const found = pattern(template).exec(path);
        if (operation && found) return { template, path: found.groups ?? {}, operation };
      }
      return undefined;
    },
    requestFaults({ path, operation }, query, body) {
      const parameters = (operation.parameters ?? []).map(
        (one) => resolve(one) as unknown as Parameter,
      );
      const known = new Set(parameters.filter((one) => one.in === "query").map(({ name }) => name));
      const wrong = [...query.keys()]
        .filter((name) => !known.has(name))
        .map((name) => `unknown query ${name}`);
      for (const { name, in: place, required, schema } of parameters) {
        const given = place === "path" ? path[name] : (query.get(name) ?? undefined);
        if (given === undefined) {
          if (required === true) wrong.push(`${place} ${name} is missing`);
        } else wrong.push(...faults(name, schema, typed(schema, given)));
      }
      const schema = jsonSchema(operation.requestBody);
      if (schema === undefined) return wrong;
      const names = propertyNames(schema);
      const extra = Object.keys(body ?? {}).filter((name) => !names.has(name));
      return [
        ...wrong,
        ...extra.map((name) => `unknown member ${name}`),
        ...faults("body", schema, body),
      ];
    },
    responseFaults({ operation }, status, body) {
      const response = operation.responses[String(status)];
      // Statuses that any operation may have are described for some of them only.
      if (response === undefined) return status >= 400 ? [] : [`status ${status} is not described`];
      const schema = jsonSchema(resolve(response));
      return schema === undefined ? [] : faults("answer", schema, body);
    },
  };
}

function jsonSchema(container: Json | undefined): Json | undefined {
  const content = container?.["content"] as Record<string, { schema: Json }> | undefined;
  return content?.["application/json"]?.schema;
}

function pattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

function typed(schema: Json, given: string): unknown {
  return schema["type"] === "integer" && /^\d+$/.test(given) ? Number(given) : given;
}

function propertyNames(schema: Json): Set<string> {
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((key) => (schema[key] ?? []) as Json[]);
  return new Set([
    ...Object.keys(schema["properties"] ?? {}),
    ...parts.flatMap((part) => [...propertyNames(part)]),
  ]);
}

/** References of an extracted schema point into the registered document. */
function absolute(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"github#/')) as Json;
}
