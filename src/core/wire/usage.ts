/** Token counts from a usage object: what was reported, null where nothing was, never a sum of reports. */

import { countOf, isRecord, type JsonRecord } from "./json.ts";
import type { WireUsage } from "./outcome.ts";

export type UsageReport = Omit<WireUsage, "complete"> & {
  /** The counts contradict each other, so the report cannot be settled as it stands. */
  readonly doubtful: boolean;
};

function firstCount(...values: readonly unknown[]): number | null {
  for (const value of values) {
    const count = countOf(value);
    if (count !== null) return count;
  }
  return null;
}

function details(usage: JsonRecord, ...names: readonly string[]): JsonRecord {
  for (const name of names) {
    const found = usage[name];
    if (isRecord(found)) return found;
  }
  return {};
}

/** Reasoning reported outside the output count belongs to it exactly when the total proves so. */
function outputOf(
  input: number | null,
  out: number | null,
  reasoning: number | null,
  total: number | null,
) {
  if (out === null || reasoning === null || reasoning === 0) return { out, proven: true };
  if (input !== null && total === input + out) return { out, proven: reasoning <= out };
  if (input !== null && total === input + out + reasoning)
    return { out: out + reasoning, proven: true };
  return { out, proven: reasoning <= out };
}

/** One report, or null when it carries no counts (all absent, or all zero placeholders). */
export function readUsage(value: unknown): UsageReport | null {
  if (!isRecord(value)) return null;
  const inputDetails = details(value, "prompt_tokens_details", "input_tokens_details");
  const outputDetails = details(value, "completion_tokens_details", "output_tokens_details");
  const input = firstCount(value["prompt_tokens"], value["input_tokens"]);
  const reported = firstCount(value["completion_tokens"], value["output_tokens"]);
  const total = countOf(value["total_tokens"]);
  if ((input ?? 0) === 0 && (reported ?? 0) === 0) return null;
  const cached = firstCount(
    inputDetails["cached_tokens"],
    value["prompt_cache_hit_tokens"],
    value["cached_tokens"],
    value["cache_read_input_tokens"],
  );
  const cacheWrite = firstCount(
    inputDetails["cache_write_tokens"],
    inputDetails["cache_creation_tokens"],
    value["cache_creation_input_tokens"],
  );
  const reasoning = firstCount(outputDetails["reasoning_tokens"], value["reasoning_tokens"]);
  const output = outputOf(input, reported, reasoning, total);
  const cacheFits = input === null || (cached ?? 0) + (cacheWrite ?? 0) <= input;
  return {
    in: input,
    cached,
    cache_write: cacheWrite,
    out: output.out,
    reasoning,
    doubtful: !output.proven || !cacheFits,
  };
}

/** The usage of an outcome. `settled` is false when the response did not reach its end. */
export function settleUsage(report: UsageReport | null, settled: boolean): WireUsage {
  if (report === null) {
    return {
      in: null,
      cached: null,
      cache_write: null,
      out: null,
      reasoning: null,
      complete: false,
    };
  }
  const { doubtful, ...counts } = report;
  const complete = settled && !doubtful && counts.in !== null && counts.out !== null;
  return { ...counts, complete };
}
