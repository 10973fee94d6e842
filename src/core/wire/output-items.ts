/** One output item of the Responses wire, from its fragments to its last authority: item.done, else .done, else deltas. */

import { appendArguments, type CallDraft, newDraft } from "./calls.ts";
import { isRecord, type JsonRecord, listOf, wordOf } from "./json.ts";

interface Part {
  deltas: string;
  done: string | null;
}

export interface OutputItem {
  readonly index: number | null;
  type: string;
  wireId: string | null;
  callId: string | null;
  name: string | null;
  /** Keyed by kind and content index: "text:0", "refusal:0", "reasoning:0", "summary:1", "args:0". */
  readonly parts: Map<string, Part>;
  /** The item as the wire last stated it whole; null while it is only added. */
  final: JsonRecord | null;
  added: JsonRecord;
}

export type PartKind = "text" | "refusal" | "reasoning" | "summary" | "args";

const CLIENT_RUN = new Set(["computer_call", "local_shell_call", "shell_call", "apply_patch_call"]);

export function openItem(value: JsonRecord, index: number | null): OutputItem {
  return {
    index,
    type: wordOf(value["type"]) ?? "",
    wireId: wordOf(value["id"]),
    callId: wordOf(value["call_id"]),
    name: wordOf(value["name"]),
    parts: new Map(),
    final: null,
    added: value,
  };
}

export function closeItem(item: OutputItem, value: JsonRecord): void {
  item.final = value;
  item.type = wordOf(value["type"]) ?? item.type;
  item.wireId = wordOf(value["id"]) ?? item.wireId;
  item.callId = wordOf(value["call_id"]) ?? item.callId;
  item.name = wordOf(value["name"]) ?? item.name;
}

export function partOf(item: OutputItem, kind: PartKind, index: number): Part {
  const key = `${kind}:${index}`;
  const known = item.parts.get(key);
  if (known !== undefined) return known;
  const fresh: Part = { deltas: "", done: null };
  item.parts.set(key, fresh);
  return fresh;
}

function joined(item: OutputItem, kind: PartKind): string {
  return [...item.parts]
    .filter(([key]) => key.startsWith(`${kind}:`))
    .map(([key, part]) => ({
      at: Number(key.slice(kind.length + 1)),
      text: part.done ?? part.deltas,
    }))
    .toSorted((left, right) => left.at - right.at)
    .map((part) => part.text)
    .join("");
}

function listed(value: unknown, type: string, field: string): string {
  return listOf(value)
    .map((part) => (isRecord(part) && part["type"] === type ? (wordOf(part[field]) ?? "") : ""))
    .join("");
}

/** Text of a message item, from the best authority that says anything. */
export function itemText(item: OutputItem): string {
  if (item.type !== "message") return "";
  const stated = item.final?.["content"];
  const final = typeof stated === "string" ? stated : listed(stated, "output_text", "text");
  return final || joined(item, "text") || listed(item.added["content"], "output_text", "text");
}

export function itemRefusal(item: OutputItem): string {
  if (item.type !== "message") return "";
  return listed(item.final?.["content"], "refusal", "refusal") || joined(item, "refusal");
}

/** Reasoning text if the wire shows it, else its summary: never both. */
export function itemReasoning(item: OutputItem): string {
  if (item.type !== "reasoning") return "";
  return (
    listed(item.final?.["content"], "reasoning_text", "text") ||
    joined(item, "reasoning") ||
    listed(item.final?.["summary"], "summary_text", "text") ||
    joined(item, "summary")
  );
}

function argumentsOf(item: OutputItem): unknown {
  const field = item.type === "custom_tool_call" ? "input" : "arguments";
  const final = item.final?.[field];
  if (final !== undefined && final !== null && final !== "") return final;
  const streamed = joined(item, "args");
  return streamed === "" ? item.added[field] : streamed;
}

/** What a call without an arguments field was asked to do, in the wire's own fields. */
function actionOf(item: OutputItem): unknown {
  const value = item.final ?? item.added;
  const action = value["action"] ?? value["operation"];
  if (isRecord(action)) return action;
  const known = ["code", "queries", "query", "prompt"].filter((key) => value[key] !== undefined);
  return Object.fromEntries(known.map((key) => [key, value[key]]));
}

/** Is this item a call, and of a kind this decoder knows who runs? */
export function callKind(
  item: OutputItem,
): "function" | "client" | "provider" | "unknown" | "none" {
  if (item.type === "function_call" || item.type === "custom_tool_call") return "function";
  if (CLIENT_RUN.has(item.type)) return "client";
  if (!item.type.endsWith("_call")) return "none";
  return item.callId === null ? "provider" : "unknown";
}

/** The item as a call draft; null when it is not a call. */
export function itemCall(item: OutputItem, responseWhole: boolean): CallDraft | null {
  const kind = callKind(item);
  if (kind === "none") return null;
  const status = (item.final ?? item.added)["status"];
  const cut = status === "incomplete" || (item.final !== null && status === "in_progress");
  const draft = newDraft({
    id: kind === "provider" ? (item.wireId ?? item.callId) : item.callId,
    index: null,
    name: item.name ?? (kind === "function" ? null : item.type.replace(/_call$/, "")),
    args: null,
    form: item.type === "custom_tool_call" ? "text" : "json",
  });
  const args = argumentsOf(item);
  appendArguments(draft, args ?? (kind === "function" ? null : actionOf(item)));
  draft.by = kind === "provider" ? "provider" : "client";
  draft.closed = !cut && (item.final !== null || responseWhole);
  return draft;
}
