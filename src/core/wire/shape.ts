/** Says what a request really carried and how that differs from the contract, without keeping the text itself. */

import type { Json, JsonObject } from "../../contracts/primitives.ts";
import type { RequestShape, ShapeDifference } from "../../contracts/wire-evidence.ts";
import { isRecord, pointerToken, sortedJson, toJson } from "./json.ts";
import type { CanonicalRequest } from "./request.ts";

const EXCERPT_CAP = 400;
const POINTER_CAP = 8;

/** The part of a contract that a request can be compared with. */
export interface ShapeContract {
  readonly system: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly input_schema: unknown;
  }[];
  /** Under the canonical names of Sampling; what is absent here was not asked for. */
  readonly sampling: Readonly<Record<string, unknown>>;
}

/** The published shape of a request (an embeddings request counts its inputs as messages). `digest` is given by the caller and must be canonical over JSON. */
export function requestShape(
  request: CanonicalRequest,
  digest: (value: unknown) => string,
): RequestShape {
  return {
    system: {
      bytes: new TextEncoder().encode(request.system).length,
      sha256: digest(request.system),
    },
    tools: request.tools.map((tool) => ({
      name: tool.name,
      description_sha256: digest(tool.description),
      parameters_sha256: digest(tool.parameters),
    })),
    sampling: samplingObject(request),
    message_count: request.inputs?.length ?? request.messages.length,
    stream: request.stream,
  };
}

function samplingObject(request: CanonicalRequest): JsonObject {
  const members = Object.entries(request.sampling).map(([name, value]) => [name, toJson(value)]);
  return Object.fromEntries(members);
}

/** At most 400 characters; what was left out is counted, never silently dropped. */
function excerpt(text: string): string {
  if (text.length <= EXCERPT_CAP) return text;
  const kept = text.slice(0, EXCERPT_CAP).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept} … (${text.length - kept.length} more characters)`;
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && at < right.length && left[at] === right[at]) at += 1;
  return at;
}

function diffSystem(expected: string, sent: string): readonly ShapeDifference[] {
  const field = "system";
  if (sent === expected) return [];
  if (sent === "") return [{ field, kind: "missing", detail: excerpt(expected) }];
  const at = expected === "" ? sent.length : sent.indexOf(expected);
  if (at === -1) {
    const place = firstDifference(expected, sent);
    const detail = `differs from character ${place + 1}: ${excerpt(sent.slice(place))}`;
    return [{ field, kind: "changed", detail }];
  }
  const before = sent.slice(0, at);
  const after = sent.slice(at + expected.length);
  const found: ShapeDifference[] = [];
  if (before !== "") found.push({ field, kind: "prefix_added", detail: excerpt(before) });
  if (after !== "") found.push({ field, kind: "suffix_added", detail: excerpt(after) });
  return found;
}

/** JSON pointers at which two values differ, deepest common place first found, in document order. */
function changedPointers(expected: unknown, sent: unknown, at: string, found: string[]): void {
  if (sortedJson(expected) === sortedJson(sent)) return;
  if (isRecord(expected) && isRecord(sent)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(sent)])) {
      const place = at + pointerToken(key);
      if (expected[key] === undefined) found.push(`${place} added`);
      else if (sent[key] === undefined) found.push(`${place} missing`);
      else changedPointers(expected[key], sent[key], place, found);
    }
  } else if (Array.isArray(expected) && Array.isArray(sent) && expected.length === sent.length) {
    for (const [place, item] of expected.entries()) {
      changedPointers(item, sent[place], at + pointerToken(place), found);
    }
  } else found.push(`${at === "" ? "the whole schema" : at} changed`);
}

function listPointers(expected: unknown, sent: unknown): string {
  const found: string[] = [];
  changedPointers(expected, sent, "", found);
  const rest = found.length - POINTER_CAP;
  const shown = found.slice(0, POINTER_CAP).join(", ");
  return excerpt(rest > 0 ? `${shown} and ${rest} more` : shown);
}

function fieldName(...parts: readonly string[]): string {
  return parts.join("/").slice(0, 200);
}

function diffTools(contract: ShapeContract, request: CanonicalRequest): readonly ShapeDifference[] {
  const found: ShapeDifference[] = [];
  const sentNames = new Set(request.tools.map((tool) => tool.name));
  for (const tool of contract.tools) {
    const sent = request.tools.find((candidate) => candidate.name === tool.name);
    if (sent === undefined) {
      found.push({ field: fieldName("tools", tool.name), kind: "missing", detail: "not sent" });
      continue;
    }
    if (sent.description !== tool.description) {
      const field = fieldName("tools", tool.name, "description");
      found.push({ field, kind: "changed", detail: excerpt(sent.description) });
    }
    if (sortedJson(sent.parameters) !== sortedJson(tool.input_schema)) {
      const field = fieldName("tools", tool.name, "parameters");
      found.push({
        field,
        kind: "changed",
        detail: listPointers(tool.input_schema, sent.parameters),
      });
    }
    if (sent.strict !== undefined) {
      const field = fieldName("tools", tool.name, "strict");
      found.push({ field, kind: "added", detail: String(sent.strict) });
    }
  }
  const known = new Set(contract.tools.map((tool) => tool.name));
  for (const name of sentNames) {
    if (known.has(name)) continue;
    const sent = request.tools.find((tool) => tool.name === name);
    const detail = excerpt(sent?.description ?? "");
    found.push({ field: fieldName("tools", name), kind: "added", detail });
  }
  return found;
}

function textOf(value: Json): string {
  return excerpt(sortedJson(value));
}

function diffSampling(
  contract: ShapeContract,
  request: CanonicalRequest,
): readonly ShapeDifference[] {
  const sent = samplingObject(request);
  const found: ShapeDifference[] = [];
  for (const name of new Set([...Object.keys(contract.sampling), ...Object.keys(sent)])) {
    const field = fieldName("sampling", name);
    const want = toJson(contract.sampling[name] ?? null);
    const have = sent[name] ?? null;
    if (sortedJson(want) === sortedJson(have)) continue;
    if (have === null) found.push({ field, kind: "missing", detail: `contract: ${textOf(want)}` });
    else if (want === null) found.push({ field, kind: "added", detail: `sent: ${textOf(have)}` });
    else {
      const detail = excerpt(`contract: ${sortedJson(want)}, sent: ${sortedJson(have)}`);
      found.push({ field, kind: "changed", detail });
    }
  }
  return found;
}

/**
 * Every difference between the contract and what the wire carried: system text, then tools, then sampling. Details are
 * capped at 400 characters of text; they are data from frameworks and models, never markup. An embeddings request has
 * none: the contract says nothing about one but its model.
 */
export function diffShape(
  contract: ShapeContract,
  request: CanonicalRequest,
): readonly ShapeDifference[] {
  if (request.inputs !== undefined) return [];
  return [
    ...diffSystem(contract.system, request.system),
    ...diffTools(contract, request),
    ...diffSampling(contract, request),
  ];
}
