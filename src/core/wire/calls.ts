/** Puts tool-call fragments together: which call each belongs to, its name, its arguments, and whether it may be run. */

import type { Json } from "../../contracts/primitives.ts";
import { isRecord, parseJson } from "./json.ts";
import type { CallNote, DecodedCall } from "./outcome.ts";

/** A call being received; its identity is its place in the list, the wire's id is an attribute. */
export interface CallDraft {
  id: string | null;
  index: number | null;
  name: string | null;
  text: string;
  form: "json" | "text";
  asObject: boolean;
  conflict: boolean;
  by: "client" | "provider";
  /** The wire itself said that this call is whole. */
  closed: boolean;
}

/** One piece of a call; null = absent ("" on the wire is absent too, for id and name). */
export interface CallFragment {
  readonly id: string | null;
  readonly index: number | null;
  readonly name: string | null;
  readonly args: unknown;
  readonly form: "json" | "text";
}

export function newDraft(fragment: CallFragment): CallDraft {
  const draft: CallDraft = {
    id: fragment.id,
    index: fragment.index,
    name: fragment.name,
    text: "",
    form: fragment.form,
    asObject: false,
    conflict: false,
    by: "client",
    closed: false,
  };
  appendArguments(draft, fragment.args);
  return draft;
}

/** null, "" and {} add nothing; text is appended; anything else is serialised once. */
export function appendArguments(draft: CallDraft, args: unknown): void {
  if (args === null || args === undefined || args === "") return;
  if (typeof args === "string") {
    draft.text += args;
    return;
  }
  draft.asObject = true;
  if (isRecord(args) && Object.keys(args).length === 0) return;
  draft.text += JSON.stringify(args);
}

function isWhole(draft: CallDraft): boolean {
  const parsed = parseJson(draft.text);
  return parsed.ok && isRecord(parsed.value);
}

/** Equal: nothing. Longer with the same start: replaces. Different before any argument byte: appended. Else a conflict. */
function mergeName(draft: CallDraft, name: string | null): void {
  if (name === null || name === draft.name) return;
  if (draft.name === null || name.startsWith(draft.name)) draft.name = name;
  else if (draft.text === "") draft.name += name;
  else draft.conflict = true;
}

/** Does a fragment with a name start another call, although `call` holds its index or is the newest? */
function startsAnother(call: CallDraft, fragment: CallFragment): boolean {
  if (fragment.name === null) return false;
  if (fragment.id !== null && fragment.id !== call.id) {
    const late = call.id === null && call.text === "";
    return !(late && (call.name === null || call.name === fragment.name));
  }
  return call.name !== null && fragment.name !== call.name && isWhole(call);
}

function findTarget(calls: readonly CallDraft[], fragment: CallFragment): CallDraft | null {
  if (fragment.id !== null) {
    const known = calls.findLast((call) => call.id === fragment.id);
    if (known !== undefined) {
      const elsewhere =
        fragment.name !== null &&
        fragment.index !== null &&
        known.index !== null &&
        fragment.index !== known.index;
      if (!elsewhere && !startsAnother(known, fragment)) return known;
      if (!elsewhere) return null;
    }
  }
  if (fragment.index !== null) {
    const open = calls.findLast((call) => call.index === fragment.index);
    if (open !== undefined) return startsAnother(open, fragment) ? null : open;
    if (fragment.name !== null || fragment.id !== null) return null;
  }
  const newest = calls.at(-1) ?? null;
  return newest !== null && startsAnother(newest, fragment) ? null : newest;
}

/** Adds one streamed fragment to the call it belongs to, or opens a new call for it. */
export function addFragment(calls: CallDraft[], fragment: CallFragment): void {
  const target = findTarget(calls, fragment);
  if (target === null) {
    calls.push(newDraft(fragment));
    return;
  }
  target.id ??= fragment.id;
  target.index ??= fragment.index;
  mergeName(target, fragment.name);
  appendArguments(target, fragment.args);
}

/**
 * Adds the fragments of one message. Two named entries side by side that have neither id nor index are two calls: their
 * place in the list is then all the identity the wire gives.
 */
export function addFragments(calls: CallDraft[], fragments: readonly CallFragment[]): void {
  for (const [place, fragment] of fragments.entries()) {
    const anonymous = fragment.id === null && fragment.index === null && fragment.name !== null;
    const newest = calls.at(-1);
    if (anonymous && place > 0 && newest !== undefined && isWhole(newest)) {
      calls.push(newDraft(fragment));
    } else addFragment(calls, fragment);
  }
}

type Verdict = { readonly args: Json; readonly note: CallNote | null } | { readonly bad: CallNote };

function judgeArguments(draft: CallDraft, whole: boolean): Verdict {
  if (draft.name === null) return { bad: "no_name" };
  if (draft.conflict) return { bad: "name_conflict" };
  if (draft.form === "text") {
    return whole ? { args: draft.text, note: "text_form" } : { bad: "unfinished" };
  }
  if (draft.text.trim() === "") return whole ? { args: {}, note: null } : { bad: "unfinished" };
  const parsed = parseJson(draft.text);
  if (!parsed.ok) return { bad: "not_json" };
  if (isRecord(parsed.value)) {
    return { args: parsed.value, note: draft.asObject ? "object_form" : null };
  }
  if (typeof parsed.value === "string") {
    const inner = parseJson(parsed.value);
    if (inner.ok && isRecord(inner.value)) return { args: inner.value, note: "double_encoded" };
  }
  return { bad: "not_an_object" };
}

export interface CallEnding {
  /** The response said stop or tool_calls: a call without arguments is then a call with none. */
  readonly endedWell: boolean;
  /** The response broke off: a call the wire did not close itself may lack its tail, even if it parses. */
  readonly brokenOff: boolean;
  readonly responseId: string | null;
}

/** The call as decoded; nothing is repaired, and `raw` keeps the bytes of what could not be read. */
export function finishCall(draft: CallDraft, ordinal: number, ending: CallEnding): DecodedCall {
  const whole = ending.endedWell || draft.closed;
  const judged: Verdict =
    ending.brokenOff && !draft.closed ? { bad: "unfinished" } : judgeArguments(draft, whole);
  const base = {
    name: draft.name ?? "",
    args_text: draft.text,
    by: draft.by,
    id: draft.id ?? `minted:${ending.responseId ?? "response"}:${ordinal}`,
  };
  if ("bad" in judged) return { ...base, args: null, ok: false, note: judged.bad, raw: draft.text };
  if (judged.note === null) return { ...base, args: judged.args, ok: true };
  return { ...base, args: judged.args, ok: true, note: judged.note };
}
