/** Decodes an embeddings answer: usage and identity are read, the vectors stay opaque, whatever their encoding. */

import { makeError, mergeErrors, readBodyError, readError } from "./errors.ts";
import { record, type ResponseFold } from "./fold.ts";
import { countOf, isRecord, type JsonRecord, listOf, wordOf } from "./json.ts";
import type { CanonicalOutcome, WireError, WireUsage } from "./outcome.ts";

const NONE: WireUsage = {
  in: null,
  cached: null,
  cache_write: null,
  out: null,
  reasoning: null,
  complete: false,
};

/**
 * All tokens of this wire are input: the total stands in for a prompt count that is not there. Counts that contradict
 * each other, and placeholders of 0, can't be settled.
 */
export function readEmbeddingsUsage(value: unknown): WireUsage {
  if (!isRecord(value)) return NONE;
  const prompt = countOf(value["prompt_tokens"]) ?? countOf(value["input_tokens"]);
  const total = countOf(value["total_tokens"]);
  const input = Math.max(prompt ?? 0, total ?? 0);
  if (input === 0) return NONE;
  const agreed = prompt === null || total === null || prompt === total;
  return { ...NONE, in: input, out: 0, complete: agreed };
}

function isVector(entry: unknown): boolean {
  if (!isRecord(entry)) return false;
  const vector = entry["embedding"];
  return Array.isArray(vector) ? vector.length > 0 : wordOf(vector) !== null;
}

/** A fold for one embeddings response; there is no stream of it, so an event can only be an error. */
export function foldEmbeddings(httpStatus: number): ResponseFold {
  const models: string[] = [];
  let usage = NONE;
  let vectors = 0;
  let answered = false;
  let error: WireError | null = null;

  function failed(next: WireError): void {
    error = mergeErrors(error, next);
  }

  function fault(code: string): void {
    failed(makeError(httpStatus, { code }));
  }

  function event(value: JsonRecord, name: string | null): void {
    const stated = readError(value, httpStatus, name);
    if (stated === null) fault("bad_event");
    else failed(stated);
  }

  function body(value: JsonRecord): void {
    answered = true;
    record(models, value["model"]);
    usage = readEmbeddingsUsage(value["usage"]);
    const stated = readBodyError(value, httpStatus);
    if (stated !== null) {
      failed(stated);
      return;
    }
    const data = listOf(value["data"]);
    vectors = data.length;
    if (vectors === 0) fault("no_data");
    else if (!data.every(isVector)) fault("bad_embedding");
  }

  function finish(): CanonicalOutcome {
    if (!answered && error === null) fault("no_data");
    return {
      text: "",
      reasoning: "",
      refusal: null,
      calls: [],
      usage: error === null ? usage : { ...usage, complete: false },
      model: models.at(-1) ?? null,
      models,
      response_id: null,
      response_ids: [],
      end: error === null ? "stop" : "error",
      raw_end: null,
      error,
      runnable: false,
      choices: vectors,
    };
  }

  return {
    event,
    body,
    done: () => undefined,
    fault,
    failed,
    terminalSeen: () => answered,
    finish,
  };
}
