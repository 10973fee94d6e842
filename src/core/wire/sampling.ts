/** Sampling settings under one name on every wire; a setting that was not sent is absent, null counts as not sent. */

import type { Wire } from "../../contracts/model.ts";
import type { Json } from "../../contracts/primitives.ts";
import { isRecord, type JsonRecord, toJson, wordOf } from "./json.ts";
import { reject, type WireRejection } from "./rejection.ts";

export interface Sampling {
  temperature?: number;
  top_p?: number;
  /** tokens */
  max_output_tokens?: number;
  seed?: number;
  frequency_penalty?: number;
  presence_penalty?: number;
  top_logprobs?: number;
  stop?: readonly string[];
  /** "auto" | "none" | "required" | {name} | the wire's own object when it is none of these. */
  tool_choice?: Json;
  parallel_tool_calls?: boolean;
  /** {type, name?, schema?, strict?} on every wire. */
  response_format?: Json;
  reasoning_effort?: string;
  verbosity?: string;
  service_tier?: string;
  truncation?: string;
  logit_bias?: Json;
  /** Of an embeddings request. */
  dimensions?: number;
  encoding_format?: string;
}

export interface SamplingRead {
  readonly kind: "sampling";
  readonly sampling: Sampling;
}

const NUMBERS = [
  "temperature",
  "top_p",
  "seed",
  "frequency_penalty",
  "presence_penalty",
  "top_logprobs",
] as const;
const LIMITS = ["max_output_tokens", "max_completion_tokens", "max_tokens"] as const;
const WORDS = ["service_tier", "truncation"] as const;

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}

function readNumbers(body: JsonRecord, sampling: Sampling): WireRejection | null {
  for (const name of NUMBERS) {
    const value = body[name];
    if (isAbsent(value)) continue;
    if (typeof value !== "number") return reject("bad_field", `/${name}`, "expected a number");
    sampling[name] = value;
  }
  for (const name of LIMITS) {
    const value = body[name];
    if (isAbsent(value)) continue;
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
      return reject("bad_field", `/${name}`, "expected a whole number of tokens");
    }
    sampling.max_output_tokens ??= value;
  }
  return null;
}

function readStop(value: unknown): readonly string[] | WireRejection {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = list.filter((word) => typeof word === "string");
  if (words.length === list.length) return words;
  return reject("bad_field", "/stop", "expected a string or a list of strings");
}

function canonicalChoice(value: unknown): Json {
  if (!isRecord(value) || value["type"] !== "function") return toJson(value);
  const nested = isRecord(value["function"]) ? value["function"] : value;
  const name = wordOf(nested["name"]);
  return name === null ? toJson(value) : { name };
}

function canonicalFormat(value: unknown): Json {
  if (!isRecord(value)) return toJson(value);
  const nested = isRecord(value["json_schema"]) ? value["json_schema"] : {};
  const { json_schema: _, ...rest } = value;
  return toJson({ ...rest, ...nested });
}

function readNested(wire: Wire, body: JsonRecord, sampling: Sampling): void {
  const text = isRecord(body["text"]) ? body["text"] : {};
  const reasoning = isRecord(body["reasoning"]) ? body["reasoning"] : {};
  const chat = wire === "chat_completions";
  const format = chat ? body["response_format"] : text["format"];
  const effort = wordOf(chat ? body["reasoning_effort"] : reasoning["effort"]);
  const verbosity = wordOf(chat ? body["verbosity"] : text["verbosity"]);
  if (!isAbsent(format)) sampling.response_format = canonicalFormat(format);
  if (effort !== null) sampling.reasoning_effort = effort;
  if (verbosity !== null) sampling.verbosity = verbosity;
}

/** Reads every known setting; one with a type no provider accepts is a rejection, not a guess. */
export function readSampling(wire: Wire, body: JsonRecord): SamplingRead | WireRejection {
  const sampling: Sampling = {};
  const bad = readNumbers(body, sampling);
  if (bad !== null) return bad;
  if (!isAbsent(body["stop"])) {
    const stop = readStop(body["stop"]);
    if ("kind" in stop) return stop;
    sampling.stop = stop;
  }
  const parallel = body["parallel_tool_calls"];
  if (!isAbsent(parallel)) {
    if (typeof parallel !== "boolean") {
      return reject("bad_field", "/parallel_tool_calls", "expected true or false");
    }
    sampling.parallel_tool_calls = parallel;
  }
  if (!isAbsent(body["tool_choice"])) sampling.tool_choice = canonicalChoice(body["tool_choice"]);
  if (!isAbsent(body["logit_bias"])) sampling.logit_bias = toJson(body["logit_bias"]);
  for (const name of WORDS) {
    const word = wordOf(body[name]);
    if (word !== null) sampling[name] = word;
  }
  readNested(wire, body, sampling);
  return { kind: "sampling", sampling };
}
