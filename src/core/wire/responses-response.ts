/** Folds Responses events and bodies into one outcome; items are keyed by output_index, a call is known by its call_id. */

import type { CallDraft } from "./calls.ts";
import { closeResponse, type EndReason } from "./ending.ts";
import { makeError, mergeErrors, readBodyError, readError } from "./errors.ts";
import { record, type ResponseFold } from "./fold.ts";
import { countOf, isRecord, type JsonRecord, listOf, wordOf } from "./json.ts";
import type { OutputItemRecord, WireError } from "./outcome.ts";
import {
  callKind,
  closeItem,
  itemCall,
  itemReasoning,
  itemRefusal,
  itemText,
  openItem,
  type OutputItem,
  partOf,
  type PartKind,
} from "./output-items.ts";
import { isTerminalType } from "./sse.ts";
import { readUsage, type UsageReport } from "./usage.ts";

/** Fragment events: which part of an item they carry, and the field with the whole text when they end it. */
const FRAGMENTS: ReadonlyMap<string, { readonly kind: PartKind; readonly done: string | null }> =
  new Map([
    ["response.output_text.delta", { kind: "text", done: null }],
    ["response.output_text.done", { kind: "text", done: "text" }],
    ["response.refusal.delta", { kind: "refusal", done: null }],
    ["response.refusal.done", { kind: "refusal", done: "refusal" }],
    ["response.reasoning_text.delta", { kind: "reasoning", done: null }],
    ["response.reasoning_text.done", { kind: "reasoning", done: "text" }],
    ["response.reasoning_summary_text.delta", { kind: "summary", done: null }],
    ["response.reasoning_summary_text.done", { kind: "summary", done: "text" }],
    ["response.function_call_arguments.delta", { kind: "args", done: null }],
    ["response.function_call_arguments.done", { kind: "args", done: "arguments" }],
    ["response.custom_tool_call_input.delta", { kind: "args", done: null }],
    ["response.custom_tool_call_input.done", { kind: "args", done: "input" }],
  ]);

function readStatus(response: JsonRecord, fallback: string | null): EndReason | null {
  const status = wordOf(response["status"]) ?? fallback;
  if (status === null) return null;
  if (status === "completed") return { end: "stop", word: status };
  if (status === "failed") return { end: "error", word: status };
  if (status !== "incomplete") return { end: "unknown", word: status };
  const details = isRecord(response["incomplete_details"]) ? response["incomplete_details"] : {};
  const word = wordOf(details["reason"]);
  if (word === "max_output_tokens") return { end: "length", word };
  return { end: word === "content_filter" ? "content_filter" : "unknown", word: word ?? status };
}

/** Nothing where no item carries an id: nobody can refer to it. */
function recordItems(items: readonly OutputItem[]): { readonly items?: OutputItemRecord[] } {
  const found = items.flatMap((item) => {
    if (item.wireId === null) return [];
    const draft = callKind(item) === "function" ? itemCall(item, true) : null;
    const calls =
      draft === null || draft.id === null
        ? []
        : [{ id: draft.id, name: draft.name ?? "", arguments: draft.text }];
    return [{ id: item.wireId, text: itemText(item), calls }];
  });
  return found.length === 0 ? {} : { items: found };
}

/** A fold for one Responses response. `httpStatus` decides only where the body does not. */
export function foldResponses(httpStatus: number): ResponseFold {
  const items: OutputItem[] = [];
  const models: string[] = [];
  const ids: string[] = [];
  const reasons: EndReason[] = [];
  let error: WireError | null = null;
  let usage: UsageReport | null = null;
  let createdId: string | null = null;
  let finalId: string | null = null;
  let terminal = false;
  let whole = false;

  function failed(next: WireError): void {
    error = mergeErrors(error, next);
  }

  function fault(code: string): void {
    failed(makeError(httpStatus, { code }));
  }

  function findItem(index: number | null, wireId: string | null): OutputItem | undefined {
    if (index !== null) return items.findLast((item) => item.index === index);
    const named = wireId === null ? undefined : items.findLast((item) => item.wireId === wireId);
    return named ?? items.findLast((item) => item.final === null);
  }

  function addItem(value: JsonRecord, index: number | null): void {
    const fresh = openItem(value, index);
    const open = index === null ? undefined : findItem(index, null);
    if (open === undefined || open.final !== null) items.push(fresh);
    else if (open.type !== fresh.type || open.callId !== fresh.callId) fault("item_reopened");
  }

  function endItem(value: JsonRecord, index: number | null): void {
    const type = wordOf(value["type"]);
    let found = findItem(index, wordOf(value["id"]));
    if (index === null && found?.type !== type) found = undefined;
    if (found === undefined || found.final !== null) {
      found = openItem(value, index);
      items.push(found);
    } else if (found.type !== type && type !== null) fault("item_reopened");
    closeItem(found, value);
  }

  function addFragment(value: JsonRecord, kind: PartKind, doneField: string | null): void {
    const item = findItem(countOf(value["output_index"]), wordOf(value["item_id"]));
    if (item === undefined) {
      fault("orphan_fragment");
      return;
    }
    const part = partOf(item, kind, countOf(value["content_index"] ?? value["summary_index"]) ?? 0);
    if (doneField === null) part.deltas += wordOf(value["delta"]) ?? "";
    else part.done = wordOf(value[doneField]) ?? part.done;
  }

  /** The final list fills gaps only: what streamed under an index stays. */
  function fillGaps(output: readonly unknown[]): void {
    const claimed = new Set<OutputItem>();
    for (const [place, value] of output.entries()) {
      if (!isRecord(value)) continue;
      const type = wordOf(value["type"]);
      const callId = wordOf(value["call_id"]);
      const free = items.filter((item) => item.type === type && !claimed.has(item));
      const match =
        free.find((item) => callId !== null && item.callId === callId) ??
        free.find((item) => item.index === place) ??
        free.find((item) => callId === null || item.index === null);
      const item = match ?? openItem(value, place);
      if (match === undefined) items.push(item);
      if (item.final === null) closeItem(item, value);
      claimed.add(item);
    }
  }

  function readResponse(response: JsonRecord): void {
    record(models, response["model"]);
    record(ids, response["id"]);
    usage = readUsage(response["usage"]) ?? usage;
    const found = readError({ error: response["error"] }, httpStatus, null);
    if (found !== null) failed(found);
  }

  function endResponse(response: JsonRecord, type: string | null): void {
    readResponse(response);
    finalId = wordOf(response["id"]) ?? finalId;
    const implied = type === null ? null : type.slice("response.".length);
    const stated = readStatus(response, implied);
    if (stated !== null) reasons.push(stated);
    const byType = implied === null ? null : readStatus({ ...response, status: implied }, implied);
    if (byType !== null && byType.end !== stated?.end) reasons.push(byType);
    fillGaps(listOf(response["output"]));
  }

  function event(value: JsonRecord, name: string | null): void {
    const found = readError(value, httpStatus, name);
    if (found !== null) failed(found);
    const type = wordOf(value["type"]) ?? name ?? "";
    const index = countOf(value["output_index"]);
    const fragment = FRAGMENTS.get(type);
    const item = isRecord(value["item"]) ? value["item"] : null;
    const response = isRecord(value["response"]) ? value["response"] : null;
    if (fragment !== undefined) addFragment(value, fragment.kind, fragment.done);
    else if (type === "response.output_item.added" && item !== null) addItem(item, index);
    else if (type === "response.output_item.done" && item !== null) endItem(item, index);
    else if (isTerminalType(type)) {
      terminal = true;
      endResponse(response ?? {}, type);
    } else if (response !== null) {
      const id = wordOf(response["id"]);
      if (type === "response.created" && id !== null) {
        if (createdId !== null && createdId !== id) fault("second_response");
        createdId = id;
      }
      readResponse(response);
    }
  }

  function body(value: JsonRecord): void {
    whole = true;
    const found = readBodyError(value, httpStatus);
    if (found !== null) failed(found);
    endResponse(value, null);
    if (!Array.isArray(value["output"]) && error === null && reasons.at(-1)?.end !== "error") {
      failed(makeError(httpStatus, { code: "no_output", message: value["message"] }));
    }
  }

  return {
    event,
    body,
    done: () => {},
    fault,
    failed,
    terminalSeen: () => terminal,
    finish() {
      const completed =
        reasons.some((reason) => reason.end === "stop") || (whole && reasons.length === 0);
      const calls: CallDraft[] = [];
      for (const item of items) {
        const call = itemCall(item, completed);
        if (call !== null) calls.push(call);
        if (callKind(item) === "unknown") reasons.push({ end: "unknown", word: null });
        if (item.type === "mcp_approval_request") reasons.push({ end: "paused", word: null });
      }
      const refusal = items.map(itemRefusal).join("");
      return closeResponse(
        {
          text: items.map(itemText).join(""),
          reasoning: items.map(itemReasoning).join(""),
          refusal: refusal === "" ? null : refusal,
          calls,
          reasons,
          whole: whole || terminal,
          error,
          usage,
          usageIsFinal:
            terminal || (whole && !reasons.some((reason) => reason.word === "in_progress")),
          models,
          responseIds: ids,
          responseId: finalId ?? ids.at(-1) ?? null,
          choices: 1,
          ...recordItems(items),
        },
        httpStatus,
      );
    },
  };
}
