/** Tools of a request under one shape, from either wire's way of declaring them. */

import type { Json } from "../../contracts/primitives.ts";
import { isRecord, type JsonRecord, listOf, pointerToken, toJson, wordOf } from "./json.ts";
import { reject, type WireRejection } from "./rejection.ts";

export interface CanonicalTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; null when the request carries none (hosted and custom tools). */
  readonly parameters: Json;
  readonly strict?: boolean;
  readonly kind: "function" | "custom" | "hosted";
}

export interface Toolbox {
  readonly kind: "toolbox";
  readonly tools: readonly CanonicalTool[];
}

function readTool(entry: JsonRecord, at: string): CanonicalTool | WireRejection {
  const type = wordOf(entry["type"]) ?? "function";
  const nested = entry[type];
  const body = isRecord(nested) ? nested : entry;
  const name = wordOf(body["name"]);
  if (type !== "function" && type !== "custom") {
    return { kind: "hosted", name: name ?? type, description: "", parameters: null };
  }
  if (name === null) return reject("bad_tool", at, "this tool has no name; give every tool one");
  const strict = body["strict"];
  return {
    kind: type,
    name,
    description: wordOf(body["description"]) ?? "",
    parameters: toJson(body["parameters"] ?? null),
    ...(typeof strict === "boolean" ? { strict } : {}),
  };
}

/** Reads `tools` (both wires) and the legacy `functions` of Chat Completions. */
export function readTools(body: JsonRecord): Toolbox | WireRejection {
  const tools: CanonicalTool[] = [];
  for (const key of ["tools", "functions"]) {
    const list = body[key];
    if (list === null || list === undefined) continue;
    if (!Array.isArray(list))
      return reject("bad_field", pointerToken(key), "expected a list of tools");
    for (const [place, entry] of listOf(list).entries()) {
      const at = `${pointerToken(key)}/${place}`;
      const tool = isRecord(entry)
        ? readTool(entry, at)
        : reject("bad_tool", at, "expected an object");
      if (tool.kind === "rejection") return tool;
      tools.push(tool);
    }
  }
  return { kind: "toolbox", tools };
}
