/** The probing model: answers every conversation in a valid way, with as little as the request asks for. */
import type { Json } from "../../contracts/primitives.ts";
import { isRecord, toJson } from "../wire/json.ts";
import type { CanonicalReply, CanonicalRequest } from "../wire/request.ts";
import type { CanonicalTool } from "../wire/tools.ts";
import { sampleValue } from "./sample-value.ts";

export const probeText = "ok";

/**
 * Plain text "ok"; where the request prescribes JSON, the smallest value its schema accepts. A tool is called where the
 * request forces one by name, or forces some tool and offers one alone. `use_tools` calls each offered function once,
 * in the first turn. `ordinal` (1, 2, …) makes call ids unique in a run.
 */
export function probeReply(
  request: CanonicalRequest,
  options: { readonly use_tools: boolean; readonly ordinal: number },
): CanonicalReply {
  const calls = toolsToCall(request, options.use_tools).map((tool, index) => ({
    id: `call_probe_${options.ordinal}_${index + 1}`,
    name: tool.name,
    arguments: objectOf(sampleValue(tool.parameters)),
  }));
  return {
    model: request.model,
    text: calls.length > 0 ? "" : answerText(request.sampling.response_format),
    calls,
    usage: { in: 1, cached: 0, out: 1, reasoning: 0 },
    end: calls.length > 0 ? "tool_calls" : "stop",
  };
}

function toolsToCall(request: CanonicalRequest, use_tools: boolean): readonly CanonicalTool[] {
  const callable = request.tools.filter((tool) => tool.kind === "function");
  const choice = request.sampling.tool_choice;
  if (choice === "none") return [];
  const forced = isRecord(choice)
    ? callable.filter((tool) => tool.name === choice["name"])
    : choice === "required" && callable.length === 1
      ? callable
      : [];
  if (forced.length > 0) return forced;
  const begun = request.messages.some((message) => message.role !== "user");
  if (!use_tools || begun || request.history === "remote") return [];
  return request.sampling.parallel_tool_calls === false ? callable.slice(0, 1) : callable;
}

function answerText(format: Json | undefined): string {
  if (!isRecord(format)) return probeText;
  if (format["type"] === "json_schema")
    return JSON.stringify(objectOf(sampleValue(format["schema"])));
  return format["type"] === "json_object" ? JSON.stringify({ answer: probeText }) : probeText;
}

/** A tool's arguments are an object, whatever its schema says. */
function objectOf(value: Json): { readonly [key: string]: Json } {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]))
    : {};
}
