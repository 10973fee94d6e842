/** Judges one run by one declarative check: how much of it holds, and a sentence a reviewer understands. */
import type { Check } from "../../contracts/evaluator.ts";
import type { Json } from "../../contracts/primitives.ts";
import { readPointer, sameJson, showJson } from "../tools/json-value.ts";
import { describeIssues, checkSchema } from "../tools/schema.ts";
import { answerJson, answerText, performedCalls, type RunEvidence } from "./evidence.ts";
import { compareLeaves, containsJson, describeLeaf } from "./leaves.ts";
import { searchPattern } from "./pattern.ts";

/** `share` of the check's points that is earned, 0 to 1; exactly 1 when it holds. */
export interface Judgement {
  readonly share: number;
  readonly detail: string;
}

type CheckOf<Type extends Check["type"]> = Extract<Check, { type: Type }>;

function allOrNothing(holds: boolean, detail: string): Judgement {
  return { share: holds ? 1 : 0, detail };
}

function listed(words: readonly string[]): string {
  return words.join(", ");
}

/** The value an `output` check looks at: the text itself where text is expected of a text case, else the parsed answer. */
export function outputValue(expected: Json, evidence: RunEvidence): ReturnType<typeof answerJson> {
  return evidence.output_format === "text" && typeof expected === "string"
    ? { ok: true, value: answerText(evidence).trim() }
    : answerJson(evidence);
}

function quote(texts: readonly string[]): string {
  return listed(texts.map((text) => showJson(text, 80)));
}

function judgeOutput(check: CheckOf<"output">, evidence: RunEvidence): Judgement {
  const answer = outputValue(check.expected, evidence);
  if (!answer.ok) return { share: 0, detail: answer.message };
  const leaves = compareLeaves(check.expected, answer.value, check);
  const wrong = leaves.filter((leaf) => !leaf.ok);
  if (wrong.length === 0) return { share: 1, detail: `all ${leaves.length} expected values found` };
  const right = leaves.length - wrong.length;
  const told = wrong.slice(0, 5).map((leaf) => describeLeaf(leaf));
  const more = wrong.length > told.length ? `; and ${wrong.length - told.length} more` : "";
  return {
    share: right / leaves.length,
    detail: `${told.join("; ")}${more} (${right} of ${leaves.length} values right)`,
  };
}

function judgeSchema(check: CheckOf<"json_schema">, evidence: RunEvidence): Judgement {
  const answer = answerJson(evidence);
  if (!answer.ok) return { share: 0, detail: answer.message };
  const issues = checkSchema(check.schema, answer.value);
  return allOrNothing(
    issues.length === 0,
    issues.length === 0 ? "the answer fits the schema" : describeIssues(issues),
  );
}

function judgeTexts(
  check: CheckOf<"contains"> | CheckOf<"not_contains">,
  evidence: RunEvidence,
): Judgement {
  const fold = (text: string) => (check.ignore_case ? text.toLowerCase() : text);
  const answer = fold(answerText(evidence));
  const present = check.text.filter((text) => answer.includes(fold(text)));
  if (check.type === "not_contains") {
    const clean = present.length === 0;
    return allOrNothing(
      clean,
      clean ? "none of the texts is there" : `the answer contains ${quote(present)}`,
    );
  }
  const absent = check.text.filter((text) => !present.includes(text));
  return {
    share: present.length / check.text.length,
    detail: absent.length === 0 ? "all texts are there" : `the answer lacks ${quote(absent)}`,
  };
}

function judgePattern(check: CheckOf<"matches">, evidence: RunEvidence): Judgement {
  const result = searchPattern(check.pattern, answerText(evidence));
  if (!result.ok) return { share: 0, detail: result.message };
  const where = result.whole_text ? "" : " in the first 262144 characters";
  const verb = result.found ? "matches" : "does not match";
  return allOrNothing(result.found, `the answer ${verb} ${showJson(check.pattern, 200)}${where}`);
}

function judgeRequired(check: CheckOf<"calls">, names: readonly string[]): Judgement {
  const absent = check.tools.filter((tool) => !names.includes(tool));
  return {
    share: (check.tools.length - absent.length) / check.tools.length,
    detail:
      absent.length === 0 ? `called ${listed(check.tools)}` : `never called ${listed(absent)}`,
  };
}

/** Any request counts here, refused or not: the agent tried. */
function judgeForbidden(check: CheckOf<"never_calls">, evidence: RunEvidence): Judgement {
  const tried = [...evidence.tool_calls, ...(evidence.abandoned_calls ?? [])].filter((call) =>
    check.tools.includes(call.name),
  );
  const told = tried.map((call) =>
    call.outcome === "refused" ? `${call.name} (refused)` : call.name,
  );
  return allOrNothing(
    tried.length === 0,
    tried.length === 0
      ? `never called ${listed(check.tools)}`
      : `called ${listed([...new Set(told)])}`,
  );
}

function judgeArguments(check: CheckOf<"calls_with">, evidence: RunEvidence): Judgement {
  const calls = performedCalls(evidence.tool_calls).filter((call) => call.name === check.tool);
  const wanted = `${check.tool} with ${showJson(check.arguments, 200)}`;
  if (calls.length === 0) return { share: 0, detail: `expected ${wanted}, never called` };
  if (calls.some((call) => containsJson(check.arguments, call.arguments))) {
    return { share: 1, detail: `called ${wanted}` };
  }
  const last = showJson(calls.at(-1)?.arguments, 200);
  return { share: 0, detail: `expected ${wanted}, last called with ${last}` };
}

function judgeCount(check: CheckOf<"max_calls">, names: readonly string[]): Judgement {
  const { tool } = check;
  const made = tool === undefined ? names.length : names.filter((name) => name === tool).length;
  const what = tool === undefined ? "tool calls" : `calls of ${tool}`;
  return allOrNothing(made <= check.count, `${made} ${what}, at most ${check.count} allowed`);
}

function judgeOrder(check: CheckOf<"order">, names: readonly string[]): Judgement {
  let next = 0;
  for (const name of names) if (name === check.tools[next]) next += 1;
  const missing = check.tools[next];
  if (missing === undefined) return { share: 1, detail: `called in order: ${listed(check.tools)}` };
  const before = check.tools[next - 1];
  const detail =
    before === undefined ? `never called ${missing}` : `no call of ${missing} after ${before}`;
  return { share: 0, detail };
}

function judgeWorld(check: CheckOf<"world">, evidence: RunEvidence): Judgement {
  const found = readPointer(evidence.world, check.pointer);
  const holds = found !== undefined && sameJson(found, check.equals);
  const expected = `${check.pointer} ${showJson(check.equals, 200)}`;
  return allOrNothing(
    holds,
    holds
      ? `the world holds ${expected}`
      : `expected the world to hold ${expected}, found ${showJson(found, 200)}`,
  );
}

/** Judges the evidence by one check, whatever the run's status. Total: every input gives a judgement. */
export function judge(check: Check, evidence: RunEvidence): Judgement {
  const names = performedCalls(evidence.tool_calls).map((call) => call.name);
  switch (check.type) {
    case "output":
      return judgeOutput(check, evidence);
    case "json_schema":
      return judgeSchema(check, evidence);
    case "contains":
    case "not_contains":
      return judgeTexts(check, evidence);
    case "matches":
      return judgePattern(check, evidence);
    case "calls":
      return judgeRequired(check, names);
    case "never_calls":
      return judgeForbidden(check, evidence);
    case "calls_with":
      return judgeArguments(check, evidence);
    case "max_calls":
      return judgeCount(check, names);
    case "order":
      return judgeOrder(check, names);
    case "world":
      return judgeWorld(check, evidence);
  }
}
