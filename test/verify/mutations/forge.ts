/** The cleverest hand there is: after its change it chains, folds, records, draws and lists everything anew, where the folds let it. */
import type { RuntimeEvent, StoredEvent } from "../../../src/contracts/event.ts";
import { digestDocument } from "../../../src/core/digest/digest.ts";
import { chainHash, genesis } from "../../../src/core/digest/digest.ts";
import { readContents } from "../../../src/core/evidence/documents.ts";
import { eventsPath, nameInPath, runPath } from "../../../src/core/evidence/layout.ts";
import { buildManifest, documentText, eventLines } from "../../../src/core/evidence/manifest.ts";
import { runResult } from "../../../src/core/runs/run-result.ts";
import { bundleParsers } from "../../../src/verify/parsers.ts";
import { recomputeBundle } from "../../../src/verify/recompute.ts";
import { text, utf8 } from "./mutation.ts";
import { readManifest } from "./of-files.ts";
import type { Files } from "./real-bundle.ts";

export type Streams = Map<string, readonly StoredEvent[]>;

export function streamsOf(files: Files): Streams {
  const paths = [...files.keys()].filter((path) => path.startsWith("events/"));
  return new Map(
    paths.map((path) => {
      const lines = text(files.get(path)).trimEnd().split("\n");
      return [nameInPath(path), lines.map((line) => JSON.parse(line) as StoredEvent)];
    }),
  );
}

/** Events with a body of their own choice in each place. */
export function rebody(
  events: readonly StoredEvent[],
  edit: (body: RuntimeEvent) => RuntimeEvent,
): StoredEvent[] {
  return events.map((event) => ({ ...event, body: edit(event.body) }));
}

/** The same event once more, as the ledger would have kept it: under an id and at a position of its own. */
export function repeated(event: StoredEvent): StoredEvent {
  return { ...event, event_id: `${event.event_id}+`, position: event.position + 0.5 };
}

/** What was said first is said second; ids, times and positions stay where they are. */
export function swapped(events: readonly StoredEvent[], at: number): StoredEvent[] {
  const [one, two] = [events[at], events[at + 1]];
  if (one === undefined || two === undefined) return [...events];
  return events.toSpliced(at, 2, { ...one, body: two.body }, { ...two, body: one.body });
}

export function chain(events: readonly StoredEvent[]): StoredEvent[] {
  let previous = genesis;
  return events.map((event, index) => {
    const { event_id, job_id, at, body, position } = event;
    const sequence = index + 1;
    const hash = chainHash(previous, { event_id, job_id, sequence, at, body });
    const linked = { event_id, job_id, sequence, at, body, position, previous, hash };
    previous = hash;
    return linked;
  });
}

/** Positions 1 to n in the order they have, whatever was taken out or put in. */
function renumber(streams: Streams): Streams {
  const all = [...streams.values()].flat().toSorted((a, b) => a.position - b.position);
  const places = new Map(all.map((event, index) => [event, index + 1]));
  return new Map(
    [...streams].map(([job, events]) => [
      job,
      events.map((event) => ({ ...event, position: places.get(event) ?? 0 })),
    ]),
  );
}

/** `edit` may change documents and streams; everything that follows from them is made to follow. */
export function forge(
  files: Files,
  edit: (files: Map<string, Uint8Array>, streams: Streams) => void,
): Files {
  const made = new Map(files);
  const edited = streamsOf(files);
  edit(made, edited);
  const streams = renumber(edited);
  const { matrix_id, tool, source } = readManifest(files);
  const plan = JSON.parse(text(made.get("plan.json"))) as unknown;
  const plan_sha256 = digestDocument("plan", plan);
  for (const path of made.keys()) if (path.startsWith("events/")) made.delete(path);
  for (const [job, events] of streams) {
    if (job !== matrix_id) streams.set(job, chain(events));
  }
  fold(made, streams);
  const matrix = (streams.get(matrix_id) ?? []).map((event) => {
    const { body } = event;
    return { ...event, body: body.type === "run.recorded" ? record(made, streams, body) : body };
  });
  streams.set(matrix_id, chain(matrix));
  for (const [job, events] of streams) made.set(eventsPath(job), utf8(eventLines(events)));
  const heads = [...streams].map(([job_id, events]) => {
    const last = events.at(-1);
    return { job_id, revision: last?.sequence ?? 1, head: last?.hash ?? "" };
  });
  const created_at = streams.get(matrix_id)?.at(-1)?.at ?? "";
  const facts = { tool_version: tool.version, matrix_id, plan_sha256, created_at, heads, source };
  const list = () => made.set("manifest.json", utf8(documentText(buildManifest(facts, made))));
  list();
  const contents = readContents(made, buildManifest(facts, made), bundleParsers);
  const again = contents.ok ? recomputeBundle(contents.value) : { missing: "not readable" };
  if ("files" in again) for (const [path, drawn] of again.files) made.set(path, utf8(drawn));
  list();
  return made;
}

/** A run that has a result gets the one its events give now; where they give none, the old one stays. */
function fold(made: Map<string, Uint8Array>, streams: Streams): void {
  for (const [job, events] of streams) {
    if (!made.has(runPath(job))) continue;
    try {
      made.set(runPath(job), utf8(documentText(runResult(events))));
    } catch {
      continue;
    }
  }
}

function record(
  made: Files,
  streams: Streams,
  body: Extract<RuntimeEvent, { type: "run.recorded" }>,
): RuntimeEvent {
  const bytes = made.get(runPath(body.run_id));
  const job_head = streams.get(body.run_id)?.at(-1)?.hash;
  if (bytes === undefined || job_head === undefined) return body;
  return {
    ...body,
    job_head,
    result_sha256: digestDocument("run-result", JSON.parse(text(bytes))),
  };
}
