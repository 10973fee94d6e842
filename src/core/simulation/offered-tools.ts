/** Checks offered tools as a provider does before it runs a model: a definition it would refuse is refused here too. */

import { isRecord, listOf } from "../wire/json.ts";
import type { CanonicalRequest } from "../wire/request.ts";
import type { CanonicalTool } from "../wire/tools.ts";

export interface ToolFault {
  readonly code: "invalid_tool_name" | "duplicate_tool" | "invalid_function_parameters";
  readonly message: string;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** What strict mode adds: every object is closed and requires all of its properties. */
function findStrictProblem(schema: unknown, depth: number): string | null {
  if (!isRecord(schema) || depth > 32) return null;
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  if (schema["type"] === "object") {
    if (schema["additionalProperties"] !== false) {
      return "strict needs additionalProperties: false in every object";
    }
    const required = new Set(listOf(schema["required"]));
    const optional = Object.keys(properties).find((name) => !required.has(name));
    if (optional !== undefined) return `strict needs "${optional}" in required`;
  }
  for (const inner of [...Object.values(properties), schema["items"]]) {
    const problem = findStrictProblem(inner, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function findSchemaProblem(tool: CanonicalTool): string | null {
  const schema = tool.parameters;
  if (schema === null || schema === undefined) return null;
  if (!isRecord(schema)) return "parameters must be a JSON Schema object";
  if (schema["type"] !== "object") {
    return `parameters must have type "object", not ${JSON.stringify(schema["type"]) ?? "none"}`;
  }
  if (!isRecord(schema["properties"])) return "an object schema needs properties";
  const { required } = schema;
  const names = listOf(required).every((name) => typeof name === "string");
  if (required !== undefined && !(Array.isArray(required) && names)) {
    return "required must be a list of names";
  }
  return tool.strict === true ? findStrictProblem(schema, 0) : null;
}

/** The first offered tool that a provider would refuse, or null. Hosted tools are the provider's own affair. */
export function findToolFault(request: CanonicalRequest): ToolFault | null {
  const seen = new Set<string>();
  for (const tool of request.tools) {
    if (tool.kind === "hosted") continue;
    const shown = JSON.stringify(tool.name.slice(0, 80));
    if (!NAME.test(tool.name)) {
      const message = `the tool name ${shown} must be 1 to 64 letters, digits, _ or -`;
      return { code: "invalid_tool_name", message };
    }
    if (seen.has(tool.name)) {
      return { code: "duplicate_tool", message: `the tool ${shown} is offered twice` };
    }
    seen.add(tool.name);
    const problem = tool.kind === "function" ? findSchemaProblem(tool) : null;
    if (problem !== null) {
      const message = `invalid schema for the tool ${shown}: ${problem}`;
      return { code: "invalid_function_parameters", message };
    }
  }
  return null;
}
