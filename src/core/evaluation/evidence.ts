import type { Json, JsonObject, Missing } from "../../contracts/primitives.ts";
import type { ToolCallRecord } from "../../contracts/run-result.ts";
/** What a judge may look at: the run's own record, nothing that its framework claims. */
import type { RunStatus } from "../../contracts/run-status.ts";
import { type ParsedText, parseJsonText } from "../tools/json-value.ts";

/** `world`: as it stood when the run ended. The output format and schema are the case's. */
export interface RunEvidence {
  readonly status: RunStatus;
  readonly final_output: string | Missing;
  readonly tool_calls: readonly ToolCallRecord[];
  /** Of attempts that were given up with the host: a forbidden deed counts in them too. */
  readonly abandoned_calls?: readonly ToolCallRecord[];
  readonly world: JsonObject;
  readonly output_format: "json" | "text";
  readonly output_schema?: JsonObject | undefined;
}

/** Calls that reached the tool: refused ones did not, and a replay is the answer of an earlier one. */
export function performedCalls(calls: readonly ToolCallRecord[]): ToolCallRecord[] {
  return calls.filter((call) => call.outcome !== "refused" && !call.replayed);
}

export function answerText(evidence: RunEvidence): string {
  return typeof evidence.final_output === "string" ? evidence.final_output : "";
}

/** The answer as JSON, strictly: a code fence or a word around it is not JSON. */
export function answerJson(evidence: RunEvidence): ParsedText {
  const text = answerText(evidence);
  if (text.trim() === "") return { ok: false, message: "the answer is empty" };
  const parsed = parseJsonText(text);
  if (parsed.ok) return parsed;
  const start = text.trim().slice(0, 60);
  return { ok: false, message: `the answer is not JSON: it begins ${JSON.stringify(start)}` };
}

/** What successful and failed calls of the run gave, parsed where it is JSON. */
export function toolOutputs(
  calls: readonly ToolCallRecord[],
): { readonly tool: string; readonly output: Json }[] {
  return performedCalls(calls).flatMap((call) => {
    if (call.output === null || call.is_error) return [];
    const parsed = parseJsonText(call.output);
    return [{ tool: call.name, output: parsed.ok ? parsed.value : call.output }];
  });
}
