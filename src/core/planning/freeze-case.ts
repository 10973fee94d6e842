/** From the case people write to the frozen case: texts read, short forms expanded, every default written out. */
import type { CaseContract, CaseFile } from "../../contracts/case.ts";
import type { Fault, Outcome } from "../../contracts/fault.ts";
import type { Json } from "../../contracts/primitives.ts";
import type { ToolCatalogue } from "../../contracts/tool-catalogue.ts";
import { canonicalJson, tryCanonicalJson } from "../digest/canonical.ts";
import { expandExpectation } from "../evaluation/expand.ts";
import { searchPattern } from "../evaluation/pattern.ts";

/** What the shell read for the `{file: …}` places of one case. */
export interface CaseTexts {
  readonly system: string | null;
  readonly user: string | null;
  readonly fixtures: Readonly<Record<string, Json>>;
}

/** Freezes one case; a refusal names what the case lacks. `where` is the case's file. */
export function freezeCase(
  file: CaseFile,
  texts: CaseTexts,
  catalogue: ToolCatalogue,
  where: string,
): Outcome<CaseContract> {
  const { expect, evaluator, prompt, input, fixtures: _named, tool_set, ...rest } = file;
  if ((expect === undefined) === (evaluator === undefined))
    return refuse(
      "case_without_judge",
      `case ${file.id} needs either expect (short) or evaluator (long)`,
      where,
      "Say what a good answer is.",
    );
  if (expect !== undefined && expandExpectation(expect).checks.length === 0)
    return refuse(
      "case_without_judge",
      `case ${file.id} expects nothing: any answer would pass`,
      where,
      "Say what a good answer is: contains, calls, never_calls, output, …",
    );
  const user = texts.user ?? (typeof prompt?.user === "string" ? prompt.user : inputText(input));
  if (user === null)
    return refuse(
      "case_without_input",
      `case ${file.id} has neither prompt nor input`,
      where,
      "Add prompt: {user: …} or input: ….",
    );
  const system = texts.system ?? (typeof prompt?.system === "string" ? prompt.system : "");
  const sets = new Map(Object.entries(catalogue.tool_sets));
  const named = tool_set === undefined ? [] : sets.get(tool_set);
  if (named === undefined)
    return refuse(
      "unknown_tool_set",
      `case ${file.id} names the tool set ${tool_set}, which ${catalogue.id} does not have`,
      where,
      sets.size === 0 ? "It has none." : `It has: ${[...sets.keys()].join(", ")}.`,
    );
  const value = {
    ...rest,
    ...(input === undefined ? {} : { input }),
    prompt: { system, user },
    tools: [...new Set([...file.tools, ...named])],
    fixtures: { ...texts.fixtures },
    evaluator: evaluator ?? expandExpectation(expect ?? {}),
  };
  for (const check of value.evaluator.checks) {
    const tried = check.type === "matches" ? searchPattern(check.pattern, "") : null;
    if (tried?.ok === false)
      return refuse(
        "bad_pattern",
        `case ${file.id} can't be judged: ${tried.message}`,
        where,
        "Write matches in RE2 syntax: no lookahead, no lookbehind, no backreference.",
      );
  }
  const canonical = tryCanonicalJson(value);
  if (!canonical.ok)
    return refuse(
      "case_not_exact",
      `case ${file.id} can't be frozen: ${canonical.message}`,
      where,
      "Change the value at this JSON pointer; numbers that are too large go into quotes.",
    );
  return { ok: true, value };
}

/** Text as it is, anything else as its canonical JSON; what has none is refused when the whole case is frozen. */
function inputText(input: Json | undefined): string | null {
  if (input === undefined) return null;
  if (typeof input === "string") return input;
  return tryCanonicalJson(input).ok ? canonicalJson(input) : "";
}

function refuse(
  code: string,
  message: string,
  where: string,
  fix: string,
): { ok: false; faults: [Fault] } {
  return { ok: false, faults: [{ code, message, where, fix }] };
}
