/** A frame is what a revision puts around a conversation: model, system text, tools, settings. Each call of a run has one, and few differ. */

import type { Json } from "../../contracts/primitives.ts";
import { isRecord, listOf, sortedJson, toJson } from "../wire/json.ts";
import type { CanonicalRequest } from "../wire/request.ts";
import type { CanonicalTool } from "../wire/tools.ts";
import { linesOf } from "./text-lines.ts";
import { steadyText, type Tolerance } from "./volatile.ts";

/** The decoded requests of one run in order, hidden retries left out; `embedding_models`: models asked for embeddings, which have no frame. */
export interface RunRequests {
  readonly run_id: string;
  readonly requests: readonly CanonicalRequest[];
  readonly embedding_models: readonly string[];
  /** A request was refused, and with it all that would have followed: what is not there was not taken away. */
  readonly cut?: boolean;
}

export interface Frame {
  readonly key: string;
  readonly wire: string;
  readonly model: string;
  readonly system: string;
  readonly tools: readonly CanonicalTool[];
  readonly sampling: Readonly<Record<string, unknown>>;
  readonly stream: boolean;
  /** Places of the calls, from 1, and the runs that made one. */
  readonly calls: ReadonlySet<number>;
  readonly runs: ReadonlySet<string>;
}

/** What one side sent in a case. `openings`: the user's text before the first answer, one a run. */
export interface Side {
  readonly runs: number;
  readonly frames: readonly Frame[];
  readonly openings: readonly string[];
  readonly counts: readonly number[];
  readonly embedding_models: readonly string[];
  readonly cut: boolean;
}

/** How texts are read in a case. `lines`: only these count, where texts vary by themselves; null: all. */
export interface Reading {
  readonly tolerance: Tolerance;
  readonly lines: ReadonlySet<string> | null;
}

function openingOf(run: RunRequests): string {
  const messages = run.requests[0]?.messages ?? [];
  const answered = messages.findIndex((one) => one.role !== "user");
  const opening = answered === -1 ? messages : messages.slice(0, answered);
  return opening.map((one) => one.text).join("\n\n");
}

function readText(text: string, reading: Reading): string {
  const steady = steadyText(text, reading.tolerance);
  const { lines } = reading;
  if (lines === null) return steady;
  return linesOf(steady)
    .filter((line) => lines.has(line.trim()))
    .join("\n");
}

function readJson(value: unknown, tolerance: Tolerance): Json {
  if (typeof value === "string") return steadyText(value, tolerance);
  if (Array.isArray(value)) return listOf(value).map((item) => readJson(item, tolerance));
  if (!isRecord(value)) return toJson(value);
  const members = Object.entries(value).map(([key, member]) => [key, readJson(member, tolerance)]);
  return Object.fromEntries(members);
}

function readTool(tool: CanonicalTool, tolerance: Tolerance): CanonicalTool {
  return {
    ...tool,
    description: steadyText(tool.description, tolerance),
    parameters: readJson(tool.parameters, tolerance),
  };
}

function partsOf(request: CanonicalRequest, reading: Reading) {
  const { wire, model, system, tools, sampling, stream, n } = request;
  return {
    wire,
    model,
    system: readText(system, reading),
    tools: tools.map((tool) => readTool(tool, reading.tolerance)),
    sampling: { ...sampling, ...(n === 1 ? {} : { n }) },
    stream,
  };
}

/** The distinct frames of one side, in the order they first appear. */
export function readSide(runs: readonly RunRequests[], reading: Reading): Side {
  const frames = new Map<string, Frame & { calls: Set<number>; runs: Set<string> }>();
  for (const run of runs) {
    for (const [at, request] of run.requests.entries()) {
      const parts = partsOf(request, reading);
      const key = sortedJson(parts);
      const frame = frames.get(key) ?? { key, ...parts, calls: new Set(), runs: new Set() };
      frame.calls.add(at + 1);
      frame.runs.add(run.run_id);
      frames.set(key, frame);
    }
  }
  return {
    runs: runs.length,
    frames: [...frames.values()],
    openings: runs.map((run) => readText(openingOf(run), reading)),
    counts: runs.map((run) => run.requests.length),
    embedding_models: [...new Set(runs.flatMap((run) => run.embedding_models))].toSorted(),
    cut: runs.some((run) => run.cut === true),
  };
}

/** Texts of each run's first request: what a constant revision sends the same way every time. */
function firstTexts(runs: readonly RunRequests[], tolerance: Tolerance): string[] {
  return runs.map((run) => {
    const [request] = run.requests;
    const tools = request?.tools.map((tool) => readTool(tool, tolerance)) ?? [];
    const texts = [request?.system ?? "", openingOf(run)].map((text) =>
      steadyText(text, tolerance),
    );
    return sortedJson([...texts, tools]);
  });
}

function linesOfRun(run: RunRequests, tolerance: Tolerance): Set<string> {
  const texts = [openingOf(run), ...run.requests.map((request) => request.system)];
  return new Set(
    texts.flatMap((text) => linesOf(steadyText(text, tolerance)).map((line) => line.trim())),
  );
}

function sharedLines(runs: readonly RunRequests[], tolerance: Tolerance): Set<string> {
  const [first = new Set<string>(), ...others] = runs.map((run) => linesOfRun(run, tolerance));
  return new Set([...first].filter((line) => others.every((lines) => lines.has(line))));
}

/**
 * Decides how a case is read. Where each side repeats its own text exactly over two runs or more, a date or an id in it
 * was written by people and counts; else clocks and random ids are taken out. Where one side still contradicts itself,
 * only lines that all runs of base or all runs of head carry are compared.
 */
export function chooseReading(
  base: readonly RunRequests[],
  head: readonly RunRequests[],
): Reading & { readonly varying: boolean } {
  const constant = (tolerance: Tolerance) =>
    [base, head].every((runs) => new Set(firstTexts(runs, tolerance)).size <= 1);
  const repeated = base.length > 1 && head.length > 1;
  const tolerance: Tolerance = repeated && constant("places") ? "places" : "everything";
  if (constant(tolerance)) return { tolerance, lines: null, varying: false };
  const lines = new Set([...sharedLines(base, tolerance), ...sharedLines(head, tolerance)]);
  return { tolerance, lines, varying: true };
}
