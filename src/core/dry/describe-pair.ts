/** What differs between two requests, as the changes that every other report of a pull request shows. */
import type { WireChange } from "../../contracts/wire-changes.ts";
import { compareTexts } from "../wire-difference/compare-frames.ts";
import { diffRevisions } from "../wire-difference/diff-revisions.ts";
import { type Difference, difference, valueWords } from "../wire-difference/difference.ts";
import type { RunRequests } from "../wire-difference/frames.ts";
import { steadyText, type Tolerance } from "../wire-difference/volatile.ts";
import { isRecord, sortedJson } from "../wire/json.ts";
import type { CanonicalRequest } from "../wire/request.ts";
import { type DryRequest, steadyJson } from "./requests.ts";

/** At least one change for two requests of different steady keys; the loudest first. */
export function describePair(case_id: string, base: DryRequest, head: DryRequest): WireChange[] {
  return describeRuns(case_id, [base], [head], "everything");
}

/** What differs in dates and ids that base repeats, so that people wrote them. */
export function describeConstants(
  case_id: string,
  base: DryRequest,
  head: DryRequest,
): WireChange[] {
  // A side that repeats itself over two runs is read with its dates and ids.
  return describeRuns(case_id, [base, base], [head, head], "places");
}

/** What differs between one call of several runs a side, with what varies on base left out; may be nothing. */
export function describeVarying(
  case_id: string,
  base: readonly DryRequest[],
  head: readonly DryRequest[],
): WireChange[] {
  return describeRuns(case_id, base, head, "everything");
}

function describeRuns(
  case_id: string,
  base: readonly DryRequest[],
  head: readonly DryRequest[],
  tolerance: Tolerance,
): WireChange[] {
  const seen = { cases: [case_id], calls: [], runs: 1, of_runs: 1 };
  const texts = (
    kind: "system" | "opening",
    subject: string,
    textOf: (request: CanonicalRequest) => string,
  ): Difference[] =>
    steadied(base, head, ({ request }) => steadyText(textOf(request), tolerance)).flatMap(
      ([before, after]) => compareTexts(kind, subject, before, after),
    );
  const known = isVectors(base)
    ? [
        ...steadied(base, head, ({ request }) => request.model).map(([before, after]) =>
          difference("embedding_model", "embedding model", before, after),
        ),
        ...texts("opening", "text to embed", inputsOf),
      ]
    : [
        ...diffRevisions([{ case_id, base: apart("base", base), head: apart("head", head) }])
          .changes,
        ...texts("opening", "conversation after the first answer", conversationOf),
      ];
  const found = known.length > 0 ? known : memberChanges(base, head, tolerance);
  return found.map((one) => ({ ...one, ...seen }));
}

/** Before and after of what base repeats in every run and head never sends; none where base itself varies in it. */
function steadied(
  base: readonly DryRequest[],
  head: readonly DryRequest[],
  read: (one: DryRequest) => string,
): readonly (readonly [string, string])[] {
  const before = new Set(base.map(read));
  const [first, ...others] = before;
  const after = head.map(read);
  const [then] = after;
  if (first === undefined || then === undefined || others.length > 0) return [];
  return after.includes(first) ? [] : [[first, then]];
}

function isVectors(requests: readonly DryRequest[]): boolean {
  return requests.some(({ request }) => request.wire === "embeddings");
}

function apart(side: string, requests: readonly DryRequest[]): RunRequests[] {
  return requests.map((one, at) => ({
    run_id: `${side}.${at + 1}`,
    requests: [one.request],
    embedding_models: [],
  }));
}

/** What follows the user's opening: answers, tool calls and what the program's own tools gave back. */
function conversationOf({ messages }: CanonicalRequest): string {
  const answered = messages.findIndex((one) => one.role !== "user");
  const later = answered === -1 ? [] : messages.slice(answered);
  const lines = later.flatMap(({ role, text, calls }) => [
    ...(text === "" ? [] : [`${role}: ${text}`]),
    ...calls.map((call) => `calls ${call.name}(${call.arguments})`),
  ]);
  return lines.join("\n");
}

function inputsOf({ inputs = [] }: CanonicalRequest): string {
  const texts = inputs.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return texts.join("\n");
}

/** For what no other comparison looks at: the members of the body that differ, by name. */
function memberChanges(
  base: readonly DryRequest[],
  head: readonly DryRequest[],
  tolerance: Tolerance,
): Difference[] {
  const read = ({ json }: DryRequest): Readonly<Record<string, unknown>> => {
    const steady = steadyJson(json, tolerance);
    return isRecord(steady) ? steady : {};
  };
  const names = new Set([...base, ...head].flatMap((one) => Object.keys(read(one))));
  return [...names].toSorted().flatMap((name) => {
    const changed = steadied(base, head, (one) => sortedJson(read(one)[name])).length > 0;
    const [before, after] = [base[0], head[0]];
    if (!changed || before === undefined || after === undefined) return [];
    const [from, to] = [read(before)[name], read(after)[name]];
    return withoutSpaces(from) === withoutSpaces(to)
      ? [difference("sampling", name, "its words", "the same words, spaced differently")]
      : [difference("sampling", name, valueWords(from), valueWords(to))];
  });
}

function withoutSpaces(value: unknown): string {
  return sortedJson(value).replaceAll(/\s|\\[nrt]/g, "");
}
