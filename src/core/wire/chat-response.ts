/** Folds Chat Completions events and bodies into one outcome; deltas are read before finish reasons, errors before both. */

import { addFragments, type CallDraft, type CallFragment, newDraft } from "./calls.ts";
import { closeResponse, type EndReason } from "./ending.ts";
import { makeError, mergeErrors, readBodyError, readError } from "./errors.ts";
import { readContent, record, type ResponseFold } from "./fold.ts";
import { countOf, isRecord, type JsonRecord, listOf, wordOf } from "./json.ts";
import type { End, WireError } from "./outcome.ts";
import { readUsage, type UsageReport } from "./usage.ts";

const ENDS: ReadonlyMap<string, End> = new Map([
  ["stop", "stop"],
  ["tool_calls", "tool_calls"],
  ["function_call", "tool_calls"],
  ["length", "length"],
  ["max_tokens", "length"],
  ["content_filter", "content_filter"],
  ["refusal", "refusal"],
  ["error", "error"],
  ["insufficient_system_resource", "error"],
  ["malformed_function_call", "malformed_call"],
  ["MALFORMED_FUNCTION_CALL", "malformed_call"],
]);

/** The single call of the legacy function_call field has no index; this key cannot occur on the wire. */
const LEGACY_INDEX = -1;

interface Choice {
  text: string;
  reasoning: string;
  refusal: string | null;
  readonly calls: CallDraft[];
  readonly reasons: EndReason[];
  streamed: boolean;
}

function newChoice(): Choice {
  return { text: "", reasoning: "", refusal: null, calls: [], reasons: [], streamed: false };
}

function readFragment(entry: JsonRecord): CallFragment {
  const custom = isRecord(entry["custom"]) ? entry["custom"] : null;
  const fn = custom ?? (isRecord(entry["function"]) ? entry["function"] : {});
  return {
    id: wordOf(entry["id"]),
    index: countOf(entry["index"]),
    name: wordOf(fn["name"]),
    args: custom === null ? fn["arguments"] : fn["input"],
    form: custom === null ? "json" : "text",
  };
}

function readEntries(message: JsonRecord): readonly CallFragment[] | null {
  const entries = message["tool_calls"];
  if (entries === null || entries === undefined || entries === "") return [];
  if (!Array.isArray(entries)) return null;
  const fragments: CallFragment[] = [];
  for (const entry of listOf(entries)) {
    if (!isRecord(entry)) return null;
    fragments.push(readFragment(entry));
  }
  return fragments;
}

/** A fold for one Chat response. `httpStatus` decides only where the body does not. */
export function foldChat(httpStatus: number): ResponseFold {
  const choices = new Map<number, Choice>();
  const models: string[] = [];
  const ids: string[] = [];
  let error: WireError | null = null;
  let usage: UsageReport | null = null;
  let finishId: string | null = null;
  let whole = false;
  let terminal = false;

  function failed(next: WireError): void {
    error = mergeErrors(error, next);
  }

  function fault(code: string): void {
    failed(makeError(httpStatus, { code }));
  }

  function choiceAt(index: number): Choice {
    const known = choices.get(index);
    if (known !== undefined) return known;
    const fresh = newChoice();
    choices.set(index, fresh);
    return fresh;
  }

  function addCalls(choice: Choice, message: JsonRecord, streaming: boolean): void {
    const fragments = readEntries(message);
    if (fragments === null) {
      fault("bad_tool_calls");
      return;
    }
    if (streaming) addFragments(choice.calls, fragments);
    else choice.calls.push(...fragments.map(newDraft));
    const legacy = message["function_call"];
    const modern = choice.calls.some((call) => call.index !== LEGACY_INDEX);
    if (!isRecord(legacy) || modern) return;
    const name = wordOf(legacy["name"]);
    const args = legacy["arguments"];
    addFragments(choice.calls, [{ id: null, index: LEGACY_INDEX, name, args, form: "json" }]);
  }

  function addMessage(choice: Choice, message: JsonRecord, streaming: boolean): void {
    const content = readContent(message["content"]);
    if (content.ok) {
      choice.text += content.text;
      choice.reasoning += content.reasoning;
    } else fault("bad_content");
    choice.reasoning += wordOf(message["reasoning_content"]) ?? wordOf(message["reasoning"]) ?? "";
    const refusal = wordOf(message["refusal"]);
    if (refusal !== null) choice.refusal = (choice.refusal ?? "") + refusal;
    addCalls(choice, message, streaming);
  }

  function addChoice(value: JsonRecord, id: string | null): void {
    const choice = choiceAt(countOf(value["index"]) ?? 0);
    const nested = readError({ error: value["error"] }, httpStatus, null);
    if (nested !== null) failed(nested);
    const delta = value["delta"];
    const message = value["message"];
    if (isRecord(delta)) {
      choice.streamed = true;
      addMessage(choice, delta, true);
    } else if (isRecord(message) && !choice.streamed) addMessage(choice, message, false);
    const word = wordOf(value["finish_reason"]);
    if (word === null) return;
    choice.reasons.push({ end: ENDS.get(word) ?? "unknown", word });
    finishId = id ?? finishId;
  }

  function addShared(value: JsonRecord): readonly JsonRecord[] {
    record(models, value["model"]);
    record(ids, value["id"]);
    const list = listOf(value["choices"]).filter((choice) => isRecord(choice));
    const inChoice = list.map((choice) => readUsage(choice["usage"]));
    usage = readUsage(value["usage"]) ?? inChoice.findLast((found) => found !== null) ?? usage;
    for (const choice of list) addChoice(choice, wordOf(value["id"]));
    return list;
  }

  function event(value: JsonRecord, name: string | null): void {
    const found = readError(value, httpStatus, name);
    if (found !== null) failed(found);
    addShared(value);
  }

  function body(value: JsonRecord): void {
    whole = true;
    const found = readBodyError(value, httpStatus);
    if (found !== null) failed(found);
    const list = addShared(value);
    if (list.length === 0) {
      if (error === null)
        failed(makeError(httpStatus, { code: "no_choices", message: value["message"] }));
    } else if (list.some((choice) => !isRecord(choice["message"]) && !isRecord(choice["delta"]))) {
      fault("no_message");
    }
  }

  function done(): void {
    whole = true;
    terminal = true;
  }

  return {
    event,
    body,
    done,
    fault,
    failed,
    terminalSeen: () => terminal,
    finish() {
      if (whole && choices.size === 0 && error === null) fault("no_choices");
      const first = Math.min(...choices.keys());
      const choice = choices.get(first) ?? newChoice();
      const finished = choice.reasons.length > 0;
      return closeResponse(
        {
          ...choice,
          whole,
          error,
          usage,
          usageIsFinal: finished || (whole && error === null),
          models,
          responseIds: ids,
          responseId: finishId ?? ids.at(-1) ?? null,
          choices: choices.size,
        },
        httpStatus,
      );
    },
  };
}
