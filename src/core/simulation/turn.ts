/** Chooses the scripted turn that answers a request and evaluates what it says. */

import type { SimulatedTurn, Simulation } from "../../contracts/case.ts";
import type { Json, JsonObject } from "../../contracts/primitives.ts";
import type { CanonicalRequest } from "../wire/request.ts";
import { evaluateExpression, type ToolOutcome } from "./expression.ts";

export interface Speech {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

/** Does `when` hold? A turn that calls tools is skipped where the request forbids calls (tool_choice "none"). */
function holds(
  script: SimulatedTurn,
  turn: number,
  request: CanonicalRequest,
  results: readonly ToolOutcome[],
): boolean {
  const { when } = script;
  const last = (tool: string) => results.findLast((result) => result.tool === tool);
  const checks = [
    when.turn === undefined || when.turn === turn,
    when.has_result === undefined || last(when.has_result) !== undefined,
    when.no_result === undefined || last(when.no_result) === undefined,
    when.result_is_error === undefined || last(when.result_is_error)?.is_error === true,
    when.system_contains === undefined || request.system.includes(when.system_contains),
    when.system_lacks === undefined || !request.system.includes(when.system_lacks),
    when.offers_tool === undefined || request.tools.some((tool) => tool.name === when.offers_tool),
    request.sampling.tool_choice !== "none" || (script.calls ?? []).length === 0,
  ];
  return !checks.includes(false);
}

/** The first turn whose `when` holds, with its place in the script counted from 1; null when none does. */
export function chooseTurn(
  simulation: Simulation,
  turn: number,
  request: CanonicalRequest,
  results: readonly ToolOutcome[],
): { readonly script: SimulatedTurn; readonly place: number } | null {
  const index = simulation.turns.findIndex((script) => holds(script, turn, request, results));
  const script = simulation.turns[index];
  return script === undefined ? null : { script, place: index + 1 };
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a turn says: `text`, then `json` as compact JSON on a line of its own, then its calls. */
export function speak(
  script: SimulatedTurn,
  results: readonly ToolOutcome[],
):
  | { readonly ok: true; readonly speech: Speech }
  | { readonly ok: false; readonly message: string } {
  const parts: string[] = [];
  const calls: { name: string; arguments: JsonObject }[] = [];
  for (const content of [script.text, script.json]) {
    if (content === undefined) continue;
    const said = evaluateExpression(content, { results });
    if (!said.ok) return said;
    parts.push(textOf(said.value));
  }
  for (const call of script.calls ?? []) {
    const args: [string, Json][] = [];
    for (const [name, expression] of Object.entries(call.arguments)) {
      const value = evaluateExpression(expression, { results });
      if (!value.ok) return value;
      args.push([name, value.value]);
    }
    calls.push({ name: call.name, arguments: Object.fromEntries(args) });
  }
  return { ok: true, speech: { text: parts.join("\n"), calls } };
}
