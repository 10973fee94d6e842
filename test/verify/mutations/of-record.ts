/** Changes by someone who then puts right whatever a computer can put right: digests, chains, results, records, views, manifest. */
import type { EventType, RuntimeEvent, StoredEvent } from "../../../src/contracts/event.ts";
import { digestBytes } from "../../../src/core/digest/digest.ts";
import { artifactPath } from "../../../src/core/evidence/layout.ts";
import { documentText } from "../../../src/core/evidence/manifest.ts";
import { forge, rebody, repeated, streamsOf, swapped, type Streams } from "./forge.ts";
import { replace, text, utf8, type Code, type Mutation } from "./mutation.ts";
import { readManifest, resealed } from "./of-files.ts";
import { pack, type Files } from "./real-bundle.ts";

export function* recordMutations(files: Files, other: Files): Generator<Mutation> {
  yield* numbers(files);
  yield* events(files);
  yield* bodies(files);
  yield* mixed(files, other);
}

/** Every so manieth number of a document is one more, and the manifest agrees. */
function* numbers(files: Files): Generator<Mutation> {
  const codes: readonly [RegExp, Code[]][] = [
    [/^plan/, ["E-plan_mismatch"]],
    [/^preflight/, ["E-registration_mismatch"]],
    [/^contracts/, ["E-contract_mismatch"]],
    [/^runs/, ["E-run_altered", "E-run_foreign"]],
    [/^views/, ["E-view_differs"]],
  ];
  for (const [path, bytes] of files) {
    const expected = codes.find(([pattern]) => pattern.test(path))?.[1];
    if (expected === undefined || !path.endsWith(".json")) continue;
    const count = countNumbers(JSON.parse(text(bytes)));
    const step = Math.max(1, Math.floor(count / 8));
    for (let at = 0; at < count; at += step) {
      let left = at;
      const edited = JSON.parse(text(bytes), (_, value: unknown) =>
        typeof value === "number" && left-- === 0 ? value + 1 : value,
      ) as unknown;
      const archive = pack(resealed(replace(files, path, utf8(documentText(edited)))));
      const all: Code[] = [...expected, "E-schema_invalid"];
      yield {
        kind: "a number, with the manifest made to fit",
        name: `${path}, number ${at}`,
        codes: all,
        archive,
      };
    }
  }
}

function countNumbers(value: unknown): number {
  if (typeof value === "number") return 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + countNumbers(one), 0);
}

/**
 * Drops whose rest is a consistent story: nothing in the bundle says that there was more. The run without the receipt
 * is a run whose call nobody can account for, and its gates say so.
 */
export const consistentDrops: readonly EventType[] = [
  "adapter.ready",
  "budget.settled",
  "tool.settled",
  "matrix.completed",
];
/** Of these and the event after them, either may have come first. */
const consistentSwaps: readonly EventType[] = [
  "model.settled",
  "budget.settled",
  "budget.reserved",
  "tool.settled",
  "block.settled",
  "run.recorded",
];

const refusals: Code[] = ["E-event_refused"];
const drops: Partial<Record<EventType, Code[]>> = {
  "job.created": ["E-stream_foreign", "E-run_altered"],
  "attempt.ended": ["E-run_altered", "E-event_refused"],
  "model.requested": ["E-artifact_foreign", "E-event_refused"],
  "model.settled": ["E-artifact_foreign", "E-event_refused"],
  "output.received": ["E-artifact_foreign"],
  "run.scored": ["E-score_differs"],
  "run.finished": ["E-run_unfinished"],
  "matrix.registered": ["E-registration_missing"],
  "block.admitted": ["E-block_unadmitted"],
  "run.recorded": ["E-run_unrecorded"],
};
const swaps: Partial<Record<EventType, Code[]>> = {
  "job.created": ["E-stream_foreign", "E-run_altered"],
  "run.scored": ["E-run_unfinished"],
  "block.admitted": ["E-block_unadmitted"],
};

/** Every event of the matrix and of the run with an approval: taken out, said twice, and said after the one that follows it. */
function* events(files: Files): Generator<Mutation> {
  const { matrix_id } = readManifest(files);
  for (const [job, stream] of streamsOf(files)) {
    if (job !== matrix_id && !job.includes("refund-approval")) continue;
    for (const [at, event] of stream.entries()) {
      const { type } = event.body;
      const told = (edited: StoredEvent[]) =>
        pack(forge(files, (_, streams) => void streams.set(job, edited)));
      const name = `${type} of ${job}:${at + 1}`;
      if (!consistentDrops.includes(type)) {
        const codes = drops[type] ?? refusals;
        yield { kind: "an event left out", name, codes, archive: told(stream.toSpliced(at, 1)) };
      }
      const doubled = stream.toSpliced(at + 1, 0, repeated(event));
      const twice: Code[] = [...refusals, "E-run_unfinished"];
      yield { kind: "an event said twice", name, codes: twice, archive: told(doubled) };
      const copied = stream.toSpliced(at + 1, 0, { ...repeated(event), event_id: event.event_id });
      const copies: Code[] = [...twice, "E-event_repeated"];
      yield { kind: "an event copied, id and all", name, codes: copies, archive: told(copied) };
      if (at + 1 === stream.length || consistentSwaps.includes(type)) continue;
      const codes = swaps[type] ?? refusals;
      yield { kind: "two events swapped", name, codes, archive: told(swapped(stream, at)) };
    }
  }
}

type Rewrite = readonly [string, Code, (body: RuntimeEvent) => RuntimeEvent];

/** What an event says: the folds know better. */
function* bodies(files: Files): Generator<Mutation> {
  const rewrites: Rewrite[] = [
    [
      "full points",
      "E-score_differs",
      (body) =>
        body.type === "run.scored"
          ? { ...body, score: { ...body.score, total: body.score.total - 1 } }
          : body,
    ],
    [
      "safety",
      "E-score_differs",
      (body) =>
        body.type === "run.scored" ? { ...body, score: { ...body.score, safety: 0 } } : body,
    ],
    [
      "a free call",
      "E-cost_differs",
      (body) => (body.type === "model.settled" ? { ...body, cost_pico: "0" } : body),
    ],
    [
      "fewer tokens",
      "E-cost_differs",
      (body) =>
        body.type === "model.settled" && body.usage !== null
          ? { ...body, usage: { ...body.usage, in: 1 } }
          : body,
    ],
    [
      "more tools",
      "E-opening_differs",
      (body) =>
        body.type === "job.created"
          ? { ...body, authorised_tools: [...body.authorised_tools, "x"] }
          : body,
    ],
    [
      "more calls",
      "E-opening_differs",
      (body) =>
        body.type === "job.created"
          ? { ...body, limits: { ...body.limits, model_calls: 99 } }
          : body,
    ],
    [
      "more time",
      "E-opening_differs",
      (body) =>
        body.type === "job.created" ? { ...body, limits: { ...body.limits, wall_ms: 1 } } : body,
    ],
    [
      "another case",
      "E-opening_differs",
      (body) => (body.type === "job.created" ? { ...body, case_sha256: digestBytes("x") } : body),
    ],
    [
      "other prices",
      "E-opening_differs",
      (body) => (body.type === "job.created" ? { ...body, pricing_catalog: "x" } : body),
    ],
    [
      "another model",
      "E-opening_differs",
      (body) => (body.type === "job.created" ? { ...body, model: "x" } : body),
    ],
    [
      "another currency",
      "E-opening_differs",
      (body) => (body.type === "job.created" ? { ...body, currency: "EUR" } : body),
    ],
    [
      "another track",
      "E-opening_differs",
      (body) => (body.type === "job.created" ? { ...body, track: "own" } : body),
    ],
    [
      "another matrix",
      "E-run_foreign",
      (body) => (body.type === "job.created" ? { ...body, matrix_id: "x" } : body),
    ],
    [
      "another plan",
      "E-run_foreign",
      (body) => (body.type === "job.created" ? { ...body, plan_sha256: digestBytes("x") } : body),
    ],
    [
      "another candidate",
      "E-run_foreign",
      (body) => (body.type === "job.created" ? { ...body, candidate: "x" } : body),
    ],
    [
      "another repetition",
      "E-run_foreign",
      (body) => (body.type === "job.created" ? { ...body, repetition: 2 } : body),
    ],
    [
      "another block",
      "E-run_foreign",
      (body) => (body.type === "job.created" ? { ...body, block: 9 } : body),
    ],
    [
      "another answer",
      "E-score_differs",
      (body) => (body.type === "output.received" ? { ...body, text: "{}" } : body),
    ],
    [
      "a completed run that failed",
      "E-event_refused",
      (body) => (body.type === "attempt.ended" ? { ...body, status: "failed" } : body),
    ],
    [
      "an artifact of another size",
      "E-artifact_missing",
      (body) =>
        body.type === "output.received"
          ? { ...body, artifact: { ...body.artifact, size: 1 } }
          : body,
    ],
    [
      "an artifact that is not there",
      "E-artifact_missing",
      (body) =>
        body.type === "model.requested"
          ? { ...body, request: { ...body.request, sha256: digestBytes("x") } }
          : body,
    ],
    [
      "a reservation of nothing",
      "E-event_refused",
      (body) =>
        body.type === "budget.reserved" ? { ...body, cost_pico: "0", model_calls: 0 } : body,
    ],
    [
      "an operation of nobody",
      "E-event_refused",
      (body) => (body.type === "tool.executing" ? { ...body, operation_id: "x" } : body),
    ],
  ];
  for (const [job, stream] of streamsOf(files)) {
    if (!job.includes("refund-approval")) continue;
    for (const [name, code, edit] of rewrites) {
      const archive = pack(
        forge(files, (_, streams) => void streams.set(job, rebody(stream, edit))),
      );
      yield { kind: "what an event says", name: `${name} in ${job}`, codes: [code], archive };
    }
  }
}

/** Runs, streams and artifacts in the place of others, this matrix's or another's, listed and anchored as if they belonged. */
function* mixed(files: Files, other: Files): Generator<Mutation> {
  const kind = "a part of another run or matrix";
  const { matrix_id } = readManifest(files);
  const runs = [...files.keys()].filter((path) => path.startsWith("runs/"));
  for (const [at, path] of runs.entries()) {
    const next = runs[(at + 1) % runs.length] ?? "";
    const taken = replace(files, path, files.get(next) ?? null);
    yield {
      kind,
      name: `the result of ${next} as ${path}`,
      codes: ["E-run_foreign"],
      archive: pack(resealed(taken)),
    };
    const both = replace(taken, next, files.get(path) ?? null);
    yield {
      kind,
      name: `${path} and ${next} swapped`,
      codes: ["E-run_foreign"],
      archive: pack(resealed(both)),
    };
    const dropped = forge(replace(files, path, null), () => {});
    yield { kind, name: `${path} dropped`, codes: ["E-file_missing"], archive: pack(dropped) };
  }
  const mine = [...streamsOf(files)].filter(([job]) => job !== matrix_id);
  for (const [at, [job]] of mine.entries()) {
    const [next, stream] = mine[(at + 1) % mine.length] ?? ["", []];
    const put = (_: unknown, streams: Streams) => void streams.set(job, stream);
    yield {
      kind,
      name: `events of ${next} in ${job}`,
      codes: ["E-run_foreign", "E-stream_foreign"],
      archive: pack(forge(files, put)),
    };
  }
  for (const [job, stream] of streamsOf(other)) {
    const moved = stream.map((event) => ({ ...event, position: event.position + 10_000 }));
    const put = (_: unknown, streams: Streams) => void streams.set(job, moved);
    const codes: Code[] = ["E-stream_foreign", "E-registration_mismatch"];
    yield {
      kind,
      name: `the stream ${job} of another matrix`,
      codes,
      archive: pack(forge(files, put)),
    };
  }
  for (const [path, bytes] of other) {
    if (!path.startsWith("runs/")) continue;
    const put = (made: Map<string, Uint8Array>) => void made.set(path, bytes);
    yield {
      kind,
      name: `${path} of another matrix`,
      codes: ["E-run_foreign"],
      archive: pack(forge(files, put)),
    };
  }
  for (const stray of ["one", "two"]) {
    const put = (made: Map<string, Uint8Array>) =>
      void made.set(artifactPath(digestBytes(stray)), utf8(stray));
    yield {
      kind,
      name: `the artifact "${stray}" of nothing`,
      codes: ["E-artifact_foreign"],
      archive: pack(forge(files, put)),
    };
  }
}
