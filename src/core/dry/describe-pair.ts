/** What differs between two requests, as the changes that every other report of a pull request shows. */
import type { WireChange } from "../../contracts/wire-changes.ts";
import { compareTexts } from "../wire-difference/compare-frames.ts";
import { diffRevisions } from "../wire-difference/diff-revisions.ts";
import { type Difference, difference, valueWords } from "../wire-difference/difference.ts";
import type { RunRequests } from "../wire-difference/frames.ts";
import { steadyText } from "../wire-difference/volatile.ts";
import { isRecord, sortedJson } from "../wire/json.ts";
import type { CanonicalRequest } from "../wire/request.ts";
import { type DryRequest, steadyJson } from "./requests.ts";

/** At least one change for two requests of different steady keys; the loudest first. */
export function describePair(case_id: string, base: DryRequest, head: DryRequest): WireChange[] {
  const seen = { cases: [case_id], calls: [], runs: 1, of_runs: 1 };
  const whole = (found: readonly Difference[]): WireChange[] =>
    found.map((one) => ({ ...one, ...seen }));
  const known =
    head.request.wire === "embeddings"
      ? whole(vectorChanges(base.request, head.request))
      : [
          ...frameChanges(case_id, base.request, head.request),
          ...whole(conversationChanges(base.request, head.request)),
        ];
  return known.length > 0 ? known : whole(memberChanges(base.json, head.json));
}

/** What differs between requests of several runs a side, with what varies from run to run left out; may be nothing. */
export function describeVarying(
  case_id: string,
  base: readonly DryRequest[],
  head: readonly DryRequest[],
): WireChange[] {
  return diffRevisions([{ case_id, base: apart("base", base), head: apart("head", head) }]).changes;
}

function frameChanges(
  case_id: string,
  base: CanonicalRequest,
  head: CanonicalRequest,
): readonly WireChange[] {
  return diffRevisions([{ case_id, base: [lone("base", base)], head: [lone("head", head)] }])
    .changes;
}

function apart(side: string, requests: readonly DryRequest[]): RunRequests[] {
  return requests.map((one, at) => lone(`${side}.${at + 1}`, one.request));
}

function lone(run_id: string, request: CanonicalRequest): RunRequests {
  return { run_id, requests: [request], embedding_models: [] };
}

/** What follows the user's opening: answers, tool calls and what the program's own tools gave back. */
function conversationChanges(base: CanonicalRequest, head: CanonicalRequest): Difference[] {
  return compareTexts(
    "opening",
    "conversation after the first answer",
    conversationOf(base),
    conversationOf(head),
  );
}

function conversationOf({ messages }: CanonicalRequest): string {
  const answered = messages.findIndex((one) => one.role !== "user");
  const later = answered === -1 ? [] : messages.slice(answered);
  const lines = later.flatMap(({ role, text, calls }) => [
    ...(text === "" ? [] : [`${role}: ${text}`]),
    ...calls.map((call) => `calls ${call.name}(${call.arguments})`),
  ]);
  return steadyText(lines.join("\n"), "everything");
}

function vectorChanges(base: CanonicalRequest, head: CanonicalRequest): Difference[] {
  const model =
    base.model === head.model
      ? []
      : [difference("embedding_model", "embedding model", base.model, head.model)];
  return [...model, ...compareTexts("opening", "text to embed", inputsOf(base), inputsOf(head))];
}

function inputsOf({ inputs = [] }: CanonicalRequest): string {
  const texts = inputs.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return steadyText(texts.join("\n"), "everything");
}

/** For what no other comparison looks at: the members of the body that differ, by name. */
function memberChanges(base: unknown, head: unknown): Difference[] {
  const [before, after] = [steadyJson(base), steadyJson(head)].map((one) =>
    isRecord(one) ? one : {},
  );
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.toSorted().flatMap((name) => {
    const [from, to] = [before?.[name], after?.[name]];
    if (sortedJson(from) === sortedJson(to)) return [];
    return withoutSpaces(from) === withoutSpaces(to)
      ? [difference("sampling", name, "its words", "the same words, spaced differently")]
      : [difference("sampling", name, valueWords(from), valueWords(to))];
  });
}

function withoutSpaces(value: unknown): string {
  return sortedJson(value).replaceAll(/\s|\\[nrt]/g, "");
}
