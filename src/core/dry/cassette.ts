/** Base's recorded model calls out of an earlier evidence bundle: which answer each request of each case once got. */
import { bundleManifest } from "../../contracts/bundle-manifest.ts";
import type { Outcome } from "../../contracts/fault.ts";
import type { Candidate } from "../../contracts/matrix.ts";
import { plan } from "../../contracts/plan.ts";
import { runResult, type ModelCallRecord, type RunResult } from "../../contracts/run-result.ts";
import { checkFiles } from "../evidence/files.ts";
import { artifactPath, bundlePaths } from "../evidence/layout.ts";
import type { RecordedTarget } from "../replay-ports.ts";
import { parseJson } from "../wire/json.ts";
import { decodeRequest } from "../wire/request.ts";
import { decodeResponse } from "../wire/response.ts";
import { dryRequest } from "./requests.ts";

export interface RecordedCall {
  /** The steady key of the request. */
  readonly key: string;
  readonly answer: RecordedTarget;
}

export interface Cassette {
  readonly matrix_id: string;
  /** The commit whose calls these are; null where the plan names none. */
  readonly revision: string | null;
  readonly cases: ReadonlyMap<string, readonly RecordedCall[]>;
}

type Files = ReadonlyMap<string, Uint8Array>;

/**
 * Takes the calls of the candidate that is this base: base itself, or the head of a pull request that was merged into
 * it; else those of its base, which are of another commit and say so. Of each case one whole completed run.
 */
export function readCassette(
  files: Files,
  base_revision: string,
  where: string,
): Outcome<Cassette> {
  const manifest = bundleManifest.safeParse(readJson(files, bundlePaths.manifest));
  if (!manifest.success) return refuse(where, "its manifest can't be read");
  const fault = checkFiles(files, manifest.data.files);
  if (fault !== undefined) return refuse(where, `${fault.path}: ${fault.message}`);
  const planned = plan.safeParse(readJson(files, bundlePaths.plan));
  if (!planned.success) return refuse(where, "its plan can't be read");
  const candidate = chooseCandidate(planned.data.candidates, base_revision);
  if (candidate === undefined)
    return refuse(where, "it compares no two revisions of an agent, so it records no base");
  const runs = [...files.keys()]
    .filter((path) => path.startsWith("runs/"))
    .flatMap((path) => runResult.safeParse(readJson(files, path)).data ?? [])
    .filter((run) => run.candidate === candidate.id && run.status === "completed")
    .toSorted((a, b) => a.block - b.block);
  const cases = new Map<string, readonly RecordedCall[]>();
  for (const run of runs) {
    const calls = cases.has(run.case_id) ? null : callsOf(run, files);
    if (calls !== null) cases.set(run.case_id, calls);
  }
  return {
    ok: true,
    value: {
      matrix_id: manifest.data.matrix_id,
      revision: candidate.revision ?? null,
      cases,
    },
  };
}

function chooseCandidate(
  candidates: readonly Candidate[],
  base_revision: string,
): Candidate | undefined {
  const own = candidates.filter((one) => one.role !== "member");
  return (
    own.find((one) => one.revision === base_revision) ?? own.find((one) => one.role === "base")
  );
}

/** Null where an answer is not there to be given again: withheld for a secret, or cut off. Failed tries are left out. */
function callsOf(run: RunResult, files: Files): readonly RecordedCall[] | null {
  const answered = run.model_calls.filter((call) => call.error === null && call.status === 200);
  const calls = answered.flatMap((call) => readCall(call, files) ?? []);
  return calls.length === answered.length ? calls : null;
}

function readCall(call: ModelCallRecord, files: Files): RecordedCall | null {
  const { wire, request_sha256, response_sha256, status } = call;
  if (typeof response_sha256 !== "string") return null;
  const body = files.get(artifactPath(response_sha256));
  const json = readJson(files, artifactPath(request_sha256));
  const request = decodeRequest(wire, json, call.model);
  if (body === undefined || request.kind === "rejection") return null;
  const content_type = contentType(body);
  const { end, error } = decodeResponse(wire, { status, content_type, body });
  if (error !== null || end === "error" || end === "truncated") return null;
  return {
    key: dryRequest(wire, json, request).steady,
    answer: { kind: "recorded", status, content_type, body },
  };
}

/** The record keeps no headers; whether a body is one JSON text or a stream of events shows in its first character. */
function contentType(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, 64)).trimStart();
  return /^[[{]/.test(text) ? "application/json" : "text/event-stream; charset=utf-8";
}

/**
 * Answers one run: the k-th request of a key gets the k-th recorded answer, later ones the last. Null where none was
 * recorded.
 */
export function createReplay(
  calls: readonly RecordedCall[],
): (key: string) => RecordedTarget | null {
  const asked = new Map<string, number>();
  return (key) => {
    const answers = calls.filter((call) => call.key === key);
    const before = asked.get(key) ?? 0;
    asked.set(key, before + 1);
    return answers[Math.min(before, answers.length - 1)]?.answer ?? null;
  };
}

function readJson(files: Files, path: string): unknown {
  const bytes = files.get(path);
  const parsed = bytes === undefined ? null : parseJson(new TextDecoder().decode(bytes));
  return parsed?.ok === true ? parsed.value : undefined;
}

function refuse(where: string, message: string): Outcome<never> {
  return {
    ok: false,
    faults: [
      {
        code: "cassette_unusable",
        message: `this is no recording of base: ${message}`,
        where,
        fix: "Give the evidence bundle of an earlier evaluation of this agent, or none.",
      },
    ],
  };
}
